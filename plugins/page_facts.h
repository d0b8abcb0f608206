#pragma once

/// PageFacts: helper for summarizers that writes extracted facts into a Document in normal form.
///
///   PageFacts facts(page, document);
///   facts.say("author", "  Paul\n Morphy ");         // white space collapsed; duplicates removed
///   facts.say_iri("homepage", "../");                // resolved against the page
///   if (Link* link = facts.link("games.pgn", "all games")) link->heading = "Downloads";

#include <algorithm>
#include <iterator>
#include <optional>
#include <string>
#include <string_view>
#include <unordered_set>

#include "base/document.h"
#include "base/url/url.h"
#include "plugins/format_summarizer.h"
#include "plugins/option.h"

namespace porthole {

class PageFacts {
 public:
  /// Both must outlive this object.
  PageFacts(const PageBytes& page, Document& document);

  /// Adds a property with a text value; ignores blank values and duplicates.
  void say(std::string_view name, std::string_view value);
  /// Adds a property whose value is a resource, resolved against the base; ignores invalid URLs.
  void say_iri(std::string_view name, std::string_view iri);
  /// Adds one property for each part of `list` between separators.
  void say_each(std::string_view name, std::string_view list, char separator);

  /// Adds a link and returns it, valid until the next one is added; null if `href` is not the URL
  /// of a page (invalid, without a host, javascript: and the like), or if there are too many links.
  Link* link(std::string_view href, std::string_view anchor = {});
  /// Sets the base of later links, relative to the page; initially the page itself.
  void set_base(std::string_view href);
  /// `href` resolved against the base in force; "" when it is not a URL.
  std::string resolved(std::string_view href) const;

  /// Adds a line to the text, within the size limit.
  void line(std::string_view text);

  const PageBytes& page() const { return page_; }
  Document& document() { return document_; }

 private:
  const PageBytes& page_;
  Document& document_;
  std::optional<Url> base_;
  std::unordered_set<std::string> said_;
};

/// True if `names` contains `name`.
template <class Names>
bool is_one_of(const Names& names, std::string_view name) {
  return std::find(std::begin(names), std::end(names), name) != std::end(names);
}

/// Converts a date to a W3C date (https://www.w3.org/TR/NOTE-datetime): W3C dates are kept; the
/// dates of HTTP, mail and feeds (RFC 5322) and of calendars (19991231T235959Z) are converted; ""
/// for an invalid date.
std::string w3c_date_of(std::string_view text);

/// The option "rows" of table summarizers: how many rows are read as text.
inline OptionDeclaration rows_option() {
  return {.name = "rows",
          .type = OptionType::kWhole,
          .otherwise = "10000",
          .help = "rows whose cells are read as text",
          .least = 1,
          .most = 1e6};
}

/// Adds a link for each http or https URL in a line of text, with the text before and after as
/// annotations. Source: RFC 3986, appendix C: delimiters of a URL in text. Punctuation of the
/// surrounding sentence is left out.
void add_addresses(std::string_view line, Document& document);

}  // namespace porthole
