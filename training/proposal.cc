#include "training/proposal.h"

#include <algorithm>
#include <map>
#include <optional>
#include <string_view>
#include <unordered_map>
#include <unordered_set>
#include <utility>

#include "base/text/format.h"
#include "base/text/text.h"
#include "base/text/words.h"
#include "base/url/url.h"
#include "training/training.h"

namespace porthole::training {
namespace {

using topics::Taxonomy;
using topics::TermHash;
using topics::TopicId;

constexpr double kLeastShown = 0.01;
constexpr std::size_t kDistinctiveTerms = 40;
constexpr int kFarthest = 2;

/// A page that is one or two links away.
struct Candidate {
  std::string url;
  std::string key;
  std::string from;
  std::size_t words_of_anchor = 0;
};

class Proposer {
 public:
  Proposer(const OpenTaxonomy& open, std::unique_ptr<topics::TrainedModel> model,
           ExampleStore& store, const ProposalOptions& options)
      : open_(open),
        taxonomy_(open.file.taxonomy()),
        model_(std::move(model)),
        store_(store),
        options_(options) {}

  Result<Proposal> run() {
    TRY(choose_pages());
    if (keys_.empty() && !proposal_.failures.empty()) return fail(none_was_read());
    if (keys_.empty()) {
      return fail({ErrorCode::kIncomplete, "there is no page to go by", open_.file.file().string(),
                   0, 0,
                   "name pages: porthole examples propose DIR URL..., or add examples or seeds"});
    }
    found_ = topics_of_pages(*training_, keys_, store_, *model_);
    name_topics();
    TRY(look_around());
    return std::move(proposal_);
  }

 private:
  using Links = std::unordered_map<std::string, std::vector<StoredLink>>;

  // --- Whose neighbourhood
  // -------------------------------------------------------------------------

  Result<void> choose_pages() {
    TrainingOptions reading;
    reading.stop = options_.stop;
    reading.text = model_->text();
    reading.fetching = Fetching::kNone;
    TRY_AS(training, gather_examples(open_.collection, open_.file, store_, reading));
    for (const TrainingPage& page : training->pages) known_.insert(page.key);
    std::vector<std::string> urls = options_.urls;
    if (!urls.empty()) {
      proposal_.source = "those given";
    } else if (Result<bool> of_topics = take_examples_of_topics(*training);
               !of_topics || *of_topics) {
      if (!of_topics) return fail(of_topics.error());
      training_ = std::move(*training);
      return {};
    } else {
      proposal_.source = "the seeds";
      for (const collection::Seed& seed : open_.collection.specification().seeds)
        urls.push_back(seed.url);
    }
    training_ = std::move(*training);
    return read_pages(urls);
  }

  /// False when neither a topic was named nor one is good.
  Result<bool> take_examples_of_topics(const Training& training) {
    std::vector<TopicId> topics = taxonomy_.good();
    if (!options_.topic.empty()) {
      TRY_AS(topic, collection::find_topic(taxonomy_, options_.topic, open_.file.file()));
      topics = {*topic};
    }
    if (topics.empty()) return false;
    for (const TopicId topic : topics) {
      proposal_.source +=
          (proposal_.source.empty() ? "the examples of " : ", ") + taxonomy_[topic].path;
    }
    for (const TrainingPage& page : training.pages) {
      const bool wanted = std::any_of(topics.begin(), topics.end(), [&](TopicId topic) {
        return taxonomy_.is_within(page.topic, topic);
      });
      if (wanted && !page.key.empty()) keys_.push_back(page.key);
    }
    return true;
  }

  Result<void> read_pages(const std::vector<std::string>& urls) {
    TrainingOptions reading;
    reading.stop = options_.stop;
    reading.text = model_->text();
    reading.progress = options_.progress;
    TRY_AS(failures, read_into_store(open_.collection, store_, urls, reading));
    for (const std::string& url : urls) {
      const std::string key = key_of_url(url);
      const StoredPage* page = store_.find(key);
      if (page != nullptr && page->failure.empty()) {
        keys_.push_back(key);
        continue;
      }
      const auto why = failures->find(key);
      proposal_.failures.push_back(
          {ErrorCode::kNotFound,
           "the page could not be read: " + (why != failures->end() ? why->second
                                             : page != nullptr      ? page->failure
                                                                    : "interrupted"),
           url, 0, 0, ""});
    }
    return {};
  }

  /// The pages were named, so that asking for pages would not help.
  Error none_was_read() const {
    Error error = proposal_.failures.front();
    if (const std::size_t others = proposal_.failures.size() - 1; others > 0) {
      error.message += " (nor could " + counted(static_cast<std::int64_t>(others), "other") + ")";
    }
    error.code = ErrorCode::kIncomplete;
    error.hint = "name pages that can be read: porthole examples propose DIR URL...";
    return error;
  }

