#include "base/text/empty_phrases.h"

#include <algorithm>
#include <array>
#include <string>

#include "base/text/ascii.h"
#include "base/text/words.h"

namespace porthole {
namespace {

/// Words of navigation: they say where the reader is, not what the page is about. Sorted.
constexpr std::array<std::string_view, 44> kNavigation = {"back",
                                                          "click here",
                                                          "close",
                                                          "contents",
                                                          "continue reading",
                                                          "down",
                                                          "first",
                                                          "forward",
                                                          "here",
                                                          "home",
                                                          "home page",
                                                          "homepage",
                                                          "index",
                                                          "last",
                                                          "learn more",
                                                          "leave a comment",
                                                          "link",
                                                          "main page",
                                                          "menu",
                                                          "more",
                                                          "navigation",
                                                          "next",
                                                          "next chapter",
                                                          "next page",
                                                          "permalink",
                                                          "prev",
                                                          "previous",
                                                          "previous chapter",
                                                          "previous page",
                                                          "read more",
                                                          "return",
                                                          "search",
                                                          "site map",
                                                          "sitemap",
                                                          "skip navigation",
                                                          "skip to content",
                                                          "skip to main content",
                                                          "table of contents",
                                                          "this",
                                                          "this page",
                                                          "toc",
                                                          "top",
                                                          "up",
                                                          "view the latest post"};
static_assert(std::ranges::is_sorted(kNavigation));

bool is_navigation(std::string_view text) {
  std::string words;
  for_each_word(
      text, [&](std::string_view word) { words.append(words.empty() ? "" : " ").append(word); });
  const auto letters = [](std::string_view in) {
    return std::count_if(in.begin(), in.end(), is_alphanumeric);
  };
  // Words of one letter are not words to base/text/words.h: "C index" is not "index".
  return std::ranges::binary_search(kNavigation, std::string_view(words)) &&
         letters(words) == letters(text);
}

}  // namespace

bool says_nothing(std::string_view text) {
  constexpr std::size_t kLongestNavigation =
      40;  // bytes, arrows and bars around the words included
  if (text.find("://") != std::string_view::npos && text.find(' ') == std::string_view::npos)
    return true;
  if (text.size() <= kLongestNavigation && is_navigation(text)) return true;
  return std::none_of(text.begin(), text.end(), is_alphanumeric) && words_of(text).empty();
}

}  // namespace porthole
