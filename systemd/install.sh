#!/usr/bin/env bash
# Installs the companion as a service that starts with the machine. May be run again: only what is new is done.
set -euo pipefail

usage() {
    cat <<'USAGE'
install.sh [--simulated] [--extras NAMES]  install, or update to what lies here
install.sh --check                         say what is installed; exit 1 if it is not what lies here
install.sh --rollback                      back to the version before; once more: forth again
install.sh --uninstall                     remove it all; your games and settings stay

--simulated     a machine without the box: it is played on its page
--extras NAMES  of pyproject.toml; pi,web if left out; pi5,web for pixels on a Pi 5's PIO, pwm,web for GPIO 18
--root DIR      do it in this folder, and leave the running system alone
USAGE
}

here=$(cd "$(dirname "${BASH_SOURCE[0]}")" && pwd)
source=$(dirname "$here")
root='' action=install service=companion.service
extras=pi,web

while [ $# -gt 0 ]; do
    case $1 in
        --root) root=${2:?--root needs a folder}; shift ;;
        --simulated) service=companion-simulated.service extras=web ;;
        --extras) extras=${2:?--extras needs names}; shift ;;
        --check | --rollback | --uninstall) action=${1#--} ;;
        --help) usage; exit 0 ;;
        *) usage >&2; exit 2 ;;
    esac
    shift
done

units=$root/etc/systemd/system
files=(
    "companion.service $units"
    "companion-simulated.service $units"
    "companion.socket $units"
    "companion-power@.path $units"
    "companion-power@.service $units"
    "99-companion.rules $root/etc/udev/rules.d"
)
base=$root/opt/companion
command=$root/usr/local/bin/companion

say() { printf 'companion: %s\n' "$*"; }

# Runs a command that concerns the running system; a scratch root has none.
live() { [ -n "$root" ] || "$@"; }

# The name of what lies here: its number, and a mark that changes whenever anything in it does.
version() {
    local number mark
    number=$(sed -n 's/^version = "\(.*\)"$/\1/p' "$source/pyproject.toml")
    mark=$(cd "$source" && find engine hardware companion pyproject.toml constraints.txt -type f ! -name '*.py[co]' ! -name '*.mo' -print0 |
        LC_ALL=C sort -z | xargs -0 sha256sum | sha256sum | cut -c 1-8)
    printf '%s-%s\n' "$number" "$mark"
}

# The version that a link names, or "none".
named() { basename "$(readlink "$base/$1" || echo none)"; }

link() { ln -sfn "versions/$2" "$base/$1"; }

build() {
    local folder=$base/versions/$1
    if [ -e "$folder/complete" ]; then
        say "version $1 is there already"
        return
    fi
    say "building version $1 in $folder"
    rm -rf "$folder"
    mkdir -p "$base/versions"
    python3 -m venv --system-site-packages "$folder"
    "$folder/bin/python" -m pip install --quiet --disable-pip-version-check \
        --constraint "$source/constraints.txt" "${source}[$extras]"
    "$folder/bin/python" -m compileall -q "$folder/lib"
    touch "$folder/complete"
}

# Makes a version the current one, and drops those that are neither this nor the one before.
choose() {
    local before folder
    before=$(named current)
    if [ "$before" != "$1" ]; then
        say "current is $1, before it $before"
        [ "$before" = none ] || link previous "$before"
        link current "$1"
    fi
    for folder in "$base"/versions/*; do
        case $(basename "$folder") in
            "$1" | "$(named previous)") ;;
            *) say "dropping $folder"; rm -rf "$folder" ;;
        esac
    done
}

put() {
    if ! cmp -s "$here/$1" "$2/$1"; then
        say "writing $2/$1"
        install -D -m 644 "$here/$1" "$2/$1"
    fi
}

need_rights() {
    if [ -z "$root" ] && [ "$(id -u)" != 0 ]; then
        echo "companion: run this with sudo, or with --root DIR to try it in a folder" >&2
        exit 2
    fi
}

install_all() {
    local wanted entry group
    wanted=$(version)
    build "$wanted"
    choose "$wanted"
    mkdir -p "$(dirname "$command")"
    ln -sfn /opt/companion/current/bin/companion "$command"
    for entry in "${files[@]}"; do
        # shellcheck disable=SC2086 # a name and a folder
        put $entry
    done
    for group in gpio i2c spi; do live groupadd --system --force "$group"; done
    live udevadm control --reload
    live udevadm trigger
    live systemctl daemon-reload
    live systemctl enable --quiet "$service"
    live systemctl restart "$service"
    say "installed; 'companion doctor' says whether all parts answer"
}

check() {
    local wanted entry name folder wrong=0
    wanted=$(version)
    [ "$(named current)" = "$wanted" ] || wrong=1
    say "current is $(named current), before it $(named previous), here lies $wanted"
    for entry in "${files[@]}"; do
        read -r name folder <<<"$entry"
        cmp -s "$here/$name" "$folder/$name" || { say "$folder/$name is not what lies here"; wrong=1; }
    done
    live systemctl is-active --quiet "$service" || { say "$service does not run"; wrong=1; }
    exit "$wrong"
}

rollback() {
    local previous
    previous=$(named previous)
    if [ "$previous" = none ]; then
        say "there is no version before $(named current)" >&2
        exit 1
    fi
    choose "$previous"
    live systemctl restart "$service"
}

uninstall() {
    local entry name folder
    live systemctl disable --quiet --now companion.service companion-simulated.service companion.socket || true
    for entry in "${files[@]}"; do
        read -r name folder <<<"$entry"
        rm -f "$folder/$name"
    done
    rm -rf "$command" "$base"
    live systemctl daemon-reload
    live udevadm control --reload
    [ -z "$root" ] || find "$root" -mindepth 1 -type d -empty -delete
    say "removed; the games in $root/var/lib/companion and the settings in $root/etc/companion are yours"
}

case $action in
    install) need_rights; install_all ;;
    check) check ;;
    rollback) need_rights; rollback ;;
    uninstall) need_rights; uninstall ;;
esac
