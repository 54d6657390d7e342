#!/usr/bin/env bash
# Installs what lies here as a service: `companion service`, out of a checkout in which nothing is set up yet.
set -euo pipefail

project=$(cd "$(dirname "${BASH_SOURCE[0]}")/.." && pwd)
action=install rest=()
for word; do
    case $word in
        --check | --rollback | --uninstall) action=${word#--} ;;
        -h | --help)
            echo 'systemd/install.sh [--check | --rollback | --uninstall] [OPTIONS] does what this does:'
            rest+=("$word")
            ;;
        *) rest+=("$word") ;;
    esac
done

if ! python3 -c 'import sys; sys.exit(sys.version_info < (3, 11))'; then
    echo "companion: needs Python 3.11 or newer; python3 is older, or missing" >&2
    exit 1
fi
# -B: root writes nothing into the checkout.
PYTHONPATH=$project exec python3 -B -m companion service "$action" ${rest[@]+"${rest[@]}"}
