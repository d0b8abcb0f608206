#include <iostream>
#include <memory>
#include <nlohmann/json.hpp>
#include <optional>

#include "base/url.h"
#include "collection/specification.h"
#include "gatherer/plugin_host.h"
#include "gatherer/plugin_schemas.h"
#include "gatherer/robots.h"
#include "gatherer/scope.h"
#include "gatherer/strategy.h"
#include "parser/parser_pool.h"
#include "porthole/effective.h"
#include "porthole/exit_code.h"
#include "porthole/file_limits.h"
#include "porthole/json_line.h"
#include "porthole/link_json.h"
#include "porthole/output.h"
#include "porthole/topic_checks.h"
#include "porthole/verb.h"
#include "search/json.h"
#include "summarizer/rdf_reader.h"
#include "xml/tree.h"

namespace porthole::cli {
namespace {

using nlohmann::ordered_json;


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
};

/// The file is not as it should be: an answer, not a failure of the check.
bool is_verdict(const Error& error) {
  return error.code == ErrorCode::kInvalid || error.code == ErrorCode::kIncomplete ||
         error.code == ErrorCode::kTooLarge;
}

ordered_json verdict(const std::string& file, const Error& error) {
  return {{"file", file},       {"valid", false},         {"message", error.message},
          {"line", error.line}, {"column", error.column}, {"hint", error.hint}};
}

/// All that is looked at before the first page is fetched.
Result<collection::Specification> read_whole(const std::string& file) {
  Result<collection::Specification> specification = collection::read_specification(file);
  if (!specification) return specification;
  if (auto scope = gatherer::Scope::make(*specification); !scope) return fail(scope.error());
  auto strategy = gatherer::make_strategy(specification->strategy, {.topic = specification->topic});
  if (!strategy) return fail(strategy.error());
  return specification;
}

int check_specification(const CheckOptions& options, const Common& common) {
  Result<collection::Specification> specification = read_whole(options.file);
  if (!specification) {
    if (!is_verdict(specification.error())) return report(specification.error(), common);
    print_json(verdict(options.file, specification.error()));
    return kDone;
  }
  ordered_json missing = ordered_json::array();
  for (const Error& error : specification->missing) missing.push_back(error.message);
  print_json({{"file", options.file},
              {"valid", true},
              {"name", specification->name},
              {"seeds", specification->seeds.size()},
              {"contact", specification->agent.has_contact()},
              {"missing", std::move(missing)}});
  if (!options.effective) return kDone;
  Result<std::vector<EffectiveValue>> values = effective_values(options.file, *specification);
  if (!values) return report(values.error(), common);
  for (const EffectiveValue& value : *values) {
    print_json({{"name", value.name}, {"value", value.value}, {"from", value.from}});
  }
  return kDone;
}

int check_taxonomy(const CheckOptions& options, const Common& common) {
  const Result<ordered_json> found = describe_taxonomy(options.file);
  if (!found && !is_verdict(found.error())) return report(found.error(), common);
  print_json(found ? *found : verdict(options.file, found.error()));
  return kDone;
}

int check_classify(const CheckOptions& options, const Common& common) {
  const Result<ordered_json> found =
      classify_page(options.folder, {options.file, options.url, options.content_type});
  if (!found) return report(found.error(), common);
  print_json(*found);
  return kDone;
}

int check_url(const CheckOptions& options, const Common&) {
  const Result<Url> base = Url::parse(options.base.value_or("about:blank"));
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
    } else {
      line["message"] = (base ? "" : "the base: ") + url.error().message;
    }
    print_json(line);
  }
  return kDone;
}

int check_robots(const CheckOptions& options, const Common& common) {
  const Result<std::string> text = xml::read_file(options.file, kLargestPage);
  if (!text) return report(text.error(), common);
  const gatherer::Robots robots = gatherer::Robots::parse(*text, options.agent);
  for (const std::string& input : options.urls) {
    const Result<Url> url = Url::parse(input);
    ordered_json line = {{"url", input}, {"allowed", false}, {"rule", nullptr}};
    if (url || input.starts_with('/')) {
      const auto verdict = robots.check(url ? url->request_target() : input);
      line["allowed"] = verdict.allowed;
      if (!verdict.rule.empty()) line["rule"] = verdict.rule;
      if (verdict.line != 0) line["line"] = verdict.line;
    } else {
      line["message"] = "this is no URL: " + url.error().message;
    }
    print_json(line);
  }
  return kDone;
}

