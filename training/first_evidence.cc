#include "training/first_evidence.h"

#include <algorithm>
#include <functional>
#include <memory>
#include <optional>
#include <set>
#include <system_error>
#include <unordered_map>
#include <unordered_set>
#include <utility>

#include "base/text/text.h"
#include "base/url/percent_encode.h"
#include "base/url/url.h"
#include "collection/taxonomy_file.h"
#include "gatherer/frontier/scope.h"
#include "gatherer/judge/page_judge.h"
#include "topics/text/term_extractor.h"
#include "training/example_store.h"
#include "training/training.h"

namespace porthole::training {
namespace {

namespace fs = std::filesystem;
using collection::TaxonomyFile;
using topics::Example;
using topics::Taxonomy;
using topics::TopicId;
using Documents = std::unordered_map<std::string, Document>;  // by key in the store
using Wanted = std::unordered_set<TopicId>;

constexpr std::size_t kMostText = 50'000;    ///< Bytes of a page.
constexpr std::size_t kMostListed = 10'000;  ///< Files of a folder that are looked at.

/// The words of a path; those of different segments make no phrase.
std::string words_of_path(const Url& url) {
  std::string words;
  for (const char c : percent_decode(url.path())) {
    if (c == '/') {
      words += " and ";
    } else {
      words += c == '_' || c == '-' || c == '.' || c == '+' ? ' ' : c;
    }
  }
  return fold_space(words);
}

/// The main content of a page; the whole text of one without.
void take_document(const Document& document, FirstPage& page) {
  page.said.anchor = document.title;
  page.said.title = document.description;
  std::string text = content_of(document);
  if (text.empty()) text = document.text;
  page.said.after = std::string(cut(text, kMostText));
  page.has_text = true;
}

/// The topics below and with `tops`.
Wanted with_descendants(const Taxonomy& taxonomy, const std::vector<TopicId>& tops) {
  Wanted all;
  for (std::size_t id = 1; id < taxonomy.size(); ++id) {
    const auto topic = static_cast<TopicId>(id);
    if (std::any_of(tops.begin(), tops.end(),
                    [&](TopicId top) { return taxonomy.is_within(topic, top); }))
      all.insert(topic);
  }
  return all;
}

/// The topics whose name or title is a word of `topic`.
Wanted matching(const Taxonomy& taxonomy, const collection::Topic& topic) {
  std::set<std::string> stems = {topics::stem_of_term(topics::normal_term(topic.title))};
  for (const std::string& term : topic.terms)
    stems.insert(topics::stem_of_term(topics::normal_term(term)));
  std::vector<TopicId> found;
  for (std::size_t id = 1; id < taxonomy.size(); ++id) {
    const topics::Topic& known = taxonomy[static_cast<TopicId>(id)];
    for (const std::string* name : {&known.name, &known.title}) {
      if (!stems.contains(topics::stem_of_term(topics::normal_term(*name)))) continue;
      found.push_back(static_cast<TopicId>(id));
      break;
    }
  }
  return with_descendants(taxonomy, found);
}

std::size_t count_examples(const Taxonomy& taxonomy, const std::function<bool(TopicId)>& counts) {
  std::size_t count = 0;
  for (std::size_t id = 0; id < taxonomy.size(); ++id) {
    const auto topic = static_cast<TopicId>(id);
    if (counts(topic)) count += taxonomy[topic].examples.size();
  }
  return count;
}

class Reader {
 public:
  Reader(const collection::Collection& collection, gatherer::Scope scope)
      : collection_(collection),
        topic_(collection.specification().topic),
        scope_(std::move(scope)) {}

  Result<FirstEvidence> read(const std::vector<fs::path>& taxonomies) {
    TRY_AS(has_others, read_own_taxonomy());
    TRY(read_seeds());
    if (!*has_others) {
      TRY(read_bundled(taxonomies));
    }
    return std::move(found_);
  }

 private:
  void add(const std::string& source, FirstPage page) {
    auto place = std::find_if(found_.sources.begin(), found_.sources.end(),
                              [&](const EvidenceSource& known) { return known.name == source; });
    if (place == found_.sources.end()) {
      found_.sources.push_back({source});
      place = std::prev(found_.sources.end());
    }
    ++(page.relevant ? place->relevant : place->other);
    found_.pages.push_back(std::move(page));
  }

  // --- The collection's taxonomy -----------------------------------------------------------------

