#include "topics/topic_expander.h"

#include <xxhash.h>

#include <algorithm>
#include <cassert>
#include <cmath>
#include <optional>

#include "base/text/text.h"
#include "base/text/words.h"
#include "topics/text/term_counts.h"
#include "topics/text/term_extractor.h"

namespace porthole::topics {
namespace {

constexpr std::size_t kLongestUse = 160;
constexpr std::size_t kWordsBefore = 4;

/// The terms of what the link says in words; sorted, each once.
std::vector<std::string> spoken_terms(const Link& link) {
  std::vector<std::string> terms;
  for (const AnnotationKind kind : kAnnotationKinds) append_terms(link.annotation(kind), terms);
  std::sort(terms.begin(), terms.end());
  terms.erase(std::unique(terms.begin(), terms.end()), terms.end());
  return terms;
}

std::uint64_t hash_of(const CitingLink& citing, const std::vector<std::string>& terms) {
  std::uint64_t hash = XXH64(&citing.target, sizeof citing.target, citing.site);
  for (const std::string& term : terms) hash = XXH64(term.data(), term.size(), hash);
  return hash;
}

bool all_words(std::string_view term, const auto& holds) {
  const std::vector<std::string_view> words = split(term, ' ');
  return std::all_of(words.begin(), words.end(), holds);
}

/// Every run of words within `phrase`.
void add_parts(std::string_view phrase, std::unordered_set<std::string>& parts) {
  const std::vector<std::string_view> words = split(phrase, ' ');
  for (std::size_t first = 0; first < words.size(); ++first) {
    std::string part;
    for (std::size_t i = first; i < words.size(); ++i) {
      if (i > first) part += ' ';
      part += words[i];
      parts.insert(part);
    }
  }
}

/// `text`, when it is long from a few words before the first place where `term` stands.
std::string excerpt(std::string_view text, const std::string& term) {
  if (text.size() <= kLongestUse / 2) return std::string(text);
  std::vector<std::size_t> begins = {0};  // of its words
  for (std::size_t i = 1; i < text.size(); ++i) {
    if (text[i - 1] == ' ') begins.push_back(i);
  }
  std::vector<std::string> terms;
  for (std::size_t i = 0; i < begins.size(); ++i) {
    const std::size_t end = i + 2 < begins.size() ? begins[i + 2] : text.size();
    terms.clear();
    append_terms(text.substr(begins[i], end - begins[i]), terms);
    if (std::find(terms.begin(), terms.end(), term) == terms.end()) continue;
    if (i <= kWordsBefore) break;
    return "... " + std::string(cut(text.substr(begins[i - kWordsBefore]), kLongestUse - 4));
  }
  return std::string(cut(text, kLongestUse));
}

bool is_more_certain(const ProposedTerm& a, const ProposedTerm& b) {
  if (a.figures.assured != b.figures.assured) return a.figures.assured > b.figures.assured;
  if (a.figures.sites != b.figures.sites) return a.figures.sites > b.figures.sites;
  return a.term < b.term;
}

/// `terms`, the best first, with each phrase beside the best of the words that it contains.
std::vector<Suggestion> grouped(std::vector<ProposedTerm> terms) {
  std::unordered_map<std::string_view, std::size_t> places;  // of words
  for (std::size_t i = 0; i < terms.size(); ++i) {
    if (terms[i].term.find(' ') == std::string::npos) places.emplace(terms[i].term, i);
  }
  const auto head_of = [&](std::size_t i) {
    std::size_t best = terms.size();
    for (const std::string_view word : split(terms[i].term, ' ')) {
      if (const auto found = places.find(word); found != places.end()) {
        best = std::min(best, found->second);
      }
    }
    return best == terms.size() ? i : best;
  };
  std::vector<Suggestion> groups;
  std::unordered_map<std::size_t, std::size_t> group_of;  // of a head
  for (std::size_t i = 0; i < terms.size(); ++i) {
    const std::size_t head = head_of(i);
    const auto [group, fresh] = group_of.try_emplace(head, groups.size());
    if (fresh) groups.push_back({terms[head], {}});
    if (i != head) groups[group->second].phrases.push_back(terms[i]);
  }
  return groups;
}

constexpr double kOneSided99 = 2.3263478740408408;  ///< Standard deviations.

std::uint64_t pair_of(ItemNumber item, SiteNumber site) {
  return (std::uint64_t{item} << 32) | site;
}

}  // namespace

TopicExpander::TopicExpander(std::string_view topic_title,
                             const std::vector<std::string>& topic_terms,
                             const ExpanderOptions& options)
    : options_(options) {
  const auto add = [&](std::string_view own) {
    const std::string term = normal_term(own);
    add_parts(term, own_);
    if (term.find(' ') == std::string::npos) own_words_.insert(term);
  };
  add(topic_title);
  for (const std::string& term : topic_terms) add(term);
}

void TopicExpander::add(const CitingLink& citing, Outcome target) {
  const std::vector<std::string> terms = spoken_terms(citing.link);
  if (terms.empty() || !said_.insert(hash_of(citing, terms)).second) return;
  add_case(citing.site, terms, target);
}

void TopicExpander::add_case(SiteNumber site, const std::vector<std::string>& terms,
                             Outcome outcome) {
  std::vector<ItemNumber> items;
  items.reserve(terms.size());
  for (const std::string& term : terms) {
    items.push_back(
        numbers_.try_emplace(term, static_cast<ItemNumber>(numbers_.size())).first->second);
  }
  associations_.add(site, items, outcome);
}

bool TopicExpander::is_candidate(const std::string& term) const {
  if (own_.contains(term) || !all_words(term, is_term)) return false;
  return !all_words(term,
                    [&](std::string_view word) { return own_words_.contains(std::string(word)); });
}

bool TopicExpander::is_proposed(const std::string& term, const Association& figures,
                                double base) const {
  return figures.relevant_sites >= options_.least_sites &&
         figures.confidence >= options_.least_confidence && figures.assured > base &&
         is_candidate(term);
}

std::vector<Suggestion> TopicExpander::suggestions(const std::set<std::string>& left_out) const {
  const std::vector<Association> found = associations_.associations(numbers_.size());
  const double rate = base();
  std::vector<ProposedTerm> terms;
  for (const auto& [term, number] : numbers_) {
    if (is_proposed(term, found[number], rate) && !left_out.contains(term)) {
      terms.push_back({term, found[number]});
    }
  }
  std::sort(terms.begin(), terms.end(), is_more_certain);
  return grouped(std::move(terms));
}

TermUses::TermUses(const std::vector<std::string>& terms, std::size_t most_each)
    : most_each_(most_each) {
  for (const std::string& term : terms) uses_[term];
}

void TermUses::add(const CitingLink& citing) {
  std::vector<std::string> terms;
  for (const AnnotationKind kind : kAnnotationKinds) {
    const std::string& text = citing.link.annotation(kind);
    terms.clear();
    append_terms(text, terms);
    for (const std::string& term : terms) {
      const auto found = uses_.find(term);
      if (found == uses_.end()) continue;
      Use* place = place_for(citing.site, kind, found->second);
      if (place == nullptr) continue;
      *place = {citing.site, citing.source, citing.target, kind, excerpt(text, term)};
    }
  }
}

TermUses::Use* TermUses::place_for(SiteNumber site, AnnotationKind kind,
                                   std::vector<Use>& uses) const {
  const bool is_anchor = kind == AnnotationKind::kAnchor;
  Use* lesser = nullptr;
  for (Use& use : uses) {
    const bool gives_way = is_anchor && use.kind != AnnotationKind::kAnchor;
    if (use.site == site) return gives_way ? &use : nullptr;
    if (gives_way && lesser == nullptr) lesser = &use;
  }
  return uses.size() < most_each_ ? &uses.emplace_back() : lesser;
}

const std::vector<TermUses::Use>& TermUses::of(const std::string& term) const {
  static const std::vector<Use> none;
  const auto found = uses_.find(term);
  return found == uses_.end() ? none : found->second;
}

std::string spelling_of(const std::string& term, std::string_view text) {
  std::string found;
  std::string last;
  std::string last_term;
  std::string buffer;
  for_each_word(text, [&](std::string_view word) {
    const std::string here(singular(word, buffer));
    if (found.empty() && here == term) found = word;
    if (found.empty() && last_term + ' ' + here == term) found = last + ' ' + std::string(word);
    last = word;
    last_term = here;
  });
  return found.empty() ? term : found;
}

NeighbourTopics neighbour_topics(const SiteAssociations& pages, const Taxonomy& taxonomy,
                                 std::uint32_t least_sites) {
  NeighbourTopics found;
  const std::vector<Association> figures = pages.associations(taxonomy.size());
  for (std::size_t id = 1; id < taxonomy.size(); ++id) {
    const TopicCompany company{static_cast<TopicId>(id), figures[id]};
    if (company.figures.relevant_sites < least_sites) continue;
    const Mark mark = taxonomy[company.topic].mark;
    if (mark == Mark::kSubsumed) found.subtopics.push_back(company);
    if (mark == Mark::kNull && company.figures.lift > 1) found.related.push_back(company);
  }
  const auto more = [](const TopicCompany& a, const TopicCompany& b) {
    if (a.figures.relevant_sites != b.figures.relevant_sites) {
      return a.figures.relevant_sites > b.figures.relevant_sites;
    }
    return a.figures.lift != b.figures.lift ? a.figures.lift > b.figures.lift : a.topic < b.topic;
  };
  std::sort(found.subtopics.begin(), found.subtopics.end(), more);
  std::sort(found.related.begin(), found.related.end(), more);
  return found;
}

double wilson_lower_bound(double share, double count, double z) {
  if (count <= 0) return 0;
  const double z2 = z * z / count;
  const double spread = z * std::sqrt((share * (1 - share) + z2 / 4) / count);
  return std::max(0.0, (share + z2 / 2 - spread) / (1 + z2));
}

void SiteAssociations::add(SiteNumber site, std::span<const ItemNumber> items, Outcome outcome) {
  if (base_.size() <= site) base_.resize(std::size_t{site} + 1);
  if (base_[site].all == 0) ++sites_;
  base_[site].add(outcome);
  ++cases_;
  for (const ItemNumber item : items) pairs_[pair_of(item, site)].add(outcome);
}

double SiteAssociations::base() const {
  if (sites_ == 0) return 0;
  double sum = 0;
  for (const Share& share : base_) {
    if (share.all > 0) sum += share.value();
  }
  return sum / static_cast<double>(sites_);
}

std::vector<Association> SiteAssociations::associations(std::size_t items) const {
  std::vector<Association> found(items);
  for (const auto& [pair, share] : pairs_) {
    assert((pair >> 32) < items);
    Association& item = found[pair >> 32];
    ++item.sites;
    item.relevant_sites += share.relevant > 0;
    item.cases += share.all;
    item.relevant_cases += share.relevant;
    item.support += share.value();
  }
  const double rate = base();
  for (Association& item : found) {
    if (item.sites == 0) continue;
    const double sites = item.sites;
    item.confidence = std::min(1.0, item.support / sites);
    item.support /= static_cast<double>(sites_);
    item.assured = wilson_lower_bound(item.confidence, sites, kOneSided99);
    item.lift = rate > 0 ? item.confidence / rate : 0;
  }
  return found;
}

}  // namespace porthole::topics
