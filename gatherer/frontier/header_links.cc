#include "gatherer/frontier/header_links.h"

#include <algorithm>
#include <string>
#include <utility>

#include "base/text/text.h"
#include "parser/html/annotations.h"
#include "parser/html/metadata.h"
#include "parser/limits.h"

namespace porthole::gatherer {
namespace {

constexpr std::size_t kMostLinks = 200;

/// Takes the text up to the next `ends` that does not stand in quotes off `rest`, unquoted.
std::string take_until(std::string_view& rest, std::string_view ends) {
  std::string out;
  bool quoted = false;
  std::size_t at = 0;
  for (; at < rest.size(); ++at) {
    const char c = rest[at];
    if (c == '"') {
      quoted = !quoted;
    } else if (quoted && c == '\\' && at + 1 < rest.size()) {
      out += rest[++at];
    } else if (!quoted && ends.find(c) != std::string_view::npos) {
      break;
    } else {
      out += c;
    }
  }
  rest.remove_prefix(at);
  return std::string(trim(out));
}

/// Reads the parameters up to the comma that ends the link; false for a link about another page.
bool read_parameters(std::string_view& rest, Link& link) {
  bool is_own = true;
  while (rest.starts_with(';')) {
    rest.remove_prefix(1);
    const std::string name = ascii_lower(take_until(rest, "=;,"));
    std::string value;
    if (rest.starts_with('=')) {
      rest.remove_prefix(1);
      value = take_until(rest, ";,");
    }
    if (name == "rel" && link.rel.empty()) link.rel = ascii_lower(parser::annotation_value(value));
    if (name == "title" && link.title.empty()) link.title = parser::annotation_value(value);
    if (name == "anchor") is_own = false;
  }
  return is_own;
}

std::string resolved(std::string_view href, const Url& base) {
  const Result<Url> url = Url::parse(href, &base);
  const bool is_page = url && !url->has_opaque_path() && url->href().size() <= parser::kMaxUrlBytes;
  return is_page && url->scheme() != "javascript" ? url->href() : std::string();
}

}  // namespace

std::vector<Link> links_of_header(std::string_view value, const Url& base) {
  std::vector<Link> links;
  while (links.size() < kMostLinks) {
    const auto open = value.find('<');
    const auto close = value.find('>', std::min(open, value.size()));
    if (open == std::string_view::npos || close == std::string_view::npos) break;
    Link link;
    link.element = Element::kLink;
    link.url = resolved(trim(value.substr(open + 1, close - open - 1)), base);
    value = trim(value.substr(close + 1));
    if (read_parameters(value, link) && !link.url.empty() && parser::leads_somewhere(link))
      links.push_back(std::move(link));
  }
  return links;
}

void add_header_links(const archive::HttpFields& fields, const Url& base, Document& document) {
  const std::string said = archive::joined_values(fields, "link");
  for (Link& link : links_of_header(said, base)) {
    if (document.canonical.empty() && link.has_rel("canonical")) document.canonical = link.url;
    document.links.push_back(std::move(link));
  }
  const std::string refresh = parser::refresh_target(archive::first_value(fields, "refresh"));
  if (document.refresh.empty() && !refresh.empty()) document.refresh = resolved(refresh, base);
}

}  // namespace porthole::gatherer
