#pragma once

/// GeneratedWeb: a synthetic web of which everything is known.
///
/// In:  dials (dials.h) and a random seed.
/// Out: pages with site, topic, kind, importance and rate of change; the links between them. URLs,
///      titles, texts and anchors are made when they are asked for.
///
/// The same dials and seed give the same web on every platform: all draws are integers of
/// sampler::HashRng, and the arithmetic on them is without transcendental functions.
///
/// How a web is made:
/// - Sites stand in a ring in random order; their pages are numbered along it, front page first. A
///   site has a topic, and topics have nearly equally many pages. Drift pages come last.
/// - Within a site the pages are a tree of four children a page. An ordinary page's links within
///   its site lead to its children, then to the front page, then to any page; a hub has links to
///   its children, then links between sites. Any page may link to a page twice.
/// - The importance of a page is a quantile q, uniform on [0, 1); label() is the Pareto variable
///   1 / (1 - q). Links that are not bound to be near or of equal importance choose the page of
///   rank n * u * v of the n pages of the topic, the most important first.
/// - A text is body() and then the anchors of the page's links, as a reader of the page sees it.
///
/// Source: topical locality, Davison, "Topical locality in the Web", SIGIR 2000; status locality,
/// Pant, Srinivasan, "Status Locality on the Web", section 3.
/// Memory: 20 bytes a page and 4 a link, some 110 MB for a million pages with the default dials;
/// while it is made, 8 bytes a page more. Thread safety: const members, any thread.

#include <cstddef>
#include <cstdint>
#include <optional>
#include <span>
#include <string>
#include <string_view>
#include <utility>
#include <vector>

#include "base/document.h"
#include "base/link.h"
#include "base/result.h"
#include "labs/generated/dials.h"
#include "sampler/hash_rng.h"
#include "sampler/page_graph.h"

namespace porthole::labs {

using sampler::NodeId;

enum class GeneratedKind : std::uint8_t { kOrdinary, kHub, kDrift };

/// Topic of drift pages.
inline constexpr std::uint16_t kNoTopic = 0xffff;

struct GeneratedPage {
  std::uint32_t site = 0;
  std::uint16_t topic = kNoTopic;
  GeneratedKind kind = GeneratedKind::kOrdinary;
  std::uint8_t topical = 0;  ///< Share of the words of its text that are of its topic, in 255ths.
  float importance = 0;      ///< q
  float change_hours = 0;    ///< Time between two changes of its text; 0: it never changes.

  /// Label of importance, at least 1.
  double label() const { return 1 / (1 - static_cast<double>(importance)); }
};

enum class AnchorKind : std::uint8_t { kTopical, kGeneric, kMisleading, kHidden };

class GeneratedWeb {
 public:
  /// Errors: those of check_dials().
  static Result<GeneratedWeb> generate(const WebDials& dials, std::uint64_t seed);

  const WebDials& dials() const { return dials_; }
  std::uint64_t seed() const { return seed_; }
  std::size_t size() const { return pages_.size(); }
  /// Sites of drift pages included.
  std::size_t sites() const { return first_page_.size() - 1; }
  const GeneratedPage& operator[](NodeId page) const { return pages_[page]; }
  /// The first page of the site, its front page, and the end of its pages.
  std::pair<NodeId, NodeId> pages_of(std::uint32_t site) const {
    return {first_page_[site], first_page_[site + 1]};
  }

  /// Targets of the links of `page`, in the order of the page.
  std::span<const NodeId> links(NodeId page) const {
    return {targets_.data() + begin_[page], targets_.data() + begin_[page + 1]};
  }
  std::size_t link_count() const { return targets_.size(); }
  AnchorKind anchor_kind(NodeId source, std::size_t nth) const;
  /// Fills in URL, element and anchor of the nth link of `source`; all else stays as it is.
  void fill_link(NodeId source, std::size_t nth, Link& link) const;

  /// "http://s12.example/", "http://s12.example/kelopa-7.html".
  std::string url(NodeId page) const;
  /// The page of a URL of this web.
  std::optional<NodeId> find(std::string_view url) const;
  /// "s12.example".
  static std::string host(std::uint32_t site);

  std::string title(NodeId page) const;
  /// Text without anchors, after `version` changes.
  std::string body(NodeId page, std::uint64_t version = 0) const;
  /// Title, text (body and anchors) and language; no links.
  Document document(NodeId page) const;
  /// Number of changes of a page until `hours` after the beginning.
  std::uint64_t version(NodeId page, double hours) const;

  /// The `count` most frequent words of a topic, as its user would give them.
  std::vector<std::string> topic_terms(std::uint16_t topic, std::size_t count) const;

  /// Bytes that the web occupies.
  std::size_t bytes() const;

 private:
  friend class WebBuilder;
  GeneratedWeb(const WebDials& dials, std::uint64_t seed) : dials_(dials), seed_(seed) {}
  bool anchor_words(NodeId source, std::size_t nth, std::string& text) const;

  WebDials dials_;
  std::uint64_t seed_;
  std::vector<GeneratedPage> pages_;
  std::vector<NodeId> first_page_;    // by site, and the end
  std::vector<std::uint32_t> begin_;  // by page, into targets_, and the end
  std::vector<NodeId> targets_;
};

/// Streams of random numbers of a web, by what they decide; `page` or the number of a link tells
/// them apart.
enum class Draw : std::uint64_t { kSites, kPage, kLinks, kAnchor, kUrl, kTitle, kPhase, kText };

sampler::HashRng draws_of(std::uint64_t seed, Draw what, std::uint64_t number,
                          std::uint64_t version = 0);

// Language models of a generated web: made-up words, a general vocabulary that all pages share,
// and a vocabulary for each topic. No two of them have a word in common.
//
// Words have six letters, consonants and vowels in turn ("kelopa"), so none is a stop word or has
// another singular. A word is a function of its number. Within a vocabulary the words of lower
// number are more frequent: the number of a drawn word is the integer part of n * u * v for u and
// v uniform on [0, 1), so that word i of n has a probability near -ln((i + .5) / n) / n.

inline constexpr std::uint32_t kGeneralWords = 4'000;
inline constexpr std::uint32_t kTopicWords = 400;     ///< Words of each topic.
inline constexpr std::uint32_t kGenericAnchors = 20;  ///< General words that anchors use.
inline constexpr std::uint32_t kMostVocabularies = 500;

using WordId = std::uint32_t;

/// A number in [0, n) that prefers small ones, as above. Requires: n > 0.
std::uint32_t skewed_below(sampler::HashRng& rng, std::uint32_t n);

WordId general_word(sampler::HashRng& rng);
/// Requires: topic < kMostVocabularies.
WordId topic_word(sampler::HashRng& rng, std::uint32_t topic);
/// The i-th most frequent word of a topic. Requires: i < kTopicWords.
WordId topic_word_at(std::uint32_t topic, std::uint32_t i);

/// Appends the word, six bytes of ASCII.
void append_word(WordId word, std::string& text);

}  // namespace porthole::labs
