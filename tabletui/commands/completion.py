"""`tabletui completion bash | zsh | fish`: a script with which the shell completes commands and options.

The words are written out when the script is made: completing them starts no program.
"""

from __future__ import annotations

from argparse import Namespace
from collections.abc import Iterator

from tabletui.command_tree import Spelled, Word, commands
from tabletui.commands.reporting import DONE


def run(args: Namespace) -> int:
    """shell: bash, zsh or fish."""
    print(script(args.shell, commands()), end="")
    return DONE


def script(shell: str, whole: Spelled) -> str:
    """The script for a shell. Help texts are in the language in use."""
    lines = {"bash": _bash, "zsh": _zsh, "fish": _fish}[shell](whole)
    return "\n".join(lines) + "\n"


def _flat(whole: Spelled) -> Iterator[Spelled]:
    for part in whole.parts:
        yield part
        yield from _flat(part)


def _offered(one: Spelled) -> list[str]:
    """Everything that may be typed after a command, apart from names of files."""
    found = [part.name.rpartition(" ")[2] for part in one.parts]
    for word in one.words:
        found += word.flags or word.values
    return found


def _with_values(whole: Spelled) -> Iterator[tuple[Spelled, Word]]:
    for one in (whole, *_flat(whole)):
        yield from ((one, word) for word in one.words if word.flags and word.takes)


def _bash(whole: Spelled) -> Iterator[str]:
    yield "# bash completion for tabletui"
    yield "_tabletui() {"
    yield '    local word="${COMP_WORDS[COMP_CWORD]}" before="${COMP_WORDS[COMP_CWORD-1]}" command="" i'
    yield "    COMPREPLY=()"
    valued = sorted({flag for _one, word in _with_values(whole) for flag in word.flags})
    yield f'    case "$before" in {"|".join(valued)}) return ;; esac'
    yield "    for ((i = 1; i < COMP_CWORD; i++)); do"
    yield '        case "$command:${COMP_WORDS[i]}" in'
    for one in _flat(whole):
        above, _blank, own = one.name.rpartition(" ")
        yield f'            "{above}:{own}") command="{one.name}" ;;'
    yield "        esac"
    yield "    done"
    yield '    case "$command" in'
    for one in (whole, *_flat(whole)):
        yield f'        "{one.name}") COMPREPLY=($(compgen -W "{" ".join(_offered(one))}" -- "$word")) ;;'
    yield "    esac"
    yield "}"
    yield "complete -o bashdefault -o default -F _tabletui tabletui"


def _zsh(whole: Spelled) -> Iterator[str]:
    yield "#compdef tabletui"
    yield "_tabletui() {"
    yield '    local command="" i'
    yield "    local -a offered"
    yield "    for ((i = 2; i < CURRENT; i++)); do"
    yield '        case "$command:${words[i]}" in'
    for one in _flat(whole):
        above, _blank, own = one.name.rpartition(" ")
        yield f'            "{above}:{own}") command="{one.name}" ;;'
    yield "        esac"
    yield "    done"
    yield '    case "$command" in'
    for one in (whole, *_flat(whole)):
        described = [_described(part.name.rpartition(" ")[2], part.what) for part in one.parts]
        for word in one.words:
            described += [_described(text, word.what) for text in word.flags or word.values]
        yield f'        "{one.name}") offered=({" ".join(described)}) ;;'
    yield "    esac"
    yield "    _describe 'tabletui' offered"
    yield "    _files"
    yield "}"
    yield 'if [ "$funcstack[1]" = "_tabletui" ]; then _tabletui "$@"; else compdef _tabletui tabletui; fi'


def _described(text: str, what: str) -> str:
    return _quoted(f"{text}:{what}".replace("\\", "\\\\") if what else text)


def _quoted(text: str) -> str:
    return "'" + text.replace("'", "'\\''") + "'"


def _fish(whole: Spelled) -> Iterator[str]:
    yield "# fish completion for tabletui"
    top = " ".join(part.name for part in whole.parts)
    yield f"set -l commands {top}"
    for part in whole.parts:
        seen = "not __fish_seen_subcommand_from $commands"
        yield f'complete -c tabletui -n "{seen}" -f -a {part.name} -d {_fished(part.what)}'
    for word in whole.words:
        yield f"complete -c tabletui {_fish_flags(word)} -d {_fished(word.what)}"
    for one in _flat(whole):
        names = one.name.split(" ")
        seen = "; and ".join(f"__fish_seen_subcommand_from {name}" for name in names)
        for part in one.parts:
            own = part.name.rpartition(" ")[2]
            yield f'complete -c tabletui -n "{seen}" -f -a {own} -d {_fished(part.what)}'
        for word in one.words:
            if word.flags and {"--data", "--json", "--help"}.isdisjoint(word.flags):
                yield f'complete -c tabletui -n "{seen}" {_fish_flags(word)} -d {_fished(word.what)}'
            elif word.values:
                yield f'complete -c tabletui -n "{seen}" -f -a "{" ".join(word.values)}"'


def _fish_flags(word: Word) -> str:
    flags = " ".join(f"-l {flag[2:]}" if flag.startswith("--") else f"-s {flag[1:]}" for flag in word.flags)
    return f"{flags} -r{' -F' if word.files else ''}" if word.takes else flags


def _fished(text: str) -> str:
    return "'" + text.replace("\\", "\\\\").replace("'", "\\'") + "'"
