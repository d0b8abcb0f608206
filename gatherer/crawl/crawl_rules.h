#pragma once

/// The rules of a run (CrawlRules), and what nearly every owner of a crawl works on (CrawlCore).
///
/// Private to gatherer/. Thread safety: one thread. Lifetime: what they refer to outlives them.

#include <filesystem>
#include <functional>
#include <map>
#include <optional>
#include <string>
#include <vector>

#include "base/clock.h"
#include "collection/specification.h"
#include "gatherer/crawl/disk_room.h"
#include "gatherer/crawl/gather_options.h"
#include "gatherer/fetch/polite_fetcher.h"
#include "gatherer/frontier/refresh_order.h"
#include "gatherer/frontier/scope.h"
#include "gatherer/frontier/scope_rules.h"
#include "gatherer/frontier/url_sources.h"
#include "gatherer/frontier/url_table.h"
#include "gatherer/judge/judge_again.h"
#include "gatherer/judge/page_judge.h"
#include "gatherer/others/other_collections.h"
#include "gatherer/restart/checkpoint.h"
#include "gatherer/share/share.h"
#include "gatherer/strategies/specification_watch.h"
#include "plugins/protocol_handler.h"
#include "repository/visits.h"
#include "topics/importance/importance_model.h"

namespace porthole::gatherer {

class CrawlBudget;

/// How the URLs of each plugged-in scheme are treated.
using MannersByScheme = std::map<std::string, Manners, std::less<>>;

/// The rules of a run, and who decides by them.
struct CrawlRules {
  const collection::Specification& specification;
  std::filesystem::path archive_folder;  ///< The collection's, for members that were not read.
  const GatherOptions& options;
  const Clock& clock;
  Scope& scope;                  ///< Replaced when the specification changes.
  const Precedence& precedence;  ///< At the start.
  const PageJudge& judge;
  std::filesystem::path recall_file = {};               ///< For GatherOptions::until_recall.
  const topics::ImportanceModel* importance = nullptr;  ///< Null: no importance is predicted.
  MannersByScheme manners = {};
  UrlSources sources = {};   ///< Leads of relevant pages beside their links.
  DiskRoom* room = nullptr;  ///< Null: the disk has room.
  /// Visits of the pages, for a refresh whose order needs their value; else null.
  const std::vector<repository::VisitRecord>* visits = nullptr;
  RefreshOrder refresh_order = RefreshOrder::by_hubs();
  SpecificationWatch* watch = nullptr;  ///< Null: the specification does not change.
  OtherCollections* others = nullptr;   ///< Null: no pages are shared.
  MarkWatch* marks = nullptr;           ///< Null: the marks of the taxonomy do not change.
  /// The state of the crawl, for the next run; absent: none is read or kept.
  std::optional<Checkpoint> checkpoint = std::nullopt;
  bool begins_at_checkpoint = true;
};

/// The rules, the URLs with their states, the queues of hosts with the requests, and the counts.
struct CrawlCore {
  const CrawlRules& rules;
  UrlTable& urls;
  PoliteFetcher& fetcher;
  CrawlBudget& budget;
};

}  // namespace porthole::gatherer
