#include "gatherer/report/topic_pages.h"

#include <algorithm>
#include <string_view>
#include <utility>
#include <variant>

#include "collection/open_collection.h"
#include "collection/taxonomy_file.h"
#include "gatherer/judge/judge_again.h"
#include "gatherer/judge/judge_factory.h"
#include "repository/query.h"
#include "topics/on_topic.h"
#include "topics/text/term_contrast.h"

namespace porthole::gatherer {

namespace {

Result<std::vector<std::string>> shown_topics(const collection::Collection& collection) {
  TRY_AS(file, collection::read_taxonomy_of(collection.folder(),
                                            collection.specification().topic.taxonomy_file));
  std::vector<std::string> paths;
  for (const topics::TopicId id : file->taxonomy().shown())
    paths.push_back(file->taxonomy()[id].path);
  return paths;
}

/// True if the topic at `path` is one of `topics`, or below one.
bool is_within(std::string_view path, const std::vector<std::string>& topics) {
  return std::ranges::any_of(topics, [&](const std::string& topic) {
    return path == topic || (path.starts_with(topic) && path[topic.size()] == '/');
  });
}

/// The site of URLs without a host is their scheme with a colon (base/url/site.h).
bool is_own_file(const std::string& site) { return site.ends_with(':'); }

std::string sql_of_sites() {
  using topics::TopicalSites;
  return "SELECT u.site AS site, count(*) AS pages, avg(p.relevance) AS relevance FROM page p"
         " JOIN url u ON u.id = p.id WHERE p.duplicate_of = 0 AND p.noindex = 0 AND u.host <> ''"
         " AND u.site IN (SELECT site FROM url WHERE seed <> 0) GROUP BY u.site HAVING count(*) "
         ">= " +
         std::to_string(TopicalSites::kPagesToCount) + " AND avg(p.relevance) < " +
         std::to_string(TopicalSites::kFloor) + " ORDER BY pages DESC, site";
}

}  // namespace

bool has_topic(const collection::Specification& specification) {
  const collection::Topic& topic = specification.topic;
  return !topic.taxonomy_file.empty() || !topic.terms.empty() || topic.title != specification.name;
}

TopicPages::Page TopicPages::make_page(const repository::UrlRecord& url, double relevance) {
  Page page{url.id, url.href, url.site, relevance, {}, topics::Named::kNo};
  if (is_own_file(url.site)) page.named = topics::Named::kOwnFile;
  if (url.seed) page.named = topics::Named::kSeed;
  return page;
}

Result<TopicPages> TopicPages::read(const collection::Collection& collection,
                                    repository::Repository& repository) {
  TRY_AS(judge, judged_by(collection));
  std::vector<std::string> shown;
  if (*judge != topics::JudgedBy::kWords) {
    TRY_AS(paths, shown_topics(collection));
    shown = std::move(*paths);
  }
  return read(collection.specification(), *judge, std::move(shown), repository);
}

Result<TopicPages> TopicPages::read(const collection::Specification& specification,
                                    topics::JudgedBy judge, repository::Repository& repository) {
  return read(specification, judge, {}, repository);
}

Result<TopicPages> TopicPages::read(const collection::Specification& specification,
                                    topics::JudgedBy judge, std::vector<std::string> shown,
                                    repository::Repository& repository) {
  TopicPages made(judge);
  made.shown_ = std::move(shown);
  made.has_topic_ = has_topic(specification);
  const bool by_words = made.has_topic_ && judge == topics::JudgedBy::kWords;
  const topics::TextRelevance words(specification.topic.title, specification.topic.terms);
  Result<void> failed;
  TRY_AS(visited, repository.pages().for_each(
                      {.with_text = by_words}, [&](const auto& url, const auto& page, auto, auto) {
                        if (page.duplicate_of != 0 || page.noindex) return true;
                        made.pages_.push_back(make_page(url, page.relevance.value()));
                        made.pages_.back().shown_topic = is_within(page.topic, made.shown_);
                        if (by_words) failed = made.read_words(words, page, url.id, repository);
                        return failed.has_value();
                      }));
  if (!failed) return fail(failed.error());
  if (by_words) made.weigh(words.terms());
  for (const Page& page : made.pages_) made.sites_.add(page.site, page.relevance, page.named);
  made.sites_.settle();
  std::sort(made.pages_.begin(), made.pages_.end(),
            [](const Page& a, const Page& b) { return a.id < b.id; });
  return made;
}

Result<void> TopicPages::read_words(const topics::TextRelevance& words,
                                    const repository::PageRecord& page, repository::UrlId id,
                                    repository::Repository& repository) {
  TRY_AS(document, document_to_judge(page, id, repository.pages(), topics::JudgedText::kContent));
  pages_.back().probabilities =
      words.probabilities(document->title, document->description,
                          topics::text_to_judge(*document, topics::JudgedText::kContent));
  return {};
}

void TopicPages::weigh(std::vector<std::string> terms) {
  topics::TermContrast contrast(terms.size());
  for (const Page& page : pages_) contrast.add(page.site, page.probabilities);
  const std::vector<double> weights = contrast.weights();
  for (Page& page : pages_) {
    page.relevance = topics::weighted_relevance(page.probabilities, weights);
    page.probabilities = {};
  }
  for (std::size_t t = 0; t < terms.size(); ++t)
    term_weights_.emplace_back(std::move(terms[t]), weights[t]);
}

topics::Standing TopicPages::standing(const Page& page) const {
  topics::Standing standing = sites_.standing(page.site, page.relevance, page.named);
  if (!shown_.empty()) {
    standing.shown_topic = page.shown_topic;
    standing.on_topic = standing.stays = page.shown_topic;
  }
  standing.on_topic = standing.on_topic || !has_topic_;
  standing.stays = standing.stays || !has_topic_;
  return standing;
}

std::optional<topics::Standing> TopicPages::standing_of(repository::UrlId page) const {
  const auto found =
      std::lower_bound(pages_.begin(), pages_.end(), page,
                       [](const Page& one, repository::UrlId id) { return one.id < id; });
  if (!has_topic_ || found == pages_.end() || found->id != page) return std::nullopt;
  return standing(*found);
}

void TopicPages::for_each(
    const std::function<void(const PageName& page, const topics::Standing&)>& each) const {
  for (const Page& page : pages_) each({page.href, page.site}, standing(page));
}

Result<std::vector<SeedSite>> seed_sites_off_topic(const collection::Collection& collection) {
  std::vector<SeedSite> sites;
  if (!has_topic(collection.specification())) return sites;
  // Verbs that need the taxonomy report its errors.
  const Result<topics::JudgedBy> judge = judged_by(collection);
  if (!judge || *judge != topics::JudgedBy::kWords) return sites;
  TRY_AS(found, repository::run_query(collection::storage_of(collection), sql_of_sites(),
                                      {.rows = kMostSeedSites}));
  for (auto& row : found->rows) {
    sites.push_back({std::move(std::get<std::string>(row[0])), std::get<std::int64_t>(row[1]),
                     std::get<double>(row[2])});
  }
  return sites;
}

}  // namespace porthole::gatherer
