#include "porthole/steps/index_summaries.h"

#include <utility>

#include "base/coverage.h"
#include "gatherer/report/topic_pages.h"
#include "porthole/output.h"
#include "summarizer/schema/kept_schemas.h"
#include "summarizer/summary_source.h"
#include "topics/text/term_extractor.h"
#include "training/expansion_memory.h"

namespace porthole::cli {
namespace {

/// The accepted terms that the topic still has, as synonyms of the terms they were accepted for.
Result<std::vector<indexer::Synonym>> accepted_synonyms(const collection::Collection& collection) {
  const Result<training::ExpansionMemory> memory =
      training::read_expansion_memory(collection.folder());
  if (!memory) return fail(memory.error());
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

std::function<void(const Error&)> end_with_error(const Common& common) {
  return [common](const Error& error) { end_process(report(error, common)); };
}

Result<indexer::IndexReport> index_summaries(const collection::Collection& collection,
                                             repository::Repository& repository,
                                             indexer::IndexOptions options,
                                             const std::filesystem::path& folder) {
  const auto words = summarizer::read_vocabulary(collection.folder());
  if (!words) return fail(words.error());
  options.words = &*words;
  auto synonyms = accepted_synonyms(collection);
  if (!synonyms) return fail(synonyms.error());
  options.synonyms = std::move(*synonyms);
  const Result<gatherer::TopicPages> topic = gatherer::TopicPages::read(collection, repository);
  if (!topic) return fail(topic.error());
  indexer::TopicPages on_topic;
  topic->for_each([&](const std::string& href, const topics::Standing& standing) {
    on_topic.emplace(href, standing.on_topic);
  });
  options.on_topic = &on_topic;
  summarizer::RepositorySummaries summaries(repository, collection.specification().topic.title);
  return indexer::update_index(folder.empty() ? collection.index_folder() : folder, summaries,
                               options);
}

}  // namespace porthole::cli
