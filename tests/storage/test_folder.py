"""The data folder: where it is, who may write, what happens when nobody can."""

from __future__ import annotations

import os
from pathlib import Path

import pytest
from memory_files import MemoryFiles

from storage import folder as folder_module
from storage.errors import FolderUnusable, WrongInput
from storage.files import Files
from storage.folder import Folder, locate


def test_the_option_comes_before_the_environment_and_both_before_the_platform(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setenv("XDG_DATA_HOME", str(tmp_path / "xdg"))
    environ = {"TABLETUI_DATA": str(tmp_path / "env")}
    assert locate(str(tmp_path / "option"), environ) == tmp_path / "option"
    assert locate(None, environ) == tmp_path / "env"
    assert locate(None, {"TABLETUI_DATA": ""}).name == "tabletui"


def test_taking_the_folder_makes_all_it_needs_and_the_reserve(tmp_path: Path) -> None:
    with Folder(Files(), tmp_path / "a" / "b", new_id=lambda: "laptop-a") as folder:
        assert folder.live.is_dir() and folder.archive.is_dir() and folder.records.is_dir()
        assert folder.reserve.stat().st_size == folder_module.RESERVE
        assert folder.device == "laptop-a"
    with Folder(Files(), tmp_path / "a" / "b", new_id=lambda: "another") as again:
        assert again.device == "laptop-a"


def test_a_second_writer_is_refused_at_once_and_the_lock_file_stays(tmp_path: Path) -> None:
    with Folder(Files(), tmp_path):
        with pytest.raises(FolderUnusable, match="another tabletui is writing there"):
            Folder(Files(), tmp_path).acquire()
        assert (tmp_path / ".lock").exists()
    assert (tmp_path / ".lock").exists()
    with Folder(Files(), tmp_path):
        pass


def test_the_reserve_is_given_up_once(tmp_path: Path) -> None:
    with Folder(Files(), tmp_path) as folder:
        assert folder.make_room()
        assert not folder.reserve.exists()
        assert not folder.make_room()


@pytest.mark.skipif(os.geteuid() == 0, reason="root may write everywhere")
def test_a_folder_that_can_only_be_read_is_refused(tmp_path: Path) -> None:
    tmp_path.chmod(0o500)
    with pytest.raises(FolderUnusable, match="cannot be written"):
        Folder(Files(), tmp_path).acquire()
    tmp_path.chmod(0o700)


def test_a_file_in_the_place_of_the_folder_is_refused(tmp_path: Path) -> None:
    (tmp_path / "data").write_text("x")
    with pytest.raises(FolderUnusable, match="data: "):
        Folder(Files(), tmp_path / "data").acquire()


@pytest.mark.parametrize(
    ("code", "said"), [(28, "disk is full"), (30, "cannot be written"), (5, "does not answer as it should")]
)
def test_what_the_disk_says_is_told_in_one_sentence(code: int, said: str) -> None:
    class Refusing(MemoryFiles):
        def mkdir(self, folder: Path) -> None:
            raise OSError(code, os.strerror(code))

    with pytest.raises(FolderUnusable, match=said) as refused:
        Folder(Refusing(), Path("/data")).prepare()
    assert "\n" not in str(refused.value)


class _AlmostFull(MemoryFiles):
    """Takes small files only."""

    def write(self, descriptor: int, data: bytes) -> int:
        if len(data) > 100_000:
            raise OSError(28, "no space left on device")
        return super().write(descriptor, data)


def test_on_a_nearly_full_disk_a_game_can_still_be_finished() -> None:
    folder = Folder(_AlmostFull(), Path("/data"))
    folder.prepare()
    assert folder.notice is not None and "nearly full" in folder.notice
    assert not folder.files.exists(folder.reserve)


def test_unfinished_files_of_a_killed_process_are_swept(tmp_path: Path) -> None:
    with Folder(Files(), tmp_path) as folder:
        (folder.records / "x.json.new").write_text("half")
        (folder.live / "g.jnl").write_text("kept")
    with Folder(Files(), tmp_path) as folder:
        assert folder.files.listdir(folder.records) == []
        assert folder.files.listdir(folder.live) == ["g.jnl"]


@pytest.mark.parametrize("name", ["", "..", "a/b", "../x", "игра", ".hidden", "a\n", "x" * 101])
def test_a_game_cannot_be_named_out_of_its_folder(tmp_path: Path, name: str) -> None:
    with pytest.raises(WrongInput):
        Folder(Files(), tmp_path).journal(name)


def test_a_folder_that_was_only_looked_at_has_no_name_for_the_laptop(tmp_path: Path) -> None:
    with pytest.raises(FolderUnusable, match="not opened for writing"):
        Folder(Files(), tmp_path).device  # noqa: B018
    assert list(tmp_path.iterdir()) == []
