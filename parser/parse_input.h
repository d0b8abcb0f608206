#pragma once

/// ParseInput: the input of the parser: a page with its URL and type.

#include <string>

#include "base/clock.h"

namespace porthole::parser {

struct ParseInput {
  std::string url;           ///< Absolute; links are resolved against it (or against base href).
  std::string content_type;  ///< The Content-Type header as sent, may be empty.
  std::string body;
  int max_links = 5000;    ///< Links beyond it are cut, those to the page's own host first.
  bool truncated = false;  ///< The body was cut.
  bool is_member = false;  ///< Member of a container; `url` is its base (member_url.h).
  /// Return the page as XML (parser/page_xml.h) in the Document's text, and nothing else. Supported
  /// for HTML only; any other type is kUnsupported then.
  bool as_xml = false;
  /// The robot's name, by which a robots meta element may speak to it; "" for none.
  std::string agent{};
  WallTime fetched{};           ///< When; "3 hours ago" is before it. The epoch: now.
  bool explain_blocks = false;  ///< Give the reasons for each block (Document::block_reasons).
};

}  // namespace porthole::parser
