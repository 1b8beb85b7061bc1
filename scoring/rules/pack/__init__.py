"""The pack and the table: cards, seats, modes, and who takes a trick."""
