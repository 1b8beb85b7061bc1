"""Taking reports: one call, from its reports to the journal and the answer.

A call goes through the modules in this order:

- `accept` leads the call.
- `calls` finds out which of its reports are on record under their ids.
- `reach` chooses what the referee has to read.
- `hearing` lets the referee hear it, and `amounts` bounds what one deal takes.
- `accept` writes the journal's rows, and `services/ledger.py` what follows from them.
- `effects`, `secrecy` and `answers` make the answer.

A fact has five forms on this way: JSON, `Sent`, `Entry` (or the `Unit` that it repeats), the row, and JSON again.
"""
