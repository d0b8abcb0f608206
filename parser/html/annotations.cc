#include "parser/html/annotations.h"

#include <algorithm>
#include <array>
#include <charconv>

#include "base/text/text.h"
#include "parser/limits.h"

namespace porthole::parser {

bool is_word_byte(char c) {
  return (c >= '0' && c <= '9') || (c >= 'A' && c <= 'Z') || (c >= 'a' && c <= 'z') ||
         static_cast<unsigned char>(c) >= 0x80;
}

std::string annotation_value(std::string_view value) {
  if (value.empty()) return {};
  return shortened(fold_space(clean_utf8(value.substr(0, 2 * kMaxAnnotationBytes))),
                   kMaxAnnotationBytes);
}

std::string quoted_text(std::string_view script) {
  std::string out;
  script = script.substr(0, 2 * kMaxAnnotationBytes);
  for (auto at = script.find_first_of("'\""); at != std::string_view::npos;
       at = script.find_first_of("'\"", at)) {
    const char quote = script[at++];
    if (!out.empty()) out += ' ';
    for (; at < script.size() && script[at] != quote; ++at) {
      if (script[at] == '\\' && at + 1 < script.size()) ++at;
      out += script[at];
    }
    if (at < script.size()) ++at;
  }
  return annotation_value(out);
}

std::string_view largest_source(std::string_view srcset) {
  constexpr std::string_view kSpaces = " \t\r\n\f";
  std::string_view largest;
  double most = -1;
  while (true) {
    srcset.remove_prefix(std::min(srcset.find_first_not_of(" \t\r\n\f,"), srcset.size()));
    if (srcset.empty()) return largest;
    std::string_view url = srcset.substr(0, srcset.find_first_of(kSpaces));
    srcset.remove_prefix(url.size());
    double size = 1;
    if (url.ends_with(',')) {
      url = url.substr(0, url.find_last_not_of(',') + 1);
    } else {
      const std::string_view said = trim(srcset.substr(0, srcset.find(',')));
      std::from_chars(said.data(), said.data() + said.size(), size);
      srcset.remove_prefix(std::min(srcset.find(','), srcset.size()));
    }
    if (size > most) largest = url;
    most = std::max(most, size);
  }
}

bool leads_somewhere(const Link& link) {
  constexpr std::array<std::string_view, 36> kRelations = {"alternate",
                                                           "canonical",
                                                           "next",
                                                           "prev",
                                                           "previous",
                                                           "contents",
                                                           "toc",
                                                           "index",
                                                           "author",
                                                           "license",
                                                           "copyright",
                                                           "help",
                                                           "search",
                                                           "start",
                                                           "first",
                                                           "last",
                                                           "up",
                                                           "glossary",
                                                           "bookmark",
                                                           "chapter",
                                                           "sitemap",
                                                           "section",
                                                           "subsection",
                                                           "appendix",
                                                           "home",
                                                           "top",
                                                           "archives",
                                                           "feed",
                                                           "me",
                                                           "related",
                                                           "via",
                                                           "collection",
                                                           "item",
                                                           "latest-version",
                                                           "predecessor-version",
                                                           "shortlink"};
  if (link.has_rel("stylesheet")) return false;
  return std::any_of(kRelations.begin(), kRelations.end(),
                     [&link](std::string_view relation) { return link.has_rel(relation); });
}

bool is_permalink_mark(std::string_view text) {
  if (text.empty() || text.size() > 4) return false;
  if (text.size() == 1) return !is_word_byte(text[0]);
  return text == "\xC2\xB6" || text == "\xC2\xA7" || text == "\xF0\x9F\x94\x97";
}

}  // namespace porthole::parser
