#pragma once

/// TopicPages: tells which pages of a repository are on topic (topics/on_topic.h).
///
/// If a classifier judges and the taxonomy has topics marked for showing, a page is on topic if its
/// most probable leaf topic is one of those or below one: the hard focus rule of Chakrabarti, van
/// den Berg, Dom 1999 (VLDB), section 2.1.2, with a second set of marks.

#include <cstdint>
#include <functional>
#include <optional>
#include <string>
#include <utility>
#include <vector>

#include "base/result.h"
#include "collection/collection.h"
#include "repository/repository.h"
#include "topics/on_topic.h"
#include "topics/text/text_relevance.h"

namespace porthole::gatherer {

/// Whether the specification names a topic. A collection without one is named after its folder;
/// that name is not used to judge pages.
bool has_topic(const collection::Specification& specification);

/// Thread safety: const members, any thread.
class TopicPages {
 public:
  /// Reads the table of pages in one pass, with their texts if words judge. Errors: the
  /// repository's.
  static Result<TopicPages> read(const collection::Collection& collection,
                                 repository::Repository& repository);
  /// The same for pages whose relevance was judged by `judge`, whether or not the specification
  /// names a taxonomy.
  static Result<TopicPages> read(const collection::Specification& specification,
                                 topics::JudgedBy judge, repository::Repository& repository);

  /// Whether `page` is on topic; absent for a page without a summary (a duplicate, or one that asks
  /// not to be indexed), and where the specification names no topic.
  std::optional<topics::Standing> standing_of(repository::UrlId page) const;

  struct PageName {
    const std::string& href;
    const std::string& site;
  };
  /// Calls `each` for every page that has a summary. Without a topic in the specification, all
  /// pages are on topic.
  void for_each(
      const std::function<void(const PageName& page, const topics::Standing&)>& each) const;

  /// The topic's terms and their weights (topics/text/term_contrast.h); empty if a classifier
  /// judges.
  const std::vector<std::pair<std::string, double>>& term_weights() const { return term_weights_; }

 private:
  struct Page {
    repository::UrlId id = 0;
    std::string href, site;
    double relevance = 0;
    std::vector<float> probabilities;  // of the topic's terms, until they are weighed
    topics::Named named = topics::Named::kNo;
    bool shown_topic = false;
  };
  explicit TopicPages(topics::JudgedBy judge) : sites_(judge) {}

  static Result<TopicPages> read(const collection::Specification& specification,
                                 topics::JudgedBy judge, std::vector<std::string> shown,
                                 repository::Repository& repository);
  static Page make_page(const repository::UrlRecord& url, double relevance);
  /// Reads the probabilities of the last page.
  Result<void> read_words(const topics::TextRelevance& words, const repository::PageRecord& page,
                          repository::UrlId id, repository::Repository& repository);
  void weigh(std::vector<std::string> terms);
  topics::Standing standing(const Page& page) const;

  bool has_topic_ = false;
  std::vector<std::string> shown_;  // paths of the topics marked for showing
  topics::TopicalSites sites_;
  std::vector<std::pair<std::string, double>> term_weights_;
  std::vector<Page> pages_;  // in order of id
};

// Sites of seeds on which the topic's words are so rare that the index leaves their pages out:
// those with TopicalSites::kPagesToCount pages or more whose mean relevance is below
// TopicalSites::kFloor (topics/on_topic.h). Documents of the user's own machine, which have no
// host, are not among them: they are on topic whatever they say.
//
// Whoever names a seed holds its site for one about the topic, or for a list of links. In the
// first case the topic lacks the words that such pages use. The mean of the index is not larger
// than the stored one, since it weighs the words by at most 1, unless the topic has changed since.

inline constexpr std::size_t kMostSeedSites = 20;

struct SeedSite {
  std::string site;
  std::int64_t pages = 0;  ///< Copies and pages that ask not to be indexed apart.
  double relevance = 0;    ///< Their mean, in [0, 1].
};

/// The sites, those with most pages first, at most kMostSeedSites; none if a classifier judges or
/// the specification has no topic. Errors: those of run_query().
Result<std::vector<SeedSite>> seed_sites_off_topic(const collection::Collection& collection);

}  // namespace porthole::gatherer
