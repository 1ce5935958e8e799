# Read by ./start and ./run-tests; needs Python 3.11 or newer and, on Debian, the package python3-venv.

as_root() {
    if [ "$(id -u)" -eq 0 ]; then "$@"; else sudo "$@"; fi
}

prepare() {
    if ! python3 -c 'import ensurepip, venv' 2>/dev/null; then
        if ! command -v apt-get >/dev/null; then
            echo "Python 3.11 with its venv module is needed; install it and try again." >&2
            exit 2
        fi
        as_root apt-get update -qq
        as_root apt-get install -y -qq python3 python3-venv
    fi
    python3 -c 'import sys; sys.exit(sys.version_info < (3, 11))' || {
        echo "Python 3.11 or newer is needed; this is $(python3 --version)." >&2
        exit 2
    }
    stamp=.venv/.installed
    if [ ! -f "$stamp" ] || [ "$(cat "$stamp")" != "$1" ] || [ -n "$(find pyproject.toml rules storage tabletui themes -newer "$stamp" -type f ! -name '*.pyc' -print 2>/dev/null | head -n 1)" ]; then
        [ -x .venv/bin/python ] || python3 -m venv .venv
        # shellcheck disable=SC2086
        .venv/bin/python -m pip install --quiet --disable-pip-version-check --upgrade $1
        printf '%s' "$1" >"$stamp"
    fi
}
