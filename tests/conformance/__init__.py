"""What holds in every variant and preset that is registered; a new one is tested here from its first day."""
