from __future__ import annotations

from fractions import Fraction

from hypothesis import given
from hypothesis import strategies as st

from batchdesk.lab.story.sharing import Holding, free_to_borrow, split

holdings = st.dictionaries(
    st.sampled_from(["a", "b", "c", "d"]),
    st.builds(Holding, st.integers(0, 9), st.integers(0, 20), st.booleans()),
    min_size=1,
)


def test_a_borrowed_node_is_lent_by_the_only_share_that_lends() -> None:
    parts = split(
        {
            "research": Holding(limit=1, used=2, lends=True),
            "product": Holding(limit=1, used=0, lends=True),
            "safety": Holding(limit=1, used=0, lends=False),
        }
    )

    assert (parts["research"].own, parts["research"].borrowed) == (1, 1)
    assert [parts["product"].lent, parts["product"].idle] == [1, 0]
    assert [parts["safety"].lent, parts["safety"].idle] == [0, 1]


def test_lent_nodes_are_shared_out_in_proportion_to_what_each_has_idle() -> None:
    parts = split(
        {
            "evals": Holding(limit=1, used=4, lends=True),
            "speech": Holding(limit=4, used=0, lends=True),
            "search": Holding(limit=2, used=0, lends=True),
        }
    )

    assert [parts["speech"].lent, parts["search"].lent] == [Fraction(2), Fraction(1)]


def test_a_loan_that_nobody_covers_is_not_lent_by_anyone() -> None:
    parts = split({"a": Holding(1, 3, lends=True), "b": Holding(1, 0, lends=True)})

    assert parts["a"].borrowed == 2
    assert parts["b"].lent == 1


@given(holdings)
def test_own_lent_and_idle_nodes_fill_the_limit(shares: dict[str, Holding]) -> None:
    for name, part in split(shares).items():
        assert part.own + part.lent + part.idle == shares[name].limit
        assert part.own + part.borrowed == shares[name].used
        assert min(part.lent, part.idle) >= 0


@given(holdings)
def test_what_is_lent_never_exceeds_what_is_borrowed(shares: dict[str, Holding]) -> None:
    parts = split(shares).values()

    assert sum(part.lent for part in parts) <= sum(part.borrowed for part in parts)


@given(holdings)
def test_what_is_free_to_borrow_is_idle_in_shares_that_lend(shares: dict[str, Holding]) -> None:
    idle = sum(part.idle for name, part in split(shares).items() if shares[name].lends)

    assert free_to_borrow(shares) == idle