  // --- Which topics
  // --------------------------------------------------------------------------------

  void name_topics() {
    const Taxonomy& taxonomy = model_->taxonomy();
    proposal_.examples = keys_.size();
    double best = -1;
    for (auto& [path, topic] : found_) {
      const auto id = taxonomy.find(path);
      topic.is_good = id && taxonomy[*id].mark == topics::Mark::kGood;
      if (id && taxonomy.is_leaf(*id) && topic.probability > best) {
        best = topic.probability;
        near_ = {*id};
      }
      if (topic.probability >= kLeastShown) proposal_.topics.push_back(topic);
    }
    if (const auto good = taxonomy.good(); !good.empty()) near_ = good;
    std::stable_sort(proposal_.topics.begin(), proposal_.topics.end(),
                     [](const auto& a, const auto& b) { return a.probability > b.probability; });
    if (proposal_.topics.size() > options_.top) proposal_.topics.resize(options_.top);
  }

  // --- Which pages
  // ---------------------------------------------------------------------------------

  Result<void> look_around() {
    for (const TopicId id : near_) {
      proposal_.near += (proposal_.near.empty() ? "" : ", ") + model_->taxonomy()[id].path;
      for (const TermHash term : model_->distinctive_terms(id, kDistinctiveTerms))
        telling_.insert(term);
    }
    std::vector<std::string> origins = keys_;
    for (const std::string& key : keys_) known_.insert(key);
    for (int away = 1; away <= kFarthest && !origins.empty(); ++away) {
      // Nearer pages get more of the budget: two thirds, and the rest for pages behind the good
      // ones.
      const std::size_t share =
          away == 1 ? options_.fetch - options_.fetch / 3 : options_.fetch - proposal_.looked_at;
      TRY_AS(candidates, candidates_of(origins));
      if (candidates->size() > share) candidates->resize(share);
      TRY_AS(next, judge(*candidates, away));
      origins = std::move(*next);
    }
    std::stable_sort(proposal_.pages.begin(), proposal_.pages.end(),
                     [](const auto& a, const auto& b) {
                       return std::pair(a.relevance >= 0.5, a.words.size()) >
                              std::pair(b.relevance >= 0.5, b.words.size());
                     });
    if (proposal_.pages.size() > options_.top) proposal_.pages.resize(options_.top);
    return {};
  }

  /// The pages that `origins` link to and nobody has looked at, those first whose links promise
  /// most, of every site one after the other.
  Result<std::vector<Candidate>> candidates_of(const std::vector<std::string>& origins) {
    const std::unordered_set<std::string> wanted(origins.begin(), origins.end());
    Links links;
    const Result<void> read =
        store_.for_each_links([&](const std::string& key, const std::vector<StoredLink>& found) {
          if (wanted.contains(key)) links[key] = found;
        });
    if (!read) return fail(read.error());
    std::map<std::string, std::vector<Candidate>> by_site;
    for (const std::string& origin : origins) {
      for (const auto& [address, anchor] : links[origin]) {
        const Result<Url> url = Url::parse(address);
        if (!url || !url->is_web()) continue;
        Candidate candidate{url->without_fragment().href(), url->key(), store_.find(origin)->url,
                            words_in(anchor).size()};
        if (known_.insert(candidate.key).second) {
          by_site[registrable_domain(url->host())].push_back(std::move(candidate));
        }
      }
    }
    std::vector<std::pair<std::size_t, Candidate>> in_turn;  // place within its site
    for (auto& [site, candidates] : by_site) {
      std::stable_sort(candidates.begin(), candidates.end(),
                       [](const Candidate& a, const Candidate& b) {
                         return a.words_of_anchor > b.words_of_anchor;
                       });
      for (std::size_t i = 0; i < candidates.size(); ++i)
        in_turn.emplace_back(i, std::move(candidates[i]));
    }
    std::stable_sort(in_turn.begin(), in_turn.end(), [](const auto& a, const auto& b) {
      const bool a_promises = a.second.words_of_anchor > 0;
      const bool b_promises = b.second.words_of_anchor > 0;
      return a_promises != b_promises ? a_promises : a.first < b.first;
    });
    std::vector<Candidate> out;
    for (auto& [place, candidate] : in_turn) out.push_back(std::move(candidate));
    return out;
  }

