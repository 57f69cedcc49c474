#!/bin/sh
# Resolve the locks anew; uv lives in its own environment and sees no pip configuration.
#
#   constraints.txt                      all targets, Python 3.11 to 3.13, `pip install -c`
#   constraints-sam.txt                  aws-sam-cli, which pins older boto3 and click
#   layers/batchshares/requirements.txt  what the layer ships, at the versions of constraints.txt
set -eu

venv=.venv/lock
layer=layers/batchshares

if [ ! -x "$venv/bin/uv" ]; then
    "${PYTHON:-python3}" -m venv "$venv"
    "$venv/bin/python" -m pip install --quiet --disable-pip-version-check uv
fi

compile() { # compile OUT ARGUMENTS…
    out=$1
    shift
    echo "· $out"
    "$venv/bin/uv" pip compile --quiet --native-tls --universal --upgrade --no-emit-index-url \
        --no-header --no-annotate --output-file "$out" "$@"
}

compile constraints.txt --python-version 3.11 --all-extras pyproject.toml
compile constraints-sam.txt --python-version 3.11 tools/sam.in
compile "$layer/requirements.txt" --python-version 3.13 --constraint constraints.txt "$layer/requirements.in"
