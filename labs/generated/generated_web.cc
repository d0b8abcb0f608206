#include "labs/generated/generated_web.h"

#include <charconv>
#include <cmath>
#include <string_view>

namespace porthole::labs {
namespace {

constexpr std::uint32_t kTitleWords = 4;
constexpr double kTopicInTitle = .6;
/// Share of the words of a body that are of any topic at all.
constexpr double kStrayWords = .05;
constexpr std::uint32_t kMostAnchorWords = 3;
/// Probability of each word after the first of a topical anchor.
constexpr double kTopicInAnchor = .6;
constexpr std::string_view kScheme = "http://", kDomain = ".example", kPageSuffix = ".html";

void append_spaced(WordId word, std::string& text) {
  if (!text.empty() && text.back() != '\n') text += ' ';
  append_word(word, text);
}

std::optional<std::uint32_t> number_in(std::string_view text) {
  std::uint32_t number = 0;
  const auto [end, error] = std::from_chars(text.data(), text.data() + text.size(), number);
  if (error != std::errc() || end != text.data() + text.size()) return std::nullopt;
  return number;
}

constexpr std::string_view kConsonants = "bdfgklmnpstvz";
constexpr std::string_view kVowels = "aeiou";
constexpr std::uint32_t kSyllables =
    static_cast<std::uint32_t>(kConsonants.size() * kVowels.size());
constexpr std::uint32_t kWords = kSyllables * kSyllables * kSyllables;
// Without a factor in common with kWords (5 and 13), so that neighbouring numbers give unlike words
// and no two give the same.
constexpr std::uint64_t kStride = 104'729;
static_assert(kGeneralWords + kMostVocabularies * kTopicWords <= kWords);

}  // namespace

sampler::HashRng draws_of(std::uint64_t seed, Draw what, std::uint64_t number,
                          std::uint64_t version) {
  return {seed, number, static_cast<std::uint64_t>(what) + 16 * version};
}

AnchorKind GeneratedWeb::anchor_kind(NodeId source, std::size_t nth) const {
  const NodeId target = links(source)[nth];
  if (pages_[target].kind == GeneratedKind::kDrift) return AnchorKind::kGeneric;
  sampler::HashRng rng = draws_of(seed_, Draw::kAnchor, begin_[source] + nth);
  double drawn = rng.uniform();
  if (drawn < dials_.generic_anchors) return AnchorKind::kGeneric;
  drawn -= dials_.generic_anchors;
  if (drawn < dials_.misleading_anchors) return AnchorKind::kMisleading;
  drawn -= dials_.misleading_anchors;
  return drawn < dials_.hidden_anchors ? AnchorKind::kHidden : AnchorKind::kTopical;
}

/// Appends the words of the anchor; returns false when it has none.
bool GeneratedWeb::anchor_words(NodeId source, std::size_t nth, std::string& text) const {
  const NodeId target = links(source)[nth];
  const GeneratedPage& page = pages_[target];
  if (page.kind == GeneratedKind::kDrift) {
    append_spaced(target % kGenericAnchors, text);  // the same words wherever it is cited
    return true;
  }
  sampler::HashRng rng = draws_of(seed_, Draw::kAnchor, begin_[source] + nth, 1);
  std::uint32_t topic = page.topic;
  switch (anchor_kind(source, nth)) {
    case AnchorKind::kHidden:
      return false;
    case AnchorKind::kGeneric:
      append_spaced(static_cast<WordId>(rng.below(kGenericAnchors)), text);
      return true;
    case AnchorKind::kMisleading:
      topic =
          static_cast<std::uint32_t>((topic + 1 + rng.below(dials_.topics - 1)) % dials_.topics);
      break;
    case AnchorKind::kTopical:
      break;
  }
  append_spaced(topic_word(rng, topic), text);
  for (std::uint64_t left = rng.below(kMostAnchorWords); left > 0; --left) {
    append_spaced(rng.uniform() < kTopicInAnchor ? topic_word(rng, topic) : general_word(rng),
                  text);
  }
  return true;
}

void GeneratedWeb::fill_link(NodeId source, std::size_t nth, Link& link) const {
  link.url = url(links(source)[nth]);
  link.anchor.clear();
  if (anchor_words(source, nth, link.anchor)) {
    link.element = Element::kA;
  } else {
    link.element = nth % 2 == 0 ? Element::kArea : Element::kIframe;
  }
}

std::string GeneratedWeb::host(std::uint32_t site) {
  return "s" + std::to_string(site) + std::string(kDomain);
}

std::string GeneratedWeb::url(NodeId page) const {
  const std::uint32_t site = pages_[page].site;
  std::string url = std::string(kScheme) + host(site) + "/";
  if (page == first_page_[site]) return url;
  sampler::HashRng rng = draws_of(seed_, Draw::kUrl, page);
  const bool tells = rng.uniform() < dials_.telling_urls;
  append_word(tells ? topic_word(rng, pages_[page].topic) : general_word(rng), url);
  return url + "-" + std::to_string(page - first_page_[site]) + std::string(kPageSuffix);
}

std::optional<NodeId> GeneratedWeb::find(std::string_view wanted) const {
  if (!wanted.starts_with(kScheme) || wanted.size() == kScheme.size()) return std::nullopt;
  const std::string_view rest = wanted.substr(kScheme.size() + 1);
  const std::size_t slash = rest.find('/');
  if (slash == std::string_view::npos || slash < kDomain.size()) return std::nullopt;
  const auto site = number_in(rest.substr(0, slash - kDomain.size()));
  if (!site || *site >= sites()) return std::nullopt;
  NodeId page = first_page_[*site];
  if (slash + 1 < rest.size()) {
    const std::size_t dash = rest.find('-', slash);
    if (dash == std::string_view::npos || !rest.ends_with(kPageSuffix)) return std::nullopt;
    const auto number =
        number_in(rest.substr(dash + 1, rest.size() - dash - 1 - kPageSuffix.size()));
    if (!number || *number >= first_page_[*site + 1] - page) return std::nullopt;
    page += *number;
  }
  return url(page) == wanted ? std::optional(page) : std::nullopt;
}

std::string GeneratedWeb::title(NodeId page) const {
  sampler::HashRng rng = draws_of(seed_, Draw::kTitle, page);
  const GeneratedPage& here = pages_[page];
  std::string title;
  for (std::uint32_t i = 0; i < kTitleWords; ++i) {
    const bool topical = here.topic != kNoTopic && rng.uniform() < kTopicInTitle;
    append_spaced(topical ? topic_word(rng, here.topic) : general_word(rng), title);
  }
  return title;
}

std::string GeneratedWeb::body(NodeId page, std::uint64_t version) const {
  sampler::HashRng rng = draws_of(seed_, Draw::kText, page, version);
  const GeneratedPage& here = pages_[page];
  const double topical = here.topic == kNoTopic ? 0 : here.topical / 255.0;
  const std::uint32_t least = dials_.words / 2;
  const std::uint64_t words = least + rng.below(2 * (dials_.words - least) + 1);
  std::string text;
  text.reserve(words * 7);
  for (std::uint64_t i = 0; i < words; ++i) {
    const double drawn = rng.uniform();
    if (drawn < topical) {
      append_spaced(topic_word(rng, here.topic), text);
    } else if (drawn >= 1 - kStrayWords) {
      append_spaced(topic_word(rng, static_cast<std::uint32_t>(rng.below(dials_.topics))), text);
    } else {
      append_spaced(general_word(rng), text);
    }
  }
  return text;
}

Document GeneratedWeb::document(NodeId page) const {
  Document document;
  document.title = title(page);
  document.text = body(page);
  document.language = "en";
  document.media_type = "text/html";
  for (std::size_t i = 0; i < links(page).size(); ++i) {
    document.text += '\n';
    if (!anchor_words(page, i, document.text)) document.text.pop_back();
  }
  return document;
}

std::uint64_t GeneratedWeb::version(NodeId page, double hours) const {
  const double every = pages_[page].change_hours;
  if (every <= 0 || hours <= 0) return 0;
  const double phase = draws_of(seed_, Draw::kPhase, page).uniform();
  return static_cast<std::uint64_t>(std::floor(hours / every + phase));
}

std::vector<std::string> GeneratedWeb::topic_terms(std::uint16_t topic, std::size_t count) const {
  std::vector<std::string> terms(std::min<std::size_t>(count, kTopicWords));
  for (std::size_t i = 0; i < terms.size(); ++i)
    append_word(topic_word_at(topic, static_cast<std::uint32_t>(i)), terms[i]);
  return terms;
}

std::size_t GeneratedWeb::bytes() const {
  return sizeof *this + pages_.capacity() * sizeof(GeneratedPage) +
         (first_page_.capacity() + begin_.capacity() + targets_.capacity()) * sizeof(NodeId);
}

std::uint32_t skewed_below(sampler::HashRng& rng, std::uint32_t n) {
  const std::uint64_t u = rng.next() >> 32, v = rng.next() >> 32;
  return static_cast<std::uint32_t>((((u * v) >> 32) * n) >> 32);
}

WordId general_word(sampler::HashRng& rng) { return skewed_below(rng, kGeneralWords); }

WordId topic_word(sampler::HashRng& rng, std::uint32_t topic) {
  return topic_word_at(topic, skewed_below(rng, kTopicWords));
}

WordId topic_word_at(std::uint32_t topic, std::uint32_t i) {
  return kGeneralWords + topic * kTopicWords + i;
}

void append_word(WordId word, std::string& text) {
  auto code = static_cast<std::uint32_t>(word * kStride % kWords);
  for (int i = 0; i < 3; ++i) {
    const std::uint32_t syllable = code % kSyllables;
    code /= kSyllables;
    text += kConsonants[syllable / kVowels.size()];
    text += kVowels[syllable % kVowels.size()];
  }
}

}  // namespace porthole::labs
