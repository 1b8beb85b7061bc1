"""What the service knows by itself: presets, decks, catalogues."""
