"""What several variants share: card play, announcing, slates, accounts, columns."""
