#include "operations/steps/index_round.h"

#include <algorithm>
#include <map>
#include <set>
#include <string_view>
#include <tuple>
#include <unordered_map>
#include <utility>

#include "base/clock.h"
#include "base/text/text.h"
#include "base/url/site.h"
#include "base/url/url.h"
#include "gatherer/fetch/fetcher.h"
#include "gatherer/report/topic_pages.h"
#include "indexer/indexed_pages.h"
#include "repository/known_url.h"
#include "summarizer/schema/kept_schemas.h"
#include "summarizer/summarizer.h"
#include "topics/text/term_extractor.h"
#include "training/expansion_decision.h"

namespace porthole::operations {

using repository::DropReason;
using repository::UrlId;
using repository::UrlState;

namespace {

constexpr std::int64_t kLeastOfSite = 5;
constexpr double kMostOfSite = 0.5;
constexpr std::int64_t kLeastOfAll = 20;
constexpr double kMostOfAll = 0.2;

constexpr int kSummariesAtOnce = 5000;

constexpr const char* kByOwner = "taken out by its owner: ";

/// The accepted terms that the topic still has, as synonyms of the terms they were accepted for.
Result<std::vector<indexer::Synonym>> accepted_synonyms(const collection::Collection& collection) {
  TRY_AS(memory, training::read_expansion_memory(collection.folder()));
  const collection::Topic& topic = collection.specification().topic;
  std::vector<indexer::Synonym> synonyms;
  for (const std::string& term : topic.terms) {
    const std::string normal = topics::normal_term(term);
    if (!memory->accepted.contains(normal)) continue;
    const auto said_for = memory->said_for.find(normal);
    synonyms.push_back({said_for == memory->said_for.end() ? topic.title : said_for->second, term});
  }
  return synonyms;
}

}  // namespace

/// Makes the plan of a round.
class RoundPlanner {
 public:
  explicit RoundPlanner(repository::Repository& repository) : repository_(repository) {}

  Result<void> read(const gatherer::TopicPages& topic, const std::filesystem::path& folder) {
    TRY_AS(before, indexer::IndexedPages::read(folder));
    before_ = std::move(*before);
    topic.for_each([&](const auto& page, const topics::Standing& standing) {
      judge(page.href, page.site, standing);
    });
    TRY(read_summaries());
    TRY_AS(leaving, before_.without(expected_));
    for (const std::string& url : *leaving) {
      TRY_AS(one, cause_of(url));
      leaving_.push_back(std::move(*one));
    }
    count_sites(topic);
    return {};
  }

  IndexRound make(Loss loss) && {
    IndexRound& out = out_;
    out.sums_.before = before_.count();
    const std::vector<bool> is_loss = losses();
    const bool too_many = loss == Loss::kAsk && is_too_many(is_loss);
    const std::set<std::string> sites = loss == Loss::kAsk ? lost_sites(is_loss) : none_;
    for (const Leaving& page : leaving_) {
      const bool stays = !page.at_once && (too_many || sites.contains(page.site));
      tell(page, stays ? out.sums_.kept : out.sums_.left);
      if (!stays && !page.has_summary) out.take_out_.push_back(page.url);
      if (!stays) ++out.sums_.gone;
      if (stays && page.has_summary) out.on_topic_[page.url] = true;
      if (stays && !page.has_summary) out.keep_.insert(page.url);
    }
    for (auto* list : {&out.sums_.left, &out.sums_.kept})
      std::ranges::stable_sort(*list, std::ranges::greater{}, &LeavingPages::pages);
    return std::move(out_);
  }

 private:
  /// A page that leaves unless it is kept.
  struct Leaving {
    std::string url, site, cause;
    bool at_once = false;  ///< By its owner or the operator: not kept, however many there are.
    UrlId same_as = 0;     ///< The page that it became one with.
    bool has_summary = false;
    std::optional<topics::Standing> standing = std::nullopt;
  };

  void judge(const std::string& href, const std::string& site, const topics::Standing& standing) {
    const bool stays_near = !standing.on_topic && standing.stays && before_.has(href);
    out_.on_topic_.emplace(href, standing.on_topic || stays_near);
    if (stays_near) near_.insert(href);
    if (!standing.on_topic && !stays_near && before_.has(href))
      off_topic_.emplace(href, std::pair(site, standing));
  }

