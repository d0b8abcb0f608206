#include <algorithm>
#include <cstdio>
#include <memory>
#include <optional>
#include <string>
#include <utility>
#include <vector>

#include "base/json/json.h"
#include "collection/collection.h"
#include "collection/open_collection.h"
#include "operations/program_file.h"
#include "operations/topics/new_taxonomy.h"
#include "porthole/exit_code.h"
#include "porthole/output.h"
#include "porthole/verb.h"
#include "training/expansion.h"
#include "training/expansion_decision.h"
#include "training/first_evidence.h"
#include "training/first_expansion.h"

namespace porthole::cli {
namespace {

using nlohmann::ordered_json;

constexpr std::size_t kShownUse = 72;  ///< Bytes of a text on one line.
constexpr std::size_t kShownPhrases = 6;

struct ExpandOptions {
  std::string folder;
  std::size_t top = 20;
  std::optional<std::uint32_t> sites;
  training::Choice choice;
  bool list = false;
};

ordered_json as_json(const topics::Association& figures) {
  return {{"sites", figures.sites},     {"relevant_sites", figures.relevant_sites},
          {"support", figures.support}, {"confidence", figures.confidence},
          {"low", figures.assured},     {"lift", figures.lift}};
}

ordered_json as_json(const training::Expansion& found, const topics::ProposedTerm& term) {
  ordered_json out = {{"term", term.term}, {"written", found.written(term.term)}};
  out.update(as_json(term.figures));
  return out;
}

ordered_json as_json(const training::Expansion& found, const training::ExpansionTerm& term) {
  ordered_json out = as_json(found, term.suggestion.head);
  out["phrases"] = ordered_json::array();
  for (const topics::ProposedTerm& phrase : term.suggestion.phrases) {
    out["phrases"].push_back(as_json(found, phrase));
  }
  out["uses"] = ordered_json::array();
  for (const training::TermUse& use : term.uses) {
    out["uses"].push_back(
        {{"source", use.source}, {"target", use.target}, {"kind", use.kind}, {"text", use.text}});
  }
  return out;
}

ordered_json as_json(const std::vector<training::EvidenceSource>& sources) {
  auto list = ordered_json::array();
  for (const training::EvidenceSource& source : sources) {
    list.push_back(
        {{"source", source.name}, {"relevant", source.relevant}, {"other", source.other}});
  }
  return list;
}

ordered_json as_json(const std::vector<training::ExpansionTopic>& topics) {
  auto list = ordered_json::array();
  for (const training::ExpansionTopic& topic : topics) {
    ordered_json out = {
        {"topic", topic.path}, {"title", topic.title}, {"pages", topic.figures.relevant_cases}};
    out.update(as_json(topic.figures));
    list.push_back(std::move(out));
  }
  return list;
}

void print_term(const training::Expansion& found, const training::ExpansionTerm& term) {
  const topics::Association& figures = term.suggestion.head.figures;
  std::printf("  %5u  %9s  %4.1f  %s\n", figures.relevant_sites,
              format_percent(figures.confidence).c_str(), figures.lift,
              printable(found.written(term.suggestion.head.term)).c_str());
  std::string phrases;
  const std::vector<topics::ProposedTerm>& all = term.suggestion.phrases;
  for (std::size_t i = 0; i < std::min(kShownPhrases, all.size()); ++i) {
    if (i > 0) phrases += ", ";
    phrases +=
        found.written(all[i].term) + " (" + std::to_string(all[i].figures.relevant_sites) + ")";
  }
  if (all.size() > kShownPhrases) phrases += ", ...";
  if (!phrases.empty()) std::printf("%26s also: %s\n", "", printable(phrases).c_str());
  for (const training::TermUse& use : term.uses) {
    const std::string source = printable(use.source);
    if (use.kind == training::name_of_said(AnnotationKind::kName)) {
      std::printf("%26s in the address %s\n", "", source.c_str());
    } else {
      std::printf("%26s \"%s\" on %s\n", "", printable(cut(use.text, kShownUse)).c_str(),
                  source.c_str());
    }
  }
}

void print_topics(const char* heading, const std::vector<training::ExpansionTopic>& topics,
                  std::size_t top) {
  if (topics.empty()) return;
  std::printf("\n%s\n  sites   pages  lift  topic\n", heading);
  for (std::size_t i = 0; i < std::min(top, topics.size()); ++i) {
    const topics::Association& figures = topics[i].figures;
    std::printf("  %5u  %6s  %4.1f  %s\n", figures.relevant_sites,
                with_commas(static_cast<std::int64_t>(figures.relevant_cases)).c_str(),
                figures.lift, printable(topics[i].path).c_str());
  }
}

void print_crawl(const training::Expansion& found) {
  std::printf("%s, %s of them relevant; %s on %s lead there, %s of a site's to relevant ones\n",
              counted(found.pages, "page").c_str(), with_commas(found.relevant).c_str(),
              counted(static_cast<std::int64_t>(found.links), "different link").c_str(),
              counted(static_cast<std::int64_t>(found.sites), "site").c_str(),
              format_percent(found.base).c_str());
}

void print_sources(const training::Expansion& found) {
  std::printf("before the first crawl, from what is there:\n  on topic  others  from\n");
  for (const training::EvidenceSource& source : found.sources) {
    std::printf("  %8s  %6s  %s\n", with_commas(source.relevant).c_str(),
                with_commas(source.other).c_str(), printable(source.name).c_str());
  }
  std::printf("on %s, %s of a site's on topic\n",
              counted(static_cast<std::int64_t>(found.sites), "site").c_str(),
              format_percent(found.base).c_str());
}

/// The command that comes next where no term was proposed. `waits`: URLs to fetch are left.
void print_more_evidence(const training::Expansion& found, const std::string& folder, bool waits) {
  if (found.is_before_crawl) {
    std::printf(
        "\nnext: porthole examples add %s TOPIC URL...   (pages of more sites show more; porthole "
        "train %s reads them)\n  or: porthole gather %s   (links of a crawl show more)\n",
        folder.c_str(), folder.c_str(), folder.c_str());
  } else if (!waits) {
    std::printf(
        "\nnext: porthole seeds add %s URL...   (the crawl has fetched all that it knows; "
        "pages of more sites show more)\n",
        folder.c_str());
  } else {
    std::printf("\nnext: porthole gather %s --more 1000   (more sites show more)\n",
                folder.c_str());
  }
}

void print_words(const training::Expansion& found, std::uint32_t sites,
                 const ExpandOptions& options, bool waits) {
  if (found.is_before_crawl) {
    print_sources(found);
  } else {
    print_crawl(found);
  }
  const std::size_t shown = std::min(options.top, found.terms.size());
  if (shown > 0) {
    std::printf("\nterms that go with the topic\n  sites  confident  lift  term\n");
  } else {
    std::printf("\nno term qualifies yet (--sites N asks for fewer sites than %u)\n", sites);
  }
  for (std::size_t i = 0; i < shown; ++i) print_term(found, found.terms[i]);
  if (shown < found.terms.size()) {
    std::printf("  and %s more (--top N)\n",
                with_commas(static_cast<std::int64_t>(found.terms.size() - shown)).c_str());
  }
  print_topics("sub-topics of the topic", found.subtopics, options.top);
  print_topics("related topics (often cited beside relevant pages)", found.related, options.top);
  const std::string folder = shell_word(options.folder);
  if (shown == 0) return print_more_evidence(found, folder, waits);
  std::printf("\nnothing was changed; next: porthole expand %s --accept %s   (or --reject)\n",
              folder.c_str(),
              shell_word(found.written(found.terms[0].suggestion.head.term)).c_str());
}

Result<training::Expansion> before_crawl(const collection::OpenCollection& open,
                                         const training::ExpansionOptions& options) {
  training::BroughtFiles brought;
  TRY_AS(taxonomies, operations::bundled_taxonomies());
  brought.taxonomies = std::move(*taxonomies);
  TRY_AS(words, operations::program_file("examples/general_words.txt"));
  brought.general_words = *words;
  return training::expand_before_crawl(open.collection, brought, options);
}

/// A term needs the sites of `--sites`; 0 stands for the default of before or after the first
/// crawl, and is set to it.
Result<training::Expansion> expansion_of(const collection::OpenCollection& open,
                                         training::ExpansionOptions& options) {
  const std::uint32_t asked = options.least_sites;
  if (open.repository != nullptr) {
    TRY_AS(counts, open.repository->counts());
    if (asked == 0) options.least_sites = training::ExpansionOptions().least_sites;
    if (counts->fetched > 0) return training::expand(*open.repository, open.collection, options);
  }
  training::ExpansionOptions first = options;
  if (asked == 0) first.least_sites = training::kLeastSitesBeforeCrawl;
  Result<training::Expansion> found = before_crawl(open, first);
  const bool is_crawled = open.repository != nullptr;
  if (!found && found.error().code == ErrorCode::kIncomplete && is_crawled)
    return training::expand(*open.repository, open.collection, options);
  options.least_sites = first.least_sites;
  return found;
}

/// True before the first page, too: the seeds are not in the queue yet.
Result<bool> has_urls_to_fetch(const collection::OpenCollection& open) {
  if (open.repository == nullptr) return true;
  TRY_AS(counts, open.repository->counts());
  return counts->queued > 0 || counts->fetched == 0;
}

int suggest(const ExpandOptions& options, const Common& common) {
  const Result<collection::OpenCollection> open =
      collection::open_with_or_without_repository(options.folder, repository::Access::kRead);
  if (!open) return report(open.error(), common);
  const Result<training::ExpansionMemory> memory =
      training::read_expansion_memory(open->collection.folder());
  if (!memory) return report(memory.error(), common);
  training::ExpansionOptions asked{.least_sites = options.sites.value_or(0),
                                   .rejected = training::normal_terms(memory->rejected)};
  const Result<training::Expansion> found = expansion_of(*open, asked);
  if (!found) return report(found.error(), common);
  if (common.json) {
    auto terms = ordered_json::array();
    for (std::size_t i = 0; i < std::min(options.top, found->terms.size()); ++i) {
      terms.push_back(as_json(*found, found->terms[i]));
    }
    print_json({{"pages", found->pages},
                {"relevant", found->relevant},
                {"links", found->links},
                {"sites", found->sites},
                {"base", found->base},
                {"evidence", as_json(found->sources)},
                {"suggestions", found->terms.size()},
                {"terms", std::move(terms)},
                {"subtopics", as_json(found->subtopics)},
                {"related_topics", as_json(found->related)}});
  } else {
    const auto waits = has_urls_to_fetch(*open);
    if (!waits) return report(waits.error(), common);
    print_words(*found, asked.least_sites, options, *waits);
  }
  return kDone;
}

int decide(const ExpandOptions& options, const Common& common) {
  const Result<collection::OpenCollection> open =
      collection::open_with_or_without_repository(options.folder, repository::Access::kRead);
  if (!open) return report(open.error(), common);
  Result<training::ExpansionMemory> memory =
      training::read_expansion_memory(open->collection.folder());
  if (!memory) return report(memory.error(), common);
  // Suggestions below the --sites limit may be chosen, too.
  training::ExpansionOptions all{.least_sites = 1, .most_uses = 0};
  const Result<training::Expansion> found = expansion_of(*open, all);
  if (!found) return report(found.error(), common);
  const auto decision = training::decision_on(
      *found, *memory, open->collection.specification().topic, options.choice);
  if (!decision) return report(decision.error(), common);
  if (auto done = training::carry_out(*decision, open->collection, std::move(*memory)); !done) {
    return report(done.error(), common);
  }
  if (common.json) {
    print_json({{"accepted", decision->accept},
                {"rejected", decision->reject},
                {"known", decision->known}});
  } else if (in_words(common)) {
    std::printf("accepted %s, rejected %s",
                counted(static_cast<std::int64_t>(decision->accept.size()), "term").c_str(),
                counted(static_cast<std::int64_t>(decision->reject.size()), "term").c_str());
    if (decision->known > 0) {
      std::printf("; %s there already", counted(decision->known, "term").c_str());
    }
    std::printf("\nnext: porthole %s %s\n", decision->accept.empty() ? "expand" : "gather",
                shell_word(options.folder).c_str());
  }
  return kDone;
}

int list(const ExpandOptions& options, const Common& common) {
  const Result<collection::Collection> collection = collection::Collection::open(options.folder);
  if (!collection) return report(collection.error(), common);
  const Result<training::ExpansionMemory> memory =
      training::read_expansion_memory(collection->folder());
  if (!memory) return report(memory.error(), common);
  const collection::Topic& topic = collection->specification().topic;
  if (common.json) {
    print_json({{"title", topic.title},
                {"terms", topic.terms},
                {"accepted", training::written_terms(memory->accepted)},
                {"rejected", training::written_terms(memory->rejected)},
                {"for", memory->said_for},
                {"automatic", training::written_terms(memory->automatic)}});
  } else {
    const auto print = [](const char* heading, const auto& terms) {
      std::printf("%s\n", heading);
      for (const std::string& term : terms) std::printf("  %s\n", printable(term).c_str());
      if (terms.empty()) std::printf("  none\n");
    };
    print("terms of the topic", topic.terms);
    print("accepted suggestions", training::written_terms(memory->accepted));
    print("added by gather --expand", training::written_terms(memory->automatic));
    print("rejected suggestions", training::written_terms(memory->rejected));
    std::printf("next: porthole expand %s\n", shell_word(options.folder).c_str());
  }
  return kDone;
}

int run_expand(const ExpandOptions& options, const Common& common) {
  const bool decides = !options.choice.accept.empty() || !options.choice.reject.empty();
  if (options.list && decides) {
    Error error;
    error.code = ErrorCode::kUsage;
    error.message = "--list cannot be combined with --accept or --reject";
    error.hint = "give one or the other";
    return report(error, common);
  }
  if (options.list) return list(options, common);
  return decides ? decide(options, common) : suggest(options, common);
}

}  // namespace

Action declare_expand(Command app) {
  const auto options = std::make_shared<ExpandOptions>();
  app.add_folder(options->folder);
  app.add_option("--top", options->top, "Number of suggestions to show")
      .type_name("N")
      .within(1, 100'000)
      .capture_default_str();
  app.add_option("--sites", options->sites,
                 "Minimum number of sites that use a term (default: 3, before the first crawl 2)")
      .type_name("N")
      .within(1, 1'000'000);
  Option accept = app.add_option("--accept", options->choice.accept,
                                 "Add a suggestion to the topic's terms; may be repeated")
                      .repeatable()
                      .type_name("TERM");
  app.add_option("--reject", options->choice.reject,
                 "Do not propose this term again; may be repeated")
      .repeatable()
      .type_name("TERM");
  app.add_option(
         "--for", options->choice.said_for,
         "The term that the accepted ones are synonyms of in searches (default: the topic's title)")
      .type_name("TERM")
      .needs(accept);
  app.add_flag("--list", options->list,
               "List the topic's terms, and the accepted and rejected suggestions");
  return [options](const Common& common) { return run_expand(*options, common); };
}

}  // namespace porthole::cli
