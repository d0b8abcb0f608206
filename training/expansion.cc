#include "training/expansion.h"

#include <optional>
#include <unordered_map>
#include <utility>

#include "collection/taxonomy_file.h"

namespace porthole::training {
namespace {

using repository::LinkRecord;
using repository::UrlId;
using topics::CitingLink;
using topics::Outcome;
using topics::SiteNumber;

/// On how many sites a node has to turn up.
constexpr std::uint32_t kLeastTopicSites = 2;

/// The pages of a repository, and what stands for each URL.
class Pages final : public repository::CrawlState::Visitor {
 public:
  struct Page {
    UrlId leads_to = 0;  ///< 0: nowhere.
    SiteNumber site = 0;
    topics::TopicId topic = topics::kRootTopic;
    bool is_fetched = false;  ///< And no copy.
    bool is_relevant = false;
    bool cites_relevant = false;  ///< From another site.
  };

  Pages(const topics::Taxonomy* taxonomy, const std::unordered_set<UrlId>* relevant)
      : taxonomy_(taxonomy), relevant_(relevant) {}

  void url(repository::UrlRecord url) override {
    const auto place = static_cast<std::size_t>(url.id);
    if (pages_.size() <= place) pages_.resize(place + 1);
    pages_[place].leads_to = url.alias_of;
    pages_[place].site =
        sites_.try_emplace(std::move(url.site), static_cast<SiteNumber>(sites_.size()))
            .first->second;
  }
  void page(repository::CrawlState::KnownPage known) override {
    Page* page = find(known.id);
    if (page == nullptr) return;
    page->is_relevant = relevant_ == nullptr ? known.relevant : relevant_->contains(known.id);
    page->is_fetched = known.duplicate_of == 0;
    if (!page->is_fetched) page->leads_to = known.duplicate_of;
    if (taxonomy_ != nullptr) {
      page->topic = taxonomy_->find(known.topic).value_or(topics::kRootTopic);
    }
  }
  void host(repository::HostRecord) override {}
  void term(repository::TermRecord) override {}

  /// Null for one that the repository does not have.
  Page* find(UrlId id) {
    const auto place = static_cast<std::size_t>(id);
    return place < pages_.size() ? &pages_[place] : nullptr;
  }
  /// The end of the aliases and copies that begin at `id`.
  UrlId original(UrlId id) {
    for (int steps = 0; steps < kMostSteps; ++steps) {
      const Page* page = find(id);
      if (page == nullptr || page->leads_to == 0) return id;
      id = page->leads_to;
    }
    return id;
  }
  const std::vector<Page>& all() const { return pages_; }

