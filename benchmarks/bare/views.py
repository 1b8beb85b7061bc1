"""The bare view: the same authentication, the same number of statements of each kind, and nothing else."""

import json
from typing import Any
from uuid import UUID

from django.db import connection, transaction
from rest_framework.negotiation import DefaultContentNegotiation
from rest_framework.parsers import JSONParser
from rest_framework.permissions import IsAuthenticated
from rest_framework.renderers import JSONRenderer
from rest_framework.request import Request
from rest_framework.response import Response
from rest_framework.views import APIView

from api.http.authentication import BearerToken
from benchmarks.bare.models import Line, Table


class BareView(APIView):
    """Locks a row, reads, adds lines, updates the row, as often as the body asks: {"selects", "inserts", "updates"}.

    `selects` counts the two that are always there: the token's and the one that locks.
    """

    authentication_classes = [BearerToken]
    permission_classes = [IsAuthenticated]
    parser_classes = [JSONParser]
    renderer_classes = [JSONRenderer]
    content_negotiation_class = DefaultContentNegotiation
    schema = None

    def post(self, request: Request, table_id: UUID) -> Response:
        """Write, and say what was written."""
        asked: Any = request.data
        with transaction.atomic():
            table = Table.objects.select_for_update().get(pk=table_id)
            for _ in range(asked["selects"] - 2):
                list(Line.objects.filter(table=table, number=table.version))
            table.version += 1
            for _ in range(asked["inserts"]):
                Line.objects.create(table=table, number=table.version, payload=asked["payload"])
            for _ in range(asked["updates"]):
                table.save(update_fields=["version"])
        return Response({"id": table.id, "version": table.version, "payload": asked["payload"]}, status=201)


class PlainView(BareView):
    """The same in plain SQL, without any model: the least that a view of this framework can do."""

    def post(self, request: Request, table_id: UUID) -> Response:
        """Write, and say what was written."""
        asked: Any = request.data
        id_ = str(table_id) if connection.vendor == "postgresql" else table_id.hex
        payload = json.dumps(asked["payload"])
        with transaction.atomic(), connection.cursor() as cursor:
            cursor.execute(_LOCK if connection.vendor == "postgresql" else _READ, [id_])
            version = cursor.fetchone()[0] + 1
            for _ in range(asked["selects"] - 2):
                cursor.execute(_LINES, [id_, version - 1])
                cursor.fetchall()
            for _ in range(asked["inserts"]):
                cursor.execute(_ADD, [id_, version, payload])
            for _ in range(asked["updates"]):
                cursor.execute(_UPDATE, [version, id_])
        return Response({"id": table_id, "version": version, "payload": asked["payload"]}, status=201)


_READ = "SELECT version FROM bare_table WHERE id = %s"
_LOCK = f"{_READ} FOR UPDATE"
_LINES = "SELECT id, table_id, number, payload FROM bare_line WHERE table_id = %s AND number = %s"
_ADD = "INSERT INTO bare_line (table_id, number, payload) VALUES (%s, %s, %s)"
_UPDATE = "UPDATE bare_table SET version = %s WHERE id = %s"
