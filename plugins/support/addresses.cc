#include "plugins/support/addresses.h"

#include <string>

#include "base/text/text.h"
#include "base/url/url.h"

namespace porthole {
namespace {

/// Where a parenthesis closes that was opened before `text`: (see http://a.example/).
std::size_t unopened_parenthesis(std::string_view text) {
  int open = 0;
  for (std::size_t at = 0; at < text.size(); ++at) {
    if (text[at] == '(') ++open;
    if (text[at] == ')' && --open < 0) return at;
  }
  return text.size();
}

/// Where the URL that begins at `text` ends.
std::string_view url_at(std::string_view text) {
  text = text.substr(0, text.find_first_of(" \t\r\n<>\"'`{}|\\^"));
  text = text.substr(0, unopened_parenthesis(text));
  while (!text.empty() && std::string_view(".,;:!?]").find(text.back()) != std::string_view::npos) {
    text.remove_suffix(1);
  }
  return text;
}

void add_of_scheme(std::string_view line, std::string_view scheme, Document& document) {
  for (auto at = line.find(scheme); at != std::string_view::npos; at = line.find(scheme, at + 1)) {
    const std::string_view address = url_at(line.substr(at));
    const Result<Url> url = Url::parse(address);
    if (!url || url->host().empty()) continue;
    Link& link = document.links.emplace_back();
    link.url = url->href();
    link.before = std::string(trim(line.substr(0, at)));
    link.after = std::string(trim(line.substr(at + address.size())));
  }
}

}  // namespace

void add_addresses(std::string_view line, Document& document) {
  add_of_scheme(line, "http://", document);
  add_of_scheme(line, "https://", document);
}

}  // namespace porthole