  Result<void> read_summaries() {
    std::int64_t serial = 0;
    for (;;) {
      TRY_AS(some, repository_.summaries().after(serial, kSummariesAtOnce));
      if (some->empty()) return {};
      serial = some->back().serial;
      for (const auto& summary : *some) {
        if (summary.removed) continue;
        const auto judged = out_.on_topic_.find(summary.url);
        if (judged != out_.on_topic_.end() && !judged->second) {
          summarized_off_topic_.insert(summary.url);
        } else if (expected_.add(summary.url)) {
          if (!before_.has(summary.url) && ++out_.sums_.added == 1)
            out_.sums_.missing = summary.url;
          out_.sums_.stay_near += near_.contains(summary.url) ? 1 : 0;
        }
      }
    }
  }

  Result<Leaving> cause_of(const std::string& url) {
    if (summarized_off_topic_.contains(url)) {
      const auto& [site, standing] = off_topic_.at(url);
      return Leaving{.url = url,
                     .site = site,
                     .cause = "off topic",
                     .has_summary = true,
                     .standing = standing};
    }
    const Result<Url> parsed = Url::parse(url);
    Leaving out{.url = url, .site = parsed ? site_of(*parsed) : url, .cause = "not known any more"};
    out.at_once = true;
    if (!parsed) return out;
    TRY_AS(known, repository::find_known_url(repository_, *parsed));
    if (!*known) return out;
    out.site = (*known)->site;
    out.at_once = false;
    TRY(state_of(**known, out));
    return out;
  }

  Result<void> state_of(const repository::UrlRecord& url, Leaving& out) {
    switch (url.state) {
      case UrlState::kDropped:
        out.cause = repository::name_of(url.reason);
        out.at_once = url.reason == DropReason::kRemoved || repository::is_out_of_scope(url.reason);
        return {};
      case UrlState::kAlias:
        out.cause = "another name of a page";
        out.same_as = url.alias_of;
        return {};
      case UrlState::kFetched:
        return page_state_of(url.id, out);
      default:
        // A URL that is not fetched was known by links alone.
        out.cause = "links describe it no more";
        out.at_once = true;
        return {};
    }
  }

  Result<void> page_state_of(UrlId id, Leaving& out) {
    TRY(read_failures());
    if (const auto gone = gone_.find(id); gone != gone_.end()) {
      out.at_once = gatherer::is_taken_away(gone->second);
      out.cause = (out.at_once ? kByOwner : "gone: ") + repository::name_of(gone->second);
      return {};
    }
    TRY_AS(page, repository_.pages().get(id));
    out.cause = "no summary";
    if (!*page) return {};
    out.at_once = (*page)->noindex;
    if (out.at_once) out.cause = std::string(kByOwner) + "noindex";
    if (out.at_once || (*page)->duplicate_of == 0) return {};
    out.cause = "a copy of another page";
    out.same_as = (*page)->duplicate_of;
    return {};
  }

  Result<void> read_failures() {
    if (std::exchange(has_failures_, true)) return {};
    TRY_AS(failures, repository_.pages().failures());
    for (const repository::FailureRecord& one : *failures)
      if (one.is_gone()) gone_.emplace(one.page, one.reason);
    return {};
  }

  /// Counts the pages that the index has of the sites that lose some.
  void count_sites(const gatherer::TopicPages& topic) {
    std::set<std::string> losing;
    for (const Leaving& page : leaving_) {
      ++site_pages_[page.site];
      losing.insert(page.site);
    }
    if (losing.empty()) return;
    topic.for_each([&](const auto& page, const topics::Standing&) {
      if (losing.contains(page.site) && expected_.has(page.href) && before_.has(page.href))
        ++site_pages_[page.site];
    });
  }

  /// The first of several pages that became one is not lost: that one has it.
  std::vector<bool> losses() const {
    std::set<UrlId> same;
    std::vector<bool> out;
    out.reserve(leaving_.size());
    for (const Leaving& page : leaving_)
      out.push_back(!page.at_once && !(page.same_as != 0 && same.insert(page.same_as).second));
    return out;
  }

  static bool is_above(std::int64_t lost, std::int64_t of, double most, std::int64_t least) {
    return lost >= least && static_cast<double>(lost) > most * static_cast<double>(of);
  }

  bool is_too_many(const std::vector<bool>& is_loss) const {
    return is_above(std::ranges::count(is_loss, true), before_.count(), kMostOfAll, kLeastOfAll);
  }

  std::set<std::string> lost_sites(const std::vector<bool>& is_loss) const {
    std::map<std::string, std::int64_t> lost;
    for (std::size_t i = 0; i < leaving_.size(); ++i) lost[leaving_[i].site] += is_loss[i] ? 1 : 0;
    std::set<std::string> out;
    for (const auto& [site, pages] : lost)
      if (is_above(pages, site_pages_.at(site), kMostOfSite, kLeastOfSite)) out.insert(site);
    return out;
  }

