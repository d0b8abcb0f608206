#include "operations/steps/index_summaries.h"

#include <utility>

#include "base/clock.h"
#include "gatherer/report/topic_pages.h"
#include "summarizer/schema/kept_schemas.h"
#include "summarizer/summarizer.h"
#include "topics/text/term_extractor.h"
#include "training/expansion_decision.h"

namespace porthole::operations {
namespace {

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

}  // namespace porthole::operations
