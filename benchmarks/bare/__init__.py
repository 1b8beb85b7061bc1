"""The least that a Django REST framework view does when it writes to the database: what jassref is compared with."""
