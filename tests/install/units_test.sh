#!/bin/sh
# The units of systemd, those of examples/cluster/ among them: valid, and confined as far as what they do allows.
#   units_test.sh CMAKE SOURCE BUILD
set -eu
cmake=$1 source=$2 build=$3
command -v systemd-analyze > /dev/null || { echo "systemd-analyze is missing"; exit 77; }
work=$(mktemp -d)
trap 'rm -rf "$work"' EXIT
"$cmake" --install "$build" --prefix "$work/installed" --component runtime > "$work/log"
units=$work/installed/lib/systemd/system
cp "$source"/examples/cluster/*.service "$source"/examples/cluster/*.target "$units"
# The program is not where systemd looks for commands.
sed -i "s|^ExecStart=porthole|ExecStart=$work/installed/bin/porthole|" "$units"/*.service
SYSTEMD_UNIT_PATH=$units:
export SYSTEMD_UNIT_PATH
systemd-analyze verify --man=no porthole-serve@cycling.service porthole-update@cycling.service \
  porthole-update@cycling.timer porthole-gather@west.service porthole-cluster.target > "$work/said" 2>&1 || { cat "$work/said"; exit 1; }
[ ! -s "$work/said" ] || { cat "$work/said"; exit 1; }
# Exposure is a number from 0 to 10, below 20 means less than 2.0.
for service in serve update gather; do
  systemd-analyze security --offline=yes --threshold=20 "porthole-$service@cycling.service" > "$work/said" ||
    { cat "$work/said"; exit 1; }
  tail -n 1 "$work/said"
done
# Every command of a unit is one that the program knows.
for service in "$units"/*.service; do
  verb=$(sed -n 's/^ExecStart=[^ ]* \([a-z]*\) .*/\1/p' "$service")
  "$work/installed/bin/porthole" "$verb" --help > /dev/null || { echo "$service: no verb $verb"; exit 1; }
done
