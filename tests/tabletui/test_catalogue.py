"""Every text is found by halving as gettext finds it in its dictionary."""

from __future__ import annotations

import gettext
import io
import struct

import pytest

from tabletui import locale_build
from tabletui.catalogue import Catalogue


@pytest.mark.parametrize("language", ["ru", "kk"])
def test_the_texts_are_those_of_gettext(language: str) -> None:
    data = locale_build.target(language).read_bytes()
    theirs, ours = gettext.GNUTranslations(io.BytesIO(data)), Catalogue(data)
    keys = theirs._catalog  # type: ignore[attr-defined]
    for key in keys:
        if isinstance(key, tuple):
            continue
        context, mark, msgid = key.rpartition("\4")
        if mark:
            assert ours.pgettext(context, msgid) == theirs.pgettext(context, msgid)
        else:
            assert ours.gettext(key) == theirs.gettext(key)
    assert len(keys) > 5


def test_plural_forms_are_those_of_gettext() -> None:
    data = locale_build.target("ru").read_bytes()
    theirs, ours = gettext.GNUTranslations(io.BytesIO(data)), Catalogue(data)
    pairs = [(key[1], plural) for _f, _l, key, plural in locale_build.in_code() if plural is not None]
    assert len(pairs) > 5
    for singular, plural in pairs:
        for count in (0, 1, 2, 5, 11, 21, 104):
            assert ours.ngettext(singular, plural, count) == theirs.ngettext(singular, plural, count)


def test_what_is_missing_is_asked_of_the_fallback_and_then_said_as_it_is() -> None:
    own = Catalogue()
    own.fallback = Catalogue(locale_build.target("ru").read_bytes())
    assert own.gettext("leave") == "выйти"
    assert own.gettext("no such text") == own.pgettext("a", "no such text") == "no such text"
    assert [own.ngettext("one thing", "many things", count) for count in (1, 2)] == [
        "one thing",
        "many things",
    ]


@pytest.mark.parametrize("length", [0, 10, 28, 4000, -1])
def test_a_catalogue_that_is_cut_off_is_refused(length: int) -> None:
    data = locale_build.target("ru").read_bytes()
    with pytest.raises((ValueError, struct.error)):
        Catalogue(data[: length if length >= 0 else len(data) - 2])
