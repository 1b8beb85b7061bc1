"""The offence catalogue says what section 9 says, for every offence and every time, and nothing else."""

import hashlib
import json
from dataclasses import asdict
from typing import Any

import pytest

from scoring.rules.proof.faults import Fault
from scoring.rules.rulings.catalogue import (
    CATALOGUES,
    DEFAULT,
    FILE,
    INCIDENTS,
    OFFENCES,
    Catalogue,
    CatalogueEntry,
    Ordered,
    _read,
    catalogue,
)
from scoring.rules.rulings.remedies import DISCOVERED, REMEDIES
from scoring.rules.variants.schieber.play import SCHIEBER

LATER = ("trick_turned", "deal_over")
VARIANTS = ("schieber", "differenzler", "eidex")
REVOKES = ("revoke", "trump_revoke", "undertrump")
DATA: list[dict[str, Any]] = json.loads(FILE.read_text(encoding="utf-8"))

VERSIONS = {
    "jasswiki": (2, "ccc78aae3f0b"),
    "jassonkel": (2, "ff3d3c686e5d"),
    "kzjv": (2, "5c0d118392c7"),
    "edjv": (2, "9981ef037d5b"),
}
"""The version of each catalogue, and the check sum of what it says then. Other content is another version."""


def content(name: str) -> str:
    entries = [asdict(each) for each in catalogue(name).entries]
    return hashlib.sha256(json.dumps(entries, ensure_ascii=False).encode()).hexdigest()[:12]


def entry(
    offence: str, discovered: str = "trick_turned", variant: str = "schieber", of: str = DEFAULT
) -> CatalogueEntry:
    return catalogue(of).entry(offence, discovered=discovered, variant=variant)


def said(offence: str, discovered: str = "trick_turned", variant: str = "schieber", of: str = DEFAULT) -> list[Any]:
    """What is usual and what is allowed instead; with points where it says how many."""
    found = entry(offence, discovered, variant, of)
    return [
        [one.remedy if one.points is None else (one.remedy, one.points) for one in group]
        for group in (found.usual, found.also)
    ]


class TestWhole:
    def test_there_are_four_and_the_default_is_first(self) -> None:
        assert list(CATALOGUES) == ["jasswiki", "jassonkel", "kzjv", "edjv"]
        assert next(iter(CATALOGUES)) == DEFAULT

    def test_the_option_has_these_choices(self) -> None:
        assert all(isinstance(SCHIEBER.resolve({"catalogue": name}), tuple) for name in CATALOGUES)
        faults = SCHIEBER.resolve({"catalogue": "fifa"})
        assert isinstance(faults, list)
        assert [(fault.code, fault.allowed) for fault in faults] == [("invalid_option", tuple(CATALOGUES))]

    @pytest.mark.parametrize("variant", VARIANTS)
    @pytest.mark.parametrize("discovered", DISCOVERED)
    @pytest.mark.parametrize("name", CATALOGUES)
    def test_every_offence_has_an_entry_at_every_time(self, name: str, discovered: str, variant: str) -> None:
        for offence in OFFENCES:
            found = entry(offence, discovered, variant, of=name)
            assert found.usual
            assert found.offence == offence
            assert discovered in found.discovered
            assert found.variant in {None, variant}
            assert found.article
            assert found.source

    @pytest.mark.parametrize("name", CATALOGUES)
    def test_no_two_entries_are_for_the_same(self, name: str) -> None:
        places = [(each.offence, each.variant, time) for each in catalogue(name).entries for time in each.discovered]
        assert len(set(places)) == len(places)

    @pytest.mark.parametrize("name", CATALOGUES)
    def test_what_it_names_exists(self, name: str) -> None:
        entries = catalogue(name).entries
        assert entries
        for each in entries:
            assert {one.remedy for one in each.remedies} <= set(REMEDIES)
            assert len({one.remedy for one in each.remedies}) == len(each.remedies)
            assert set(each.discovered) <= set(DISCOVERED)
            assert each.offence in OFFENCES
            assert each.variant in {None, *VARIANTS}
            assert each.catalogue in {name, DEFAULT}

    def test_an_article_is_one_thing(self) -> None:
        told: dict[str, set[Any]] = {}
        for each in (one for of in CATALOGUES.values() for one in of.entries):
            told.setdefault(each.article, set()).add((each.offence, each.variant, each.usual, each.also, each.source))
        assert [article for article, meanings in told.items() if len(meanings) > 1] == []

    def test_points_stand_only_where_a_remedy_takes_them(self) -> None:
        every = [one for of in CATALOGUES.values() for each in of.entries for one in each.remedies]
        assert {one.remedy for one in every if one.points is not None} == {"penalty_points"}

    def test_it_knows_every_fault_of_the_rules(self) -> None:
        assert OFFENCES[: len(Fault)] == tuple(Fault)
        assert set(Fault).isdisjoint(INCIDENTS)

    @pytest.mark.parametrize("name", CATALOGUES)
    def test_other_content_is_another_version(self, name: str) -> None:
        assert (catalogue(name).version, content(name)) == VERSIONS[name], "bump its version"


