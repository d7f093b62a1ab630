"""What is refused as an archive: each lack and each ballast, planted one at a time."""

from io import BytesIO
from pathlib import Path
from zipfile import ZipFile

import pytest

from infra.package import contents
from infra.package.archive import bytecode_name, finish

REQUIREMENTS = "pydantic-core==2.0 \\\n    --hash=sha256:ab\nregex==1.0\n"
ARM = b"\x7fELF" + bytes(14) + b"\xb7\0"
INTEL = b"\x7fELF" + bytes(14) + b"\x3e\0"
MODULES = {
    "pydantic_core": "pydantic_core/_pydantic_core.cpython-311-aarch64-linux-gnu.so",
    "regex": "regex/_regex.cpython-311-aarch64-linux-gnu.so",
}


@pytest.fixture
def decks(tmp_path: Path) -> Path:
    folder = tmp_path / "decks" / "espia"
    folder.mkdir(parents=True)
    (folder / "espia-familiar.json").write_text("{}")
    return tmp_path / "decks"


@pytest.fixture
def good() -> dict[str, bytes]:
    files = {
        "app.py": b"",
        "chalice/__init__.py": b"",
        "chalice/app.py": b"",
        "chalicelib/__init__.py": b"",
        "chalicelib/api/texts/es.toml": b"",
        "decks/espia/espia-familiar.json": b"{}",
    }
    for name, version in (("pydantic_core", "2.0"), ("regex", "1.0")):
        record = f"{name}-{version}.dist-info/RECORD"
        files |= {MODULES[name]: ARM, f"{name}/__init__.py": b""}
        files[record] = "".join(
            f"{path},,\n" for path in (MODULES[name], f"{name}/__init__.py", record)
        ).encode()
    return files | {bytecode_name(name): b"" for name in files if name.endswith(".py")}


def complaints(files: dict[str, bytes], decks: Path) -> list[str]:
    raw = BytesIO()
    with ZipFile(raw, "w") as archive:
        for name, content in files.items():
            archive.writestr(name, content)
    with ZipFile(raw) as archive:
        return list(contents.complaints(archive, REQUIREMENTS, "arm64", decks))


def test_an_archive_with_all_that_is_needed_is_accepted(good: dict[str, bytes], decks: Path) -> None:
    assert [] == complaints(good, decks)


@pytest.mark.parametrize("name", MODULES)
def test_a_compiled_module_that_is_not_there_is_missed(
    good: dict[str, bytes], decks: Path, name: str
) -> None:
    del good[MODULES[name]]

    assert [f"{name}/_{name} is not there, compiled for arm64"] == complaints(good, decks)


def test_a_module_compiled_for_another_processor_is_found(good: dict[str, bytes], decks: Path) -> None:
    good[MODULES["regex"]] = INTEL

    assert [f"{MODULES['regex']} is not compiled for arm64"] == complaints(good, decks)


def test_a_requirement_that_was_left_out_or_is_another_version_is_missed(
    good: dict[str, bytes], decks: Path
) -> None:
    good["regex-1.1.dist-info/RECORD"] = good.pop("regex-1.0.dist-info/RECORD")

    assert "regex 1.0 is missing" in complaints(good, decks)


@pytest.mark.parametrize(
    "name",
    [
        "boto3/__init__.py",
        "chalice/cli/__init__.py",
        "chalicelib/__pycache__/old.cpython-310.pyc",
        "decks/espia/places.toml",
        "decks/pictures/om/2708.svg",
        "tests/table.py",
        ".env",
    ],
)
def test_what_does_not_belong_there_is_named(good: dict[str, bytes], decks: Path, name: str) -> None:
    good[name] = b""

    assert f"{name} does not belong here" in complaints(good, decks)


def test_a_module_without_bytecode_and_a_deck_that_was_left_behind_are_missed(
    good: dict[str, bytes], decks: Path
) -> None:
    del good[bytecode_name("app.py")], good["decks/espia/espia-familiar.json"]

    assert ["app.py has no bytecode", "the deck espia-familiar is missing"] == complaints(good, decks)


def test_an_archive_that_has_grown_too_large_is_refused(
    good: dict[str, bytes], decks: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(contents, "MOST_UNPACKED", 10)

    (complaint,) = complaints(good, decks)
    assert "unpacked are more than 10" in complaint


@pytest.fixture
def built(tmp_path: Path) -> Path:
    path = tmp_path / "built.zip"
    with ZipFile(path, "w") as archive:
        archive.writestr("b.py", "RIGHT = {'a', 'b', 'c'} == {'c', 'b', 'a'}\n")
        archive.writestr("__pycache__/b.cpython-311.pyc", b"stale")
        archive.writestr("a/data.json", "{}")
    return path


def test_what_no_function_needs_of_a_library_is_left_out(tmp_path: Path) -> None:
    library = "aws_lambda_powertools"
    kept = {f"{library}/metrics/base.py", f"{library}/utilities/__init__.py", "jmespath/parser.py"}
    left = {f"{library}/event_handler/api.py", f"{library}/utilities/batch/base.py"}
    with ZipFile(tmp_path / "built.zip", "w") as archive:
        for name in (*kept, *left, "jmespath-1.1.0.data/scripts/jp.py"):
            archive.writestr(name, "")
    finish(tmp_path / "built.zip", tmp_path / "finished.zip")

    with ZipFile(tmp_path / "finished.zip") as archive:
        assert kept == {name for name in archive.namelist() if "__pycache__" not in name}


def test_a_finished_archive_is_in_order_without_times_and_with_fresh_bytecode(
    built: Path, tmp_path: Path
) -> None:
    one, other = tmp_path / "one.zip", tmp_path / "other.zip"
    finish(built, one)
    finish(built, other)

    assert one.read_bytes() == other.read_bytes()
    with ZipFile(one) as archive:
        assert ["__pycache__/b.cpython-311.pyc", "a/data.json", "b.py"] == archive.namelist()
        assert {(1980, 1, 1, 0, 0, 0)} == {entry.date_time for entry in archive.infolist()}
        assert b"stale" != archive.read("__pycache__/b.cpython-311.pyc")
