#include <algorithm>
#include <filesystem>
#include <iostream>
#include <memory>
#include <optional>
#include <system_error>
#include <utility>

#include "archive/recorded_web.h"
#include "archive/wacz_parts.h"
#include "archive/warc_reader.h"
#include "base/file_limits.h"
#include "base/json/json.h"
#include "base/xml/tree.h"
#include "collection/collection.h"
#include "collection/edit/part_edits.h"
#include "collection/local_scope.h"
#include "collection/scope_choice.h"
#include "collection/seed_list.h"
#include "collection/taxonomy_file.h"
#include "operations/topics/new_taxonomy.h"
#include "porthole/exit_code.h"
#include "porthole/options/shared_options.h"
#include "porthole/output.h"
#include "porthole/verb.h"
#include "training/open_taxonomy.h"

namespace porthole::cli {
namespace {

namespace fs = std::filesystem;

struct NewOptions {
  std::string folder;
  std::string title;
  std::vector<std::string> topic;
  std::vector<std::string> seeds;
  std::string seed_file;
  std::string contact;
  std::string gateway;
  std::vector<std::string> recorded;
  std::vector<std::string> allow;  ///< Internal addresses.
  std::string specification;
  operations::NewTaxonomyOptions taxonomy;
  collection::ScopeChoice scope;
  bool no_seeds = false;
};

/// Errors: kInvalid for a file that cannot hold answers. Reads the beginning of a
/// WARC file alone.
Result<void> check_holds_answers(const fs::path& file) {
  if (file.extension() == ".cdxj" || archive::is_zip(file)) {
    const auto web = archive::RecordedWeb::open({file});
    return web ? Result<void>() : fail(web.error());
  }
  TRY_AS(reader, archive::WarcReader::open(file));
  const auto first = (*reader)->next();
  return first ? Result<void>() : fail(first.error());
}

Result<void> check_recorded(const std::vector<std::string>& files) {
  std::error_code ignored;
  for (const std::string& file : files) {
    if (!fs::is_regular_file(file, ignored))
      return fail(ErrorCode::kUsage, "--recorded " + file + ": there is no such file",
                  "name a WARC file: --recorded crawl.warc.gz");
    const auto good = check_holds_answers(file);
    if (!good && good.error().code != ErrorCode::kInvalid) return good;
    if (!good)
      return fail(ErrorCode::kUsage, "--recorded " + file + ": " + good.error().message,
                  "name a WARC, WACZ or CDXJ file: --recorded crawl.warc.gz");
  }
  return {};
}

/// Checks that need only the command line.
Result<void> check_options(const NewOptions& options) {
  if (options.folder.empty())
    return fail(ErrorCode::kUsage, "DIR is empty: there is no folder to make",
                "name one: porthole new cycling");
  if (std::ranges::any_of(options.topic,
                          [](const auto& typed) { return collection::phrases_of(typed).empty(); }))
    return fail(ErrorCode::kUsage, "--topic is empty: it has no phrase",
                "give one that pages about the topic use: --topic bicycle");
  if (auto good = collection::check_contact(options.contact); !good) return good;
  if (auto good = check_gateway(options.gateway); !good) return good;
  if (!options.taxonomy.good.empty() && !options.taxonomy.has_any()) {
    return fail(ErrorCode::kUsage, "--good needs topics: --taxonomy, --bookmarks or --example",
                "porthole new cycling --bookmarks bookmarks.html --good cycling");
  }
  return check_recorded(options.recorded);
}

Result<std::vector<collection::Seed>> asked_seeds(const NewOptions& options) {
  std::vector<collection::Seed> seeds;
  for (const std::string& url : options.seeds) seeds.push_back({.url = url, .file = "", .line = 0});
  if (options.seed_file.empty()) return seeds;
  Result<std::vector<collection::Seed>> in_file = collection::read_seed_file(options.seed_file);
  if (!in_file) return in_file;
  seeds.insert(seeds.end(), in_file->begin(), in_file->end());
  return seeds;
}

/// The name of the collection in `folder`.
std::string name_of(const std::string& folder) {
  return fs::absolute(folder / fs::path()).lexically_normal().parent_path().filename().string();
}

/// The topic's name for a user who gave examples: its title, first phrase, the wanted folder of the
/// bookmarks, or the name of the collection's folder.
std::string topic_of(const NewOptions& options) {
  if (!options.title.empty()) return options.title;
  const std::vector<std::string>& good = options.taxonomy.good;
  if (options.topic.empty() && !options.taxonomy.bookmarks.empty() && good.size() == 1) {
    const std::vector<std::string> names = collection::path_names(good.front());
    if (!names.empty()) return names.back();
  }
  return options.topic.empty() ? name_of(options.folder) : options.topic.front();
}

/// The topic's title where topics of a taxonomy say what is wanted.
std::string title_of_topics(const NewOptions& options) {
  std::string title;
  for (const std::string& path : options.taxonomy.good) {
    const std::vector<std::string> names = collection::path_names(path);
    if (!names.empty()) title += (title.empty() ? "" : ", ") + names.back();
  }
  return title;
}

Result<std::string> text_from_file(const NewOptions& options,
                                   const std::vector<std::string>& seeds) {
  // For its errors, which then name the given file and not the copy.
  TRY(collection::read_specification(options.specification));
  Result<std::string> text = xml::read_file(options.specification, kLargestSpecification);
  return text ? collection::add_seeds(*text, seeds) : text;
}

Result<std::string> text_from_options(const NewOptions& options, std::vector<std::string> seeds) {
  TRY(collection::check_local_seeds(seeds));
  collection::NewCollection values;
  values.name = name_of(options.folder);
  values.title = options.title;
  values.topic_phrases = options.topic;
  // Without other words, those of the title guide the crawl.
  if (options.topic.empty() && options.taxonomy.has_examples())
    values.topic_phrases = {topic_of(options)};
  if (values.title.empty() && values.topic_phrases.empty()) values.title = title_of_topics(options);
  values.seeds = std::move(seeds);
  values.contact = options.contact;
  values.gateway = options.gateway;
  values.scope = options.scope;
  for (const std::string& file : options.recorded) {
    values.recorded.push_back(fs::absolute(file).lexically_normal().string());
  }
  return collection::write_specification(values);
}

/// The `text` of a specification, and the taxonomy that it will name.
struct Parts {
  std::string text;
  std::optional<operations::NewTaxonomy> taxonomy;
};

/// True if the examples of good topics become seeds. Those of a taxonomy that was there before do
/// only where no seed was chosen; a specification has its own.
bool examples_become_seeds(const NewOptions& options) {
  if (options.no_seeds) return false;
  const bool chosen =
      !options.seeds.empty() || !options.seed_file.empty() || !options.specification.empty();
  return options.taxonomy.has_examples() || !chosen;
}

Result<Parts> parts_of(const NewOptions& options, const std::vector<std::string>& seeds) {
  Result<std::string> text = options.specification.empty() ? text_from_options(options, seeds)
                                                           : text_from_file(options, seeds);
  if (text) text = collection::allow_addresses(*text, options.allow);
  if (!text) return fail(text.error());
  if (!options.taxonomy.has_any()) return Parts{std::move(*text), std::nullopt};
  TRY_AS(taxonomy,
         operations::make_new_taxonomy(options.taxonomy, options.folder, topic_of(options)));
  text = collection::name_taxonomy(*text, taxonomy->file.file().filename().string());
  if (!text) return fail(text.error());
  if (examples_become_seeds(options)) {
    std::vector<std::string> more = training::good_examples(taxonomy->file.taxonomy());
    std::erase_if(more,
                  [&](const auto& url) { return std::ranges::find(seeds, url) != seeds.end(); });
    text = collection::add_seeds(*text, more);
    if (!text) return fail(text.error());
  }
  return Parts{std::move(*text), std::move(*taxonomy)};
}

struct NextStep {
  std::string advice;  ///< The first step for the user, "" for none.
  std::string command;
};

/// The command after `new`: the first of mark, seeds, train and update that is needed.
std::string next_command(const collection::Specification& specification,
                         const topics::Taxonomy* taxonomy, const std::string& folder) {
  if (taxonomy != nullptr && taxonomy->good().empty())
    return "porthole examples mark " + shell_word(folder) +
           " TOPIC... (those that are wanted; porthole examples list " + shell_word(folder) + ")";
  if (specification.seeds.empty()) return "porthole seeds add " + shell_word(folder) + " URL...";
  const bool train = taxonomy != nullptr && taxonomy->can_be_learned();
  return train ? "porthole train " + shell_word(folder) : crawl_command(folder);
}

NextStep next_step(const collection::Collection& collection, const topics::Taxonomy* taxonomy,
                   const std::string& folder) {
  const collection::Specification& specification = collection.specification();
  NextStep next;
  if (collection::asks_others(specification) && !specification.agent.has_contact()) {
    next.advice =
        collection::no_contact(specification, "the live web is not crawled: write yours into ")
            .message +
        (fs::path(folder) / "porthole.xml").string() + ", <agent ... email=\"ADDRESS\"/>";
  }
  next.command = next_command(specification, taxonomy, folder);
  return next;
}

/// True if words alone judge the pages of the web, and there are few.
bool has_few_words(const collection::Specification& specification) {
  constexpr std::size_t kFew = 5;
  const std::size_t words = specification.topic.terms.size();
  return words > 0 && words < kFew &&
         std::ranges::any_of(specification.seeds,
                             [](const auto& seed) { return !seed.url.starts_with("file:"); });
}

/// The topic's words of one letter ("R"): pages are judged by them, but words of links begin with
/// two letters, so that strategies which read those do not see them.
std::string letters_of(const collection::Specification& specification) {
  std::vector<std::string> letters;
  for (const std::string& term : specification.topic.terms)
    if (term.size() == 1) letters.push_back(term);
  return join(letters, ", ");
}

void print_made(const collection::Collection& made,
                const std::optional<operations::NewTaxonomy>& taxonomy, const std::string& folder,
                const Common& common) {
  const collection::Specification& specification = made.specification();
  const topics::Taxonomy* topics = taxonomy ? &taxonomy->file.taxonomy() : nullptr;
  const NextStep next = next_step(made, topics, folder);
  if (common.json) {
    print_json({{"folder", made.folder().string()},
                {"name", specification.name},
                {"seeds", specification.seeds.size()},
                {"advice", next.advice},
                {"next", next.command}});
    return;
  }
  if (!in_words(common)) return;
  std::cout << "made the collection " << folder << ": "
            << counted(number(specification.topic.terms.size()), "topic phrase") << ", "
            << counted(number(specification.seeds.size()), "seed") << "; its specification is "
            << (fs::path(folder) / "porthole.xml").string() << '\n';
  if (topics != nullptr) {
    std::cout << "its taxonomy is " << taxonomy->file.file().string() << ": "
              << counted(number(topics->size() - 1), "topic") << ", " << topics->good().size()
              << " of them marked good\n";
  }
  if (!next.advice.empty()) std::cout << next.advice << '\n';
  if (const std::string letters = letters_of(specification); !letters.empty()) {
    std::cout << "links are not rated by words of one letter (" << letters
              << "): add a phrase that links use, such as \"" << letters.substr(0, 1)
              << " programming\"\n";
  }
  if (topics == nullptr && has_few_words(specification)) {
    std::cout << "a page is judged by the topic's words: with five or more, in the forms and "
                 "languages that pages use, more pages are found (<term> in the specification)\n";
  }
  std::cout << "next: " << next.command << '\n';
}

int run_new(NewOptions options, const Common& common) {
  if (auto good = check_options(options); !good) return report(good.error(), common);
  Result<collection::ScopeChoice> scope = collection::checked(std::move(options.scope));
  if (!scope) return report(scope.error(), common);
  options.scope = std::move(*scope);
  options.topic = collection::phrases_of(join(options.topic, ","));
  collection::make_urls_of_paths(options.seeds);
  Result<std::vector<collection::Seed>> asked = asked_seeds(options);
  if (!asked) return report(asked.error(), common);
  const bool may_be_files =
      options.specification.empty();  // A given specification names its protocols.
  const collection::SortedSeeds seeds = collection::sort_seeds(
      *asked, may_be_files ? std::vector<std::string>{"file"} : std::vector<std::string>{});
  const Result<Parts> parts = parts_of(options, seeds.good);
  if (!parts) return report(parts.error(), common);
  Result<collection::Collection> made = collection::Collection::create(options.folder, parts->text);
  if (!made) return report(made.error(), common);
  if (parts->taxonomy) {
    if (auto saved = parts->taxonomy->file.save(); !saved) return report(saved.error(), common);
  }

  std::vector<Error> unusable = seeds.bad;
  if (parts->taxonomy)
    unusable.insert(unusable.end(), parts->taxonomy->skipped.begin(),
                    parts->taxonomy->skipped.end());
  const int code = report_each(unusable, common);
  for (const Error& missing : made->specification().missing) report(missing, common);
  print_made(*made, parts->taxonomy, options.folder, common);
  return code;
}

void declare_taxonomy(Command app, operations::NewTaxonomyOptions& options) {
  app.add_option("--example", options.examples,
                 "A page about the topic: an example, and a seed; may be repeated")
      .repeatable()
      .type_name("URL");
  app.add_option("--bookmarks", options.bookmarks,
                 "Examples from a browser's bookmarks (HTML) or a list (CSV, TSV): folders become "
                 "topics")
      .type_name("FILE");
  app.add_option("--taxonomy", options.taxonomy,
                 "Start with a copy of this taxonomy: a file, or web_in_a_box or "
                 "science_and_health")
      .type_name("FILE");
  app.add_option("--good", options.good,
                 "Mark this topic of the taxonomy as good (wanted); may be repeated")
      .repeatable()
      .type_name("TOPIC");
}

void declare_seeds(Command app, NewOptions& options) {
  app.add_option("--seed", options.seeds,
                 "A URL to start from, or the path of a folder of documents; may be repeated")
      .repeatable()
      .type_name("URL");
  app.add_option("--seeds", options.seed_file, "A file with one URL a line; # begins a comment")
      .type_name("FILE");
}

}  // namespace

Action declare_new(Command app) {
  const auto options = std::make_shared<NewOptions>();
  app.add_option("DIR", options->folder, "The folder to create").required();
  Option title =
      app.add_option("--title", options->title,
                     "The title of the topic, also on the search page (default: its first phrase)")
          .type_name("TITLE");
  Option topic = app.add_option("--topic", options->topic,
                                "Phrases that pages about the topic use, parted by commas; may be "
                                "repeated")
                     .repeatable()
                     .type_name("PHRASE");
  declare_seeds(app, *options);
  Option contact = app.add_option("--contact", options->contact,
                                  "Your contact address for webmasters: an e-mail address or URL")
                       .type_name("ADDRESS");
  Option gateway = app.add_option("--gateway", options->gateway,
                                  "Send every request to this server (see porthole webbox)")
                       .type_name("URL");
  Option recorded = app.add_option("--recorded", options->recorded,
                                   "Gather from these WARC or WACZ files instead of the web")
                        .type_name("FILE")
                        .excludes(gateway);
  app.add_option("--allow", options->allow,
                 "Allow requests to these internal addresses: 10.1.2.3 or 10.0.0.0/8; may be "
                 "repeated")
      .repeatable()
      .type_name("ADDRESSES");
  declare_taxonomy(app, options->taxonomy);
  app.add_flag("--no-seeds", options->no_seeds, "Do not make seeds of the good topics' examples");
  const std::vector<Option> scope = add_scope_choice(app, options->scope);
  Option specification = app.add_option("--specification", options->specification,
                                        "Start with a copy of this specification")
                             .type_name("FILE")
                             .excludes(title)
                             .excludes(topic)
                             .excludes(contact)
                             .excludes(gateway)
                             .excludes(recorded);
  for (Option option : scope) specification.excludes(option);
  return [options](const Common& common) { return run_new(*options, common); };
}

}  // namespace porthole::cli
