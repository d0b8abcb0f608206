#include "parser/html/link_list.h"

#include <unicode/ucnv.h>
#include <unicode/ucnv_err.h>
#include <unicode/unistr.h>

#include <algorithm>
#include <array>
#include <cstddef>
#include <iterator>
#include <string>
#include <string_view>
#include <utility>

#include "base/text/ascii.h"
#include "base/text/text.h"
#include "parser/html/charset.h"
#include "parser/limits.h"

namespace porthole::parser {
namespace {

// The encoding of a link's query in the charset of its page.
//
// Source: https://url.spec.whatwg.org/#query-state, #string-percent-encode-after-encoding;
// https://encoding.spec.whatwg.org/#get-an-encoder.

constexpr std::string_view kEncoded = " \"#<>'";  // the special-query percent-encode set

void append_encoded(std::string& out, char c) {
  constexpr std::string_view kDigits = "0123456789ABCDEF";
  const auto byte = static_cast<unsigned char>(c);
  out += '%';
  out += kDigits[byte >> 4];
  out += kDigits[byte & 15];
}

/// The length of the character reference ("&#1234;") that `text` begins with; 0 for none.
std::size_t reference_length(std::string_view text) {
  if (!text.starts_with("&#")) return 0;
  const auto end = std::find_if_not(text.begin() + 2, text.end(), is_digit);
  return end == text.end() || *end != ';' ? 0 : static_cast<std::size_t>(end - text.begin()) + 1;
}

/// Each `&#` in the bytes begins a reference of the converter: a `#` of the page ends its query.
std::string percent_encoded(std::string_view bytes) {
  std::string out;
  while (!bytes.empty()) {
    const std::size_t reference = reference_length(bytes);
    if (reference > 0) {
      out.append("%26%23").append(bytes.substr(2, reference - 3)).append("%3B");
      bytes.remove_prefix(reference);
      continue;
    }
    const char c = bytes.front();
    const auto byte = static_cast<unsigned char>(c);
    if (byte <= 0x20 || byte >= 0x7F || kEncoded.find(c) != std::string_view::npos) {
      append_encoded(out, c);
    } else {
      out += c;
    }
    bytes.remove_prefix(1);
  }
  return out;
}

/// The bytes of `text` in a charset of ICU, with character references for what it lacks; "" when
/// ICU cannot write it.
std::string bytes_in(const icu::UnicodeString& text, const char* icu_name) {
  UErrorCode error = U_ZERO_ERROR;
  const icu::LocalUConverterPointer converter(ucnv_open(icu_name, &error));
  if (U_FAILURE(error)) return "";
  ucnv_setFromUCallBack(converter.getAlias(), UCNV_FROM_U_CALLBACK_ESCAPE, UCNV_ESCAPE_XML_DEC,
                        nullptr, nullptr, &error);
  std::string out(static_cast<std::size_t>(text.length()) * 12 + 16, '\0');
  const std::int32_t size =
      ucnv_fromUChars(converter.getAlias(), out.data(), static_cast<std::int32_t>(out.size()),
                      text.getBuffer(), text.length(), &error);
  if (U_FAILURE(error) || size > static_cast<std::int32_t>(out.size())) return "";
  out.resize(static_cast<std::size_t>(size));
  return out;
}

/// The charset in which a page of `charset` (its name in the Encoding Standard) encodes queries; ""
/// for UTF-8, as of pages in UTF-16.
std::string query_charset(std::string_view charset) {
  const bool is_unicode = charset.empty() || charset == "utf-8" || charset.starts_with("utf-16");
  return is_unicode ? "" : std::string(charset);
}

/// `query` (UTF-8) in `charset`, percent-encoded. A character that the charset lacks becomes a
/// decimal character reference.
std::string query_in_charset(std::string_view query, std::string_view charset) {
  const auto text = icu::UnicodeString::fromUTF8(
      icu::StringPiece(query.data(), static_cast<std::int32_t>(query.size())));
  const std::string bytes = bytes_in(text, icu_charset(charset));
  return percent_encoded(bytes.empty() ? query : std::string_view(bytes));
}

/// Schemes of scripts, inline content and messages.
constexpr std::array<std::string_view, 12> kSchemesWithoutPages = {
    "javascript", "vbscript", "data",        "mailto",     "tel",   "sms",
    "blob",       "about",    "view-source", "livescript", "mocha", "callto"};

bool is_without_pages(std::string_view scheme) {
  return std::find(kSchemesWithoutPages.begin(), kSchemesWithoutPages.end(), scheme) !=
         kSchemesWithoutPages.end();
}

/// Detects "java script:x" and the like: browsers ignore tabs and newlines, which tidy has turned
/// into spaces.
bool hides_a_script(std::string_view href) {
  const auto colon = href.substr(0, 64).find(':');
  if (colon == std::string_view::npos || href.find(' ') > colon) return false;
  std::string scheme = ascii_lower(href.substr(0, colon));
  std::erase_if(scheme, [](char c) { return static_cast<unsigned char>(c) <= ' '; });
  return is_without_pages(scheme);
}

bool is_ascii(std::string_view text) {
  return std::all_of(text.begin(), text.end(),
                     [](char c) { return static_cast<unsigned char>(c) < 0x80; });
}

LinkPlace place_of(const Block& block) {
  return block.is_content ? LinkPlace::kContent : LinkPlace::kBoilerplate;
}

LinkPlace place_of(const Link& link, std::uint32_t text_at, const std::vector<Block>& blocks) {
  if (text_at == LinkList::kOutside || blocks.empty()) return LinkPlace::kUnknown;
  const auto next =
      std::upper_bound(blocks.begin(), blocks.end(), text_at,
                       [](std::uint32_t at, const Block& block) { return at < block.end(); });
  if (next == blocks.end()) return place_of(blocks.back());
  const bool is_inside = next->begin < text_at || !link.anchor.empty();
  const LinkPlace place = place_of(*next);
  if (is_inside || next == blocks.begin()) return place;
  return place_of(*std::prev(next)) == place ? place : LinkPlace::kUnknown;
}

}  // namespace

LinkList::LinkList(std::optional<Url> page, int limit, std::string_view charset)
    : charset_(query_charset(charset)),
      page_(std::move(page)),
      base_(page_),
      limit_(static_cast<std::size_t>(std::max(limit, 0))) {}

void LinkList::set_base(std::string_view href) {
  if (has_base_element_) return;
  has_base_element_ = true;
  // https://html.spec.whatwg.org/#set-the-frozen-base-url: data and javascript URLs are rejected.
  if (auto base = resolve(href)) base_ = std::move(base);
}

std::optional<Url> LinkList::resolve(std::string_view href) const {
  if (href.size() > 3 * kMaxUrlBytes || hides_a_script(href)) return std::nullopt;
  auto url = parse(href);
  if (!url || url->href().size() > kMaxUrlBytes || url->has_opaque_path()) return std::nullopt;
  if (is_without_pages(url->scheme())) return std::nullopt;
  return std::move(*url);
}

// https://html.spec.whatwg.org/#encoding-parsing-a-url
Result<Url> LinkList::parse(std::string_view href) const {
  href = trim(href);
  const Url* const base = base_ ? &*base_ : nullptr;
  Result<Url> url = Url::parse(href, base);
  if (!url || charset_.empty() || !url->is_web()) return url;
  const auto fragment = std::min(href.find('#'), href.size());
  const auto query = href.substr(0, fragment).find('?');
  if (query == std::string_view::npos) return url;
  const std::string_view said = href.substr(query, fragment - query);
  if (is_ascii(said)) return url;
  std::string encoded(href.substr(0, query));
  encoded.append(query_in_charset(said, charset_)).append(href.substr(fragment));
  return Url::parse(encoded, base);
}

std::optional<LinkList::Slot> LinkList::add(const Url& url, Link link, std::uint32_t text_at) {
  const bool foreign = !page_ || url.host() != page_->host();
  auto& list = foreign ? foreign_ : own_;
  if (list.size() >= limit_) {
    ++cut_;
    return std::nullopt;
  }
  link.url = url.href();
  list.push_back({std::move(link), order_++, text_at});
  return Slot{foreign, static_cast<std::uint32_t>(list.size() - 1)};
}

Link& LinkList::at(Slot slot) { return (slot.foreign ? foreign_ : own_)[slot.index].link; }

void LinkList::forget_text(std::uint32_t first) {
  for (auto* list : {&own_, &foreign_}) {
    for (auto entry = list->rbegin(); entry != list->rend() && entry->order >= first; ++entry)
      entry->text_at = kOutside;
  }
}

LinkList::Taken LinkList::take(const std::vector<Block>& blocks) {
  const std::size_t room = limit_ - std::min(limit_, foreign_.size());
  if (own_.size() > room) {
    cut_ += static_cast<std::uint32_t>(own_.size() - room);
    own_.resize(room);
  }
  Taken taken;
  taken.cut = std::exchange(cut_, 0);
  taken.links.reserve(own_.size() + foreign_.size());
  auto own = own_.begin();
  auto foreign = foreign_.begin();
  while (own != own_.end() || foreign != foreign_.end()) {
    const bool next_is_own =
        foreign == foreign_.end() || (own != own_.end() && own->order < foreign->order);
    auto& [link, order, text_at] = *(next_is_own ? own++ : foreign++);
    if (link.url.empty()) continue;
    link.place = place_of(link, text_at, blocks);
    taken.links.push_back(std::move(link));
  }
  own_.clear();
  foreign_.clear();
  return taken;
}

}  // namespace porthole::parser