 private:
  static constexpr int kMostSteps = 64;
  const topics::Taxonomy* taxonomy_;
  const std::unordered_set<UrlId>* relevant_;
  std::vector<Page> pages_;  // by id
  std::unordered_map<std::string, SiteNumber> sites_;
};

bool is_citation(Element element) {
  return element != Element::kRedirect && element != Element::kSitemap && element != Element::kLink;
}

/// Calls back for every link that counts, with its two pages.
template <class Visit>
Result<void> for_each_citing_link(repository::Repository& repository, Pages& pages,
                                  const Visit& visit) {
  return repository.links().for_each_in_order([&](const LinkRecord& link) {
    if (!is_citation(link.link.element)) return;
    Pages::Page* source = pages.find(link.source);
    const UrlId id = pages.original(link.target);
    const Pages::Page* target = pages.find(id);
    if (source == nullptr || !source->is_fetched || id == link.source) return;
    if (target == nullptr || !target->is_fetched) return;
    visit(CitingLink{source->site, link.source, id, link.link}, *source, *target);
  });
}

Outcome outcome(bool relevant) { return relevant ? Outcome::kRelevant : Outcome::kOther; }

std::vector<ExpansionTopic> described(const std::vector<topics::TopicCompany>& found,
                                      const topics::Taxonomy& taxonomy) {
  std::vector<ExpansionTopic> out;
  for (const topics::TopicCompany& company : found) {
    const topics::Topic& topic = taxonomy[company.topic];
    out.push_back({topic.path, topic.title, company.figures});
  }
  return out;
}

void find_topics(const Pages& pages, const topics::Taxonomy& taxonomy, Expansion& expansion) {
  topics::SiteAssociations counted;
  for (const Pages::Page& page : pages.all()) {
    if (!page.is_fetched) continue;
    const topics::ItemNumber item = page.topic;
    counted.add(page.site, {&item, 1}, outcome(page.is_relevant || page.cites_relevant));
  }
  const topics::NeighbourTopics found =
      topics::neighbour_topics(counted, taxonomy, kLeastTopicSites);
  expansion.subtopics = described(found.subtopics, taxonomy);
  expansion.related = described(found.related, taxonomy);
}

/// Reads the links again and notes who uses the terms that are proposed.
Result<void> find_uses(repository::Repository& repository, Pages& pages, std::size_t most_each,
                       Expansion& expansion) {
  const std::vector<std::string> terms = terms_of(expansion);
  topics::TermUses uses(terms, most_each);
  auto visited = for_each_citing_link(
      repository, pages,
      [&](const CitingLink& link, const Pages::Page&, const Pages::Page& target) {
        if (target.is_relevant) uses.add(link);
      });
  if (!visited) return visited;
  for (const std::string& term : terms) note_spelling(term, uses.of(term), expansion);
  for (ExpansionTerm& term : expansion.terms) {
    for (const topics::TermUses::Use& use : uses.of(term.suggestion.head.term)) {
      TRY_AS(source, repository.urls().get(use.source));
      TRY_AS(target, repository.urls().get(use.target));
      if (!*source || !*target) continue;
      term.uses.push_back({(*source)->href, (*target)->href,
                           std::string(annotation_kind_name(use.kind)), use.text});
    }
  }
  return {};
}

Result<std::optional<collection::TaxonomyFile>> taxonomy_of(
    const collection::Collection& collection) {
  const std::string& name = collection.specification().topic.taxonomy_file;
  if (name.empty()) return std::optional<collection::TaxonomyFile>();
  TRY_AS(file, collection::read_taxonomy_of(collection.folder(), name));
  return std::optional(std::move(*file));
}

}  // namespace

void note_spelling(const std::string& term, const std::vector<topics::TermUses::Use>& uses,
                   Expansion& expansion) {
  std::string shortest;
  for (const topics::TermUses::Use& use : uses) {
    std::string spelling = topics::spelling_of(term, use.text);
    if (shortest.empty() || spelling.size() < shortest.size()) shortest = std::move(spelling);
  }
  if (!shortest.empty() && shortest != term) expansion.spellings[term] = std::move(shortest);
}

collection::Topic topic_without(collection::Topic topic, const std::set<std::string>& terms) {
  std::erase_if(topic.terms, [&](const std::string& term) { return terms.contains(term); });
  return topic;
}

std::vector<std::string> terms_of(const Expansion& expansion) {
  std::vector<std::string> terms;
  for (const ExpansionTerm& term : expansion.terms) {
    terms.push_back(term.suggestion.head.term);
    for (const topics::ProposedTerm& phrase : term.suggestion.phrases) {
      terms.push_back(phrase.term);
    }
  }
  return terms;
}

Result<Expansion> expand(repository::Repository& repository,
                         const collection::Collection& collection,
                         const ExpansionOptions& options) {
  TRY_AS(file, taxonomy_of(collection));
  const topics::Taxonomy* taxonomy = *file ? &(*file)->taxonomy() : nullptr;
  Pages pages(taxonomy, options.relevant);
  TRY(repository.crawl().load(pages));

  const collection::Topic topic = topic_without(collection.specification().topic, options.without);
  topics::TopicExpander expander(topic.title, topic.terms, {.least_sites = options.least_sites});
  TRY_AS(visited, for_each_citing_link(
                      repository, pages,
                      [&](const CitingLink& link, Pages::Page& source, const Pages::Page& target) {
                        expander.add(link, outcome(target.is_relevant));
                        if (target.is_relevant && target.site != source.site)
                          source.cites_relevant = true;
                      }));

  Expansion expansion;
  for (const Pages::Page& page : pages.all()) {
    expansion.pages += page.is_fetched;
    expansion.relevant += page.is_fetched && page.is_relevant;
  }
  expansion.sources = {{"the crawl", expansion.relevant, expansion.pages - expansion.relevant}};
  expansion.links = expander.links();
  expansion.sites = expander.sites();
  expansion.base = expander.base();
  for (topics::Suggestion& suggestion : expander.suggestions(options.rejected)) {
    expansion.terms.push_back({std::move(suggestion), {}});
  }
  if (taxonomy != nullptr) find_topics(pages, *taxonomy, expansion);
  if (expansion.terms.empty() || options.most_uses == 0) return expansion;
  TRY(find_uses(repository, pages, options.most_uses, expansion));
  return expansion;
}

}  // namespace porthole::training
