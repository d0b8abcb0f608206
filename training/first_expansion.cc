#include "training/first_expansion.h"

#include <algorithm>
#include <charconv>
#include <set>
#include <string>
#include <string_view>
#include <unordered_map>
#include <utility>

#include "base/text/format.h"
#include "base/text/text.h"
#include "base/xml/tree.h"
#include "topics/text/term_extractor.h"
#include "topics/topic_expander.h"
#include "training/first_evidence.h"

namespace porthole::training {
namespace {

using topics::CitingLink;
using topics::Outcome;
using topics::SiteNumber;

/// Names of topics alone are nothing to learn from.
bool has_relevant_page(const FirstEvidence& evidence) {
  return std::any_of(evidence.pages.begin(), evidence.pages.end(), [](const FirstPage& page) {
    return page.relevant && page.said.heading.empty();
  });
}

std::size_t other_sites_with_text(const FirstEvidence& evidence) {
  std::set<std::string_view> sites;
  for (const FirstPage& page : evidence.pages)
    if (page.has_text && !page.relevant) sites.insert(page.site);
  return sites.size();
}

tl::unexpected<Error> nothing_to_learn_from(const collection::Collection& collection) {
  const std::string folder = shell_word(collection.folder().string());
  Error error;
  error.code = ErrorCode::kIncomplete;
  error.message =
      "there is nothing to learn terms from: no page was gathered yet, no example page is "
      "about the topic, and no bundled taxonomy has it";
  error.file = collection.specification_file().string();
  error.hint = "add example pages: porthole examples add " + folder +
               " TOPIC URL... --make, mark their topic, and run porthole train " + folder +
               "; or crawl first: porthole gather " + folder;
  return fail(std::move(error));
}

class Numbers {
 public:
  SiteNumber of(const std::string& site) {
    return known_.try_emplace(site, static_cast<SiteNumber>(known_.size())).first->second;
  }
  SiteNumber next() const { return static_cast<SiteNumber>(known_.size()); }

 private:
  std::unordered_map<std::string, SiteNumber> known_;
};

/// The pages as cases; a page cites itself.
std::vector<CitingLink> cases_of(const FirstEvidence& evidence, Numbers& sites) {
  std::vector<CitingLink> cases;
  for (std::size_t i = 0; i < evidence.pages.size(); ++i) {
    const FirstPage& page = evidence.pages[i];
    const auto number = static_cast<topics::PageNumber>(i);
    cases.push_back({sites.of(page.site), number, number, page.said});
  }
  return cases;
}

Result<void> add_general_words(const std::filesystem::path& file, SiteNumber first,
                               topics::TopicExpander& expander) {
  TRY_AS(words, read_general_words(file));
  for (int site = 0; site < kGeneralSites; ++site) {
    std::vector<std::string> terms;
    for (const auto& [term, share] : *words)
      if (site < share) terms.push_back(term);
    expander.add_case(first + static_cast<SiteNumber>(site), terms, Outcome::kOther);
  }
  return {};
}

void find_uses(const FirstEvidence& evidence, const std::vector<CitingLink>& cases,
               std::size_t most_each, Expansion& expansion) {
  const std::vector<std::string> terms = terms_of(expansion);
  topics::TermUses uses(terms, most_each);
  for (std::size_t i = 0; i < cases.size(); ++i)
    if (evidence.pages[i].relevant) uses.add(cases[i]);
  for (const std::string& term : terms) note_spelling(term, uses.of(term), expansion);
  for (ExpansionTerm& term : expansion.terms) {
    for (const topics::TermUses::Use& use : uses.of(term.suggestion.head.term)) {
      const std::string& name = evidence.pages[static_cast<std::size_t>(use.source)].name;
      term.uses.push_back({name, name, std::string(name_of_said(use.kind)), use.text});
    }
  }
}

constexpr std::size_t kLargestFile = 4 << 20;

tl::unexpected<Error> refused(const std::filesystem::path& file, int line) {
  Error error;
  error.code = ErrorCode::kInvalid;
  error.message = "not a share from 1 to 100, a tab and a word";
  error.file = file.string();
  error.line = line;
  error.hint = "install Porthole again";
  return fail(std::move(error));
}

}  // namespace

Result<Expansion> expand_before_crawl(const collection::Collection& collection,
                                      const BroughtFiles& brought,
                                      const ExpansionOptions& options) {
  TRY_AS(evidence, read_first_evidence(collection, brought.taxonomies));
  if (!has_relevant_page(*evidence)) return nothing_to_learn_from(collection);
  const collection::Topic& topic = collection.specification().topic;
  topics::TopicExpander expander(topic.title, topic.terms, {.least_sites = options.least_sites});
  Numbers sites;
  const std::vector<CitingLink> cases = cases_of(*evidence, sites);
  Expansion expansion;
  expansion.is_before_crawl = true;
  for (std::size_t i = 0; i < cases.size(); ++i) {
    const bool relevant = evidence->pages[i].relevant;
    expander.add(cases[i], relevant ? Outcome::kRelevant : Outcome::kOther);
    ++expansion.pages;
    expansion.relevant += relevant;
  }
  expansion.links = expander.links();
  if (other_sites_with_text(*evidence) < kEnoughSites) {
    TRY(add_general_words(brought.general_words, sites.next(), expander));
    evidence->sources.push_back({"words of any subject", 0, kGeneralSites});
  }
  expansion.sources = std::move(evidence->sources);
  expansion.sites = expander.sites();
  expansion.base = expander.base();
  for (topics::Suggestion& suggestion : expander.suggestions(options.rejected))
    expansion.terms.push_back({std::move(suggestion), {}});
  if (!expansion.terms.empty() && options.most_uses > 0)
    find_uses(*evidence, cases, options.most_uses, expansion);
  return expansion;
}

Result<GeneralWords> read_general_words(const std::filesystem::path& file) {
  TRY_AS(text, xml::read_file(file, kLargestFile));
  GeneralWords words;
  int number = 0;
  for (const std::string_view line : split(*text, '\n')) {
    ++number;
    if (line.empty() || line.starts_with('#')) continue;
    const std::size_t tab = line.find('\t');
    if (tab == std::string_view::npos) return refused(file, number);
    int share = 0;
    const auto [end, error] = std::from_chars(line.data(), line.data() + tab, share);
    const std::string term = topics::normal_term(line.substr(tab + 1));
    if (error != std::errc() || end != line.data() + tab || share < 1 || share > kGeneralSites ||
        term.empty())
      return refused(file, number);
    int& known = words[term];
    known = std::max(known, share);
  }
  return words;
}

}  // namespace porthole::training
