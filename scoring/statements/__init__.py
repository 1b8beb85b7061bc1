"""The plain SQL of the service: the few statements that nearly every request runs.

Django takes longer to compose such a statement than the database takes to answer it. The names of tables and columns
come from the models, so that a renamed column changes the statement with it; `tests/statements` runs each of them on
both engines.
"""
