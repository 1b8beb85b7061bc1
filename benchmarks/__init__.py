"""How fast jassref is, side by side with something comparable in the same run: `make bench`.

Nothing here belongs to the product, and nothing of the product imports it.
"""
