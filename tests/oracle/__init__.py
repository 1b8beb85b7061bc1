"""A slow second opinion on Schieber, written from the text of the rules alone.

It shares no code with the project: cards are strings, hands are lists, and every paragraph cites the
rule (R-number) that it puts into words. Tests compare the project with it.
"""
