#include <filesystem>
#include <iostream>
#include <memory>
#include <optional>

#include "base/file_limits.h"
#include "base/json/json.h"
#include "base/text/format.h"
#include "base/url/url.h"
#include "base/xml/tree.h"
#include "collection/collection.h"
#include "collection/effective_values.h"
#include "collection/seed_list.h"
#include "collection/specification.h"
#include "collection/taxonomy_file.h"
#include "gatherer/fetch/robots.h"
#include "gatherer/judge/judge_factory.h"
#include "operations/checks/checks.h"
#include "operations/topics/new_taxonomy.h"
#include "porthole/exit_code.h"
#include "porthole/help/help_page.h"
#include "porthole/interrupt.h"
#include "porthole/output.h"
#include "porthole/show/integrity_report.h"
#include "porthole/show/page_words.h"
#include "porthole/verb.h"
#include "summarizer/rdf_reader.h"

namespace porthole::cli {
namespace {

using nlohmann::ordered_json;

/// A URL that robots.txt disallows is a valid answer with an exit code of its own.
constexpr int kRefused = kDoneButNotAll;

struct CheckOptions {
  std::string folder;
  std::string file;
  bool effective = false;
  std::optional<std::string> base;
  std::vector<std::string> urls;
  std::string agent = "porthole";
  std::string url;
  std::string content_type;
  bool xml = false;
  bool explain_blocks = false;
  bool parses_all = false;
};

/// True if `error` concerns the content of the file; other errors are failures of the check.
bool is_verdict(const Error& error) {
  return error.code == ErrorCode::kInvalid || error.code == ErrorCode::kIncomplete ||
         error.code == ErrorCode::kTooLarge;
}

/// Prints one result: a JSON line, or `words`.
void answer(const ordered_json& json, const std::string& words, const Common& common) {
  if (common.json) {
    print_json(json);
  } else {
    std::cout << printable(words);
  }
}

/// Prints that `file` is invalid, with the error.
int answer_invalid(const std::string& file, Error error, const Common& common) {
  if (!is_verdict(error)) return report(error, common);
  if (error.file.empty()) error.file = file;
  answer({{"file", file},
          {"valid", false},
          {"message", error.message},
          {"line", error.line},
          {"column", error.column},
          {"hint", error.hint}},
         "not valid: " + error.to_string() + '\n', common);
  return kInvalid;
}

void answer_specification(const std::string& file, const collection::Specification& specification,
                          const Common& common) {
  const bool has_contact = specification.agent.has_contact();
  ordered_json missing = ordered_json::array();
  std::string words = file + " is valid: the collection " + specification.name + " with " +
                      counted(number(specification.seeds.size()), "seed") + '\n';
  if (!specification.topic.terms.empty())
    words += "terms of its topic: " + join(specification.topic.terms, ", ") + '\n';
  if (!has_contact && specification.network.is_live()) {
    words += collection::no_contact(specification, "the live web is not crawled").message + '\n';
  }
  for (const Error& error : operations::all_missing(file, specification)) {
    missing.push_back(error.message);
    words += "missing: " + error.to_string() + '\n';
  }
  answer({{"file", file},
          {"valid", true},
          {"name", specification.name},
          {"seeds", specification.seeds.size()},
          {"terms", specification.topic.terms},
          {"contact", has_contact},
          {"missing", std::move(missing)}},
         words, common);
}

int check_specification(const CheckOptions& options, const Common& common) {
  std::error_code ignored;
  const bool is_folder = std::filesystem::is_directory(options.file, ignored);
  const std::string file =
      is_folder ? (std::filesystem::path(options.file) / "porthole.xml").string() : options.file;
  const Result<collection::Specification> specification =
      operations::read_checked_specification(file);
  if (!specification) return answer_invalid(file, specification.error(), common);
  answer_specification(file, *specification, common);
  const int code = report_each(collection::bad_seeds(*specification), common);
  if (!options.effective) return code;
  Result<std::vector<collection::EffectiveValue>> values =
      collection::effective_values(file, *specification);
  if (!values) return report(values.error(), common);
  for (const collection::EffectiveValue& value : *values) {
    answer({{"name", value.name}, {"value", value.value}, {"from", value.from}},
           value.name + " = " + value.value + "   (" + value.from + ")\n", common);
  }
  return code;
}

/// The file of a taxonomy that is given by its file, its collection's folder or, for a bundled one,
/// its name.
Result<std::string> taxonomy_file(const std::string& given) {
  std::error_code ignored;
  if (!std::filesystem::is_directory(given, ignored))
    return operations::taxonomy_place(given).string();
  TRY_AS(collection, collection::Collection::open(given));
  const auto taxonomy = collection::read_taxonomy_of(
      collection->folder(), collection->specification().topic.taxonomy_file);
  if (taxonomy) return taxonomy->file().string();
  Error error = taxonomy.error();
  if (collection->specification().topic.taxonomy_file.empty()) {
    error.hint = "make one with the first example: porthole examples add " + shell_word(given) +
                 " TOPIC URL --make";
  }
  return fail(std::move(error));
}

int check_taxonomy(const CheckOptions& options, const Common& common) {
  const Result<std::string> file = taxonomy_file(options.file);
  if (!file) return answer_invalid(options.file, file.error(), common);
  const Result<ordered_json> found = operations::describe_taxonomy(*file);
  if (!found) return answer_invalid(options.file, found.error(), common);
  const auto count = [&](const char* member, const char* noun) {
    return counted(found->at(member).get<std::int64_t>(), noun);
  };
  const auto names = [&](const char* member) {
    return join(found->at(member).get<std::vector<std::string>>(), ", ");
  };
  const std::string title = found->at("title").get<std::string>();
  std::string words = options.file + " is valid: " + (title.empty() ? "" : title + ", ") +
                      count("topics", "topic") + ", " +
                      with_commas(found->at("leaves").get<std::int64_t>()) + " of them leaves, " +
                      count("examples", "example") + '\n';
  words += found->at("good").empty() ? "no topic is marked good: mark the topics you want\n"
                                     : "good: " + names("good") + '\n';
  if (!found->at("without_examples").empty())
    words += "without examples: " + names("without_examples") + '\n';
  for (const ordered_json& missing : found->at("missing"))
    words += "missing: " + missing.get<std::string>() +
             "\n  put it there, or remove the <example> element\n";
  answer(*found, words, common);
  return kDone;
}

/// The page named by FILE, or by DIR and URL. A name that is not a file is taken for the URL of a
/// page of the collection.
Result<Document> read_checked_page(const CheckOptions& options, Result<parser::ParseInput> page) {
  if (!page) return fail(page.error());
  if (!options.content_type.empty()) page->content_type = options.content_type;
  page->as_xml = options.xml;
  page->explain_blocks = options.explain_blocks;
  return operations::parse_page(std::move(*page));
}

/// The note that other verbs log when they judge by such a classifier.
void note_stale_classifier(const std::string& folder, const Common& common) {
  const auto collection = collection::Collection::open(folder);
  if (!collection) return;
  const auto is_current = gatherer::is_training_current(*collection);
  if (!is_current || *is_current) return;
  const Error outdated = gatherer::outdated_training(folder);
  note(outdated.message, outdated.hint, common);
}

int check_classify(const CheckOptions& options, const Common& common) {
  std::error_code ignored;
  const bool is_file = std::filesystem::exists(options.file, ignored) || !Url::parse(options.file);
  const Result<Document> page = read_checked_page(
      options, is_file ? operations::page_of_file(options.file, options.url)
                       : operations::page_of_collection(options.folder, options.file));
  if (!page) return report(page.error(), common);
  if (!has_content(page->status)) return report(unreadable_page(*page, options.file), common);
  const Result<ordered_json> found = operations::classify_page(options.folder, *page);
  if (!found) return report(found.error(), common);
  note_stale_classifier(options.folder, common);
  answer(*found, classes_in_words(*found), common);
  return kDone;
}

int check_url(const CheckOptions& options, const Common& common) {
  const Result<Url> base = Url::parse(options.base.value_or("about:blank"));
  int code = kDone;
  for (const std::string& input : options.urls) {
    const Result<Url> url = base ? Url::parse(input, options.base ? &*base : nullptr) : base;
    ordered_json line = {{"input", input},
                         {"base", nullptr},
                         {"valid", url.has_value()},
                         {"href", nullptr},
                         {"key", nullptr}};
    if (options.base) line["base"] = *options.base;
    if (url) {
      line["href"] = url->href();
      line["key"] = url->key();
      answer(line,
             input + " is " + url->href() + '\n' +
                 (url->key() == url->href() ? "" : "  known as " + url->key() + '\n'),
             common);
    } else {
      code = kInvalid;
      line["message"] = (base ? "" : "the base: ") + url.error().message;
      answer(line, input + ": " + line["message"].get<std::string>() + '\n', common);
    }
  }
  return code;
}

int check_robots(const CheckOptions& options, const Common& common) {
  const Result<std::string> text = xml::read_file(options.file, kLargestPage);
  if (!text) return report(text.error(), common);
  const gatherer::Robots robots = gatherer::Robots::parse(*text, options.agent);
  int code = kDone;
  for (const std::string& input : options.urls) {
    const Result<Url> url = Url::parse(input);
    ordered_json line = {{"url", input}, {"allowed", false}, {"rule", nullptr}};
    if (!url && !input.starts_with('/')) {
      code = kInvalid;
      line["message"] = url.error().message;
      answer(line, input + ": " + url.error().message + '\n', common);
      continue;
    }
    const auto verdict = robots.check(url ? url->request_target() : input);
    line["allowed"] = verdict.allowed;
    if (!verdict.rule.empty()) line["rule"] = verdict.rule;
    if (verdict.line != 0) line["line"] = verdict.line;
    if (!verdict.allowed && code == kDone) code = kRefused;
    answer(
        line,
        input + (verdict.allowed ? " may be fetched by " : " may not be fetched by ") +
            options.agent + ": " +
            (verdict.rule.empty() ? "no rule matches"
                                  : "line " + std::to_string(verdict.line) + ", " + verdict.rule) +
            '\n',
        common);
  }
  return code;
}

/// The page at PLACE: a file with --url, or a folder with URL. `verb` is that of the hint.
Result<Document> read_placed_page(const CheckOptions& options, const std::string& verb) {
  std::error_code ignored;
  const bool is_stored = std::filesystem::is_directory(options.file, ignored);
  const std::string url = options.urls.empty() ? options.url : options.urls.front();
  if (url.empty()) {
    return fail(
        ErrorCode::kUsage, "the page's URL is missing",
        is_stored ? "give the URL of a page of the collection: porthole check " + verb + " DIR URL"
                  : "it is needed to resolve links: porthole check " + verb + " FILE --url URL");
  }
  return read_checked_page(options, is_stored ? operations::page_of_collection(options.file, url)
                                              : operations::page_of_file(options.file, url));
}

int check_content(const CheckOptions& options, const Common& common) {
  CheckOptions explained = options;
  explained.explain_blocks = true;
  const Result<Document> page = read_placed_page(explained, "content");
  if (!page) return report(page.error(), common);
  if (!has_content(page->status)) return report(unreadable_page(*page, options.file), common);
  if (page->blocks.empty()) {
    return report({ErrorCode::kInvalid,
                   "the page has no blocks: " + std::string(page->status_detail.empty()
                                                                ? "no text, or not HTML"
                                                                : page->status_detail),
                   options.file, 0, 0, "its content is its whole text: porthole check parse"},
                  common);
  }
  answer(blocks_as_json(*page), blocks_in_words(*page), common);
  return kDone;
}

int check_parse(const CheckOptions& options, const Common& common) {
  const Result<Document> page = read_placed_page(options, "parse");
  if (!page) return report(page.error(), common);
  if (options.xml && page->text.empty()) {
    return report(
        {ErrorCode::kInvalid, "the page cannot be converted to XML: " + page->status_detail,
         options.file, 0, 0, "only HTML is supported; use --content-type text/html if it is HTML"},
        common);
  }
  if (options.xml) {
    std::cout << page->text << "\n";  // Unchanged, for programs that read XML.
    return kDone;
  }
  answer(page_as_json(*page), page_in_words(*page), common);
  return has_content(page->status) ? kDone : kInvalid;
}

int check_summary(const CheckOptions& options, const Common& common) {
  const Result<std::string> text = xml::read_file(options.file, kLargestPage);
  if (!text) return report(text.error(), common);
  std::int64_t pages = 0;
  std::string first;
  const Result<void> read =
      summarizer::read_rdf_pages(*text, [&](const summarizer::Summary& summary) {
        if (++pages == 1) first = summary.url;
      });
  if (!read) {
    Error error = read.error();
    error.file = options.file;
    if (error.hint.empty())
      error.hint = "this checks RDF/XML: porthole export DIR summaries --format rdfxml";
    if (pages > 0) error.message += "; " + counted(pages, "valid page") + " before it";
    return answer_invalid(options.file, error, common);
  }
  const std::string which =
      pages == 1 ? "the summary of " + first : "summaries of " + counted(pages, "page");
  answer({{"file", options.file}, {"valid", true}, {"pages", pages}, {"first", first}},
         options.file + " is valid: " + which + '\n', common);
  return kDone;
}

int check_repository(const CheckOptions& options, const Common& common) {
  const auto collection = collection::Collection::open(options.folder);
  if (!collection) return report(collection.error(), common);
  const Interrupt interrupt;
  const auto integrity =
      check_with_progress(*collection, options.folder, options.parses_all, interrupt, common);
  if (!integrity) return report(integrity.error(), common);
  print_integrity(*integrity, options.folder, common);
  if (interrupt.happened()) return interrupt.exit_code();
  return integrity->is_sound() ? kDone : kInvalid;
}

using Check = int (*)(const CheckOptions&, const Common&);

/// Options of the subcommands of `check`.
class Checks {
 public:
  explicit Checks(Command app) : app_(app) { app.require_subcommand(1); }

