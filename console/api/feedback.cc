#include <algorithm>
#include <array>
#include <optional>

#include "base/url/url.h"
#include "console/api/call.h"
#include "console/api/handlers.h"
#include "search/ranking/searcher.h"

namespace porthole::console {
namespace {

using collection::TaxonomyFile;
using nlohmann::ordered_json;
using topics::Taxonomy;
using topics::TopicId;

constexpr const char* kNotWanted = "not-wanted";
constexpr const char* kWantedTopic = "wanted";
constexpr std::size_t kPagesOfSite = 10;

/// A list of pages that can be marked.
struct List {
  std::string_view name;
  const char* score;
  const char* from;  ///< Joins page as p.
  const char* order;
};

constexpr std::array kLists = {
    List{"newest", "p.fetch_order", "page p", "p.fetch_order DESC"},
    List{"threshold", "round(abs(p.relevance - 0.5), 4)", "page p",
         "abs(p.relevance - 0.5), p.fetch_order"},
    List{"authorities", "round(s.authority, 5)", "score s JOIN page p ON p.id = s.page",
         "s.authority DESC, p.id"},
    List{"hubs", "round(s.hub, 5)", "score s JOIN page p ON p.id = s.page", "s.hub DESC, p.id"},
};

/// A copy has the words of its original; a picture may have none, and teaches a classifier nothing.
constexpr const char* kTeaches =
    "p.duplicate_of = 0 AND (p.title <> '' OR p.description <> '' OR EXISTS"
    " (SELECT 1 FROM page_text t WHERE t.id = p.id AND t.text <> ''))";

constexpr const char* kSites =
    "SELECT u.site, '', avg(p.relevance), max(p.topic), count(*) FROM page p"
    " JOIN url u ON u.id = p.id WHERE p.duplicate_of = 0 GROUP BY u.site"
    " HAVING count(*) >= 3 ORDER BY avg(p.relevance) DESC, u.site";

/// Columns: url, title, relevance, topic, score.
std::string statement_of(const List& list) {
  return std::string("SELECT coalesce(u.href, u.key), p.title, p.relevance, p.topic, ") +
         list.score + " FROM " + list.from + " JOIN url u ON u.id = p.id WHERE " + kTeaches +
         " ORDER BY " + list.order;
}

constexpr std::size_t kShown = 60;

std::string sql_text(std::string_view text) {
  std::string out = "'";
  for (const char c : text) {
    if (c == '\0') continue;
    out += c;
    if (c == '\'') out += c;
  }
  return out + "'";
}

/// "useful", "not", "other" (an example of another topic) or "".
std::string_view mark_of(const Taxonomy* taxonomy, const TaxonomyFile* file,
                         const std::string& url) {
  if (taxonomy == nullptr) return "";
  const std::optional<TopicId> topic = file->topic_of_example(url);
  if (!topic) return "";
  if (taxonomy->is_wanted(*topic)) return "useful";
  return (*taxonomy)[*topic].path == kNotWanted ? "not" : "other";
}

/// The topic that a useful page is an example of: its own one if that is wanted, else the first
/// good one. Makes and marks one where none is good.
Result<std::string> wanted_topic(TaxonomyFile& file, const std::string& topic_of_page) {
  const Taxonomy& taxonomy = file.taxonomy();
  const std::optional<TopicId> own = taxonomy.find(topic_of_page);
  if (!topic_of_page.empty() && own && taxonomy.is_wanted(*own)) return topic_of_page;
  if (const auto good = taxonomy.good(); !good.empty()) return taxonomy[good.front()].path;
  collection::NewExample none;
  none.path = {kWantedTopic};
  TRY(file.add({none}));
  TRY(file.mark_good({kWantedTopic}));
  return std::string(kWantedTopic);
}

/// Makes `url` an example of `topic`, and of no other one.
Result<void> put_example(TaxonomyFile& file, const std::string& url, const std::string& topic) {
  collection::NewExample example;
  example.path = collection::path_names(topic);
  if (!file.topic_of_example(url)) {
    example.example.url = url;
    const auto added = file.add({example});
    return added ? Result<void>() : fail(added.error());
  }
  TRY(file.add({example}));
  const auto moved = file.move_example(url, topic);
  return moved ? Result<void>() : fail(moved.error());
}

struct Page {
  std::string url, topic;
};

Result<void> apply_mark(TaxonomyFile& file, const Page& page, const std::string& mark) {
  if (mark == "none") {
    if (!file.topic_of_example(page.url)) return {};
    const auto removed = file.remove_example(page.url);
    return removed ? Result<void>() : fail(removed.error());
  }
  if (mark == "not") return put_example(file, page.url, kNotWanted);
  TRY_AS(topic, wanted_topic(file, page.topic));
  return put_example(file, page.url, *topic);
}

/// The pages that a call marks.
Result<std::vector<Page>> pages_of(const Call& call) {
  const std::string url = call.members.optional_text("url");
  const std::string site = call.members.optional_text("site");
  TRY(call.members.finish());
  if (url.empty() == site.empty())
    return fail(ErrorCode::kUsage, "one page or one site is marked", "send \"url\" or \"site\"");
  std::string condition = "u.site = " + sql_text(site);
  if (!url.empty()) {
    TRY_AS(parsed, Url::parse(url));
    condition = "u.key = " + sql_text(parsed->key());
  }
  TRY_AS(rows, ask(call.folder,
                   "SELECT coalesce(u.href, u.key), p.topic FROM url u JOIN page p"
                   " ON p.id = u.id WHERE p.duplicate_of = 0 AND " +
                       condition + " ORDER BY p.relevance DESC, p.id",
                   kPagesOfSite));
  std::vector<Page> pages;
  for (const auto& row : rows->rows)
    pages.push_back({std::get<std::string>(row[0]), std::get<std::string>(row[1])});
  if (pages.empty()) {
    return fail(ErrorCode::kNotFound,
                url.empty() ? "the collection has no page of this site"
                            : "the collection does not have this page",
                "mark a page that was fetched");
  }
  return pages;
}

/// URLs of the examples of wanted topics, or of those of the topic for pages that are not.
std::vector<std::string> marked_urls(const TaxonomyFile& file, bool useful) {
  const Taxonomy& taxonomy = file.taxonomy();
  std::vector<std::string> urls;
  for (std::size_t i = 0; i < taxonomy.size(); ++i) {
    const auto id = static_cast<TopicId>(i);
    if (useful ? !taxonomy.is_wanted(id) : taxonomy[id].path != kNotWanted) continue;
    for (const topics::Example& example : taxonomy[id].examples) {
      if (!example.url.empty()) urls.push_back(example.url);
    }
  }
  return urls;
}

ordered_json marks_as_json(const TaxonomyFile* file) {
  return {{"useful", file == nullptr ? 0 : marked_urls(*file, true).size()},
          {"not", file == nullptr ? 0 : marked_urls(*file, false).size()}};
}

/// A statement for the pages of `urls`, in their order.
std::string statement_for_pages(const std::vector<std::string>& urls) {
  std::string values;
  for (std::size_t i = 0; i < urls.size(); ++i) {
    const Result<Url> url = Url::parse(urls[i]);
    values += (i == 0 ? "(" : ", (") + sql_text(url ? url->key() : urls[i]) + ", " +
              std::to_string(i) + ")";
  }
  if (values.empty()) values = "('', 0)";
  return "WITH wanted(key, place) AS (VALUES " + values +
         ") SELECT coalesce(u.href, u.key), p.title, p.relevance, p.topic, w.place FROM wanted w"
         " JOIN url u ON u.key = w.key JOIN page p ON p.id = u.id ORDER BY w.place";
}

/// The pages that a search of the index finds. Errors: those of Searcher.
Result<std::vector<std::string>> found_urls(const Call& call) {
  TRY_AS(collection, call.folder.open());
  TRY_AS(searcher, search::Searcher::open({collection->index_folder()}));
  search::SearchRequest request;
  request.query = call.parameters.text("q");
  request.size = static_cast<int>(kShown);
  request.off_topic = true;
  request.texts = false;
  TRY_AS(results, searcher->search(request));
  std::vector<std::string> urls;
  for (const search::Hit& hit : results->hits) urls.push_back(hit.url);
  return urls;
}

/// The statement of a list. Errors: kUsage for an unknown one; those of found_urls().
Result<std::string> statement_for(const Call& call, const std::string& name,
                                  const TaxonomyFile* file) {
  if (name == "search") {
    TRY_AS(urls, found_urls(call));
    return statement_for_pages(*urls);
  }
  if (name == "marked") {
    std::vector<std::string> urls;
    for (const bool useful : {true, false}) {
      const auto marked = file == nullptr ? std::vector<std::string>() : marked_urls(*file, useful);
      urls.insert(urls.end(), marked.begin(), marked.end());
    }
    return statement_for_pages(urls);
  }
  const auto* const list =
      std::find_if(kLists.begin(), kLists.end(), [&](const List& one) { return one.name == name; });
  if (list != kLists.end()) return statement_of(*list);
  if (name == "sites") return std::string(kSites);
  return fail(ErrorCode::kUsage, "unknown list",
              "known: newest, threshold, authorities, hubs, sites, marked, search");
}

/// For the list of what can be taken back.
std::string name_of_mark(const std::string& mark, const std::vector<Page>& pages) {
  const std::string what = mark == "useful" ? "useful: " : mark == "not" ? "not: " : "no mark: ";
  return what + pages.front().url +
         (pages.size() > 1 ? " and " + std::to_string(pages.size() - 1) + " more" : "");
}

}  // namespace

Result<http::Response> list_candidates(const Call& call) {
  const std::string& wanted = call.parameters.text("of");
  const auto open = training::open_taxonomy(call.folder.folder());
  const TaxonomyFile* const file = open ? &open->file : nullptr;
  TRY_AS(sql, statement_for(call, wanted, file));
  TRY_AS(rows, ask(call.folder, *sql, kShown));
  ordered_json pages = ordered_json::array();
  for (const auto& row : rows->rows) {
    const std::string url = std::get<std::string>(row[0]);
    pages.push_back({{wanted == "sites" ? "site" : "url", url},
                     {"title", as_json(row[1])},
                     {"relevance", as_json(row[2])},
                     {"topic", as_json(row[3])},
                     {"score", as_json(row[4])},
                     {"mark", mark_of(file == nullptr ? nullptr : &file->taxonomy(), file, url)}});
  }
  return http::json_response({{"pages", std::move(pages)},
                              {"marks", marks_as_json(file)},
                              {"undoable", call.folder.editor().undoable()}});
}

Result<http::Response> mark_page(const Call& call) {
  const std::string mark = call.members.text("mark");
  if (mark != "useful" && mark != "not" && mark != "none")
    return fail(ErrorCode::kUsage, "not a valid mark", "send \"useful\", \"not\" or \"none\"");
  TRY_AS(pages, pages_of(call));
  TRY_AS(done, call.folder.editor().change_topics(
                   call.folder.folder(), name_of_mark(mark, *pages), training::SeedExamples::kYes,
                   [&](TaxonomyFile& file) {
                     for (const Page& page : *pages) {
                       if (auto marked = apply_mark(file, page, mark); !marked) return marked;
                     }
                     return Result<void>();
                   }));
  const auto open = training::open_taxonomy(call.folder.folder());
  return http::json_response({{"marked", pages->size()},
                              {"mark", mark},
                              {"marks", marks_as_json(open ? &open->file : nullptr)},
                              {"undoable", call.folder.editor().undoable()}});
}

}  // namespace porthole::console
