#!/bin/sh
# Set up what a Make target needs, and nothing else: set-up.sh check|desk|lab|dev|sam
#
#   check  the Python version only          lab  .venv with the local AWS
#   desk   .venv with the commands          dev  .venv with lab, tests and linters
#                                           sam  .venv/sam with the SAM command line
#
# A stamp named after the checksum of what was asked for makes the second run quick.
# PYTHON names the interpreter; empty means the one in .venv, else python3.
set -eu

kind=$1
python=${PYTHON:-}
venv=.venv
stamps=$venv/stamps
# Most of what is installed is never imported: Python compiles the rest when it is.
PIP="--quiet --no-compile --disable-pip-version-check"

say() { printf '%s\n' "$*" >&2; }
fail() { say "batchdesk: $*"; exit 1; }
version() { "$1" -c 'import sys; print("%d.%d" % sys.version_info[:2])' 2>/dev/null; }
recent() { "$1" -c 'import sys; sys.exit(sys.version_info < (3, 11))' 2>/dev/null; }
checksum() { cat "$@" | cksum | tr -d ' '; }

newer_python() {
    for name in python3.13 python3.12 python3.11 python3.14 python3; do
        if recent "$name"; then printf '%s' "$name"; return; fi
    done
    printf '/path/to/python3.13'
}

at_home() { # whether .venv works and was made for this folder: moved, its scripts point elsewhere
    recent "$venv/bin/python" && [ "$(cat "$venv/home" 2>/dev/null || pwd)" = "$(pwd)" ]
}

check_python() {
    if [ -z "$python" ]; then
        if at_home; then python=$venv/bin/python; else python=python3; fi
    fi
    version "$python" >/dev/null || fail "$python does not run." \
        "Install Python 3.11 or newer, or name one: make PYTHON=$(newer_python)"
    recent "$python" || fail "$python is Python $(version "$python"), 3.11 or newer is needed." \
        "Name a newer one: make PYTHON=$(newer_python)"
}

make_venv() {
    if ! at_home || [ "$(version "$venv/bin/python")" != "$(version "$python")" ]; then
        say "· .venv: new, with Python $(version "$python")"
        rm -rf "$venv"
        "$python" -m venv "$venv" || fail "$python cannot make an environment." \
            "On Debian and Ubuntu: apt-get install python3-venv"
    fi
    pwd >"$venv/home"
}

install() { # install STAMP WHAT ARGUMENTS…: what pip is asked for, once per checksum
    stamp=$stamps/$1 what=$2
    shift 2
    if [ -e "$stamp" ]; then return; fi
    say "· $what"
    "$venv/bin/python" -m pip install $PIP "$@" ||
        fail "pip could not install $what. Is the package index reachable? Then run make again."
    mkdir -p "$stamps"
    rm -f "${stamp%-*}"-*
    : >"$stamp"
}

check_python
if [ "$kind" = check ]; then exit 0; fi
make_venv
sum=$(checksum pyproject.toml constraints.txt)
case $kind in
desk | lab)
    if [ -e "$stamps/dev-$sum" ]; then exit 0; fi # dev holds both
    ;;
esac
case $kind in
desk) install "desk-$sum" ".venv: the commands" --constraint constraints.txt --editable . ;;
lab) install "lab-$sum" ".venv: the commands and the local AWS (takes a minute, once)" \
    --constraint constraints.txt --editable '.[lab]' ;;
dev) install "dev-$sum" ".venv: local AWS, tests and linters (takes a minute, once)" \
    --constraint constraints.txt --editable '.[dev]' ;;
sam)
    stamp=$stamps/sam-$(checksum constraints-sam.txt)
    if [ -e "$stamp" ] && "$venv/sam/bin/python" -c '' 2>/dev/null; then exit 0; fi
    say "· .venv/sam: the SAM command line (takes a minute, once)"
    "$venv/bin/python" -m venv --clear "$venv/sam"
    "$venv/sam/bin/python" -m pip install $PIP --requirement constraints-sam.txt ||
        fail "pip could not install aws-sam-cli. Is the package index reachable? Then run make again."
    mkdir -p "$stamps"
    rm -f "$stamps"/sam-*
    : >"$stamp"
    ;;
*) fail "set-up.sh knows check, desk, lab, dev and sam, not $kind." ;;
esac
