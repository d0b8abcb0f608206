#include <algorithm>
#include <csignal>
#include <functional>
#include <iostream>
#include <memory>
#include <utility>

#include "archive/archive_files.h"
#include "base/clock.h"
#include "base/json/json.h"
#include "base/text/text.h"
#include "collection/open_collection.h"
#include "gatherer/frontier/scope_rules.h"
#include "porthole/exit_code.h"
#include "porthole/export_output.h"
#include "porthole/output.h"
#include "porthole/progress.h"
#include "porthole/verb.h"
#include "search/site/json.h"
#include "summarizer/export/cdxj.h"
#include "summarizer/export/collection_export.h"
#include "summarizer/export/csv.h"
#include "summarizer/export/export_content.h"
#include "summarizer/export/link_json.h"
#include "summarizer/export/wacz.h"
#include "summarizer/rdf_formats.h"
#include "summarizer/schema/kept_schemas.h"
#include "summarizer/schema/vocabulary.h"
#include "summarizer/summarizer.h"

namespace porthole::cli {
namespace {

using nlohmann::ordered_json;
using repository::LinkRecord;
using repository::PageRecord;
using repository::Repository;
using repository::UrlRecord;

struct ExportOptions {
  std::string folder;
  std::string what;
  std::string format;
  std::string out;
  bool relevant = false;
  bool not_seed = false;
};

/// Writes a list of objects as JSON lines, or as CSV with the keys in the first line. All objects
/// have the same keys.
class TableWriter {
 public:
  explicit TableWriter(const std::string& format) : csv_(format == "csv") {}

  void write(const ordered_json& object) {
    if (!csv_) {
      print_json(object);
      return;
    }
    std::vector<std::string> names, values;
    for (const auto& [name, value] : object.items()) {
      names.push_back(name);
      values.push_back(value.is_null()     ? ""
                       : value.is_string() ? value.get<std::string>()
                                           : value.dump());
    }
    if (!std::exchange(begun_, true)) std::cout << summarizer::csv_record(names);
    std::cout << summarizer::csv_record(values);
  }

 private:
  bool csv_;
  bool begun_ = false;
};

ordered_json figures_of(const UrlRecord& url, const PageRecord& page, std::int64_t in_links,
                        std::int64_t out_links) {
  return {{"url", url.href},
          {"fetched_at", format_time(page.fetched_at)},
          {"status", page.http_status},
          {"relevance", page.relevance.value()},
          {"topic", page.topic},
          {"language", page.document.language},
          {"title", page.document.title},
          {"in_links", in_links},
          {"out_links", out_links},
          {"order", page.order}};
}

/// Writes pages with their content in one of the formats that have it.
class ContentWriter {
 public:
  explicit ContentWriter(const std::string& format) : format_(format) {}

  void write(const summarizer::PageContent& content, ordered_json figures) {
    if (format_ == "markdown") {
      std::cout << summarizer::content_as_markdown(content);
    } else if (format_ == "elasticsearch") {
      std::cout << summarizer::content_for_elasticsearch(content, figures);
    } else if (format_ == "solr") {
      std::cout << (std::exchange(begun_, true) ? "," : "[")
                << summarizer::content_for_solr(content, figures);
    } else {
      figures.update(summarizer::content_as_json(content));
      print_json(figures);
    }
  }
  void end() {
    if (format_ == "solr") std::cout << (begun_ ? "]\n" : "[]\n");
  }

