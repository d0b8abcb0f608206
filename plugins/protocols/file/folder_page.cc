#include "plugins/protocols/file/folder_page.h"

#include "base/percent_encode.h"
#include "base/text.h"

namespace porthole {
namespace {

std::string escaped(std::string_view text) { return escape_markup(clean_utf8(text)); }

}  // namespace

std::string encoded_path(std::string_view path) {
  std::string out;
  for (const char& c : path) {
    if (c == '%') {
      out += "%25";
    } else if (c == '\\') {
      out += "%5C";  // in a file: URL a plain one is a slash
    } else {
      append_percent_encoded(out, std::string_view(&c, 1), EncodeSet::kPath);
    }
  }
  return out;
}

FolderPage folder_page(std::string_view title, const std::vector<std::string>& names,
                       std::int64_t limit) {
  const std::string name = escaped(title);
  constexpr std::string_view kEnd = "</ul>\n";
  FolderPage page;
  page.html = "<!DOCTYPE html>\n<meta charset=\"utf-8\">\n<title>" + name + "</title>\n<h1>" +
              name + "</h1>\n<ul>\n";
  for (const std::string& entry : names) {
    // The dot and slash keep a name with a colon from being read as a scheme.
    const std::string line =
        "<li><a href=\"./" + escaped(encoded_path(entry)) + "\">" + escaped(entry) + "</a>\n";
    if (static_cast<std::int64_t>(page.html.size() + line.size() + kEnd.size()) > limit) {
      page.cut = true;
      break;
    }
    page.html += line;
  }
  page.html += kEnd;
  return page;
}

}  // namespace porthole
