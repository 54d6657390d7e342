#!/usr/bin/env bash
# Makes a release: `make release VERSION=0.2.0`. All of it lands in dist/VERSION, with its checksums and its notes, and
# the commit gets the tag vVERSION. Nothing is sent anywhere: who publishes looks at it first, then pushes the tag.
set -euo pipefail
cd "$(dirname "$0")/../.."
version=${1:-} whole=dist/${1:-} out=dist/${1:-}.new bin=${BIN:-.venv/bin}

# One sentence, and nothing half made: all of this is asked before anything is built.
refuse() { echo "release: $1" >&2; exit 2; }
[[ $version =~ ^[0-9]+\.[0-9]+\.[0-9]+$ ]] || refuse "say which version, three numbers as in: make release VERSION=0.2.0"
git rev-parse -q --verify HEAD >/dev/null 2>&1 || refuse "a release is a commit, and this is no git clone: clone the project"
[[ -z $(git status --porcelain) ]] || refuse "commit first: what is released is what is committed"
grep -qx "version = \"$version\"" pyproject.toml || refuse "pyproject.toml has another version than $version: change it first"
grep -qE "^## $version - [0-9]{4}-[0-9]{2}-[0-9]{2}$" CHANGELOG.md ||
  refuse "CHANGELOG.md has no line '## $version - YYYY-MM-DD': give what is under \"Unreleased\" that heading"
[[ -z $(awk '/^## / { on = /^## Unreleased/; next } on && NF' CHANGELOG.md) ]] ||
  refuse "CHANGELOG.md has lines under \"Unreleased\", which this commit holds: move them to '## $version', or commit them later"
! git rev-parse -q --verify "refs/tags/v$version" >/dev/null || refuse "the tag v$version is there already"
git var GIT_COMMITTER_IDENT >/dev/null 2>&1 || refuse "git asks who signs the tag: git config user.name NAME, and user.email ADDRESS"

# The commit's own moment, so that who builds it again gets the same files.
SOURCE_DATE_EPOCH=$(git log -1 --format=%ct)
export SOURCE_DATE_EPOCH
rm -rf "$out" dist/body  # a part that has another name now shall not be in it
mkdir -p "$out"
# Under another name until it is whole.
trap 'rm -rf "$out"' EXIT
"$bin/hatchling" build -d "$out"
make --no-print-directory deb body NUMBER="$version"
cp dist/claim-companion_"$version"+*.deb dist/body/*.stl dist/body/*.3mf "$out/"
make --no-print-directory docs
tar --sort=name --owner=0 --group=0 --numeric-owner --mtime="@$SOURCE_DATE_EPOCH" -C build -cf - site | gzip -n >"$out/site.tar.gz"
awk -v heading="## $version " 'index($0, heading) == 1 { on = 1; next } /^## / { on = 0 } on' CHANGELOG.md >"$out/NOTES.md"
(cd "$out" && find . -type f ! -name SHA256SUMS -printf '%P\0' | sort -z | xargs -0 sha256sum >SHA256SUMS)
rm -rf "$whole"
mv "$out" "$whole"
git tag -a "v$version" -m "Version $version" ||
  { echo "release: $whole is whole, but git made no tag, and says why above: git tag -a v$version" >&2; exit 1; }
echo "Version $version is in $whole, the tag v$version on this commit."
