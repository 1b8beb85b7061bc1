"""The settings of the service, with the bare view beside it: both are served by the same process."""

from jassref.settings import *  # noqa: F403 - all of them
from jassref.settings import INSTALLED_APPS as SERVICE_APPS

INSTALLED_APPS = [*SERVICE_APPS, "benchmarks.bare"]
ROOT_URLCONF = "benchmarks.bare.urls"
