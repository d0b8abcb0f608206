#include "sampling/sample_predicate.h"

#include <algorithm>
#include <utility>

#include "base/text/words.h"
#include "base/xml/tree.h"
#include "collection/taxonomy_file.h"
#include "gatherer/frontier/scope_rules.h"
#include "gatherer/judge/classifier_judge.h"
#include "gatherer/judge/judge_factory.h"
#include "gatherer/judge/page_judge.h"
#include "topics/text/term_extractor.h"

namespace porthole::sampling {

namespace {

constexpr double kWiderThreshold = 0.5;

class UrlPredicate : public SamplePredicate {
 public:
  /// `judge` names the topics of pages; null: none are named.
  UrlPredicate(gatherer::UrlPattern pattern, std::string text,
               std::unique_ptr<gatherer::PageJudge> judge)
      : pattern_(std::move(pattern)), text_(std::move(text)), judge_(std::move(judge)) {}
  std::string text() const override { return "URL pattern: " + text_; }
  std::optional<bool> by_url(const Url& url) const override { return pattern_.matches(url); }
  SampleJudgement judge(const Url& url, const Document& document) const override {
    const bool matches = pattern_.matches(url);
    return {matches, false, matches ? 1.0 : 0.0,
            judge_ == nullptr ? "" : judge_->judge(document).topic};
  }

 private:
  gatherer::UrlPattern pattern_;
  std::string text_;
  std::unique_ptr<gatherer::PageJudge> judge_;
};

class KeywordPredicate : public SamplePredicate {
 public:
  /// `phrases` in the form of topics::normal_term().
  explicit KeywordPredicate(std::vector<std::string> phrases) : phrases_(std::move(phrases)) {}

  std::string text() const override {
    std::string text = "keywords:";
    for (const std::string& phrase : phrases_) text += " \"" + phrase + '"';
    return text;
  }

  SampleJudgement judge(const Url&, const Document& document) const override {
    std::string words;
    for (const std::string* part : {&document.title, &document.description, &document.text})
      append(*part, words);
    const auto found =
        std::find_if(phrases_.begin(), phrases_.end(), [&](const std::string& phrase) {
          return words.find(" " + phrase + " ") != std::string::npos;
        });
    if (found == phrases_.end()) return {};
    return {true, false, 1, *found};
  }

 private:
  static void append(const std::string& text, std::string& words) {
    std::string buffer;
    words += ' ';
    for_each_word(text,
                  [&](std::string_view word) { words.append(singular(word, buffer)) += ' '; });
  }

  std::vector<std::string> phrases_;
};

class JudgePredicate : public SamplePredicate {
 public:
  JudgePredicate(std::unique_ptr<gatherer::PageJudge> judge, std::vector<topics::TopicId> wider,
                 std::string text)
      : judge_(std::move(judge)), wider_(std::move(wider)), text_(std::move(text)) {}

  std::string text() const override { return text_; }

  SampleJudgement judge(const Url&, const Document& document) const override {
    const gatherer::Judgement found = judge_->judge(document);
    SampleJudgement out{found.relevant, false, found.relevance.value(), found.topic};
    for (const topics::TopicProbability& topic : found.topics) {
      const bool is_wider = std::find(wider_.begin(), wider_.end(), topic.topic) != wider_.end();
      if (is_wider && topic.probability >= kWiderThreshold) out.in_wider = true;
    }
    return out;
  }

