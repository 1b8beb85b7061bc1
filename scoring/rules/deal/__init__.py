"""The facts of a deal as people reported them, and comparing a report with them."""
