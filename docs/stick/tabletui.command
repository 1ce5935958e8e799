#!/bin/sh
# macOS: двойной щелчок в Finder открывает Терминал с программой.
PATH="/opt/homebrew/bin:/usr/local/bin:/Library/Frameworks/Python.framework/Versions/Current/bin:$PATH"
export PATH
for python in python3.14 python3.13 python3.12 python3.11 python3; do
    if command -v "$python" >/dev/null 2>&1 &&
        "$python" -c 'import sys; sys.exit(sys.version_info < (3, 11))' 2>/dev/null; then
        exec "$python" "$(dirname "$0")/tabletui.pyz" "$@"
    fi
done
echo "Нужен Python 3.11 или новее: https://www.python.org/downloads/macos/" >&2
exit 2
