from chalicelib.rooms.code import ALPHABET, LENGTH
from chalicelib.tenants.plans import plan, plans


def test_every_plan_but_the_unlimited_holds_back_whoever_tries_codes():
    free_to_guess = {id for id, each in plans().items() if each.failed_codes_per_address is None}

    assert {"unlimited"} == free_to_guess


def test_six_wrong_codes_a_minute_and_twenty_at_once_are_forgiven():
    rate = plan("free").failed_codes_per_address

    assert rate is not None
    assert (20, 10_000) == (rate.burst, rate.interval_ms)


def test_whoever_acts_as_fast_as_people_can_is_never_held_back():
    for each in plans().values():
        for rate in (each.actions_per_seat, each.actions_per_room):
            assert rate is None or (rate.burst >= 60 and rate.interval_ms <= 250)


def test_a_plan_that_is_no_more_holds_nobody_back():
    assert plans()["unlimited"] == plan("of-yesterday")


def test_one_address_that_tries_codes_needs_twenty_hours_for_one_of_a_thousand_rooms():
    for name in ("free", "studio"):
        rates = plan(name).failed_codes_per_address, plan(name).failed_tokens_per_address
        per_hour = sum(3_600_000 / rate.interval_ms for rate in rates if rate is not None)

        assert None not in rates
        assert 19 < len(ALPHABET) ** LENGTH / 1_000 / per_hour < 21
