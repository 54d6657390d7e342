#!/usr/bin/env bash
# Installs the companion of this folder as a service, or updates it: sudo systemd/install.sh [--extras NAMES] [OPTIONS]
# The environment is /opt/companion; NAMES are extras of the package, as in pi,pi5; OPTIONS go to `companion service install`.
set -euo pipefail

project=$(cd "$(dirname "${BASH_SOURCE[0]}")/.." && pwd)
environment=/opt/companion

fail() {
    echo "companion: $1" >&2
    exit 1
}

python3 -c 'import sys; sys.exit(sys.version_info < (3, 11))' || fail "needs Python 3.11 or newer; python3 is older, or missing"
[ -d /run/systemd/system ] || fail "this machine was not started by systemd"
[ "$(id -u)" = 0 ] || fail "run this with sudo"

extras=
if grep -qs 'Raspberry Pi' /proc/device-tree/model; then extras=pi; fi
if [ "${1:-}" = --extras ]; then
    [ $# -gt 1 ] || fail "--extras needs names, as in pi,pi5"
    extras=$2
    shift 2
fi
requirements=(--requirement "$project/tools/requirements/base.txt")
for extra in ${extras//,/ }; do
    case $extra in pi | pi5 | pwm) ;; *) fail "there is no extra $extra; allowed: pi, pi5, pwm" ;; esac
    requirements+=(--requirement "$project/tools/requirements/$extra.txt")
done

pip_install() {
    "$environment/bin/python" -m pip install --quiet --disable-pip-version-check "$@" ||
        fail "pip failed; the reason is above, such as no network, or a package that is not the tested file"
}

echo "companion: installing into $environment"
# With the packages of the system: on Trixie only Raspberry Pi OS itself has lgpio.
python3 -m venv --system-site-packages "$environment"
# The build tools first: an isolated build would download its own without any hash.
pip_install --require-hashes --requirement "$project/tools/requirements/build.txt"
pip_install --require-hashes --no-build-isolation "${requirements[@]}"
# Built from a copy, because in the checkout the compiled catalogues would belong to root.
copy=$(mktemp --directory)
trap 'rm -r "$copy"' EXIT
cp -r "$project"/{engine,hardware,companion,systemd,pyproject.toml,hatch_build.py,README.md,LICENSE} "$copy"
pip_install --no-deps --no-build-isolation --force-reinstall "$copy"
"$environment/bin/companion" service install "$@"