 private:
  std::string format_;
  bool begun_ = false;
};

/// CSV has the figures of the pages; the other formats have their content, too, and Markdown has it
/// alone.
int export_pages(const collection::OpenCollection& open, const ExportOptions& options,
                 const Common& common) {
  Repository& repository = *open.repository;
  TableWriter table(options.format);
  ContentWriter writer(options.format);
  summarizer::SummaryMaker maker(repository, open.collection.specification().topic.title);
  summarizer::SitePages sites(repository);
  summarizer::TitlesOfSites titles(repository, sites);
  ProgressBar bar("exporting pages", common);
  std::int64_t done = 0;
  Result<void> read;
  const auto visit = [&](const UrlRecord& url, const PageRecord& page, std::int64_t in_links,
                         std::int64_t out_links) {
    ordered_json figures = figures_of(url, page, in_links, out_links);
    if (options.format == "csv") {
      if (auto title = titles.title_of(page.id, url.site)) figures["title"] = std::move(*title);
      table.write(figures);
      return export_goes_on();
    }
    const auto content = maker.read(page.id);
    if (!content) {
      read = fail(content.error());
      return false;
    }
    if (*content) writer.write(**content, std::move(figures));
    bar.show(++done, 0, {});
    return export_goes_on();
  };
  Result<void> visited =
      repository.pages().for_each({options.relevant, options.not_seed, false}, visit);
  writer.end();
  bar.clear();
  return export_finished(visited ? read : visited, kDone, common);
}

int export_links(const collection::OpenCollection& open, const ExportOptions& options,
                 const Common& common) {
  Repository& repository = *open.repository;
  TableWriter table(options.format);
  const auto visit = [&](const std::string& source, const LinkRecord& link) {
    ordered_json object = {{"source", source}, {"target", link.link.url}};
    const ordered_json said = summarizer::link_as_json(link.link);
    for (const auto& [name, value] : said.items()) {
      if (name != "url") object[name] = value;
    }
    table.write(object);
    return export_goes_on();
  };
  return export_finished(repository.links().for_each(visit), kDone, common);
}

int export_urls(const collection::OpenCollection& open, const ExportOptions& options,
                const Common& common) {
  Repository& repository = *open.repository;
  TableWriter table(options.format);
  const auto href_of = [&](repository::UrlId id) -> ordered_json {
    if (id == 0) return nullptr;
    const auto found = repository.urls().get(id);
    return found && *found ? ordered_json((*found)->href) : ordered_json();
  };
  const auto visit = [&](const UrlRecord& url) {
    if (options.not_seed && url.seed) return true;
    const gatherer::StoredPriority priority = gatherer::parts_of_priority(url.priority);
    table.write({{"url", url.href},
                 {"key", url.key},
                 {"site", url.site},
                 {"state", name_of(url.state)},
                 {"reason", name_of(url.reason)},
                 {"detail", url.detail},
                 {"priority", priority.rating},
                 {"hops", url.hops},
                 {"tries", url.tries},
                 {"seed", url.seed},
                 {"found_on", href_of(url.found_on)},
                 {"alias_of", href_of(url.alias_of)},
                 {"precedence", priority.precedence}});
    return export_goes_on();
  };
  return export_finished(repository.urls().for_each(visit), kDone, common);
}

/// Calls back with the summary of each selected page.
Result<void> for_each_summary(const collection::OpenCollection& open, const ExportOptions& options,
                              const std::function<void(const summarizer::Summary&)>& use) {
  Repository& repository = *open.repository;
  summarizer::SummaryMaker maker(repository, open.collection.specification().topic.title);
  Result<void> read;
  const auto export_one = [&](repository::UrlId id) {
    const auto has_summary = repository.summaries().has(id);
    if (!has_summary || !*has_summary) {
      if (!has_summary) read = fail(has_summary.error());
      return has_summary.has_value();
    }
    const auto summary = maker.make(id);
    if (!summary) {
      read = fail(summary.error());
      return false;
    }
    if (*summary) use(**summary);
    return export_goes_on();
  };
  const auto visit = [&](const UrlRecord&, const PageRecord& page, std::int64_t, std::int64_t) {
    return export_one(page.id);
  };
  auto visited = repository.pages().for_each({options.relevant, options.not_seed, false}, visit);
  if (!visited || !read) return visited ? read : visited;
  TRY_AS(described, repository.summaries().summarized_urls());
  for (const repository::UrlId id : *described) {
    if (!export_goes_on() || !export_one(id)) break;
  }
  return read;
}

int export_summaries(const collection::OpenCollection& open, const ExportOptions& options,
                     const Common& common) {
  if (options.format == "jsonl") {
    const auto line = [](const summarizer::Summary& summary) {
      std::cout << search::summary_as_json(summary) << '\n';
    };
    return export_finished(for_each_summary(open, options, line), kDone, common);
  }
  const auto exporter =
      summarizer::RdfExporter::make(*summarizer::rdf_format_from_name(options.format));
  std::cout << exporter->head();
  const Result<void> done = for_each_summary(
      open, options, [&](const auto& summary) { std::cout << exporter->add(summary); });
  std::cout << exporter->tail();
  return export_finished(done, kDone, common);
}

bool print(std::string_view piece) {
  std::cout << piece;
  return export_goes_on();
}

int export_graph(const collection::OpenCollection& open, const ExportOptions&,
                 const Common& common) {
  return export_finished(summarizer::write_graph(*open.repository, print), kDone, common);
}

Result<std::vector<summarizer::WaczPage>> pages_of(Repository& repository) {
  std::vector<summarizer::WaczPage> pages;
  TRY_AS(visited, repository.pages().for_each({}, [&](const UrlRecord& url, const PageRecord& page,
                                                      std::int64_t, std::int64_t) {
    pages.push_back({url.href, page.document.title, page.fetched_at});
    return true;
  }));
  return pages;
}

Result<void> write_wacz_of(const collection::OpenCollection& open,
                           const std::pair<std::string, std::int64_t>& end) {
  TRY_AS(pages, pages_of(*open.repository));
  return summarizer::write_wacz({.archive = open.collection.archive_folder(),
                                 .last_file = end.first,
                                 .last_size = end.second,
                                 .title = open.collection.specification().topic.title,
                                 .created = system_clock().wall(),
                                 .pages = std::move(*pages)},
                                std::cout);
}

Result<void> write_cdxj_of(const collection::OpenCollection& open,
                           const std::pair<std::string, std::int64_t>& end) {
  const auto lines =
      summarizer::cdxj_lines(open.collection.archive_folder(), end.first, end.second);
  if (!lines) return fail(lines.error());
  for (const std::string& line : *lines) {
    if (!print(line)) break;
  }
  return {};
}

int export_archive(const collection::OpenCollection& open, const ExportOptions& options,
                   const Common& common) {
  const auto end = open.repository->crawl().archive_end();
  if (!end) return report(end.error(), common);
  const auto whole =
      archive::check_reaches(open.collection.archive_folder(), {end->first, end->second});
  if (!whole) return report(whole.error(), common);
  if (options.format == "wacz") return export_finished(write_wacz_of(open, *end), kDone, common);
  if (options.format == "cdxj") return export_finished(write_cdxj_of(open, *end), kDone, common);
  return export_finished(
      summarizer::write_archive(open.collection.archive_folder(), end->first, end->second, print),
      kDone, common);
}

/// The vocabulary of the program and of the plug-ins that the collection was gathered with.
int export_schema(const collection::OpenCollection& open, const ExportOptions&,
                  const Common& common) {
  std::vector<summarizer::Problem> problems;
  const auto words = summarizer::read_vocabulary(open.collection.folder(), &problems);
  if (!words) return report(words.error(), common);
  for (const summarizer::Problem& problem : problems) {
    report(
        {ErrorCode::kInvalid, "a schema is skipped: " + problem.what, problem.schema, problem.line,
         0,
         "gather again with the plug-in that it came with, or remove it from the folder schemas"},
        common);
  }
  print(summarizer::write_schema(*words));
  return export_finished({}, problems.empty() ? kDone : kDoneButNotAll, common);
}

/// An export: its formats (the first is the default) and the filters that it accepts.
struct Kind {
  std::string name;
  std::vector<std::string> formats;
  bool takes_relevant;
  bool takes_not_seed;
  int (*write)(const collection::OpenCollection&, const ExportOptions&, const Common&);
};

const std::vector<Kind>& kinds() {
  static const std::vector<Kind> all = {
      {"summaries",
       {"rdfxml", "turtle", "ntriples", "jsonld", "jsonl"},
       true,
       true,
       export_summaries},
      {"links", {"jsonl", "csv"}, false, false, export_links},
      {"pages", {"jsonl", "csv", "markdown", "elasticsearch", "solr"}, true, true, export_pages},
      {"urls", {"jsonl", "csv"}, false, true, export_urls},
      {"graph", {"graphml"}, false, false, export_graph},
      {"archive", {"warc", "wacz", "cdxj"}, false, false, export_archive},
      {"schema", {"rdfxml"}, false, false, export_schema},
  };
  return all;
}

std::vector<std::string> kind_names() {
  std::vector<std::string> names;
  for (const Kind& kind : kinds()) names.push_back(kind.name);
  return names;
}

/// The formats of JSON, JSON lines first.
std::vector<std::string> json_formats(const Kind& kind) {
  std::vector<std::string> formats;
  for (const char* const format : {"jsonl", "jsonld", "elasticsearch", "solr"}) {
    if (std::find(kind.formats.begin(), kind.formats.end(), format) != kind.formats.end())
      formats.emplace_back(format);
  }
  return formats;
}

Result<void> choose_format(const Kind& kind, ExportOptions& options, const Common& common) {
  const std::vector<std::string> json = json_formats(kind);
  if (options.format.empty())
    options.format = common.json && !json.empty() ? json.front() : kind.formats.front();
  if (std::find(kind.formats.begin(), kind.formats.end(), options.format) == kind.formats.end()) {
    return fail(ErrorCode::kUsage, kind.name + " cannot be exported as \"" + options.format + "\"",
                "formats of " + kind.name + ": " + join(kind.formats, ", "));
  }
  if (common.json && std::find(json.begin(), json.end(), options.format) == json.end()) {
    return fail(ErrorCode::kUsage,
                "--json does not apply to " + kind.name + " as " + options.format,
                "leave it out" + (json.empty() ? "" : ", or give --format " + join(json, " or ")));
  }
  return {};
}

Result<const Kind*> choose(ExportOptions& options, const Common& common) {
  const auto kind = std::find_if(kinds().begin(), kinds().end(),
                                 [&](const Kind& k) { return k.name == options.what; });
  if (kind == kinds().end()) {
    const std::string nearest = nearest_name(options.what, kind_names());
    return fail(ErrorCode::kUsage, "\"" + options.what + "\" cannot be exported",
                (nearest.empty() ? "" : "did you mean " + nearest + "? ") +
                    "known: " + join(kind_names(), ", "));
  }
  TRY(choose_format(*kind, options, common));
  if ((options.relevant && !kind->takes_relevant) || (options.not_seed && !kind->takes_not_seed)) {
    const std::string filter =
        options.relevant && !kind->takes_relevant ? "--relevant" : "--not-seed";
    return fail(
        ErrorCode::kUsage, filter + " does not apply to " + kind->name,
        "pages and their URLs: porthole export " + shell_word(options.folder) + " pages " + filter);
  }
  if (options.format == "wacz" && options.out.empty()) {
    return fail(ErrorCode::kUsage, "a WACZ file cannot be written to standard output",
                "name a file: --out cycling.wacz");
  }
  return &*kind;
}

// SIGPIPE ends the program when the reader (such as head) closes the pipe. A library blocks it
// before main().
void end_quietly_without_reader() {
  std::signal(SIGPIPE, SIG_DFL);
  sigset_t pipe;
  sigemptyset(&pipe);
  sigaddset(&pipe, SIGPIPE);
  pthread_sigmask(SIG_UNBLOCK, &pipe, nullptr);
}

bool is_kind(const std::string& name) {
  return std::ranges::any_of(kinds(), [&](const Kind& kind) { return kind.name == name; });
}

int run_export(ExportOptions options, const Common& common) {
  // The order of check and seeds: "porthole export pages cycling".
  if (is_kind(options.folder) && !is_kind(options.what)) std::swap(options.folder, options.what);
  Result<const Kind*> kind = choose(options, common);
  if (!kind) return report(kind.error(), common);
  Result<collection::OpenCollection> open =
      collection::open_collection(options.folder, repository::Access::kRead);
  if (!open) return report(open.error(), common);
  std::ios::sync_with_stdio(false);
  end_quietly_without_reader();
  if (options.out.empty()) return (*kind)->write(*open, options, common);
  ExportFile file(options.out);
  if (auto opened = file.open(); !opened) return report(opened.error(), common);
  const int code = (*kind)->write(*open, options, common);
  if (code != kDone && code != kDoneButNotAll) return code;
  if (auto kept = file.keep(); !kept) return report(kept.error(), common);
  return code;
}

}  // namespace

Action declare_export(Command app) {
  const auto options = std::make_shared<ExportOptions>();
  app.add_folder(options->folder);
  app.add_option("WHAT", options->what, "summaries, links, pages, urls, graph, archive or schema")
      .required();
  app.add_option(
         "--format", options->format,
         "summaries: rdfxml (default), turtle, ntriples, jsonld, jsonl; pages: jsonl (default, "
         "with their content), markdown (the content), csv (without it), elasticsearch (lines for "
         "its bulk API and OpenSearch's), solr (JSON for its update handler); links, urls: jsonl "
         "(default), csv; graph: graphml; archive: warc (default), wacz, cdxj (its index); schema: "
         "rdfxml")
      .type_name("FORMAT");
  app.add_option("--out", options->out,
                 "Write to this file instead of the standard output; it is replaced when all is "
                 "written")
      .type_name("FILE");
  app.add_flag("--relevant", options->relevant, "Export only relevant pages (pages, summaries)");
  app.add_flag("--not-seed", options->not_seed, "Leave out seeds (pages, summaries, urls)");
  return [options](const Common& common) { return run_export(*options, common); };
}

}  // namespace porthole::cli