  /// Returns whether it has examples of other topics.
  Result<bool> read_own_taxonomy() {
    const std::string& name = topic_.taxonomy_file;
    if (name.empty()) return false;
    TRY_AS(file, collection::read_taxonomy_of(collection_.folder(), name));
    const Taxonomy& taxonomy = file->taxonomy();
    const std::vector<TopicId> good = taxonomy.good();
    const Wanted wanted =
        good.empty() ? matching(taxonomy, topic_) : with_descendants(taxonomy, good);
    TRY(read_documents(*file, wanted));
    add_topics(*file, wanted);
    add_addresses(*file, wanted);
    return count_examples(taxonomy, [&](TopicId id) { return !wanted.contains(id); }) > 0;
  }

  /// The examples whose text is there.
  Result<void> read_documents(const TaxonomyFile& file, const Wanted& wanted) {
    if (count_examples(file.taxonomy(), [](TopicId) { return true; }) == 0) return {};
    TRY_AS(store, ExampleStore::open(collection_.model_folder()));
    TrainingOptions reading;
    reading.fetching = Fetching::kNone;
    TRY_AS(training, gather_examples(collection_, file, *store, reading));
    TRY_AS(documents, documents_of(*training, *store));
    for (std::size_t i = 0; i < training->pages.size(); ++i) {
      const TrainingPage& known = training->pages[i];
      const auto document = documents->find(known.key);
      if (document == documents->end()) continue;
      FirstPage page;
      page.name = known.name;
      page.site =
          training->set.group_name(training->set.group_of(static_cast<topics::ExampleId>(i)));
      page.relevant = wanted.contains(known.topic);
      take_document(document->second, page);
      read_.insert(known.key);
      add("example pages", std::move(page));
    }
    add_texts(file.taxonomy(), wanted);
    return {};
  }

  static Result<Documents> documents_of(const Training& training, const ExampleStore& store) {
    Documents documents;
    for (const TrainingPage& page : training.pages)
      if (!page.key.empty()) documents[page.key];
    TRY_AS(visited, store.for_each_document([&](const std::string& key, Document document) {
      if (const auto place = documents.find(key); place != documents.end())
        place->second = std::move(document);
    }));
    return documents;
  }

  /// Examples that are texts.
  void add_texts(const Taxonomy& taxonomy, const Wanted& wanted) {
    for_each_example(taxonomy, [&](TopicId id, const Example& example) {
      if (example.text.empty()) return;
      const std::string text = fold_space(example.text);
      FirstPage page;
      page.name = '"' + shortened(text, 60) + '"';
      page.site = "text " + page.name;
      page.said.after = std::string(cut(text, kMostText));
      page.relevant = wanted.contains(id);
      page.has_text = true;
      add("example pages", std::move(page));
    });
  }

  template <class Visit>
  static void for_each_example(const Taxonomy& taxonomy, const Visit& visit) {
    for (std::size_t id = 0; id < taxonomy.size(); ++id) {
      const auto topic = static_cast<TopicId>(id);
      for (const Example& example : taxonomy[topic].examples) visit(topic, example);
    }
  }

  /// A topic above a wanted one is neither about the topic nor about others.
  void add_topics(const TaxonomyFile& file, const Wanted& wanted) {
    const Taxonomy& taxonomy = file.taxonomy();
    for (std::size_t id = 1; id < taxonomy.size(); ++id) {
      const auto number = static_cast<TopicId>(id);
      const bool is_above = std::any_of(wanted.begin(), wanted.end(), [&](TopicId below) {
        return taxonomy.is_within(below, number);
      });
      if (is_above && !wanted.contains(number)) continue;
      const topics::Topic& topic = taxonomy[number];
      FirstPage page;
      page.name = topic.path;
      page.site = "topic " + topic.path;
      page.said.heading = topic.title + " and " + topic.description;
      page.relevant = wanted.contains(number);
      add("topics of " + file.file().filename().string(), std::move(page));
    }
  }

  /// Examples whose text is not there.
  void add_addresses(const TaxonomyFile& file, const Wanted& wanted) {
    for_each_example(file.taxonomy(), [&](TopicId id, const Example& example) {
      const Result<Url> url = Url::parse(example.url);
      if (!url || read_.contains(url->key())) return;
      FirstPage page;
      page.name = example.url;
      page.site = scope_.site_of(*url);
      page.said.anchor = example.title;
      page.said.title = example.description;
      page.said.name = words_of_path(*url);
      page.relevant = wanted.contains(id);
      add("examples of " + file.file().filename().string() + " that were not read",
          std::move(page));
    });
  }