/// The page as XML and nothing else, for programs that read XML.
int print_page(const Document& document, const CheckOptions& options, const Common& common) {
  if (document.text.empty()) {
    return report({ErrorCode::kInvalid, "this page cannot be written as XML: " + document.status_detail, options.file,
                   0, 0, "only HTML can; say what it is with --content-type text/html"},
                  common);
  }
  std::cout << document.text << "\n";
  return kDone;
}

int check_parse(const CheckOptions& options, const Common& common) {
  const Result<Url> url = Url::parse(options.url);
  if (!url) {
    return report({ErrorCode::kUsage, "--url " + options.url + " is no URL: " + url.error().message,
                   "", 0, 0, "give the page's absolute URL"},
                  common);
  }
  Result<std::string> body = xml::read_file(options.file, kLargestPage);
  if (!body) return report(body.error(), common);
  parser::ParserPool::Options workers;
  workers.workers = 1;
  auto summarizers = gatherer::choose_summarizers({});
  if (!summarizers) return report(summarizers.error(), common);
  workers.words = gatherer::read_plugin_schemas(*summarizers).words();
  workers.summarizers = std::move(*summarizers);
  auto pool = parser::ParserPool::start(std::move(workers));
  if (!pool) return report(pool.error(), common);
  parser::ParseInput page{url->href(), options.content_type, std::move(*body)};
  page.as_xml = options.xml;
  const Document document = (*pool)->parse_one(std::move(page));
  if (options.xml) return print_page(document, options, common);
  ordered_json links = ordered_json::array();
  for (const Link& link : document.links) links.push_back(link_as_json(link));
  ordered_json properties = ordered_json::array(), members = ordered_json::array();
  constexpr const char* kKinds[] = {"literal", "uri", "xml"};
  for (const Property& property : document.properties) {
    properties.push_back({{"name", property.name},
                          {"value", property.value},
                          {"kind", kKinds[static_cast<int>(property.kind)]}});
  }
  for (const Member& member : document.members) {
    members.push_back({{"name", member.name},
                       {"url", member.url},
                       {"media_type", member.media_type},
                       {"bytes", member.body.size()}});
  }
  print_json({{"title", document.title},
              {"text", document.text},
              {"language", document.language},
              {"charset", document.charset},
              {"links", std::move(links)},
              {"status", parse_status_name(document.status)},
              {"status_detail", document.status_detail},
              {"media_type", document.media_type},
              {"description", document.description},
              {"canonical", document.canonical},
              {"refresh", document.refresh},
              {"links_cut", document.links_cut},
              {"noindex", document.noindex},
              {"nofollow", document.nofollow},
              {"resource_class", document.resource_class},
              {"properties", std::move(properties)},
              {"members", std::move(members)},
              {"members_cut", document.members_cut}});
  return kDone;
}

int check_summary(const CheckOptions& options, const Common& common) {
  const Result<std::string> text = xml::read_file(options.file, kLargestPage);
  if (!text) return report(text.error(), common);
  std::vector<ordered_json> lines;
  const Result<void> read =
      summarizer::read_rdf_pages(*text, [&](const summarizer::Summary& summary) {
        lines.push_back({{"file", options.file}, {"valid", true}});
        lines.back().update(ordered_json::parse(search::summary_as_json(summary)));
      });
  if (!read) {
    Error error = read.error();
    if (error.hint.empty())
      error.hint = "this checks RDF/XML: porthole export DIR summaries --format rdfxml";
    if (!lines.empty())
      error.message += "; of the pages before, " +
                       with_commas(static_cast<std::int64_t>(lines.size())) + " are good";
    print_json(verdict(options.file, error));
    return kDone;
  }
  for (const ordered_json& line : lines) print_json(line);
  return kDone;
}

