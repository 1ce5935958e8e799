"""The catalogue is complete, exact and up to date."""

from __future__ import annotations

import zipfile
from collections.abc import Iterator
from pathlib import Path
from subprocess import run
from sys import executable

import pytest

from tabletui import locale_build, text


@pytest.fixture(autouse=True)
def russian_afterwards() -> Iterator[None]:
    yield
    text.set_language("ru")


def test_every_text_has_a_russian_translation() -> None:
    known = locale_build.translated("ru")
    texts = [*locale_build.in_code(), *locale_build.in_data()]
    lacking = [f"{file}:{line} {key}" for file, line, key, _plural in texts if key not in known]
    assert lacking == []


def test_no_translation_is_left_over_from_a_text_that_is_gone() -> None:
    texts = [*locale_build.in_code(), *locale_build.in_data()]
    used = {key for _file, _line, key, _plural in texts} | locale_build.never_shown()
    for language in ("ru", "kk"):
        assert set(locale_build.translated(language)) - used == set()


AWAITING = "awaiting a native reader"


def test_a_kazakh_catalogue_says_in_its_header_that_it_awaits_a_native_reader() -> None:
    for path in sorted((locale_build.LOCALE / "kk").glob("*.po")):
        assert AWAITING in path.read_text("utf-8").partition("msgid")[0], path.name


def test_kazakh_lacks_no_text_once_it_is_given_out_as_whole() -> None:
    """A first line with "complete" in a Kazakh catalogue is the promise; from then on it is held."""
    paths = sorted((locale_build.LOCALE / "kk").glob("*.po"))
    if not any("complete" in path.read_text("utf-8").partition("\n")[0] for path in paths):
        assert set(locale_build.translated("kk")), "begun, not promised: what is missing is Russian"
        return
    known = locale_build.translated("kk")
    texts = [*locale_build.in_code(), *locale_build.in_data()]
    assert [f"{file}:{line} {key}" for file, line, key, _p in texts if key not in known] == []


@pytest.mark.parametrize("spoilt", [None, b"", b"\xde\x12\x04\x95", b"no catalogue at all"])
def test_a_catalogue_that_is_missing_or_spoilt_is_said_once(
    spoilt: bytes | None, monkeypatch: pytest.MonkeyPatch
) -> None:
    class Loader:
        def get_data(self, path: str) -> bytes:
            if spoilt is None:
                raise FileNotFoundError(path)
            return spoilt

    monkeypatch.setattr(text, "_loaded", {})
    monkeypatch.setattr(text.__spec__, "loader", Loader())
    text.set_language("kk")
    assert text._("leave") == "leave"
    assert "kk.mo" in (said := text.absence()) and "ru.mo" in said
    assert text.absence() == ""


def test_a_text_with_plurals_has_three_russian_forms() -> None:
    known = locale_build.translated("ru")
    for file, line, key, plural in locale_build.in_code():
        if plural is not None and key in known:
            assert isinstance(known[key], tuple) and len(known[key]) == 3, f"{file}:{line}"


def test_a_translation_has_the_same_placeholders_as_its_text() -> None:
    from string import Formatter

    def names(shown: str) -> set[str]:
        return {name for _text, name, _spec, _conversion in Formatter().parse(shown) if name}

    for language in ("ru", "kk"):
        for (_context, msgid), strings in locale_build.translated(language).items():
            for shown in strings if isinstance(strings, tuple) else (strings,):
                assert names(shown) == names(msgid), msgid


@pytest.mark.parametrize("language", ["ru", "kk"])
def test_the_compiled_catalogue_is_up_to_date(language: str) -> None:
    assert locale_build.target(language).read_bytes() == locale_build.compiled(language)


def test_russian_is_the_default_and_kazakh_falls_back_to_it(monkeypatch: pytest.MonkeyPatch) -> None:
    """A Kazakh text that is taken out of the catalogue is shown in Russian; those around it stay."""
    assert text.language() == "ru" and text._("leave") == "выйти"
    lacking = locale_build.merged("kk")
    lacking.delete("leave")
    russian = locale_build.target("ru").read_bytes()
    with monkeypatch.context() as built:
        built.setattr(locale_build, "merged", lambda _language: lacking)
        kazakh = locale_build.compiled("kk")

    class Loader:
        def get_data(self, path: str) -> bytes:
            return {"ru": russian, "kk": kazakh}[Path(path).parts[-3]]

    monkeypatch.setattr(text, "_loaded", {})
    monkeypatch.setattr(text.__spec__, "loader", Loader())
    text.set_language("kk")
    assert text._("leave") == "выйти" and text._("back") == "артқа"
    text.set_language("en")
    assert text._("leave") == "leave"


def test_numbers_have_a_decimal_comma_in_russian_and_a_point_in_english() -> None:
    assert text.decimal("2.25") == "2,25"
    text.set_language("en")
    assert text.decimal("2.25") == "2.25"


def test_an_unknown_language_is_refused_and_named() -> None:
    with pytest.raises(ValueError, match="klingon"):
        text.set_language("klingon")


def test_texts_are_found_inside_one_zip_file(tmp_path: Path) -> None:
    package = locale_build.PACKAGE
    with zipfile.ZipFile(tmp_path / "one.pyz", "w") as archive:
        for name in ("__init__.py", "text.py", "catalogue.py", "locale/ru/LC_MESSAGES/tabletui.mo"):
            archive.write(package / name, f"tabletui/{name}")
    program = "from tabletui.text import _; print(_('leave'))"
    result = run(
        [executable, "-X", "utf8", "-S", "-c", program], cwd="/", capture_output=True, text=True,
        env={"PYTHONPATH": str(tmp_path / "one.pyz")}, encoding="utf-8",
    )  # fmt: skip
    assert result.stdout == "выйти\n", result.stderr
