#!/bin/sh
# Documents of markup and XML: by pandoc, plotutils, raptor, python3-feedgenerator, python3-vobject,
# and from packages. What is missing is left out.
has() { command -v "$1" >/dev/null 2>&1; }

cp "$SOURCES/markup.md" comets.md
cp "$SOURCES/markup.bib" comets.bib
if has pandoc; then
  from="pandoc --standalone $SOURCES/markup.md"
  $from --to rst --output comets.rst
  $from --to latex --output comets.tex
  $from --to docbook5 --output comets.docbook5.xml
  $from --to docbook4 --output comets.docbook4.xml
  $from --to jats --output comets.jats.xml
  $from --to texinfo --output comets.texi
  grep -v 'path.png' "$SOURCES/markup.md" | pandoc --standalone --to ipynb --output comets.ipynb
  pandoc --standalone --metadata title=comet --metadata section=7 --to man --output comet.7 "$SOURCES/markup.md"
  pandoc --standalone --to opml --output places.opml "$SOURCES/markup_outline.md"
  pandoc --to json --output comets.json "$SOURCES/markup.md"
fi
if has graph; then
  printf '1 1\n2 4\n3 9\n' | graph -T svg -L 'Squares of numbers' -X number -Y square >squares.svg
fi
if has rapper; then
  rapper -q -i turtle -o rdfxml-abbrev "$SOURCES/markup_graph.ttl" >words.rdf
  rapper -q -i turtle -o rdfxml "$SOURCES/markup_graph.ttl" >words_flat.rdf
fi
for kind in feeds cards calendars; do
  /usr/bin/python3 "$SOURCES/markup_feeds.py" $kind || echo "no $kind"
done
for file in /usr/share/doc/libxerces-c-dev/examples/data/personal.xsd /usr/share/xml/fontconfig/fonts.dtd \
            /usr/share/sgml/X11/xorg-xhtml.xsl; do
  [ ! -f "$file" ] || cp "$file" .
done
default=$(find /usr/lib/python3/dist-packages/yamllint/conf -name default.yaml 2>/dev/null | head -n 1)
[ -z "$default" ] || cp "$default" yamllint.yaml
for page in /usr/share/man/man1/ls.1.gz /usr/share/man/man1/mandoc.1.gz; do
  [ ! -f "$page" ] || gunzip -c "$page" >"$(basename "$page" .gz)"
done