class TestFile:
    def test_there_is_nothing_in_it_that_is_not_read(self) -> None:
        for each in DATA:
            assert list(each) == ["catalogue", "version", "source", "entries"]
            assert type(each["version"]) is int
            for one in each["entries"]:
                assert one.keys() <= {"offence", "variant", "discovered", "article", "source", "usual", "also", "note"}
                assert all(remedy.keys() <= {"remedy", "points"} for remedy in (*one["usual"], *one.get("also", ())))

    @pytest.mark.parametrize("where", ["catalogue", "entry", "remedy"])
    def test_what_is_not_known_is_an_error(self, where: str) -> None:
        data = json.loads(FILE.read_text(encoding="utf-8"))
        one = data[0]["entries"][0]
        {"catalogue": data[0], "entry": one, "remedy": one["usual"][0]}[where]["colour"] = "red"
        with pytest.raises(TypeError, match="colour"):
            _read(data)

    def test_what_is_left_out_is_an_error(self) -> None:
        data = json.loads(FILE.read_text(encoding="utf-8"))
        del data[0]["entries"][0]["article"]
        with pytest.raises(TypeError, match="article"):
            _read(data)


class TestSection9:
    """One test for each thing that the table says."""

    @pytest.mark.parametrize("offence", ["revoke", "undertrump"])
    def test_revoke_found_with_the_trick_open(self, offence: str) -> None:
        assert said(offence, "trick_open") == [["trick_to_opponents"], []]
        assert entry(offence, "trick_open").source == "JassWiki"

    @pytest.mark.parametrize("offence", ["revoke", "undertrump"])
    @pytest.mark.parametrize("discovered", LATER)
    def test_revoke_found_later(self, offence: str, discovered: str) -> None:
        assert said(offence, discovered) == [["this_and_later_tricks_to_opponents"], []]
        assert entry(offence, discovered).source == "JassWiki"

    @pytest.mark.parametrize("discovered", DISCOVERED)
    def test_trumps_of_who_did_not_give_one_lose_their_strength(self, discovered: str) -> None:
        usual, also = said("revoke", discovered)
        assert said("trump_revoke", discovered) == [[*usual, "card_loses_strength"], also]

    @pytest.mark.parametrize("offence", REVOKES)
    @pytest.mark.parametrize("discovered", DISCOVERED)
    def test_at_jassonkel_the_deal_is_annulled_at_the_opponents_wish(self, offence: str, discovered: str) -> None:
        instead = said(offence, discovered)[0]
        assert said(offence, discovered, of="jassonkel") == [["deal_void"], instead]
        found = entry(offence, discovered, of="jassonkel")
        assert (found.source, found.note) == ("jassonkel.ch", "opponents_wish")

    @pytest.mark.parametrize("offence", REVOKES)
    @pytest.mark.parametrize("discovered", DISCOVERED)
    @pytest.mark.parametrize("name", CATALOGUES)
    def test_a_differenzler_deal_is_replayed_with_20_penalty_points(
        self, name: str, discovered: str, offence: str
    ) -> None:
        assert said(offence, discovered, "differenzler", of=name) == [["deal_void", ("penalty_points", 20)], []]
        assert entry(offence, discovered, "differenzler", of=name).source == "EDJV"

    @pytest.mark.parametrize("discovered", DISCOVERED)
    def test_a_false_weis_is_struck_and_a_false_declaration_may_lose_the_deal(self, discovered: str) -> None:
        assert said("false_weis", discovered) == [["weis_struck"], ["deal_lost"]]

    @pytest.mark.parametrize("discovered", DISCOVERED)
    def test_a_late_weis_is_struck_or_counts(self, discovered: str) -> None:
        assert said("late_weis", discovered) == [["weis_struck"], ["score_stands"]]

    @pytest.mark.parametrize("discovered", DISCOVERED)
    def test_a_false_stoeck_is_struck(self, discovered: str) -> None:
        assert said("false_stoeck", discovered) == [["stoeck_struck"], []]

    @pytest.mark.parametrize("discovered", DISCOVERED)
    def test_a_false_claim_has_lost_unless_it_is_void(self, discovered: str) -> None:
        assert said("false_claim", discovered) == [["score_stands"], ["claim_void"]]

    @pytest.mark.parametrize("discovered", DISCOVERED)
    def test_a_wrong_count_is_counted_again(self, discovered: str) -> None:
        assert said("wrong_count", discovered) == [["score_stands"], []]
        assert entry("wrong_count", discovered).note == "count_again"

    def test_a_passe_that_misses_its_control_sum_is_split_by_the_kzjv(self) -> None:
        assert said("wrong_count", "deal_over", of="kzjv") == [["split_difference"], ["score_stands"]]
        assert entry("wrong_count", "deal_over", of="kzjv").source == "KZJV"

    @pytest.mark.parametrize("discovered", DISCOVERED)
    def test_a_wrong_lead_loses_its_strength(self, discovered: str) -> None:
        assert said("wrong_lead", discovered) == [["card_loses_strength"], []]
        assert entry("wrong_lead", discovered).source == "JassWiki"

    @pytest.mark.parametrize("discovered", DISCOVERED)
    def test_a_wrong_deal_is_dealt_again(self, discovered: str) -> None:
        assert said("wrong_deal", discovered) == [["deal_void"], []]

    @pytest.mark.parametrize(
        ("offence", "note"), [("card_twice", "correct_the_record"), ("unexplained", "referee_asks")]
    )
    def test_where_there_is_nothing_to_order_yet(self, offence: str, note: str) -> None:
        assert said(offence) == [["score_stands"], []]
        assert entry(offence).note == note

    @pytest.mark.parametrize("discovered", DISCOVERED)
    def test_a_missing_bid_costs_20_points_or_counts_as_0(self, discovered: str) -> None:
        assert said("missing_bid", discovered, "differenzler") == [[("penalty_points", 20)], ["adjust"]]
        assert entry("missing_bid", discovered, "differenzler").source == "Ägeri, FRTJ"

    @pytest.mark.parametrize("offence", [each for each in INCIDENTS if each != "misdeal"])
    @pytest.mark.parametrize("discovered", DISCOVERED)
    def test_what_is_left_to_the_regulation_is_a_warning(self, offence: str, discovered: str) -> None:
        assert said(offence, discovered) == [["warning"], []]
        assert entry(offence, discovered).note == "by_regulation"

    @pytest.mark.parametrize("discovered", DISCOVERED)
    def test_a_misdeal_makes_the_deal_void(self, discovered: str) -> None:
        assert said("misdeal", discovered) == [["deal_void"], []]


