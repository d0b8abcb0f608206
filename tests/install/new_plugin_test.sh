#!/bin/sh
# Projects that `porthole plugins new` writes are built, tested and installed as their README says.
#   new_plugin_test.sh CMAKE SOURCE BUILD
set -eu
cmake=$1 build=$3
work=$(mktemp -d)
trap 'rm -rf "$work"' EXIT
unset PORTHOLE_PLUGINS PORTHOLE_PARSER
umask 022
"$cmake" --install "$build" --prefix "$work/installed" > "$work/log"
porthole=$work/installed/bin/porthole
cd "$work"
expect() { # expect WHAT FILE PATTERN
  grep -q -- "$3" "$2" || { echo "$1: no $3 in:"; cat "$2"; exit 1; }
}
# Runs a command quietly; shows its output when it fails.
quietly() {
  "$@" > "$work/log" 2>&1 || { cat "$work/log"; exit 1; }
}

# A library.
quietly "$porthole" plugins new trail_reports
# All of base is linked, as in a release, which compiles its files together.
base=$work/installed/lib/porthole/libbase.a
quietly "$cmake" -S trail_reports -B trail_reports/build -DCMAKE_PREFIX_PATH="$work/installed" \
  -DCMAKE_MODULE_LINKER_FLAGS="-Wl,--whole-archive $base -Wl,--no-whole-archive"
quietly "$cmake" --build trail_reports/build
(cd trail_reports/build && quietly "${cmake%cmake}ctest" --output-on-failure)
quietly "$cmake" --install trail_reports/build
"$porthole" plugins > listed
expect "porthole plugins" listed 'trail_reports 1.0  summarizer  trail_reports_plugin::TrailReportsSummarizer'
"$porthole" check --json parse trail_reports/example.trail_reports --url https://a.org/example.trail_reports > parsed
expect "the installed library" parsed 'Chain maintenance'
expect "the installed library" parsed 'https://a.org/lubricants.html'

# The same name is not written over.
if "$porthole" plugins new trail_reports > log 2>&1; then echo "written over"; exit 1; fi
expect "plugins new" log 'exists already'
if "$porthole" plugins new ../away > log 2>&1; then echo "../away was taken as a name"; exit 1; fi
expect "plugins new" log 'not a valid plug-in name'

# A program.
command -v python3 > /dev/null || { echo "python3 is missing: the program was not run"; exit 77; }
quietly "$porthole" plugins new rides --program
quietly rides/test
install -m 755 rides/rides "$work/installed/lib/porthole/plugins"
mkdir files
cp rides/example.rides files
quietly "$porthole" new rides_found --topic chain --seed "file://$work/files/" --contact me@stars.club
sed -n '/^    <summarizers>/,/<\/summarizers>/p' rides/README.md > element
sed -i '/<\/seeds>/r element' rides_found/porthole.xml
"$porthole" gather rides_found --quiet
"$porthole" summarize rides_found --quiet
"$porthole" export rides_found summaries --format ntriples > triples
expect "the program" triples 'example.rides> <http://purl.org/dc/terms/title> "Chain maintenance"'
expect "the program" triples 'author> "Ann Rider"'
echo "projects of plugins new were built, tested and used"
