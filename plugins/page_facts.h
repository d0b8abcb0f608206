#pragma once

/// What a summarizer has found, written into the Document in the form that is expected there.
///
///   PageFacts facts(page, document);
///   facts.say("author", "  Paul\n Morphy ");         // folded; said once, however often it is found
///   facts.say_iri("homepage", "../");                // resolved against the page
///   if (Link* link = facts.link("games.pgn", "all games")) link->heading = "Downloads";

#include <algorithm>
#include <iterator>
#include <optional>
#include <string>
#include <string_view>
#include <unordered_set>

#include "base/url/url.h"
#include "plugins/format_summarizer.h"

namespace porthole {

class PageFacts {
 public:
  /// Both must outlive this.
  PageFacts(const PageBytes& page, Document& document);

  /// A property with text as its value; nothing for a value that is blank or was said before.
  void say(std::string_view name, std::string_view value);
  /// A property that names a resource, resolved against the base; nothing where that gives no URL.
  void say_iri(std::string_view name, std::string_view iri);
  /// One property for each part of `list` between separators.
  void say_each(std::string_view name, std::string_view list, char separator);

  /// Adds a link and returns it, until the next one is added; null where `href` leads to no page (an
  /// invalid URL, one without a host, javascript: and the like), or there are too many.
  Link* link(std::string_view href, std::string_view anchor = {});
  /// What links are resolved against from now on, relative to the page; the page itself at first.
  void set_base(std::string_view href);

  /// Adds a line to the text, as far as there is room.
  void line(std::string_view text);

  const PageBytes& page() const { return page_; }
  Document& document() { return document_; }

 private:
  const PageBytes& page_;
  Document& document_;
  std::optional<Url> base_;
  std::unordered_set<std::string> said_;
};

/// `name` is among `names`.
template <class Names>
bool is_one_of(const Names& names, std::string_view name) {
  return std::find(std::begin(names), std::end(names), name) != std::end(names);
}

/// A date as formats write it, as a W3C date (https://www.w3.org/TR/NOTE-datetime): one passes as it
/// is, the dates of HTTP, mail and feeds (RFC 5322) and calendars (19991231T235959Z) are rewritten;
/// "" for what is none.
std::string w3c_date_of(std::string_view text);

}  // namespace porthole
