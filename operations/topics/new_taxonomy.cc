#include "operations/topics/new_taxonomy.h"

#include <algorithm>
#include <array>
#include <filesystem>
#include <string_view>
#include <system_error>
#include <utility>

#include "collection/directory_list.h"
#include "collection/seed_list.h"
#include "operations/program_file.h"
#include "training/open_taxonomy.h"

namespace porthole::operations {
namespace {

namespace fs = std::filesystem;
using collection::NewExample;
using collection::TaxonomyFile;

constexpr const char* kTaxonomyFile = "taxonomy.xml";
/// Taxonomies of the program's own.
constexpr std::array<std::string_view, 2> kOwn = {"web_in_a_box", "science_and_health"};

std::string own_file(const std::string& name) { return "examples/taxonomies/" + name + ".xml"; }

/// A copy of the taxonomy that `name` means.
Result<TaxonomyFile> copy_of(const std::string& name, const fs::path& target) {
  const Result<TaxonomyFile> read = read_taxonomy(name);
  return read ? read->copy_for(target) : read;
}

/// The topic of the examples.
Result<std::vector<std::string>> topic_of_examples(const NewTaxonomyOptions& options,
                                                   const std::string& name) {
  if (options.good.size() > 1) {
    return fail(ErrorCode::kUsage, "--example with several --good: which topic has the examples?",
                "name one topic here, and add the others' later: porthole examples add DIR TOPIC "
                "URL...");
  }
  if (options.good.empty()) return std::vector{collection::topic_name(name)};
  return collection::path_names(options.good.front());
}

Result<void> add_examples(NewTaxonomy& made, const NewTaxonomyOptions& options,
                          const std::string& name) {
  TRY_AS(path, topic_of_examples(options, name));
  std::vector<collection::Seed> asked;
  for (const std::string& url : options.examples)
    asked.push_back({.url = url, .file = "", .line = 0});
  collection::SortedSeeds sorted = collection::sort_seeds(asked, {});
  made.skipped.insert(made.skipped.end(), sorted.bad.begin(), sorted.bad.end());
  std::vector<NewExample> examples;
  for (std::string& url : sorted.good) {
    NewExample& example = examples.emplace_back();
    example.path = *path;
    example.example.url = std::move(url);
  }
  TRY_AS(added, made.file.add(examples));
  return {};
}

Result<void> add_bookmarks(NewTaxonomy& made, const std::string& file) {
  TRY_AS(imported, collection::read_example_file(file, ""));
  TRY_AS(added, made.file.add(imported->examples));
  made.skipped = std::move(imported->skipped);
  return {};
}

/// The paths of the first topics.
std::string listed(const topics::Taxonomy& taxonomy) {
  constexpr std::size_t kMost = 20;
  std::string paths;
  for (std::size_t id = 1; id < std::min(taxonomy.size(), kMost + 1); ++id)
    paths += (id > 1 ? ", " : "") + taxonomy[static_cast<topics::TopicId>(id)].path;
  return taxonomy.size() > kMost + 1 ? paths + " ..." : paths;
}

/// Topics that are good without being named: that of the examples, or the only one there is.
std::vector<std::string> good_without_saying(const NewTaxonomyOptions& options,
                                             const topics::Taxonomy& taxonomy,
                                             const std::string& name) {
  if (!options.examples.empty()) return {collection::topic_name(name)};
  if (options.taxonomy.empty() && taxonomy[topics::kRootTopic].children.size() == 1)
    return {taxonomy[taxonomy[topics::kRootTopic].children.front()].path};
  return {};
}

}  // namespace

fs::path taxonomy_place(const std::string& name) {
  std::error_code ignored;
  if (fs::exists(name, ignored)) return name;
  const Result<std::string> own = program_file(own_file(name));
  return own ? *own : name;
}

Result<std::vector<fs::path>> bundled_taxonomies() {
  std::vector<fs::path> files;
  for (const std::string_view name : kOwn) {
    TRY_AS(file, program_file(own_file(std::string(name))));
    files.emplace_back(*file);
  }
  return files;
}

Result<TaxonomyFile> read_taxonomy(const std::string& name) {
  Result<TaxonomyFile> read = TaxonomyFile::read(taxonomy_place(name));
  if (read || read.error().code != ErrorCode::kNotFound) return read;
  Error error = read.error();
  if (std::find(kOwn.begin(), kOwn.end(), name) != kOwn.end()) {
    const Result<std::string> own = program_file(own_file(name));
    return fail(own ? error : own.error());
  }
  error.hint = "name a file, or one of: web_in_a_box, science_and_health";
  return fail(std::move(error));
}

Result<NewTaxonomy> make_new_taxonomy(const NewTaxonomyOptions& options, const std::string& folder,
                                      const std::string& name) {
  const fs::path target = fs::path(folder) / kTaxonomyFile;
  Result<TaxonomyFile> file = options.taxonomy.empty()
                                  ? TaxonomyFile::from_text(training::empty_taxonomy(), target)
                                  : copy_of(options.taxonomy, target);
  if (!file) return fail(file.error());
  NewTaxonomy made{std::move(*file), {}};
  if (!options.bookmarks.empty()) {
    TRY(add_bookmarks(made, options.bookmarks));
  }
  if (!options.examples.empty()) {
    TRY(add_examples(made, options, name));
  }
  std::vector<std::string> good = options.good;
  if (good.empty() && made.file.taxonomy().good().empty())
    good = good_without_saying(options, made.file.taxonomy(), name);
  Result<void> marked;
  if (!good.empty()) marked = made.file.mark_good(good);
  if (!marked) {
    Error error = marked.error();
    if (error.code == ErrorCode::kNotFound && !options.taxonomy.empty())
      error.file = options.taxonomy;
    if (error.code == ErrorCode::kNotFound && options.taxonomy.empty()) {
      error.file = options.bookmarks;
      const std::string all = "the topics are: " + listed(made.file.taxonomy());
      error.hint = error.hint.starts_with("did you mean") ? error.hint + " " + all : all;
    }
    return fail(std::move(error));
  }
  return made;
}

}  // namespace porthole::operations