  /// Reads the candidates and keeps those with a telling title; returns their keys.
  Result<std::vector<std::string>> judge(const std::vector<Candidate>& candidates, int away) {
    std::vector<std::string> urls;
    for (const Candidate& candidate : candidates) urls.push_back(candidate.url);
    TrainingOptions reading;
    reading.stop = options_.stop;
    reading.text = model_->text();
    reading.progress = options_.progress;
    TRY_AS(failures, read_into_store(open_.collection, store_, urls, reading));
    proposal_.looked_at += candidates.size();
    std::vector<std::string> kept;
    for (const Candidate& candidate : candidates) {
      const StoredPage* page = store_.find(candidate.key);
      if (page == nullptr || !page->failure.empty() || is_known_elsewhere(candidate, *page))
        continue;
      ProposedPage proposed;
      proposed.words = words_in(page->title);
      if (proposed.words.empty()) continue;
      const topics::Classification found = model_->classify(page->terms_of(model_->text()));
      proposed.url = page->url;
      proposed.title = page->title;
      proposed.topic = model_->taxonomy()[found.best].path;
      for (const topics::TopicProbability& topic : found.topics) {
        if (std::find(near_.begin(), near_.end(), topic.topic) != near_.end())
          proposed.relevance += topic.probability;
      }
      proposed.relevance = std::min(proposed.relevance, 1.0);
      const bool is_twin = std::any_of(
          proposal_.pages.begin(), proposal_.pages.end(), [&](const ProposedPage& other) {
            return other.title == proposed.title && other.relevance == proposed.relevance;
          });
      if (is_twin) continue;
      proposed.links_away = away;
      proposed.from = candidate.from;
      proposal_.pages.push_back(std::move(proposed));
      kept.push_back(candidate.key);
    }
    return kept;
  }

  /// A redirect led to a page that was looked at before, or that is an example.
  bool is_known_elsewhere(const Candidate& candidate, const StoredPage& page) {
    const std::string key = key_of_url(page.url);
    return key != candidate.key && !known_.insert(key).second;
  }

  /// The words of `text`, each once, that set the topics apart.
  std::vector<std::string> words_in(std::string_view text) const {
    std::vector<std::string> out;
    for_each_word(text, [&](std::string_view word) {
      for (const topics::TermCount& term : topics::count_terms("", "", word)) {
        if (telling_.contains(term.term) && std::find(out.begin(), out.end(), word) == out.end())
          out.emplace_back(word);
      }
    });
    return out;
  }

  const OpenTaxonomy& open_;
  const Taxonomy& taxonomy_;
  std::unique_ptr<topics::TrainedModel> model_;
  ExampleStore& store_;
  const ProposalOptions& options_;
  std::optional<Training> training_;
  std::vector<std::string> keys_;               // of the user's pages
  std::map<std::string, ProposedTopic> found_;  // by path
  std::unordered_set<std::string> known_;       // keys of examples and of what was looked at
  std::vector<TopicId> near_;                   // of model_
  std::unordered_set<TermHash> telling_;
  Proposal proposal_;
};

using topics::kRootTopic;
using Ranking = std::map<std::string, ProposedTopic>;

void add(const topics::Taxonomy& taxonomy, topics::TopicId topic, double probability,
         Ranking& ranking) {
  for (topics::TopicId id = topic; id != kRootTopic; id = taxonomy[id].parent) {
    ProposedTopic& at = ranking[taxonomy[id].path];
    at.probability += probability;
    ++at.pages;
  }
}

}  // namespace

Result<Proposal> propose(const OpenTaxonomy& open, std::unique_ptr<topics::TrainedModel> model,
                         ExampleStore& store, const ProposalOptions& options) {
  return Proposer(open, std::move(model), store, options).run();
}

Ranking topics_of_pages(const Training& training, const std::vector<std::string>& keys,
                        const ExampleStore& store, const topics::TrainedModel& model) {
  std::unordered_map<std::string_view, std::string> marked;  // keys -> paths of their topics
  for (const TrainingPage& page : training.pages)
    marked.emplace(page.key, training.set.taxonomy()[page.topic].path);
  const topics::Taxonomy& taxonomy = model.taxonomy();
  Ranking ranking;
  for (const std::string& key : keys) {
    const auto found = marked.find(key);
    const auto mark = found == marked.end() ? std::nullopt : taxonomy.find(found->second);
    if (mark) {
      add(taxonomy, *mark, 1, ranking);
      continue;
    }
    const topics::Classification page = model.classify(store.find(key)->terms_of(model.text()));
    for (const topics::TopicProbability& topic : page.topics) {
      if (topic.topic != kRootTopic)
        ranking[taxonomy[topic.topic].path].probability += topic.probability;
    }
    add(taxonomy, page.best, 0, ranking);
  }
  for (auto& [path, topic] : ranking) {
    topic.probability /= static_cast<double>(keys.size());
    topic.path = path;
  }
  return ranking;
}

}  // namespace porthole::training