  /// `codes` describes exit codes other than 0.
  Command add(const char* name, const char* sentence, const char* example, const char* codes,
              Check check) {
    Command sub = app_.add_subcommand(name, sentence);
    sub.fallthrough();
    sub.footer(
        help_footer("Prints sentences, with --json JSON lines. " + std::string(codes), example));
    checks_.emplace_back(sub, check);
    return sub;
  }

  int run(const CheckOptions& options, const Common& common) const {
    for (const auto& [sub, check] : checks_) {
      if (sub.parsed()) return check(options, common);
    }
    return kUsage;
  }

 private:
  Command app_;
  std::vector<std::pair<Command, Check>> checks_;
};

constexpr const char* kInvalidIsThree = "Exit code 3 if it is not valid.";

void declare_place(Command check, CheckOptions& options) {
  check
      .add_option("PLACE", options.file,
                  "A file with the page as received, or a collection's folder")
      .required();
  Option stored =
      check.add_option("URL", options.urls, "The page of that collection").expected(0, 1);
  check.add_option("--url", options.url, "The URL of the page in a file")
      .type_name("URL")
      .excludes(stored);
  check.add_option("--content-type", options.content_type, "Its Content-Type header")
      .type_name("TYPE");
}

void declare_page_checks(Checks& checks, CheckOptions& options) {
  Command classify =
      checks.add("classify", "Classify a page with the collection's classifier.",
                 "porthole check classify cycling https://www.sheldonbrown.com/gears/",
                 "Exit code 3 if the page is unreadable.", check_classify);
  classify.add_folder(options.folder);
  classify.add_option("PAGE", options.file, "The URL of a page of the collection, or a file")
      .required();
  classify.add_option("--url", options.url, "The URL of the page in a file").type_name("URL");

  Command parse = checks.add("parse", "Parse a page and print its text, metadata and links.",
                             "porthole check parse page.html --url https://a.org/page.html",
                             "Exit code 3 if the page is unreadable.", check_parse);
  declare_place(parse, options);
  parse.add_flag("--xml", options.xml, "Print the page, repaired, as XML");

  Command content =
      checks.add("content", "Print the blocks of a page, which are its main content, and why.",
                 "porthole check content page.html --url https://a.org/page.html",
                 "Exit code 3 if the page has no blocks.", check_content);
  declare_place(content, options);

  Command summary =
      checks.add("summary", "Validate the RDF/XML of one or more summaries.",
                 "porthole check summary summaries.rdf", kInvalidIsThree, check_summary);
  summary.add_option("FILE", options.file, "A file with one or more summaries").required();
}

void declare_file_checks(Checks& checks, CheckOptions& options) {
  Command spec = checks.add(
      "spec", "Validate a specification.", "porthole check spec cycling --effective",
      "Exit code 1 if a seed is not valid, 3 if the specification is not.", check_specification);
  spec.add_option("FILE", options.file, "The specification, or the folder of a collection")
      .required();
  spec.add_flag("--effective", options.effective,
                "Print each value, and whether it is set in the specification or a default");

  Command taxonomy =
      checks.add("taxonomy", "Validate a taxonomy and print what it contains.",
                 "porthole check taxonomy cycling/taxonomy.xml", kInvalidIsThree, check_taxonomy);
  taxonomy
      .add_option("FILE", options.file,
                  "The taxonomy: a file, a collection's folder, or web_in_a_box or "
                  "science_and_health")
      .required();
}

void declare_url_checks(Checks& checks, CheckOptions& options) {
  Command url =
      checks.add("url", "Parse, resolve and serialise a URL, and print the key of its page.",
                 "porthole check url --base https://a.org/b/ ../c",
                 "Exit code 3 if a URL is not valid.", check_url);
  url.add_option("--base", options.base, "The base URL, that of the linking page").type_name("URL");
  url.add_option("REF", options.urls, "A URL or relative reference; after -- it may begin with -")
      .take_verbatim()
      .required();

  Command robots =
      checks.add("robots", "Test URLs against a robots.txt.",
                 "porthole check robots --robots robots.txt https://a.org/x",
                 "Exit code 1 if a URL is disallowed, 3 if it is not valid.", check_robots);
  robots.add_option("--agent", options.agent, "The crawler's product token")
      .type_name("NAME")
      .capture_default_str();
  robots.add_option("--robots", options.file, "The robots.txt").type_name("FILE").required();
  robots.add_option("URL", options.urls, "The URLs to test").take_verbatim().required();
}

void declare_repository_check(Checks& checks, CheckOptions& options) {
  Command repository = checks.add(
      "repository",
      "Check the stored data of a collection for damage: repository, archive, summaries, index.",
      "porthole check repository cycling",
      "Exit code 3 if something is damaged; porthole repair mends it.", check_repository);
  repository.add_folder(options.folder);
  repository.add_flag("--parse-all", options.parses_all, kParseAllHelp);
}

}  // namespace

Action declare_check(Command app) {
  const auto options = std::make_shared<CheckOptions>();
  const auto checks = std::make_shared<Checks>(app);
  declare_file_checks(*checks, *options);
  declare_url_checks(*checks, *options);
  declare_page_checks(*checks, *options);
  declare_repository_check(*checks, *options);
  return [options, checks](const Common& common) { return checks->run(*options, common); };
}

}  // namespace porthole::cli
