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
# Debian packages are made of components: a file of none would be in no package.
"$cmake" --install "$build" --prefix "$work/unpackaged" --component Unspecified > "$work/log"
[ ! -e "$work/unpackaged" ] || { echo "files of no component:"; find "$work/unpackaged" -type f; exit 1; }
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

# The line of docs/plugins.md builds the example without CMake, and the example in the header of summarizers.
line=$(sed -n 's/^    \(g++ .* chess\.cc -o chess\.so .*\)/\1/p' "$source/docs/plugins.md" | sed "s|FOLDER|$work/installed|g")
[ -n "$line" ] || { echo "docs/plugins.md has no line that builds chess.cc"; exit 1; }
mkdir "$work/by_hand" "$work/header"
cp "$source/examples/plugin/chess.cc" "$work/by_hand"
(cd "$work/by_hand" && eval "$line") || { echo "docs/plugins.md: $line"; exit 1; }
# The release compiles files of base together, so that one object needs all that any of base needs.
whole=$(echo "$line" | sed 's|-lbase|-Wl,--whole-archive -lbase -Wl,--no-whole-archive|')
(cd "$work/by_hand" && eval "$whole") || { echo "docs/plugins.md lacks a library of base: $whole"; exit 1; }
{
  echo '#include <Poco/ClassLibrary.h>'
  echo '#include "plugins/format_summarizer.h"'
  echo 'namespace example {'
  sed -n '\|^///   class ChessSummarizer|,\|^///   };|s|^///||p' "$work/installed/include/porthole/plugins/format_summarizer.h"
  echo '}'
  sed -n '\|^///   extern "C" POCO|,\|^///   POCO_END_MANIFEST|s|^///||p' "$work/installed/include/porthole/plugins/plugin.h"
} > "$work/header/chess.cc"
(cd "$work/header" && eval "$line") || { echo "the example of plugins/format_summarizer.h:"; cat "$work/header/chess.cc"; exit 1; }
PORTHOLE_PLUGINS=$work/header "$porthole" plugins --json > "$work/plugins"
expect "the example of the header" "$work/plugins" '"example::ChessSummarizer"'

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
