"""The score sheet: data, spreadsheet, page."""