  void tell(const Leaving& page, std::vector<LeavingPages>& list) {
    const auto [place, is_new] = told_.try_emplace({&list, page.site, page.cause}, list.size());
    if (!is_new) {
      ++list[place->second].pages;
      return;
    }
    LeavingPages one;
    one.site = page.site;
    one.cause = page.cause;
    one.pages = 1;
    one.example = page.url;
    one.has_summary = page.has_summary;
    one.site_pages = site_pages_.at(page.site);
    if (page.standing && !page.standing->shown_topic) {
      one.mean = page.standing->site;
      one.needed = page.standing->least_site;
    }
    list.push_back(std::move(one));
  }

  repository::Repository& repository_;
  indexer::IndexedPages before_, expected_;
  IndexRound out_;
  std::unordered_set<std::string> near_;
  std::unordered_map<std::string, std::pair<std::string, topics::Standing>> off_topic_;
  std::unordered_set<std::string> summarized_off_topic_;
  std::vector<Leaving> leaving_;
  std::map<std::string, std::int64_t> site_pages_;  // in the index before
  /// Places in their lists, by list, site and cause.
  std::map<std::tuple<const void*, std::string, std::string>, std::size_t> told_;
  bool has_failures_ = false;
  std::unordered_map<UrlId, DropReason> gone_;
  std::set<std::string> none_;
};

Result<IndexRound> IndexRound::plan(repository::Repository& repository,
                                    const gatherer::TopicPages& topic,
                                    const std::filesystem::path& folder, Loss loss) {
  RoundPlanner planner(repository);
  TRY(planner.read(topic, folder));
  return std::move(planner).make(loss);
}

void IndexRound::set(indexer::IndexOptions& options) const {
  options.on_topic = &on_topic_;
  options.keep = &keep_;
  options.take_out = take_out_;
}

IndexSums IndexRound::end(const indexer::IndexReport& report) && {
  sums_.after = report.documents - report.off_topic;
  if (!report.rebuilt) return std::move(sums_);
  // An index that is built again has nothing without a summary.
  std::erase_if(sums_.kept, [&](const LeavingPages& one) {
    if (one.has_summary) return false;
    sums_.gone += one.pages;
    sums_.left.push_back(one);
    return true;
  });
  return std::move(sums_);
}

Result<IndexedRound> index_summaries(const collection::Collection& collection,
                                     repository::Repository& repository,
                                     indexer::IndexOptions options, Loss loss,
                                     const std::filesystem::path& folder,
                                     const std::filesystem::path& before) {
  TRY_AS(words, summarizer::read_vocabulary(collection.folder()));
  options.words = &*words;
  TRY_AS(synonyms, accepted_synonyms(collection));
  options.synonyms = std::move(*synonyms);
  TRY_AS(topic, gatherer::TopicPages::read(collection, repository));
  const std::filesystem::path& index = folder.empty() ? collection.index_folder() : folder;
  TRY_AS(round, IndexRound::plan(repository, *topic, before.empty() ? index : before, loss));
  round->set(options);
  summarizer::RepositorySummaries summaries(repository, collection.specification().topic.title);
  TRY_AS(report, indexer::update_index(index, summaries, options));
  IndexSums sums = std::move(*round).end(*report);
  sums.time = system_clock().wall();
  if (!report->stopped) TRY(gatherer::keep_sums(collection.folder(), sums));
  return IndexedRound{std::move(*report), std::move(sums)};
}

Result<void> compare_index(const collection::Collection& collection,
                           repository::Repository& repository, const std::string& folder,
                           Findings& findings) {
  TRY_AS(topic, gatherer::TopicPages::read(collection, repository));
  TRY_AS(round, IndexRound::plan(repository, *topic, collection.index_folder(), Loss::kAsk));
  const IndexSums& sums = round->sums();
  const std::string again = "porthole index " + folder;
  if (sums.added > 0)
    found_warning(findings, "index",
                  counted(sums.added, "page") + " on topic without a document: " + sums.missing,
                  again);
  for (const LeavingPages& one : sums.left)
    found_warning(findings, "index",
                  counted(one.pages, "document") + " that should not be there: " + in_words(one),
                  again);
  for (const LeavingPages& one : sums.kept)
    found_warning(findings, "index",
                  counted(one.pages, "page") + " would leave and stay: " + in_words(one),
                  "wait until they are back, or take them out: " + again + " --accept-loss");
  return {};
}

}  // namespace porthole::operations
