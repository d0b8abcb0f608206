#include "operations/mining/mine_work.h"

#include <algorithm>
#include <utility>

#include "base/text/format.h"
#include "base/xml/tree.h"
#include "collection/taxonomy_file.h"
#include "gatherer/judge/classifier_judge.h"
#include "gatherer/judge/judge_again.h"
#include "gatherer/scores/local_distiller.h"
#include "gatherer/strategies/distillation.h"
#include "topics/text/term_counts.h"

namespace porthole::operations {
namespace {

using repository::MinedModel;
using repository::MiningDatabase;

constexpr std::size_t kLargestModel = std::size_t{1} << 32;
constexpr std::int64_t kProgressPages = 100;

std::string remedy_for(const collection::Collection& collection) {
  return "run: porthole train " + shell_word(collection.folder().string());
}

/// The paths of the good topics of the collection's taxonomy.
Result<std::vector<std::string>> good_topics(const collection::Collection& collection) {
  const std::string& name = collection.specification().topic.taxonomy_file;
  if (name.empty()) {
    return fail(ErrorCode::kIncomplete, "the collection has no taxonomy to classify by",
                "make one with the first example: porthole examples add " +
                    shell_word(collection.folder().string()) + " TOPIC URL --make");
  }
  TRY_AS(file, collection::read_taxonomy_of(collection.folder(), name));
  std::vector<std::string> paths;
  for (const topics::TopicId id : file->taxonomy().good())
    paths.push_back(file->taxonomy()[id].path);
  return paths;
}

Result<std::string> model_bytes(const collection::Collection& collection) {
  Result<std::string> bytes =
      xml::read_file(collection.model_folder() / gatherer::kModelFile, kLargestModel);
  if (!bytes && bytes.error().code == ErrorCode::kNotFound) {
    return fail(ErrorCode::kIncomplete, "the taxonomy's classifier is not trained yet",
                remedy_for(collection));
  }
  return bytes;
}

/// Puts the terms of all stored pages into the table document; false when interrupted.
Result<bool> put_terms(collection::OpenCollection& open, MiningDatabase& database,
                       const MinedModel& model, const MineOptions& options) {
  const topics::JudgedText text = model.outline.text;
  std::int64_t done = 0;
  bool stopped = false;
  TRY_AS(put, repository::put_documents(
                  database, model, [&](const repository::AddDocument& add) -> Result<void> {
                    Result<void> added;
                    auto visited = open.repository->pages().for_each(
                        {.with_text = true},
                        [&](const auto& url, const repository::PageRecord& page, auto, auto) {
                          const auto document = gatherer::document_to_judge(
                              page, url.id, open.repository->pages(), text);
                          added = document ? add(url.id, topics::count_terms(*document, text))
                                           : fail(document.error());
                          if (++done % kProgressPages == 0 && options.progress)
                            options.progress(done);
                          stopped = options.stop != nullptr && options.stop->load();
                          return added.has_value() && !stopped;
                        });
                    return visited ? added : visited;
                  }));
  return !stopped;
}

MineMethod method_in_database(const repository::StoragePlace& place) {
  return place.is_postgres() ? MineMethod::kJoins : MineMethod::kProbes;
}

Result<void> classify(MiningDatabase& database, const MinedModel& model, const std::string& bytes,
                      MineMethod method) {
  if (method == MineMethod::kJoins) return repository::bulk_probe(database, model);
  if (method == MineMethod::kProbes) {
    const repository::ProbingModel probing(database, model);
    auto done = repository::classify_each(database, probing);
    return done ? probing.error() : done;
  }
  TRY_AS(loaded, topics::load_model(bytes));
  if (auto marked = (*loaded)->mark_good(model.outline.taxonomy.good()); !marked) return marked;
  return repository::classify_each(database, **loaded);
}

Result<MinedPages> summary_of(MiningDatabase& database, const topics::Taxonomy& taxonomy) {
  MinedPages out;
  std::vector<MinedTopic> topics(taxonomy.size());
  for (std::size_t id = 0; id < taxonomy.size(); ++id) {
    topics[id].path = taxonomy[static_cast<topics::TopicId>(id)].path;
    out.paths.push_back(topics[id].path);
  }
  TRY_AS(read, repository::for_each_judgement(database, [&](const auto& judged) {
           ++out.pages;
           out.relevant += judged.relevance >= gatherer::kClassifierThreshold;
           out.expected_relevant += judged.relevance;
           if (judged.best < topics.size()) ++topics[judged.best].best;
         }));
  read = repository::for_each_class(database, [&](auto, topics::TopicId topic, double probability) {
    if (topic < topics.size()) topics[topic].expected += probability;
  });
  if (!read) return fail(read.error());
  std::erase_if(topics, [](const MinedTopic& topic) {
    return topic.path.empty() || (topic.best == 0 && topic.expected == 0);
  });
  std::stable_sort(topics.begin(), topics.end(), [](const MinedTopic& a, const MinedTopic& b) {
    return a.expected > b.expected;
  });
  out.topics = std::move(topics);
  return out;
}

Result<repository::MinedRounds> distill_in_arrays(repository::Repository& repository,
                                                  MiningDatabase& database) {
  TRY_AS(snapshot, gatherer::snapshot_of(repository));
  const gatherer::DistilledCrawl found = gatherer::distill(std::move(*snapshot));
  TRY(repository::put_scores(database, found.scores()));
  return repository::MinedRounds{.rounds = found.figures().rounds,
                                 .converged = found.figures().converged,
                                 .authority_scale = found.figures().authority_scale,
                                 .hub_scale = found.figures().hub_scale};
}

}  // namespace

const char* name_of(MineMethod method) {
  switch (method) {
    case MineMethod::kArrays:
      return "arrays";
    case MineMethod::kJoins:
      return "joins";
    case MineMethod::kProbes:
      return "probes";
  }
  return "";
}

Result<std::optional<MinedPages>> mine_classes(collection::OpenCollection& open,
                                               MiningDatabase& database,
                                               const MineOptions& options) {
  TRY_AS(good, good_topics(open.collection));
  TRY_AS(bytes, model_bytes(open.collection));
  const bool fits = repository::memory_of_model(bytes->size()) <= kMiningMemory;
  const MineMethod method = options.method.value_or(
      fits ? MineMethod::kArrays : method_in_database(collection::storage_of(open.collection)));
  TRY_AS(model, repository::put_model(database, *bytes, *good));
  TRY_AS(put, put_terms(open, database, *model, options));
  if (!*put) return std::nullopt;
  TRY(classify(database, *model, *bytes, method));
  TRY_AS(out, summary_of(database, model->outline.taxonomy));
  out->method = method;
  return std::optional(std::move(*out));
}

Result<void> store_judgements(MiningDatabase& database, const MinedPages& mined,
                              repository::Repository& repository) {
  std::vector<repository::JudgementRecord> judgements;
  auto read = repository::for_each_judgement(database, [&](const auto& judged) {
    judgements.push_back({.page = judged.page,
                          .relevance = Relevance(judged.relevance),
                          .relevant = judged.relevance >= gatherer::kClassifierThreshold,
                          .topic = mined.paths[judged.best]});
  });
  if (read) read = repository.scores().put_judgements(judgements);
  return read ? gatherer::settle_changes(repository) : read;
}

Result<MinedScores> mine_scores(collection::OpenCollection& open, MiningDatabase& database,
                                const MineOptions& options) {
  TRY_AS(counts, open.repository->counts());
  const bool fits = repository::memory_of_graph(counts->fetched, counts->links) <= kMiningMemory;
  const MineMethod method =
      options.method.value_or(fits ? MineMethod::kArrays : MineMethod::kJoins);
  if (method == MineMethod::kProbes) {
    return fail(ErrorCode::kUnsupported, "links are not distilled by probes",
                "choose another one: --method joins");
  }
  const topics::DistillerOptions usual;
  TRY_AS(graph, repository::put_links(database, usual));
  Result<repository::MinedRounds> rounds;
  if (method == MineMethod::kArrays) rounds = distill_in_arrays(*open.repository, database);
  if (method == MineMethod::kJoins)
    rounds = repository::distill_by_joins(database, *graph, usual.until);
  if (!rounds) return fail(rounds.error());
  MinedScores out{.method = method, .graph = *graph, .rounds = *rounds, .scores = {}};
  auto read =
      repository::for_each_score(database, [&](const auto& score) { out.scores.push_back(score); });
  if (!read) return fail(read.error());
  return out;
}

}  // namespace porthole::operations
