"""A deal as readers see it: its sheet, what is hidden from whom, the steps of an account."""
