#!/bin/sh
# An outside project installs Porthole into a folder, builds its plug-ins against that, and gathers with them.
#   example_test.sh CMAKE SOURCE BUILD
set -eu
cmake=$1 source=$2 build=$3
work=$(mktemp -d)
trap 'rm -rf "$work"' EXIT
unset PORTHOLE_PLUGINS PORTHOLE_PARSER
umask 022

"$cmake" --install "$build" --prefix "$work/installed" > "$work/log"
"$cmake" -S "$source/examples/plugin" -B "$work/example" -DCMAKE_PREFIX_PATH="$work/installed" > "$work/log"
"$cmake" --build "$work/example"
"$cmake" --install "$work/example" > "$work/log"

porthole=$work/installed/bin/porthole
expect() { # expect WHAT FILE PATTERN
  grep -q -- "$3" "$2" || { echo "$1: no $3 in:"; cat "$2"; exit 1; }
}
"$porthole" plugins --json > "$work/plugins"
for class in GamesHandler ChessSummarizer Deep; do
  expect "porthole plugins" "$work/plugins" "\"example::$class\""
done

"$porthole" new "$work/chess" --specification "$source/examples/plugin/porthole.xml" > "$work/log"
"$porthole" gather "$work/chess" --quiet
"$porthole" summarize "$work/chess" --quiet
"$porthole" export "$work/chess" summaries --format ntriples > "$work/triples"
expect "the strategy" "$work/triples" '<games:/opera.pgn> <http://www.w3.org/1999/02/22-rdf-syntax-ns#type> <urn:example:chess#Game>'
expect "the summarizer" "$work/triples" '<games:/opera.pgn> <urn:example:chess#white> "Paul Morphy"'
expect "the protocol" "$work/triples" '<games:/immortal.pgn>'
"$porthole" plugins "$work/chess" > "$work/used"
[ "$(grep -c '(used)' "$work/used")" -ge 3 ] || { cat "$work/used"; exit 1; }
echo "installed, built against, and gathered with"
