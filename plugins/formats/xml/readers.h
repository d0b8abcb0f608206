#pragma once

/// Factory functions for the readers of XML vocabularies. Each reader writes into the Document
/// behind `facts`.

#include <memory>

#include "plugins/formats/xml/element_reader.h"

namespace porthole::xml_format {

using Reader = std::unique_ptr<ElementReader>;

/// XML Schema 1.0 and 1.1. Source: https://www.w3.org/TR/xmlschema11-1/.
Reader schema_reader(PageFacts& facts);
/// XSLT 1.0 to 3.0. Source: https://www.w3.org/TR/xslt-30/.
Reader stylesheet_reader(PageFacts& facts);
/// SVG. Source: https://www.w3.org/TR/SVG2/.
Reader drawing_reader(PageFacts& facts);
/// DocBook 4 and 5. Source: https://tdg.docbook.org/tdg/5.1/.
Reader docbook_reader(PageFacts& facts);
/// RSS 0.9x, 1.0, 2.0 and Atom. Sources: https://www.rssboard.org/rss-specification,
/// https://web.resource.org/rss/1.0/spec, RFC 4287.
Reader feed_reader(PageFacts& facts);
/// RDF/XML: resources and their properties. Source: https://www.w3.org/TR/rdf-syntax-grammar/.
Reader graph_reader(PageFacts& facts);
/// OPML. Source: http://opml.org/spec2.opml.
Reader outline_reader(PageFacts& facts);
/// Sitemaps and their indexes. Source: https://www.sitemaps.org/protocol.html.
Reader sitemap_reader(PageFacts& facts);
/// Any other XML: names, namespaces, text, XLinks (https://www.w3.org/TR/xlink11/).
Reader any_xml_reader(PageFacts& facts);

}  // namespace porthole::xml_format
