#!/usr/bin/env bash
# Installs the Debian packages of tools/dev/packages.txt that are missing.
#
# Usage: setup.sh [SECTION...]     (default: build)
#
# As root or with sudo it installs them; otherwise it prints the one command to
# run and exits 3. With nothing missing it asks dpkg once and is done.
set -euo pipefail
here=$(cd "$(dirname "$0")" && pwd)
[ $# -gt 0 ] || set -- build

mapfile -t wanted < <(awk -v sections=" $* " '
  { sub(/#.*/, ""); gsub(/[ \t]/, "") }
  /^\[.*\]$/ { use = index(sections, " " substr($0, 2, length($0) - 2) " "); next }
  $0 != "" && use' "$here/packages.txt")

installed=$(dpkg-query -W -f '${Package} ${db:Status-Status}\n' \
  "${wanted[@]}" 2>/dev/null || true)
missing=()
for package in "${wanted[@]}"; do
  grep -qxF "$package installed" <<<"$installed" || missing+=("$package")
done
[ ${#missing[@]} -gt 0 ] || exit 0

if [ "$(id -u)" -eq 0 ]; then
  as_root=()
elif command -v sudo >/dev/null && { [ -t 0 ] || sudo -n true 2>/dev/null; }; then
  as_root=(sudo)
else
  echo "Missing packages. Run this once as root, then try again:" >&2
  echo "  apt-get update && apt-get install -y --no-install-recommends ${missing[*]}" >&2
  exit 3
fi

echo "Installing: ${missing[*]}"
"${as_root[@]}" env DEBIAN_FRONTEND=noninteractive apt-get update -q
"${as_root[@]}" env DEBIAN_FRONTEND=noninteractive \
  apt-get install -y -q --no-install-recommends "${missing[@]}"
