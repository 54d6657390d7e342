#!/bin/sh
# Runs a command on a machine whose /proc is this one's, but for the files in a folder: machine.sh FOLDER COMMAND...
# To be started in a mount namespace of its own (unshare --mount), which ends with the command.
set -eu
files=$1
shift
real=$(mktemp -d)
mount --rbind /proc "$real"
mount -t tmpfs none /proc
for entry in self thread-self sys stat meminfo uptime filesystems loadavg version mounts; do
    ln -s "$real/$entry" "/proc/$entry"
done
cp -r "$files/." /proc
exec "$@"