using Check = int (*)(const CheckOptions&, const Common&);

/// What stands on the command line after `check`.
class Checks {
 public:
  explicit Checks(CLI::App& app) : app_(app) { app.require_subcommand(1); }

  CLI::App* add(const char* name, const char* sentence, const char* example, Check check) {
    CLI::App* sub = app_.add_subcommand(name, sentence);
    sub->fallthrough();
    sub->footer("Prints JSON lines. Example:\n  " + std::string(example) + "\n\n" + kExitCodes);
    checks_.emplace_back(sub, check);
    return sub;
  }

  int run(const CheckOptions& options, const Common& common) const {
    for (const auto& [sub, check] : checks_) {
      if (sub->parsed()) return check(options, common);
    }
    return kUsage;
  }

 private:
  CLI::App& app_;
  std::vector<std::pair<CLI::App*, Check>> checks_;
};

}  // namespace

Action declare_check(CLI::App& app) {
  const auto options = std::make_shared<CheckOptions>();
  const auto checks = std::make_shared<Checks>(app);

  CLI::App* spec =
      checks->add("spec", "Is this specification valid, and what does it say?",
                  "porthole check spec cycling/porthole.xml --effective", check_specification);
  spec->add_option("FILE", options->file, "The specification")->required();
  spec->add_flag("--effective", options->effective,
                 "Print each value, and whether it is the specification's or a default");

  CLI::App* taxonomy =
      checks->add("taxonomy", "Is this taxonomy valid, and what does it hold?",
                  "porthole check taxonomy cycling/taxonomy.xml", check_taxonomy);
  taxonomy->add_option("FILE", options->file, "The taxonomy")->required();

  CLI::App* classify =
      checks->add("classify", "What does the collection's classifier take this page for?",
                  "porthole check classify cycling page.html", check_classify);
  classify->add_option("DIR", options->folder, "The collection's folder")->required();
  classify->add_option("FILE", options->file, "The page as it came from the web")->required();
  classify->add_option("--url", options->url, "Its URL")->type_name("URL");
  classify->add_option("--content-type", options->content_type, "Its Content-Type header")->type_name("TYPE");

  CLI::App* url = checks->add(
      "url", "How is this URL resolved and serialised, and under which key is its page known?",
      "porthole check url --base https://a.org/b/ ../c", check_url);
  url->add_option("--base", options->base, "The URL of the page it stands on")->type_name("URL");
  take_verbatim(url->add_option("REF", options->urls,
                                "A URL or relative reference; after -- it may begin with -"))
      ->required();

  CLI::App* robots =
      checks->add("robots", "May these URLs be fetched, by this robots.txt?",
                  "porthole check robots --robots robots.txt https://a.org/x", check_robots);
  robots->add_option("--agent", options->agent, "The crawler's product token")
      ->type_name("NAME")
      ->capture_default_str();
  robots->add_option("--robots", options->file, "The robots.txt")->type_name("FILE")->required();
  take_verbatim(robots->add_option("URL", options->urls, "What would be fetched"))->required();

  CLI::App* parse =
      checks->add("parse", "What is read from this page?",
                  "porthole check parse page.html --url https://a.org/page.html", check_parse);
  parse->add_option("FILE", options->file, "The page as it came from the web")->required();
  parse->add_option("--url", options->url, "Its URL")->type_name("URL")->required();
  parse->add_option("--content-type", options->content_type, "Its Content-Type header")
      ->type_name("TYPE");
  parse->add_flag("--xml", options->xml, "Print the page itself, repaired, as XML");

  CLI::App* summary = checks->add(
      "summary", "Is this RDF/XML a summary, or an export of many, and what does it say?",
      "porthole check summary summaries.rdf", check_summary);
  summary->add_option("FILE", options->file, "One summary or more")->required();
  return [options, checks](const Common& common) { return checks->run(*options, common); };
}

}  // namespace porthole::cli
