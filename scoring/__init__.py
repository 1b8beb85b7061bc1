"""Recording, scoring and refereeing Jass games."""
