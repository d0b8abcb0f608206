#include "search/ranking/snippet.h"

#include <algorithm>
#include <array>

#include "base/text/text.h"
#include "base/url/percent_encode.h"
#include "base/url/url.h"

namespace porthole::search {
namespace {

constexpr std::array kEntities = {std::pair<std::string_view, char>{"&amp;", '&'},
                                  std::pair<std::string_view, char>{"&lt;", '<'},
                                  std::pair<std::string_view, char>{"&gt;", '>'},
                                  std::pair<std::string_view, char>{"&quot;", '"'}};

// Undoes one layer of escaping.
std::string unescape(std::string_view text) {
  std::string out;
  out.reserve(text.size());
  while (!text.empty()) {
    const std::size_t plain = std::min(text.find('&'), text.size());
    out += text.substr(0, plain);
    text.remove_prefix(plain);
    if (text.empty()) break;
    const auto entity = std::find_if(kEntities.begin(), kEntities.end(),
                                     [text](const auto& e) { return text.starts_with(e.first); });
    if (entity != kEntities.end()) {
      out += entity->second;
      text.remove_prefix(entity->first.size());
    } else {
      out += text.front();
      text.remove_prefix(1);
    }
  }
  return out;
}

}  // namespace

std::string shown_title(const std::string& title, const std::string& url) {
  if (!title.empty()) return title;
  const Result<Url> parsed = Url::parse(url);
  if (!parsed || parsed->has_opaque_path()) return url;
  const std::string_view path = parsed->path();
  const std::string name = clean_utf8(percent_decode(path.substr(path.rfind('/') + 1)));
  return trim(name).empty() ? url : name;
}

std::string plain_text(const Fragments& fragments) {
  std::string text;
  for (const Fragment& fragment : fragments) text += fragment.text;
  return text;
}

Fragments read_marked(std::string_view marked) {
  Fragments fragments;
  bool hit = false;
  while (!marked.empty()) {
    const std::size_t mark = marked.find_first_of("\x01\x02");
    const std::string_view piece = marked.substr(0, mark);
    if (!piece.empty()) fragments.push_back({unescape(piece), hit});
    if (mark == std::string_view::npos) break;
    hit = marked[mark] == kHitBegin[0];
    marked.remove_prefix(mark + 1);
  }
  return fragments;
}

Fragments as_written(Fragments fragments, const BareText& bare, std::string_view original,
                     std::string_view omission) {
  std::string plain = plain_text(fragments);
  std::size_t skipped = plain.starts_with(omission) ? omission.size() : 0;  // in the fragments
  plain.erase(0, skipped);
  if (plain.ends_with(omission)) plain.resize(plain.size() - omission.size());
  std::size_t at = bare.text.find(plain);
  if (at == std::string::npos) return fragments;
  std::size_t left = plain.size();
  for (Fragment& fragment : fragments) {
    const std::size_t before = std::min(skipped, fragment.text.size());
    skipped -= before;
    const std::size_t size = std::min(fragment.text.size() - before, left);
    const std::size_t begin = bare.places[at], end = bare.places[at + size];
    fragment.text = fragment.text.substr(0, before).append(original.substr(begin, end - begin)) +
                    fragment.text.substr(before + size);
    at += size;
    left -= size;
  }
  return fragments;
}

std::string without_marks(std::string_view text) {
  std::string out(text);
  std::replace_if(
      out.begin(), out.end(), [](char c) { return c == kHitBegin[0] || c == kHitEnd[0]; }, ' ');
  return out;
}

}  // namespace porthole::search
