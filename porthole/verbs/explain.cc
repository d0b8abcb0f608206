#include <algorithm>
#include <cstdio>
#include <iostream>
#include <map>
#include <memory>
#include <set>

#include "base/clock.h"
#include "base/json/json.h"
#include "base/url/url.h"
#include "collection/open_collection.h"
#include "gatherer/frontier/scope_rules.h"
#include "gatherer/others/other_collections.h"
#include "gatherer/report/explanation.h"
#include "indexer/fields.h"
#include "indexer/tokenizer.h"
#include "porthole/exit_code.h"
#include "porthole/output.h"
#include "porthole/verb.h"
#include "sampling/sample_account.h"

namespace porthole::cli {
namespace {

using nlohmann::ordered_json;

// Limits of lists in the text output; --json has all.
constexpr std::size_t kLinksShown = 10;
constexpr std::size_t kTermsShown = 12;

struct ExplainOptions {
  std::string folder;
  std::string url;
};

constexpr double kTellsLittle = 0.5;  // Weight of a term.

/// Whether the index includes the page, and the figures that decide it.
void print_standing(const gatherer::Explanation& e) {
  if (!e.standing) return;
  const topics::Standing& standing = *e.standing;
  std::printf("  %s topic for the index: ", standing.on_topic ? "on" : "off");
  if (standing.shown_topic) {
    std::printf("its topic %s one of those marked for showing, or below one\n",
                *standing.shown_topic ? "is" : "is not");
    return;
  }
  if (standing.named != topics::Named::kNo) {
    std::printf("%s\n", standing.named == topics::Named::kSeed
                            ? "it is a seed"
                            : "it is a document of this machine");
    return;
  }
  std::printf(
      "%srelevance %.3f of at least %.3f, or a mean of %.3f over %s of its site of at least %.3f\n",
      e.topic_terms.empty() ? "" : "weighted ", standing.own, topics::TopicalSites::kOwn,
      standing.site, counted(standing.pages, "page").c_str(), standing.least_site);
  if (!standing.on_topic && standing.stays)
    std::printf("  so near to it that the page stays if the index has it\n");
  std::string common;
  for (const auto& [term, weight] : e.topic_terms) {
    char text[16];
    std::snprintf(text, sizeof text, " %.2f", weight);
    if (weight < kTellsLittle) common += (common.empty() ? "" : ", ") + printable(term) + text;
  }
  if (!common.empty())
    std::cout << "    words of the topic that other sites have as well count less: " << common
              << '\n';
}

/// The part of the page that was parsed, if it was not all of it.
void print_reading(const Document& document) {
  if (document.status == ParseStatus::kParsed && document.status_detail.empty()) return;
  std::cout << "  read: " << parse_status_name(document.status);
  if (!document.status_detail.empty()) std::cout << ": " << printable(document.status_detail);
  std::cout << '\n';
}

std::int64_t count_long_words(const std::string& text) {
  std::int64_t count = 0;
  indexer::Tokenizer words(text);
  while (words.next()) {
    if (words.end() - words.begin() > indexer::kMaxWordBytes) ++count;
  }
  return count;
}

/// Texts and links that are folded into another page's, or cut.
void print_left_out(const gatherer::Explanation& e) {
  const Document& document = e.page->document;
  if (e.copy_of) {
    std::cout << "  a copy of " << printable(e.copy_of->href)
              << ", to the byte: that page stands for it in the index\n";
  }
  if (!document.canonical.empty() && document.canonical != e.url.href) {
    std::cout << "  says that its canonical URL is " << printable(document.canonical)
              << ": results are folded where the texts agree\n";
  }
  if (document.links_cut > 0) {
    std::cout << "  " << counted(document.links_cut, "link")
              << " beyond the limit (links-per-page) left out\n";
  }
  if (const std::int64_t words = count_long_words(document.text); words > 0) {
    std::cout << "  " << counted(words, "word") << " of over " << indexer::kMaxWordBytes
              << " bytes: found as a whole only, by no beginning and no stem\n";
  }
  if (e.page->truncated)
    std::cout << "  its body was cut, at the limit on bodies or by its server\n";
}

/// Failures since it was fetched.
void print_failure(const repository::FailureRecord& failure) {
  if (failure.reason == repository::DropReason::kRobots) {
    std::printf("  forbidden by robots.txt since %s%s\n", format_time(failure.last).c_str(),
                failure.is_gone() ? ": it leaves the index until that lets it in" : "");
    return;
  }
  if (failure.failures == 0 || failure.reason == repository::DropReason::kChallenge) {
    std::printf("  another answer in its place, from %s to %s: %s; it stays as it was\n",
                format_time(failure.first).c_str(), format_time(failure.last).c_str(),
                name_of(failure.reason).c_str());
    return;
  }
  std::printf(
      "  did not answer %s since, from %s to %s, the last time: %s\n",
      failure.failures == 1 ? "once" : (std::to_string(failure.failures) + " times").c_str(),
      format_time(failure.first).c_str(), format_time(failure.last).c_str(),
      name_of(failure.reason).c_str());
  if (!failure.is_gone()) return;
  std::printf("  counts as gone since %s: it leaves the index, and comes back when it answers\n",
              format_time(failure.gone).c_str());
}

void print_state(const gatherer::Explanation& e) {
  std::cout << printable(e.url.href) << "\n  " << name_of(e.url.state);
  if (e.url.reason != repository::DropReason::kNone) std::cout << ": " << name_of(e.url.reason);
  if (!e.url.detail.empty()) std::cout << " (" << printable(e.url.detail) << ")";
  if (e.stands_for) std::cout << ", leads to " << printable(e.stands_for->href);
  std::cout << '\n';
  if (!e.remedy.empty()) std::cout << "  " << printable(e.remedy) << '\n';
  if (e.rank > 0) {
    const gatherer::StoredPriority priority = gatherer::parts_of_priority(e.url.priority);
    std::printf("  place %s in the queue, priority %.3f, not before %s\n",
                with_commas(e.rank).c_str(), priority.rating,
                e.url.not_before == WallTime{} ? "now" : format_time(e.url.not_before).c_str());
    if (priority.precedence != 0) {
      std::printf("  precedence %+d by <priority> of the specification: %s than URLs without one\n",
                  priority.precedence, priority.precedence > 0 ? "earlier" : "later");
    }
  }
  if (e.page) {
    std::printf("  page %s of the crawl, fetched %s, relevance %.3f (%s)\n",
                with_commas(e.page->order).c_str(), format_time(e.page->fetched_at).c_str(),
                e.page->relevance.value(), e.page->relevant ? "relevant" : "not relevant");
    print_standing(e);
    if (e.page->importance) {
      std::printf(
          "  importance %.3f, in [0, 1] (%s)\n", *e.page->importance,
          e.importance_says.empty() ? "the model is gone" : printable(e.importance_says).c_str());
    }
    if (e.failure) print_failure(*e.failure);
    std::cout << "  title: " << printable(e.page->document.title) << '\n';
    print_reading(e.page->document);
    print_left_out(e);
  }
  for (const std::string& alias : e.aliases)
    std::cout << "  also known as " << printable(alias) << '\n';
}

/// Display names of the judges; JSON has their identifiers.
std::string judge_for_people(const std::string& name) {
  if (name == "own words") return "the topic's words";
  return "the classifier (" + name + ")";
}

void print_judged(const gatherer::Explanation& e) {
  if (!e.unjudged.empty())
    std::cout << "\nits words: not judged: " << printable(e.unjudged) << '\n';
  if (!e.judged) return;
  std::printf("\nits words, judged by %s now: relevance %.3f\n",
              judge_for_people(e.judged->judge).c_str(), e.judged->relevance);
  const gatherer::Evidence& evidence = e.judged->evidence;
  if (evidence.words.empty()) {
    std::printf("  none of them is known to it\n");
    return;
  }
  std::printf("  weight: %s\n", printable(evidence.weights).c_str());
  for (std::size_t i = 0; i < std::min(evidence.words.size(), kTermsShown); ++i) {
    const gatherer::Evidence::Word& word = evidence.words[i];
    const std::string times = word.times == 0
                                  ? "not on the page"
                                  : counted(static_cast<std::int64_t>(word.times), "time");
    std::printf("  %+8.3f  %s (%s)\n", word.weight, printable(word.word).c_str(), times.c_str());
  }
  if (evidence.words.size() > kTermsShown) {
    std::printf(
        "  and %s of less weight: --json\n",
        counted(static_cast<std::int64_t>(evidence.words.size() - kTermsShown), "word").c_str());
  }
}

void print_way(const gatherer::Explanation& e) {
  std::cout << "\nwhere it came from\n";
  if (e.url.seed) std::cout << "  it is a seed\n";
  if (!e.url.seed && e.way.empty()) {
    const bool was_taken = e.url.detail.starts_with(gatherer::kTakenFrom);
    std::cout << (was_taken ? "  " + printable(e.url.detail) + ", where it is a page\n"
                            : std::string("  a sitemap of its host lists it\n"));
  }
  for (const repository::UrlRecord& step : e.way) {
    std::cout << "  found on " << printable(step.href) << (step.seed ? " (a seed)" : "") << '\n';
  }
}

/// Links with equal annotations in the same kind of element: a menu on a thousand pages is one
/// group.
struct SameLinks {
  const repository::InLink* first;
  std::size_t pages = 0;
};

std::vector<SameLinks> grouped(const std::vector<repository::InLink>& said) {
  std::vector<SameLinks> groups;
  std::map<std::vector<std::string>, std::size_t> group_of;
  std::set<std::pair<std::size_t, repository::UrlId>> counted_pages;
  for (const repository::InLink& link : said) {
    std::vector<std::string> words = {std::string(element_name(link.link.element))};
    for (const AnnotationKind kind : kAnnotationKinds) words.push_back(link.link.annotation(kind));
    const auto [place, is_new] = group_of.try_emplace(std::move(words), groups.size());
    if (is_new) groups.push_back({&link});
    if (counted_pages.emplace(place->second, link.source).second) ++groups[place->second].pages;
  }
  return groups;
}

void print_links(const std::vector<repository::InLink>& links) {
  const std::vector<SameLinks> groups = grouped(links);
  for (std::size_t i = 0; i < std::min(groups.size(), kLinksShown); ++i) {
    const repository::InLink& link = *groups[i].first;
    std::printf("  <%s> on %s", std::string(element_name(link.link.element)).c_str(),
                printable(link.source_href).c_str());
    if (groups[i].pages > 1)
      std::printf(" and %s more",
                  counted(static_cast<std::int64_t>(groups[i].pages) - 1, "page").c_str());
    std::printf(" (relevance %.2f%s)", link.source_relevance.value(),
                link.link.has_rel("nofollow") ? ", rel=nofollow" : "");
    if (link.closed != WallTime{})
      std::printf(", last seen %s", format_time(link.last_seen).c_str());
    std::printf("\n");
    for (const AnnotationKind kind : kAnnotationKinds) {
      if (link.link.annotation(kind).empty()) continue;
      std::cout << "    " << annotation_kind_name(kind) << ": "
                << printable(link.link.annotation(kind)) << '\n';
    }
  }
  if (groups.size() > kLinksShown)
    std::cout << "  and " << groups.size() - kLinksShown << " more with other texts: --json\n";
}

void print_annotations(const gatherer::Explanation& e) {
  std::cout << "\nwhat " << counted(static_cast<std::int64_t>(e.said.size()), "link")
            << (e.said.size() == 1 ? " says" : " say") << " about it\n";
  print_links(e.said);
  if (e.closed.empty()) return;
  std::cout << "\nwhat " << counted(static_cast<std::int64_t>(e.closed.size()), "closed link")
            << " said about it\n";
  print_links(e.closed);
}

void print_terms(const gatherer::Explanation& e) {
  std::printf("\nrelevance weighting: %.3f, %s the threshold %.3f\n", e.theta,
              e.theta >= *e.threshold ? "which reaches" : "below", *e.threshold);
  const auto known = static_cast<std::size_t>(
      std::count_if(e.terms.begin(), e.terms.end(),
                    [](const gatherer::WeighedTerm& term) { return term.theta >= 0; }));
  if (known == 0)
    std::printf("  no term is known yet, so it is as promising as the crawl has been\n");
  for (std::size_t i = 0; i < std::min(known, kTermsShown); ++i) {
    const gatherer::WeighedTerm& term = e.terms[i];
    std::printf("  %.3f  %s (%s of %s relevant)\n", term.theta, printable(term.term).c_str(),
                with_commas(term.relevant).c_str(), counted(term.fetched, "page").c_str());
  }
  const std::size_t left = known - std::min(known, kTermsShown);
  const std::size_t unknown = e.terms.size() - known;
  if (left > 0)
    std::printf("  and %s of less weight\n",
                counted(static_cast<std::int64_t>(left), "term").c_str());
  if (unknown > 0)
    std::printf("  and %s with too few pages to estimate\n",
                counted(static_cast<std::int64_t>(unknown), "term").c_str());
  if (left + unknown > 0) std::printf("  all of them: --json\n");
}

/// Names the strategy of the rating, since priorities compare within one strategy only.
void print_rating(const gatherer::Explanation& e) {
  if (e.threshold) return print_terms(e);
  std::printf("\nrated by %s: ", e.strategy.c_str());
  if (e.strategy == "breadth-first") {
    std::printf("%s from the nearest seed\n", counted(e.url.hops, "link").c_str());
  } else {
    std::printf("priority %.3f\n", gatherer::parts_of_priority(e.url.priority).rating);
  }
  for (std::size_t i = 0; i < std::min(e.reasons.size(), kTermsShown); ++i) {
    std::printf("  %8.3f  %s\n", e.reasons[i].weight, printable(e.reasons[i].what).c_str());
  }
  if (e.reasons.size() > kTermsShown) {
    std::printf(
        "  and %s of less weight: --json\n",
        counted(static_cast<std::int64_t>(e.reasons.size() - kTermsShown), "reason").c_str());
  }
}

/// A page that random walks have fetched and the crawl has not seen.
int explain_sampled(const std::string& url, const std::vector<sampling::SampleAccount>& samples,
                    const Common& common) {
  if (common.json) {
    print_json(ordered_json{
        {"url", url}, {"state", nullptr}, {"samples", sampling::accounts_as_json(samples)}});
    return kDone;
  }
  std::cout << printable(url) << "\n  the crawl does not know it\n";
  sampling::print_accounts(samples);
  return kDone;
}

int run_explain(const ExplainOptions& options, const Common& common) {
  const Result<collection::Collection> collection = collection::Collection::open(options.folder);
  if (!collection) return report(collection.error(), common);
  std::vector<sampling::SampleAccount> samples;
  const Result<Url> url = Url::parse(options.url);
  if (url) {
    auto accounts = sampling::accounts_of_samples(*collection, *url);
    if (!accounts) return report(accounts.error(), common);
    samples = std::move(*accounts);
  }
  const auto failed = [&](const Error& error) {
    if (error.code == ErrorCode::kNotFound && !samples.empty())
      return explain_sampled(options.url, samples, common);
    Error told = error;
    if (!url && told.code == ErrorCode::kInvalid) told.code = ErrorCode::kUsage;
    return report(told, common);
  };
  Result<collection::OpenCollection> open =
      collection::open_collection(options.folder, repository::Access::kRead);
  if (!open) return failed(open.error());
  Result<gatherer::Explanation> explanation =
      gatherer::explain(open->collection, *open->repository, options.url);
  if (!explanation) return failed(explanation.error());
  if (common.json) {
    ordered_json json = gatherer::explanation_as_json(*explanation);
    json["samples"] = sampling::accounts_as_json(samples);
    print_json(json);
    return kDone;
  }
  print_state(*explanation);
  print_judged(*explanation);
  print_way(*explanation);
  print_annotations(*explanation);
  print_rating(*explanation);
  sampling::print_accounts(samples);
  return kDone;
}

}  // namespace

Action declare_explain(Command app) {
  const auto options = std::make_shared<ExplainOptions>();
  app.add_folder(options->folder);
  app.add_option("URL", options->url, "The URL, in any form").required();
  return [options](const Common& common) { return run_explain(*options, common); };
}

}  // namespace porthole::cli
