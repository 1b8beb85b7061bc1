"""Taking reports: one call, from its reports to the journal and the answer."""
