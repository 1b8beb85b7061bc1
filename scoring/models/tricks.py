"""The tricks of all deals as a view of the database, for people who query in SQL.

Nothing is written twice: the view reads the documents of the deals, so it can never disagree with them. It is no part
of a migration. SQLite and PostgreSQL refuse to change a table that a view reads. So `migrate` drops the view before it
changes anything, and makes it again at the end.
"""

from collections.abc import Sequence
from typing import Final

from django.db import connections, models
from django.db.backends.base.base import BaseDatabaseWrapper

from scoring.models.deals import Deal

MOST_TRICKS: Final = 16
"""No deal has as many tricks; so the id of a trick is that of its deal times this, plus its number."""


class Trick(models.Model):
    """One trick of a deal. No request reads it, and nobody can write it."""

    id = models.BigIntegerField(primary_key=True)
    deal = models.ForeignKey(Deal, on_delete=models.DO_NOTHING, related_name="tricks")
    number = models.PositiveSmallIntegerField()
    leader = models.PositiveSmallIntegerField()
    cards = models.CharField(max_length=15, help_text="In order of play: R6 RU RK RA.")
    winner = models.PositiveSmallIntegerField(null=True, help_text="NULL while the trick is running.")
    points = models.PositiveSmallIntegerField(null=True)

    class Meta:
        managed = False
        db_table = "scoring_trick"

    def __str__(self) -> str:
        return f"trick {self.number}: {self.cards}"


def install_view(connection: BaseDatabaseWrapper) -> None:
    """Make the view where the table of the deals exists. One that exists is kept or made again."""
    with connection.cursor() as cursor:
        if _DEALS in connection.introspection.table_names(cursor):
            cursor.execute(_ON_SQLITE if connection.vendor == "sqlite" else _ON_POSTGRESQL)


def drop_view(connection: BaseDatabaseWrapper) -> None:
    """Remove the view, so that the table of the deals may change. A table of this name, from before, stays."""
    with connection.cursor() as cursor:
        names = {found.name for found in connection.introspection.get_table_list(cursor) if found.type == "v"}
        if _VIEW in names:
            cursor.execute(f"DROP VIEW {_VIEW}")


def drop_before_migrate(*, using: str, plan: Sequence[object] = (), **_kwargs: object) -> None:
    """Drop the view before `migrate` changes anything, as the receiver of `pre_migrate`."""
    if plan:
        drop_view(connections[using])


def install_after_migrate(*, using: str, **_kwargs: object) -> None:
    """Make the view after `migrate`, as the receiver of `post_migrate`."""
    install_view(connections[using])


_VIEW: Final = Trick._meta.db_table  # noqa: SLF001 - how Django tells it
_DEALS: Final = Deal._meta.db_table  # noqa: SLF001 - as above
_SHEET: Final = Deal._meta.get_field("sheet").column  # noqa: SLF001 - as above

# A damaged sheet has no tricks here, until `rebuild` mends it: it must not keep anybody from reading the others.
_ON_POSTGRESQL = f"""
    CREATE OR REPLACE VIEW {_VIEW} AS
    SELECT deal.id * {MOST_TRICKS} + (trick ->> 'number')::smallint AS id,
        deal.id AS deal_id,
        (trick ->> 'number')::smallint AS number,
        (trick ->> 'leader')::smallint AS leader,
        (SELECT string_agg(card, ' ' ORDER BY place)
            FROM json_array_elements_text(trick -> 'cards') WITH ORDINALITY AS lying (card, place)
        )::varchar(15) AS cards,
        (trick ->> 'winner')::smallint AS winner,
        (trick ->> 'points')::smallint AS points
    FROM {_DEALS} AS deal
    CROSS JOIN LATERAL json_array_elements(
        CASE json_typeof(deal.{_SHEET} -> 'tricks') WHEN 'array' THEN deal.{_SHEET} -> 'tricks' ELSE '[]' END
    ) AS trick
"""  # noqa: S608 - names of ours, no value
_ON_SQLITE = f"""
    CREATE VIEW IF NOT EXISTS {_VIEW} AS
    SELECT deal.id * {MOST_TRICKS} + json_extract(trick.value, '$.number') AS id,
        deal.id AS deal_id,
        json_extract(trick.value, '$.number') AS number,
        json_extract(trick.value, '$.leader') AS leader,
        (SELECT group_concat(value, ' ') FROM (
            SELECT value FROM json_each(trick.value, '$.cards') ORDER BY key
        )) AS cards,
        json_extract(trick.value, '$.winner') AS winner,
        json_extract(trick.value, '$.points') AS points
    FROM {_DEALS} AS deal
    JOIN json_each(
        CASE json_type(deal.{_SHEET}, '$.tricks') WHEN 'array' THEN deal.{_SHEET} ELSE '{{}}' END, '$.tricks'
    ) AS trick
"""  # noqa: S608 - as above
