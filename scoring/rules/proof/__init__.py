"""What the cards prove: legal play, knowledge of unseen cards, evidence, findings."""
