#include "labs/webbox/media_type.h"

#include <string>
#include <unordered_map>

#include "base/text/text.h"

namespace porthole::labs {
namespace {

constexpr MediaType kHtml{"text/html", true, true};
constexpr MediaType kUnknown{"application/octet-stream", false, false};

const std::unordered_map<std::string, MediaType>& by_ending() {
  static const std::unordered_map<std::string, MediaType> table{
      {"html", kHtml},
      {"htm", kHtml},
      {"xhtml", {"application/xhtml+xml", true, true}},
      {"css", {"text/css", false, true}},
      {"js", {"text/javascript", false, true}},
      {"txt", {"text/plain", false, true}},
      {"xml", {"application/xml", false, true}},
      {"xsl", {"application/xml", false, true}},
      {"rss", {"application/rss+xml", false, true}},
      {"atom", {"application/atom+xml", false, true}},
      {"rdf", {"application/rdf+xml", false, true}},
      {"json", {"application/json", false, true}},
      {"svg", {"image/svg+xml", false, true}},
      {"png", {"image/png", false, false}},
      {"gif", {"image/gif", false, false}},
      {"jpg", {"image/jpeg", false, false}},
      {"jpeg", {"image/jpeg", false, false}},
      {"webp", {"image/webp", false, false}},
      {"ico", {"image/vnd.microsoft.icon", false, false}},
      {"pdf", {"application/pdf", false, false}},
      {"ps", {"application/postscript", false, false}},
      {"gz", {"application/gzip", false, false}},
      {"zip", {"application/zip", false, false}},
      {"woff", {"font/woff", false, false}},
      {"woff2", {"font/woff2", false, false}},
      {"ttf", {"font/ttf", false, false}},
  };
  return table;
}

}  // namespace

const MediaType& media_type_of(std::string_view file_name) {
  const auto dot = file_name.rfind('.');
  if (dot == std::string_view::npos) return kUnknown;
  const auto found = by_ending().find(ascii_lower(file_name.substr(dot + 1)));
  return found == by_ending().end() ? kUnknown : found->second;
}

const MediaType& html_media_type() { return kHtml; }

}  // namespace porthole::labs
