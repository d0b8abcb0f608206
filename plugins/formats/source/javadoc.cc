#include "plugins/formats/source/javadoc.h"

#include <array>
#include <utility>

namespace porthole::source {
namespace {

constexpr std::size_t kLongestTag = 400;

/// The length of the element's tag that begins at `text`; 0 when none does.
std::size_t tag_length(std::string_view text) {
  const char first = text.size() > 1 ? text[1] : ' ';
  const bool is_tag = (first >= 'a' && first <= 'z') || (first >= 'A' && first <= 'Z') ||
                      first == '/' || first == '!';
  const std::size_t end = is_tag ? text.substr(0, kLongestTag).find('>') : std::string_view::npos;
  return end == std::string_view::npos ? 0 : end + 1;
}

/// The length of `{@name ` at the beginning of `text`; 0 when it does not begin so.
std::size_t inline_tag_length(std::string_view text) {
  if (!text.starts_with("{@")) return 0;
  std::size_t end = 2;
  while (end < text.size() && text[end] >= 'A' && text[end] <= 'z') ++end;
  return end < text.size() && text[end] == ' ' ? end + 1 : end;
}

std::pair<std::size_t, char> entity(std::string_view text) {
  constexpr std::array<std::pair<std::string_view, char>, 6> kEntities = {{{"&lt;", '<'},
                                                                           {"&gt;", '>'},
                                                                           {"&amp;", '&'},
                                                                           {"&quot;", '"'},
                                                                           {"&nbsp;", ' '},
                                                                           {"&#64;", '@'}}};
  for (const auto& [name, character] : kEntities) {
    if (text.starts_with(name)) return {name.size(), character};
  }
  return {0, '\0'};
}

}  // namespace

std::string plain_javadoc(std::string_view text) {
  std::string plain;
  int open = 0;  // braces of inline tags
  while (!text.empty()) {
    std::size_t taken = 1;
    if (const std::size_t inline_tag = inline_tag_length(text); inline_tag > 0) {
      ++open;
      taken = inline_tag;
    } else if (text[0] == '}' && open > 0) {
      --open;
    } else if (const std::size_t tag = text[0] == '<' ? tag_length(text) : 0; tag > 0) {
      taken = tag;
    } else if (const auto [length, character] = entity(text); length > 0) {
      plain += character;
      taken = length;
    } else {
      plain += text[0];
    }
    text.remove_prefix(taken);
  }
  return plain;
}

}  // namespace porthole::source
