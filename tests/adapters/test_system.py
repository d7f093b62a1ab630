import time

from chalicelib.adapters.memory import HandClock, RecordingAlarm, RecordingPush, SeededEntropy
from chalicelib.adapters.system import SystemClock, SystemEntropy


def test_the_clock_tells_the_time_in_milliseconds():
    assert abs(SystemClock().now() - time.time() * 1000) < 1000


def test_entropy_gives_as_much_as_was_asked_for_and_never_the_same():
    entropy = SystemEntropy()

    assert {len(entropy.hexadecimal(n)) for n in (12, 16)} == {24, 32}
    assert len({entropy.hexadecimal(16) for _ in range(100)}) == 100
    assert {entropy.below(3) for _ in range(200)} == {0, 1, 2}


def test_dice_of_tests_fall_again_as_they_fell():
    def throw(entropy: SeededEntropy) -> tuple[str, list[int]]:
        return entropy.hexadecimal(8), [entropy.below(27) for _ in range(5)]

    assert throw(SeededEntropy(1)) == throw(SeededEntropy(1)) != throw(SeededEntropy(2))


def test_a_test_moves_the_clock_by_hand():
    clock = HandClock(1000)
    clock.pass_ms(500)

    assert clock.now() == clock.now() == 1500


def test_a_test_sees_what_was_pushed_and_to_whom_it_did_not_get():
    push = RecordingPush(gone={"b"})

    assert push.send([("a", b"1"), ("b", b"1"), ("b", b"2")]) == ["b"]
    push.close(["a"])
    assert push.send([("a", b"2")]) == ["a"]
    assert push.sent == [("a", b"1")]
    assert push.closed == ["a"]


def test_a_test_sees_which_alarms_were_armed():
    alarm = RecordingAlarm()
    alarm.arm("K7MPQ", 2000, 1000)

    assert alarm.armed == [("K7MPQ", 2000)]