 private:
  std::unique_ptr<gatherer::PageJudge> judge_;
  std::vector<topics::TopicId> wider_;
  std::string text_;
};

Result<std::vector<topics::TopicId>> wider_topics(const topics::Taxonomy* taxonomy,
                                                  const SampleTopic& topic) {
  if (taxonomy == nullptr) {
    return fail(
        ErrorCode::kUsage,
        "an ancestor is a topic of the taxonomy, and this collection is judged without one",
        "choose another --walk, or give the collection a taxonomy (docs/taxonomy.md) and train it");
  }
  if (!topic.ancestor.empty()) {
    // No file is named: the topics are those that the classifier has learned.
    TRY_AS(found, collection::find_topic(*taxonomy, topic.ancestor, {}));
    return std::vector{*found};
  }
  std::vector<topics::TopicId> wider;
  for (const topics::TopicId good : taxonomy->good()) wider.push_back((*taxonomy)[good].parent);
  return wider;
}

/// Fingerprint of the judge, to detect a change of it.
std::string judge_text(const collection::Collection& collection, const gatherer::PageJudge& judge) {
  std::string text = "judge: " + std::string(judge.name());
  if (judge.taxonomy() == nullptr) {
    const collection::Topic& topic = collection.specification().topic;
    text += ": " + topic.title;
    for (const std::string& term : topic.terms) {
      if (term != topic.title) text += ", " + term;
    }
    return text;
  }
  const auto trained_on =
      xml::read_file(collection.model_folder() / gatherer::kTrainedOnFile, 4096);
  if (trained_on) text += " " + trained_on->substr(0, trained_on->find('\n'));
  for (const topics::TopicId good : judge.taxonomy()->good())
    text += " " + (*judge.taxonomy())[good].path;
  return text;
}

Result<std::unique_ptr<SamplePredicate>> by_judge(const collection::Collection& collection,
                                                  const SampleTopic& topic) {
  TRY_AS(judge, gatherer::make_page_judge(collection));
  Result<std::vector<topics::TopicId>> wider;
  if (topic.wider) wider = wider_topics((*judge)->taxonomy(), topic);
  if (!wider) return fail(wider.error());
  std::string text = judge_text(collection, **judge);
  for (const topics::TopicId id : *wider) text += " within " + (*(*judge)->taxonomy())[id].path;
  return std::make_unique<JudgePredicate>(std::move(*judge), std::move(*wider), std::move(text));
}

/// The URL decides; the classifier, where there is one, names the topics for citation-sociology.
Result<std::unique_ptr<SamplePredicate>> by_url(const collection::Collection& collection,
                                                const std::string& text) {
  TRY_AS(pattern, gatherer::UrlPattern::make(text));
  auto judge = gatherer::make_page_judge(collection);
  const bool names_topics = judge && (*judge)->taxonomy() != nullptr;
  return std::make_unique<UrlPredicate>(std::move(*pattern), text,
                                        names_topics ? std::move(*judge) : nullptr);
}

Result<std::unique_ptr<SamplePredicate>> by_keywords(const std::vector<std::string>& keywords) {
  std::vector<std::string> phrases;
  for (const std::string& keyword : keywords) {
    phrases.push_back(topics::normal_term(keyword));
    if (phrases.back().empty())
      return fail(ErrorCode::kUsage, "--keyword \"" + keyword + "\" has no word in it");
  }
  std::sort(phrases.begin(), phrases.end());
  return std::make_unique<KeywordPredicate>(std::move(phrases));
}

}  // namespace

Result<std::unique_ptr<SamplePredicate>> make_sample_predicate(
    const collection::Collection& collection, const SampleTopic& topic) {
  if (!topic.keywords.empty() && !topic.url_pattern.empty())
    return fail(ErrorCode::kUsage, "a sample has one topic: --keyword or --url-pattern, not both");
  if (topic.wider && topic.has_own_predicate()) {
    return fail(ErrorCode::kUsage, "an ancestor needs the collection's classifier",
                "leave --keyword and --url-pattern out");
  }
  if (!topic.keywords.empty()) return by_keywords(topic.keywords);
  if (!topic.url_pattern.empty()) return by_url(collection, topic.url_pattern);
  return by_judge(collection, topic);
}

std::filesystem::path samples_folder(const collection::Collection& collection) {
  return collection.folder() / "samples";
}

}  // namespace porthole::sampling
