#!/bin/sh
# Documents: by pandoc, groff, Ghostscript, Perl's Spreadsheet::WriteExcel, openpyxl, odfpy, libgsf; what
# Word and PowerPoint wrote is taken from the package clamav-testfiles. What is missing is left out.
has() { command -v "$1" >/dev/null 2>&1; }
python=/usr/bin/python3

if has pandoc; then
  from="pandoc --standalone $SOURCES/documents.md"
  for type in docx odt epub fb2 rtf pptx; do
    $from --output tandem.$type
  done
  $from --to epub2 --output tandem2.epub
  sed 's/UTF-8/windows-1251/; s/Jürgen/Юрий/; s/Brakes/Тормоза/' tandem.fb2 | iconv -f UTF-8 -t windows-1251 >cyrillic.fb2
  ! has zip || zip -q tandem.fb2.zip tandem.fb2
  $python "$SOURCES/documents_hostile.py" tandem.docx tandem.odt tandem.epub
  for type in docx odt epub pptx; do
    head -c $(($(wc -c <tandem.$type) / 2)) tandem.$type >cut.$type
  done
fi
if has pandoc && has gropdf; then
  grep -v '^|' "$SOURCES/documents.md" | pandoc --standalone --from markdown --to ms | groff -k -ms -Tpdf >tandem.pdf
  head -c 30000 tandem.pdf >cut.pdf
fi
if has groff; then
  groff -k -ms -Tps "$SOURCES/documents.roff" >tandem.ps
  groff -k -ms -Tdvi "$SOURCES/documents.roff" >tandem.dvi
  head -c 300 tandem.dvi >cut.dvi
fi
if has gs && [ -f tandem.pdf ]; then
  to_pdf="gs -q -dSAFER -dBATCH -dNOPAUSE -sDEVICE=pdfwrite"
  $to_pdf -sOutputFile=keywords.pdf tandem.pdf -c \
    '[ /Title (Tandems) /Keywords (tandem, bicycle) /Subject (How two people ride) /DOCINFO pdfmark'
  $to_pdf -dEncryptionR=3 -dKeyLength=128 -sOwnerPassword=one -sUserPassword=two -sOutputFile=encrypted.pdf tandem.pdf
fi
if perl -MSpreadsheet::WriteExcel -MOLE::Storage_Lite -e 1 2>/dev/null; then
  perl "$SOURCES/documents_sheets.pl" weights.xls
fi
$python "$SOURCES/documents_sheets.py" weights.xlsx || echo "no openpyxl"
$python "$SOURCES/documents_odf.py" weights.ods slides.odp || echo "no odfpy"
if has gsf; then
  mkdir word power_point
  $python "$SOURCES/documents_office97.py" word power_point
  (cd word && gsf createole ../tandem.doc *)
  (cd power_point && gsf createole ../tandem.ppt *)
fi
for name in clam.ole.doc clam.ppt clam.exe.rtf; do
  [ ! -f /usr/share/clamav-testfiles/$name ] || cp /usr/share/clamav-testfiles/$name .
done
