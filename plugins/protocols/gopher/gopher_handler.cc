// gopher: a menu is a page of links, with the words between them; all else is a document.
//
// Source: RFC 1436, RFC 4266 2.1: the path is a slash, the type of the item, and its selector.

#include <array>
#include <memory>
#include <string>
#include <string_view>
#include <utility>
#include <vector>

#include "base/text/text.h"
#include "base/url/url.h"
#include "plugins/export.h"
#include "plugins/protocol_handler.h"
#include "plugins/protocols/curl_base/curl_transfer.h"
#include "plugins/protocols/gopher/gopher_menu.h"
#include "plugins/protocols/support/answers.h"
#include "plugins/protocols/support/page_writer.h"

namespace porthole {
namespace {

constexpr std::size_t kMostOfAnError = 1000;

char type_of(const Url& url) { return url.path().size() > 1 ? url.path()[1] : '1'; }

std::string_view content_type_of(char type, std::string_view path) {
  static constexpr std::array<std::pair<char, std::string_view>, 4> kTypes{
      {{'0', "text/plain"}, {'h', "text/html"}, {'g', "image/gif"}, {'d', "application/pdf"}}};
  for (const auto& [item, media_type] : kTypes) {
    if (item == type) return media_type;
  }
  return porthole::content_type_of(path);
}

/// Gopher has no status. A server says what is missing as a menu whose first item is an error;
/// Gophernicus, the most common one, as a short text where it was not asked for a menu.
bool is_error(std::string_view body) {
  const std::string_view first = body.substr(0, body.find('\n'));
  return (body.starts_with('3') && first.find('\t') != std::string_view::npos) ||
         (first.starts_with("Error: ") && body.find("Gophered by Gophernicus/") < kMostOfAnError);
}

ProtocolAnswer page_of(const std::vector<GopherItem>& items, const Url& url, std::int64_t limit) {
  PageWriter page(without_credentials(url), limit);
  std::string words;
  for (const GopherItem& item : items) {
    if (item.url.empty()) {
      words += item.name + "\n";
      continue;
    }
    if (!page.text(std::exchange(words, "")) || !page.link(item.url, item.name)) break;
  }
  page.text(words);
  return std::move(page).answer();
}

class GopherHandler final : public ProtocolHandler {
 public:
  PluginAbout about() const override {
    return {
        .name = "gopher", .version = "1.0", .help = "Menus and documents of Gopher, by libcurl"};
  }
  Manners manners() const override { return {.schemes = {"gopher"}, .default_port = 70}; }
  std::string configure(const OptionValues&) override {
    curl_ = std::make_unique<CurlTransferrer>(CurlSettings{.protocols = "gopher"});
    return {};
  }
  ProtocolAnswer fetch(const ProtocolRequest& request) override {
    const Result<Url> url = Url::parse(request.url);
    if (!url) return refusal(404, "no URL");
    const char type = type_of(*url);
    if (type == '7' && url->query().empty()) return refusal(404, "a search without words");
    const CurlResult got = curl_->transfer(*url, without_credentials(*url), request);
    ProtocolAnswer answer = answer_of(got, content_type_of(type, url->path()));
    if (answer.status != 200) return answer;
    if (is_error(answer.body)) {
      return refusal(404, answer.body.substr(0, answer.body.find_first_of("\t\r\n")));
    }
    if (type == '1' || type == '7') {
      const std::vector<GopherItem> items = read_menu(answer.body);
      if (items.empty()) throw CurlFailure(CURLE_GOT_NOTHING, "the menu has no items");
      const bool cut = answer.truncated;
      answer = page_of(items, *url, request.body_limit);
      answer.truncated = answer.truncated || cut;
    } else if (type == '0') {
      answer.body = without_last_line(answer.body);
    }
    return answer;
  }

 private:
  std::unique_ptr<CurlTransferrer> curl_;
};

}  // namespace
}  // namespace porthole

PORTHOLE_EXPORT(porthole::GopherHandler)
