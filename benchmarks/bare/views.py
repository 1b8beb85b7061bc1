"""The bare view: the same authentication, the same number of statements of each kind, and nothing else."""

from typing import Any
from uuid import UUID

from django.db import transaction
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
