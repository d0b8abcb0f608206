#include "console/api/feedback.h"

#include <algorithm>
#include <array>
#include <optional>

#include "base/url/url.h"
#include "console/api/rows.h"

namespace porthole::console {
namespace {

using collection::TaxonomyFile;
using nlohmann::ordered_json;
using topics::Taxonomy;
using topics::TopicId;

constexpr const char* kNotWanted = "not-wanted";
constexpr const char* kWantedTopic = "wanted";
constexpr std::size_t kPagesOfSite = 10;

struct List {
  std::string_view name;
  const char* sql;  ///< url, title, relevance, topic, score.
};

constexpr std::array kLists = {
    List{"newest",
         "SELECT coalesce(u.href, u.key), p.title, p.relevance, p.topic, p.fetch_order FROM page p"
         " JOIN url u ON u.id = p.id ORDER BY p.fetch_order DESC"},
    List{"threshold",
         "SELECT coalesce(u.href, u.key), p.title, p.relevance, p.topic,"
         " round(abs(p.relevance - 0.5), 4) FROM page p JOIN url u ON u.id = p.id"
         " WHERE p.duplicate_of = 0 ORDER BY abs(p.relevance - 0.5), p.fetch_order"},
    List{"authorities",
         "SELECT coalesce(u.href, u.key), p.title, p.relevance, p.topic, round(s.authority, 5)"
         " FROM score s JOIN page p ON p.id = s.page JOIN url u ON u.id = p.id"
         " ORDER BY s.authority DESC, p.id"},
    List{"hubs",
         "SELECT coalesce(u.href, u.key), p.title, p.relevance, p.topic, round(s.hub, 5)"
         " FROM score s JOIN page p ON p.id = s.page JOIN url u ON u.id = p.id"
         " ORDER BY s.hub DESC, p.id"},
    List{"sites",
         "SELECT u.site, '', avg(p.relevance), max(p.topic), count(*) FROM page p"
         " JOIN url u ON u.id = p.id WHERE p.duplicate_of = 0 GROUP BY u.site"
         " HAVING count(*) >= 3 ORDER BY avg(p.relevance) DESC, u.site"},
};

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
  if (const auto made = file.add({none}); !made) return fail(made.error());
  if (auto marked = file.mark_good({kWantedTopic}); !marked) return fail(marked.error());
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
  if (const auto made = file.add({example}); !made) return fail(made.error());
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
  const Result<std::string> topic = wanted_topic(file, page.topic);
  if (!topic) return fail(topic.error());
  return put_example(file, page.url, *topic);
}

/// The pages that a call marks.
Result<std::vector<Page>> pages_of(const Call& call) {
  const auto url = optional_text(call, "url");
  if (!url) return fail(url.error());
  const auto site = optional_text(call, "site");
  if (!site) return fail(site.error());
  std::string condition = "u.site = " + sql_text(*site);
  if (!url->empty()) {
    const Result<Url> parsed = Url::parse(*url);
    if (!parsed) return fail(parsed.error());
    condition = "u.key = " + sql_text(parsed->key());
  }
  const auto rows = ask(call.folder,
                        "SELECT coalesce(u.href, u.key), p.topic FROM url u JOIN page p"
                        " ON p.id = u.id WHERE p.duplicate_of = 0 AND " +
                            condition + " ORDER BY p.relevance DESC, p.id",
                        kPagesOfSite);
  if (!rows) return fail(rows.error());
  std::vector<Page> pages;
  for (const auto& row : rows->rows)
    pages.push_back({std::get<std::string>(row[0]), std::get<std::string>(row[1])});
  if (pages.empty()) {
    return fail(ErrorCode::kNotFound, "the collection does not have this page",
                "mark a page that was fetched");
  }
  return pages;
}

}  // namespace

Result<Payload> list_candidates(const Call& call) {
  const std::string& wanted = call.parameters.text("of");
  const auto* const list = std::find_if(kLists.begin(), kLists.end(),
                                        [&](const List& one) { return one.name == wanted; });
  if (list == kLists.end()) {
    return fail(ErrorCode::kUsage, "there is no such list",
                "known: newest, threshold, authorities, hubs, sites");
  }
  const auto rows = ask(call.folder, list->sql, kShown);
  if (!rows) return fail(rows.error());
  const auto open = training::open_taxonomy(call.folder.folder());
  const TaxonomyFile* const file = open ? &open->file : nullptr;
  ordered_json pages = ordered_json::array();
  for (const auto& row : rows->rows) {
    const std::string url = std::get<std::string>(row[0]);
    pages.push_back({{list->name == "sites" ? "site" : "url", url},
                     {"title", as_json(row[1])},
                     {"relevance", as_json(row[2])},
                     {"topic", as_json(row[3])},
                     {"score", as_json(row[4])},
                     {"mark", mark_of(file == nullptr ? nullptr : &file->taxonomy(), file, url)}});
  }
  return as_payload({{"pages", std::move(pages)}, {"undoable", call.folder.editor().undoable()}});
}

Result<Payload> mark_page(const Call& call) {
  const auto mark = text_member(call, "mark");
  if (!mark) return fail(mark.error());
  if (*mark != "useful" && *mark != "not" && *mark != "none")
    return fail(ErrorCode::kUsage, "not a valid mark", "send \"useful\", \"not\" or \"none\"");
  const auto pages = pages_of(call);
  if (!pages) return fail(pages.error());
  const auto done = call.folder.editor().change(
      call.folder.folder(), training::SeedExamples::kYes, [&](TaxonomyFile& file) {
        for (const Page& page : *pages) {
          if (auto marked = apply_mark(file, page, *mark); !marked) return marked;
        }
        return Result<void>();
      });
  if (!done) return fail(done.error());
  return as_payload(
      {{"marked", pages->size()}, {"mark", *mark}, {"undoable", call.folder.editor().undoable()}});
}

}  // namespace porthole::console