class TestWhereACatalogueSaysNothing:
    def own(self, name: str) -> set[tuple[str, str | None, str]]:
        return {
            (each.offence, each.variant, time)
            for each in catalogue(name).entries
            for time in each.discovered
            if each.catalogue == name
        }

    def test_the_default_one_says_everything(self) -> None:
        assert self.own("jasswiki") >= {(offence, None, time) for offence in OFFENCES for time in DISCOVERED}

    def test_the_others_say_this_of_their_own(self) -> None:
        assert self.own("jassonkel") == {(offence, None, time) for offence in REVOKES for time in DISCOVERED}
        assert self.own("kzjv") == {("wrong_count", None, "deal_over")}
        assert self.own("edjv") == {(offence, "differenzler", time) for offence in REVOKES for time in DISCOVERED}

    @pytest.mark.parametrize("name", CATALOGUES)
    def test_the_rest_is_that_of_the_default_one(self, name: str) -> None:
        every = {
            (each.offence, each.variant, time): each for each in catalogue(name).entries for time in each.discovered
        }
        assert every
        for (offence, variant, time), found in every.items():
            if (offence, variant, time) not in self.own(name):
                assert found.catalogue == DEFAULT
                assert found.remedies == entry(offence, time, variant or "schieber").remedies

    def test_half_of_an_entry_may_be_that_of_the_default_one(self) -> None:
        found = [each for each in catalogue("kzjv").entries if each.offence == "wrong_count"]
        assert [(each.catalogue, each.discovered) for each in found] == [
            ("jasswiki", ("trick_open", "trick_turned")),
            ("kzjv", ("deal_over",)),
        ]


class TestAsking:
    def test_what_is_no_catalogue_no_offence_and_no_time(self) -> None:
        with pytest.raises(KeyError):
            catalogue("fifa")
        with pytest.raises(KeyError):
            entry("spilled_beer")
        with pytest.raises(KeyError):
            entry("revoke", "next_year")

    def test_the_usual_ones_come_first(self) -> None:
        found = entry("false_weis")
        assert found.remedies == (Ordered(remedy="weis_struck"), Ordered(remedy="deal_lost"))

    @pytest.mark.parametrize(
        ("offence", "remedy", "usual"),
        [
            ("false_weis", "weis_struck", True),
            ("false_weis", "deal_lost", True),
            ("false_weis", "forfeit", False),
            ("remark", "warning", True),
            ("remark", "deal_void", False),
        ],
    )
    def test_whether_a_ruling_is_in_the_catalogue(self, offence: str, remedy: str, usual: bool) -> None:  # noqa: FBT001 - a column of the table
        assert entry(offence).is_usual(remedy) is usual

    @pytest.mark.parametrize(
        ("points", "usual"), [(None, True), ({2: 20}, True), ({1: 0, 2: 20}, True), ({2: 30}, False)]
    )
    def test_as_many_points_as_it_says(self, points: dict[int, int] | None, usual: bool) -> None:  # noqa: FBT001 - a column of the table
        assert entry("missing_bid", variant="differenzler").is_usual("penalty_points", points=points) is usual

    def test_where_it_does_not_say_how_many_any_number_is_usual(self) -> None:
        assert entry("missing_bid", variant="differenzler").is_usual("adjust", points={1: 7, 2: -7})

    def test_catalogues_are_values(self) -> None:
        assert isinstance(hash(catalogue("jasswiki")), int)
        assert isinstance(catalogue("kzjv"), Catalogue)
