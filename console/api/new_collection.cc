#include <algorithm>
#include <filesystem>
#include <map>
#include <sstream>

#include "base/text/text.h"
#include "collection/bookmarks.h"
#include "collection/seed_list.h"
#include "collection/specification.h"
#include "console/api/handlers.h"

namespace porthole::console {
namespace {

using collection::Imported;
using collection::NewExample;
using collection::TaxonomyFile;
using nlohmann::ordered_json;

constexpr std::size_t kLongestExamples = std::size_t{3} << 20;
constexpr std::size_t kMostSkipped = 20;

std::vector<std::string> lines_of(const std::string& text) {
  std::vector<std::string> lines;
  std::istringstream in(text);
  for (std::string line; std::getline(in, line);) {
    if (const std::string_view word = trim(line); !word.empty() && !word.starts_with('#'))
      lines.emplace_back(word);
  }
  return lines;
}

/// Examples without a folder get the topic `name`.
Result<Imported> examples_of(const std::string& text, const std::string& name) {
  Imported out;
  if (collection::is_bookmarks(text)) {
    Result<Imported> read = collection::read_bookmarks(text, "bookmarks");
    if (!read) return read;
    out = std::move(*read);
  } else {
    std::vector<collection::Seed> asked;
    int number = 0;
    for (const std::string& line : lines_of(text))
      asked.push_back({.url = collection::with_scheme(line), .file = "", .line = ++number});
    collection::SortedSeeds sorted = collection::sort_seeds(asked, {});
    out.skipped = std::move(sorted.bad);
    for (std::string& url : sorted.good) out.examples.emplace_back().example.url = std::move(url);
  }
  for (NewExample& example : out.examples) {
    if (example.path.empty()) example.path = {collection::topic_name(name)};
  }
  return out;
}

std::string path_of(const NewExample& example) {
  std::string path;
  for (const std::string& name : example.path)
    path += (path.empty() ? "" : "/") + collection::topic_name(name);
  return path;
}

/// "line 3: odd: it has no scheme".
std::string in_words(const Error& skipped) {
  constexpr std::string_view kBegin = "seed not used: ";
  std::string words = skipped.message;
  if (words.starts_with(kBegin)) words.erase(0, kBegin.size());
  return skipped.line > 0 ? "line " + std::to_string(skipped.line) + ": " + words : words;
}

ordered_json skipped_as_json(const std::vector<Error>& skipped) {
  ordered_json out = ordered_json::array();
  for (std::size_t i = 0; i < std::min(skipped.size(), kMostSkipped); ++i)
    out.push_back(in_words(skipped[i]));
  return out;
}

struct Asked {
  std::string title, good, contact;
  std::vector<std::string> terms;
  Imported imported;
  bool has_folders = false;  ///< The examples come with topics, as bookmarks do.
};

Result<Asked> asked_of(const Call& call) {
  Asked asked;
  asked.title = fold_space(call.members.text("title", 200));
  const std::string terms = call.members.optional_text("terms", 10'000);
  asked.good = call.members.optional_text("good", 1000);
  asked.contact = call.members.optional_text("contact", 200);
  const std::string examples = call.members.optional_text("examples", kLongestExamples);
  TRY(call.members.finish());
  if (asked.title.empty())
    return fail(ErrorCode::kUsage, "the topic has no name", "write what it is about");
  asked.terms = collection::phrases_of(terms);
  if (asked.terms.empty()) asked.terms = {asked.title};
  TRY(collection::check_contact(asked.contact));
  if (lines_of(examples).empty()) return asked;
  TRY_AS(imported, examples_of(examples, asked.title));
  asked.imported = std::move(*imported);
  asked.has_folders = collection::is_bookmarks(examples);
  return asked;
}

/// The topics to crawl for: the one that was chosen, else that of the examples without a folder,
/// else the only one.
Result<void> mark_wanted(TaxonomyFile& file, const Asked& asked) {
  const std::string own = collection::topic_name(asked.title);
  if (!asked.good.empty()) return file.mark_good({asked.good});
  if (file.taxonomy().find(own)) return file.mark_good({own});
  const auto& children = file.taxonomy()[topics::kRootTopic].children;
  if (children.size() == 1) return file.mark_good({file.taxonomy()[children.front()].path});
  return fail(ErrorCode::kUsage, "no topic is chosen", "choose the folder that is wanted");
}

Result<void> add_examples(TaxonomyFile& file, const Asked& asked) {
  TRY_AS(added, file.add(asked.imported.examples));
  return mark_wanted(file, asked);
}

/// Pages without folders are looked at beside a taxonomy that is there: they are seeds, and whoever
/// has seen which topics they fit marks some good.
bool are_seeds_alone(const ServedFolder& folder, const Asked& asked) {
  return !folder.beginning().taxonomy.empty() && !asked.has_folders;
}

/// The topics that the collection of `folder` begins with, for its taxonomy.xml: a copy of the
/// console's, or none.
Result<TaxonomyFile> first_topics(const ServedFolder& folder) {
  const std::filesystem::path target = std::filesystem::path(folder.folder()) / "taxonomy.xml";
  const std::filesystem::path& taxonomy = folder.beginning().taxonomy;
  if (taxonomy.empty()) return TaxonomyFile::from_text(training::empty_taxonomy(), target);
  const Result<TaxonomyFile> file = TaxonomyFile::read(taxonomy);
  if (file) return file->copy_for(target);
  Error error = file.error();
  if (error.hint.empty()) error.hint = "start the console again, with another --taxonomy";
  return fail(std::move(error));
}

/// Saves the topics that collections begin with, and names them in the specification.
Result<void> take_taxonomy(ServedFolder& folder, const TaxonomyFile& topics) {
  return folder.editor().change(
      folder.folder(), "the taxonomy of the start", [&]() -> Result<void> {
        TRY_AS(open, training::open_or_make_taxonomy(folder.folder()));
        TRY_AS(copy, topics.copy_for(open->file.file()));
        open->file = std::move(*copy);
        const auto saved = training::save_taxonomy(*open, training::SeedExamples::kNo);
        return saved ? Result<void>() : fail(saved.error());
      });
}

Result<void> make(ServedFolder& folder, const Asked& asked) {
  // All that may be wrong is read and tried before anything is made.
  TRY_AS(topics, first_topics(folder));
  const bool seeds_alone = are_seeds_alone(folder, asked);
  const bool has_examples = !seeds_alone && !asked.imported.examples.empty();
  if (has_examples) {
    TaxonomyFile trial = *topics;
    if (auto added = add_examples(trial, asked); !added) return added;
  }
  collection::NewCollection values;
  values.name = folder.key();
  values.title = asked.title;
  values.topic_phrases = asked.terms;
  values.contact = asked.contact;
  values.gateway = folder.beginning().gateway;
  for (const NewExample& example : asked.imported.examples)
    if (seeds_alone) values.seeds.push_back(example.example.url);
  const auto made =
      collection::Collection::create(folder.folder(), collection::write_specification(values));
  if (!made) return fail(made.error());
  if (!folder.beginning().taxonomy.empty()) {
    if (auto taken = take_taxonomy(folder, *topics); !taken) return taken;
  }
  if (!has_examples) return {};
  return folder.editor().change_topics(
      folder.folder(), "the examples of the start", training::SeedExamples::kYes,
      [&](TaxonomyFile& file) { return add_examples(file, asked); });
}

}  // namespace

Result<http::Response> preview_examples(const Call& call) {
  const std::string text = call.members.text("examples", kLongestExamples);
  TRY(call.members.finish());
  TRY_AS(imported, examples_of(text, ""));
  const bool has_folders = collection::is_bookmarks(text);
  std::map<std::string, std::int64_t> counts;
  for (const NewExample& example : imported->examples)
    ++counts[has_folders ? path_of(example) : std::string()];
  ordered_json topics = ordered_json::array();
  for (const auto& [path, count] : counts) topics.push_back({{"path", path}, {"examples", count}});
  return http::json_response({{"topics", std::move(topics)},
                              {"examples", imported->examples.size()},
                              {"skipped", skipped_as_json(imported->skipped)}});
}

Result<http::Response> make_collection(const Call& call) {
  if (call.folder.is_collection())
    return fail(ErrorCode::kBusy, "there is a collection already", "grow it, or give another DIR");
  TRY_AS(asked, asked_of(call));
  TRY(make(call.folder, *asked));
  TRY_AS(open, training::open_or_make_taxonomy(call.folder.folder()));
  return http::json_response({{"seeds", open->collection.specification().seeds.size()},
                              {"examples", training::count_examples(open->file.taxonomy())},
                              {"can_be_learned", open->file.taxonomy().can_be_learned()},
                              {"good", open->file.taxonomy().good().size()},
                              {"skipped", skipped_as_json(asked->imported.skipped)}});
}

}  // namespace porthole::console
