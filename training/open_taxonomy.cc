#include "training/open_taxonomy.h"

#include <algorithm>
#include <filesystem>
#include <system_error>
#include <utility>

#include "collection/edit/specification_edit.h"
#include "collection/seed_list.h"

namespace porthole::training {
namespace {

constexpr const char* kTaxonomyFile = "taxonomy.xml";

using Lock = std::optional<collection::EditLock>;

Result<Lock> lock_for(Purpose purpose, const std::string& folder) {
  if (purpose == Purpose::kRead) return Lock();
  TRY_AS(lock, collection::EditLock::take(folder));
  return Lock(std::move(*lock));
}

Result<OpenTaxonomy> opened(collection::Collection collection,
                            Result<collection::TaxonomyFile> file, Lock lock) {
  if (!file) return fail(file.error());
  std::vector<std::string> good = good_examples(file->taxonomy());
  return OpenTaxonomy{std::move(collection), std::move(*file), std::move(good), std::move(lock)};
}

/// The seeds that saving `open` adds.
std::vector<std::string> new_seeds(const OpenTaxonomy& open) {
  std::vector<std::string> urls = good_examples(open.file.taxonomy());
  std::erase_if(urls, [&](const std::string& url) {
    return std::ranges::find(open.good_examples, url) != open.good_examples.end();
  });
  return collection::seeds_not_in(urls, open.collection.specification());
}

}  // namespace

std::vector<std::string> good_examples(const topics::Taxonomy& taxonomy) {
  std::vector<std::string> urls;
  for (std::size_t id = 0; id < taxonomy.size(); ++id) {
    const auto topic = static_cast<topics::TopicId>(id);
    if (!taxonomy.is_wanted(topic)) continue;
    for (const topics::Example& example : taxonomy[topic].examples) {
      if (!example.url.empty()) urls.push_back(example.url);
    }
  }
  return urls;
}

std::size_t count_examples(const topics::Taxonomy& taxonomy) {
  std::size_t count = 0;
  for (std::size_t id = 0; id < taxonomy.size(); ++id)
    count += taxonomy[static_cast<topics::TopicId>(id)].examples.size();
  return count;
}

std::string empty_taxonomy() {
  return "<?xml version=\"1.0\" encoding=\"UTF-8\"?>\n"
         "<!-- Topics with example pages; those marked good are wanted. Guide: docs/taxonomy.md "
         "-->\n"
         "<taxonomy xmlns=\"urn:porthole:taxonomy:1\">\n</taxonomy>\n";
}

Result<OpenTaxonomy> open_taxonomy(const std::string& folder, Purpose purpose) {
  TRY_AS(lock, lock_for(purpose, folder));
  TRY_AS(collection, collection::Collection::open(folder));
  auto file = collection::read_taxonomy_of(collection->folder(),
                                           collection->specification().topic.taxonomy_file);
  return opened(std::move(*collection), std::move(file), std::move(*lock));
}

Result<OpenTaxonomy> open_or_make_taxonomy(const std::string& folder, Purpose purpose) {
  TRY_AS(lock, lock_for(purpose, folder));
  TRY_AS(collection, collection::Collection::open(folder));
  if (!collection->specification().topic.taxonomy_file.empty())
    return open_taxonomy(folder, purpose);
  const std::filesystem::path path = collection->folder() / kTaxonomyFile;
  std::error_code ignored;
  auto file = std::filesystem::exists(path, ignored)
                  ? collection::TaxonomyFile::read(path)
                  : collection::TaxonomyFile::from_text(empty_taxonomy(), path);
  return opened(std::move(*collection), std::move(file), std::move(*lock));
}

Result<std::vector<std::string>> save_taxonomy(const OpenTaxonomy& open, SeedExamples seeds) {
  TRY(open.file.save());
  std::vector<std::string> urls;
  if (seeds == SeedExamples::kYes) urls = new_seeds(open);
  const bool is_named = !open.collection.specification().topic.taxonomy_file.empty();
  if (is_named && urls.empty()) return urls;
  TRY_AS(written, collection::edit_specification(
                      open.collection,
                      [&](const std::string& text) -> Result<std::string> {
                        Result<std::string> changed = text;
                        if (!is_named) changed = collection::name_taxonomy(*changed, kTaxonomyFile);
                        if (changed && !urls.empty())
                          changed = collection::add_seeds(*changed, urls);
                        return changed;
                      },
                      collection::Keep::kYes));
  return urls;
}

}  // namespace porthole::training
