"""Tests of the house itself: settings, layers, make targets."""
