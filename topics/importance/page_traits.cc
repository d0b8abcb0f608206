#include "topics/importance/page_traits.h"

#include <xxhash.h>

#include <algorithm>
#include <cmath>
#include <functional>
#include <unordered_map>
#include <utility>

namespace porthole::topics {
namespace {

constexpr std::size_t kCharacteristic = 10;
constexpr std::uint64_t kTabled = 16'384;

/// ln(1 + count), from a table for what counts usually are.
double logarithm_above(std::uint64_t count) {
  static const std::vector<double> table = [] {
    std::vector<double> logarithms;
    for (std::uint64_t i = 0; i < kTabled; ++i)
      logarithms.push_back(std::log1p(static_cast<double>(i)));
    return logarithms;
  }();
  return count < kTabled ? table[count] : std::log1p(static_cast<double>(count));
}

struct WordsOfText {
  std::size_t words = 0, numbers = 0;
};

bool is_digit(char c) { return c >= '0' && c <= '9'; }

constexpr std::array<bool, 256> kWordBytes = [] {
  std::array<bool, 256> table{};
  for (unsigned c = 0; c < 256; ++c)
    table[c] = (c >= '0' && c <= '9') || (c | 0x20U) - 'a' < 26U || c >= 0x80;
  return table;
}();

bool is_word_byte(char c) { return kWordBytes[static_cast<unsigned char>(c)]; }

/// Where the digits that begin at `at` end, with a point or comma between two of them.
std::size_t end_of_number(std::string_view text, std::size_t at) {
  const auto digit_at = [&](std::size_t place) {
    return place < text.size() && is_digit(text[place]);
  };
  while (digit_at(at) ||
         (at < text.size() && (text[at] == '.' || text[at] == ',') && digit_at(at + 1)))
    ++at;
  return at;
}

/// Runs of letters and digits; "3.14" and "1,000" are one number.
WordsOfText count_words(std::string_view text) {
  WordsOfText found;
  std::size_t at = 0;
  while (at < text.size()) {
    if (!is_word_byte(text[at])) {
      ++at;
      continue;
    }
    const bool may_be_number = is_digit(text[at]);
    if (may_be_number) at = end_of_number(text, at);
    const bool is_number = may_be_number && (at == text.size() || !is_word_byte(text[at]));
    while (at < text.size() && is_word_byte(text[at])) ++at;
    ++found.words;
    found.numbers += is_number ? 1 : 0;
  }
  return found;
}

/// The path of a URL without its first slash; "" where there is none.
std::string_view path_of(std::string_view url) {
  url = url.substr(0, url.find_first_of("?#"));
  const std::size_t scheme = url.find("://");
  const std::size_t path = url.find('/', scheme == std::string_view::npos ? 0 : scheme + 3);
  return path == std::string_view::npos ? std::string_view() : url.substr(path + 1);
}

double specificity_of(const TermCounts& terms, const Rarity& rarity) {
  using Weighed = std::pair<double, double>;  // the weight of a term, and its IDF
  std::vector<Weighed> best;                  // a heap, the least first
  best.reserve(kCharacteristic);
  for (const TermCount& term : terms) {
    const double idf = rarity.idf(term.term);
    const Weighed weighed(logarithm_above(term.count) * idf, idf);
    if (best.size() == kCharacteristic) {
      if (weighed <= best.front()) continue;
      std::pop_heap(best.begin(), best.end(), std::greater<>());
      best.pop_back();
    }
    best.push_back(weighed);
    std::push_heap(best.begin(), best.end(), std::greater<>());
  }
  double sum = 0;
  for (const Weighed& weighed : best) sum += weighed.second;
  return best.empty() ? 0 : sum / static_cast<double>(best.size());
}

std::size_t pages_linked_to(const TraitSource& page) {
  const auto without_fragment = [](std::string_view url) { return url.substr(0, url.find('#')); };
  const std::string_view self = without_fragment(page.url);
  std::vector<std::uint64_t>
      targets;  // hashes: two of a page's links share one by chance in no page that will be met
  targets.reserve(page.links.size());
  for (const Link& link : page.links) {
    if (link.element != Element::kA && link.element != Element::kArea) continue;
    const std::string_view target = without_fragment(link.url);
    if (target != self) targets.push_back(XXH3_64bits(target.data(), target.size()));
  }
  std::sort(targets.begin(), targets.end());
  return static_cast<std::size_t>(std::unique(targets.begin(), targets.end()) - targets.begin());
}

}  // namespace

Rarity::Rarity(std::uint64_t pages, std::vector<TermHash> terms,
               std::vector<std::uint32_t> pages_with)
    : pages_(pages),
      terms_(std::move(terms)),
      pages_with_(std::move(pages_with)),
      table_(terms_),
      unknown_(logarithm_above(pages)) {
  for (const std::uint32_t with : pages_with_) idf_.push_back(unknown_ - logarithm_above(with));
}

Rarity Rarity::of(const std::vector<TermCounts>& pages) {
  std::unordered_map<TermHash, std::uint32_t> pages_with;
  for (const TermCounts& page : pages) {
    for (const TermCount& term : page) ++pages_with[term.term];
  }
  std::vector<std::pair<TermHash, std::uint32_t>> kept;
  for (const auto& term : pages_with) {
    if (term.second > 1) kept.push_back(term);
  }
  std::sort(kept.begin(), kept.end());
  std::vector<TermHash> terms;
  std::vector<std::uint32_t> counts;
  for (const auto& [term, count] : kept) {
    terms.push_back(term);
    counts.push_back(count);
  }
  return {pages.size(), std::move(terms), std::move(counts)};
}

double Rarity::idf(TermHash term) const {
  const std::uint32_t place = table_.find(term);
  return place == TermTable::kNone ? unknown_ : idf_[place];
}

void Rarity::put(ByteWriter& out) const {
  out.put(pages_);
  out.put_list(terms_);
  out.put_list(pages_with_);
}

Rarity Rarity::take(ByteReader& in) {
  const auto pages = in.take<std::uint64_t>();
  std::vector<TermHash> terms = in.take_list<TermHash>();
  std::vector<std::uint32_t> pages_with = in.take_list<std::uint32_t>();
  if (terms.size() == pages_with.size()) return {pages, std::move(terms), std::move(pages_with)};
  in.give_up();
  return {};
}

PageTraits traits_of(const TraitSource& page, const Rarity& rarity, double domain) {
  const WordsOfText counted = count_words(page.text);
  const auto words = static_cast<double>(std::max<std::size_t>(counted.words, 1));
  double volume = 0;
  for (const TermCount& term : page.terms) volume += term.count;
  const std::string_view path = path_of(page.url);
  const auto brokerage = static_cast<double>(pages_linked_to(page));
  PageTraits traits{};
  const auto put = [&](Trait trait, double value) {
    traits[static_cast<std::size_t>(trait)] = std::log1p(value);
  };
  put(Trait::kVolume, volume);
  put(Trait::kLocation, static_cast<double>(std::count(path.begin(), path.end(), '/')));
  put(Trait::kSpecificity, specificity_of(page.terms, rarity));
  put(Trait::kBrokerage, brokerage);
  put(Trait::kLinkRatio, brokerage / words);
  put(Trait::kNumbers, static_cast<double>(counted.numbers) / words);
  put(Trait::kDomain, std::max(domain, 0.0));
  return traits;
}

}  // namespace porthole::topics