  // --- Seeds that are files ----------------------------------------------------------------------

  Result<void> read_seeds() {
    for (const collection::Seed& seed : collection_.specification().seeds) {
      const Result<Url> url = Url::parse(seed.url);
      if (!url || url->scheme() != "file" || !url->host().empty()) continue;
      const fs::path path = percent_decode(url->path());
      std::error_code ignored;
      const Result<void> done =
          fs::is_directory(path, ignored) ? read_folder(path) : read_file(path, true);
      if (!done) return done;
    }
    return {};
  }

  Result<void> read_folder(const fs::path& folder) {
    for (const fs::path& file : files_below(folder)) {
      if (files_ >= kMostFiles) break;
      if (auto done = read_file(file, false); !done) return done;
    }
    return {};
  }

  /// In order of their names. Hidden ones and symbolic links are left out.
  static std::vector<fs::path> files_below(const fs::path& folder) {
    std::error_code ended;
    std::error_code ignored;
    std::vector<fs::path> files;
    fs::recursive_directory_iterator entry(folder, fs::directory_options::skip_permission_denied,
                                           ended);
    for (const fs::recursive_directory_iterator end;
         !ended && entry != end && files.size() < kMostListed; entry.increment(ended)) {
      if (entry->path().filename().string().starts_with('.')) {
        entry.disable_recursion_pending();
      } else if (!entry->is_symlink(ignored) && entry->is_regular_file(ignored)) {
        files.push_back(entry->path());
      }
    }
    std::sort(files.begin(), files.end());
    return files;
  }

  Result<void> read_file(const fs::path& path, bool is_seed) {
    const Result<Url> url = url_of(path);
    if (!url || !scope_.decide(*url).accepted) return {};
    ++files_;
    TRY_AS(read, local_.read(path));
    if (!read->failure.empty()) return {};
    FirstPage page;
    page.name = url->href();
    page.site = page.name;  // A file is on its own: nobody knows which site it is from.
    page.relevant = is_seed || judge_->judge(read->document).relevant;
    take_document(read->document, page);
    add("files of the seeds", std::move(page));
    return {};
  }

  static Result<Url> url_of(const fs::path& path) {
    std::string text = "file://";
    for (const char c : path.string()) {
      if (c == '%') {
        text += "%25";
      } else {
        append_percent_encoded(text, std::string_view(&c, 1), EncodeSet::kPath);
      }
    }
    return Url::parse(text);
  }

  // --- Taxonomies that the program brings --------------------------------------------------------

  /// The one that has most examples of the topic.
  Result<void> read_bundled(const std::vector<fs::path>& taxonomies) {
    std::optional<TaxonomyFile> best;
    Wanted of_best;
    std::size_t most = 0;
    for (const fs::path& place : taxonomies) {
      TRY_AS(file, TaxonomyFile::read(place));
      Wanted wanted = matching(file->taxonomy(), topic_);
      const std::size_t examples =
          count_examples(file->taxonomy(), [&](TopicId id) { return wanted.contains(id); });
      if (examples <= most) continue;
      most = examples;
      best = std::move(*file);
      of_best = std::move(wanted);
    }
    if (!best) return {};
    add_topics(*best, of_best);
    add_addresses(*best, of_best);
    return {};
  }

  const collection::Collection& collection_;
  const collection::Topic& topic_;
  gatherer::Scope scope_;
  std::unique_ptr<gatherer::PageJudge> judge_ = gatherer::make_own_words_judge(topic_);
  LocalPages local_;
  std::unordered_set<std::string> read_;  ///< Keys of examples whose text is there.
  std::size_t files_ = 0;
  FirstEvidence found_;
};

}  // namespace

std::string_view name_of_said(AnnotationKind kind) {
  switch (kind) {
    case AnnotationKind::kAnchor:
      return "page title";
    case AnnotationKind::kTitle:
      return "description";
    case AnnotationKind::kName:
      return "address";
    case AnnotationKind::kHeading:
      return "topic";
    default:
      return "text";
  }
}

Result<FirstEvidence> read_first_evidence(const collection::Collection& collection,
                                          const std::vector<fs::path>& taxonomies) {
  TRY_AS(scope, gatherer::Scope::make(collection.specification()));
  return Reader(collection, std::move(*scope)).read(taxonomies);
}

}  // namespace porthole::training
