"""What several variants share: options, card play, announcing, slates, accounts."""
