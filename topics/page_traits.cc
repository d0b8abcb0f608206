#include "topics/page_traits.h"

#include <algorithm>
#include <cmath>
#include <unordered_map>
#include <unordered_set>
#include <utility>

namespace porthole::topics {
namespace {

constexpr std::size_t kCharacteristic = 10;

struct WordsOfText {
  std::size_t words = 0, numbers = 0;
};

bool is_digit(char c) { return c >= '0' && c <= '9'; }

bool is_word_byte(char c) {
  const auto byte = static_cast<unsigned char>(c);
  return is_digit(c) || (byte | 0x20U) - 'a' < 26U || byte >= 0x80;
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
    bool digits_only = true;
    const auto joins = [&](std::size_t place) {
      return digits_only && (text[place] == '.' || text[place] == ',') && place + 1 < text.size() &&
             is_digit(text[place + 1]);
    };
    for (; at < text.size() && (is_word_byte(text[at]) || joins(at)); ++at) {
      digits_only = digits_only && (is_digit(text[at]) || text[at] == '.' || text[at] == ',');
    }
    ++found.words;
    found.numbers += digits_only ? 1 : 0;
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
  std::vector<std::pair<double, double>> weights;  // of each term, and its IDF
  weights.reserve(terms.size());
  for (const TermCount& term : terms) {
    const double idf = rarity.idf(term.term);
    weights.emplace_back(-std::log1p(static_cast<double>(term.count)) * idf, idf);
  }
  const std::size_t taken = std::min(weights.size(), kCharacteristic);
  std::nth_element(weights.begin(), weights.begin() + static_cast<std::ptrdiff_t>(taken), weights.end());
  double sum = 0;
  for (std::size_t i = 0; i < taken; ++i) sum += weights[i].second;
  return taken == 0 ? 0 : sum / static_cast<double>(taken);
}

std::size_t pages_linked_to(const TraitSource& page) {
  const auto without_fragment = [](std::string_view url) { return url.substr(0, url.find('#')); };
  const std::string_view self = without_fragment(page.url);
  std::unordered_set<std::string_view> targets;
  for (const Link& link : page.links) {
    if (link.element != Element::kA && link.element != Element::kArea) continue;
    const std::string_view target = without_fragment(link.url);
    if (target != self) targets.insert(target);
  }
  return targets.size();
}

}  // namespace

std::string_view trait_name(Trait trait) {
  static constexpr std::array<std::string_view, kTraits> kNames = {
      "volume", "location", "specificity", "brokerage", "link ratio", "numbers", "domain"};
  return kNames[static_cast<std::size_t>(trait)];
}

Rarity::Rarity(std::uint64_t pages, std::vector<TermHash> terms, std::vector<std::uint32_t> pages_with)
    : pages_(pages), terms_(std::move(terms)), pages_with_(std::move(pages_with)), table_(terms_) {}

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
  const double with = place == TermTable::kNone ? 0 : pages_with_[place];
  return std::log((1 + static_cast<double>(pages_)) / (1 + with));
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
  const auto put = [&](Trait trait, double value) { traits[static_cast<std::size_t>(trait)] = std::log1p(value); };
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
