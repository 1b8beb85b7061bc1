"""The record: report kinds, their JSON, the entries of the journal, and refusals."""
