# Plug-ins that need more than the program itself: a package for each set of dependencies. This table is the one place
# that says which plug-in is in which package, what it reads, and what it needs; the program prints it (`porthole
# plugins`), and the .debs are made by it (PortholePack.cmake). Plug-ins that are not named here are part of the package
# porthole.
#
# porthole_plugin_package(NAME READS TEXT PLUGINS PLUGIN... [BUILD DEBIAN_PACKAGE...] [PROGRAMS PROGRAM:DEBIAN_PACKAGE...])
#   BUILD: libraries that it is built with; without them the plug-ins are left out.
#   PROGRAMS: programs that it runs when it reads a page.
function(porthole_plugin_package name)
  cmake_parse_arguments(with "" "READS" "PLUGINS;BUILD;PROGRAMS" ${ARGN})
  foreach(part READS PLUGINS BUILD PROGRAMS)
    set(PORTHOLE_PACKAGE_${name}_${part} "${with_${part}}" PARENT_SCOPE)
  endforeach()
  foreach(plugin ${with_PLUGINS})
    set(PORTHOLE_COMPONENT_${plugin} plugin-${name} PARENT_SCOPE)
  endforeach()
  set(PORTHOLE_PLUGIN_PACKAGES ${PORTHOLE_PLUGIN_PACKAGES} ${name} PARENT_SCOPE)
endfunction()

porthole_plugin_package(archives
  READS "archives (zip, tar, 7z, deb, rpm, jar), Word, Excel, PowerPoint since 2007, OpenDocument, EPUB, FictionBook"
  PLUGINS archives office ebooks BUILD libarchive-dev)
porthole_plugin_package(images READS "images: size, camera, place, titles (EXIF, IPTC, XMP)"
  PLUGINS images BUILD libexiv2-dev)
porthole_plugin_package(mail READS "mail: messages and mailboxes" PLUGINS mail BUILD libgmime-3.0-dev)
porthole_plugin_package(markdown READS "Markdown, YAML"
  PLUGINS markdown yaml BUILD libcmark-gfm-dev libcmark-gfm-extensions-dev libyaml-dev)
porthole_plugin_package(markup READS "LaTeX, BibTeX, reStructuredText, Texinfo, pages of the manual"
  PLUGINS markup PROGRAMS mandoc:mandoc)
porthole_plugin_package(office97 READS "Word, Excel, PowerPoint 97 to 2003"
  PLUGINS office97 BUILD libgsf-1-dev PROGRAMS catdoc:catdoc xls2csv:catdoc)
porthole_plugin_package(pdf READS "PDF, PostScript, DVI" PLUGINS print
  PROGRAMS pdfinfo:poppler-utils pdftotext:poppler-utils pdftohtml:poppler-utils gs:ghostscript)
porthole_plugin_package(sound READS "sound: MP3, Ogg, FLAC, Opus and others" PLUGINS sound BUILD libtag1-dev)
porthole_plugin_package(source READS "program source of 31 languages" PLUGINS source PROGRAMS ctags:universal-ctags)
porthole_plugin_package(sql READS "databases: SQLite, PostgreSQL, MySQL (protocols)" PLUGINS sql BUILD libpoco-dev)
