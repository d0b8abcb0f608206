#include "plugins/protocols/gopher/gopher_menu.h"

#include "base/text/text.h"
#include "plugins/protocols/support/page_writer.h"

namespace porthole {
namespace {

constexpr std::size_t kMostItems = 10'000;
constexpr std::string_view kUrlSelector = "URL:";

/// One line without its end: type and name, selector, host, port, each after a tab.
std::string url_of(char type, std::string_view selector, std::string_view host,
                   std::string_view port) {
  if (type == 'i' || type == '3') return {};
  if (type == 'h' && selector.starts_with(kUrlSelector)) {
    return std::string(selector.substr(kUrlSelector.size()));
  }
  if (host.empty()) return {};
  const std::string server = std::string(host) + ":" + std::string(port.empty() ? "70" : port);
  if (type == '8' || type == 'T') return "telnet://" + server;
  std::string path = "/";
  path += type;
  path += encoded_path(selector);
  return "gopher://" + server + path;
}

}  // namespace

std::vector<GopherItem> read_menu(std::string_view menu) {
  std::vector<GopherItem> items;
  for (std::string_view line : split(menu, '\n')) {
    if (line.ends_with('\r')) line.remove_suffix(1);
    if (line == "." || items.size() == kMostItems) break;
    const std::vector<std::string_view> fields = split(line, '\t');
    if (fields[0].empty() || (fields.size() < 4 && fields[0][0] != 'i' && fields[0][0] != '3')) {
      continue;
    }
    GopherItem item{fields[0][0], std::string(fields[0].substr(1)), ""};
    if (fields.size() >= 4) item.url = url_of(item.type, fields[1], fields[2], trim(fields[3]));
    items.push_back(std::move(item));
  }
  return items;
}

std::string without_last_line(std::string_view body) {
  std::string_view text = body;
  while (text.ends_with('\n') || text.ends_with('\r')) text.remove_suffix(1);
  if (text != "." && !text.ends_with("\n.")) return std::string(body);
  text.remove_suffix(1);
  std::string out;
  bool at_begin = true;
  for (const char c : text) {
    if (!(at_begin && c == '.')) out += c;
    at_begin = c == '\n';
  }
  return out;
}

}  // namespace porthole
