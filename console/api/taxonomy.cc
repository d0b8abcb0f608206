#include <algorithm>
#include <array>
#include <initializer_list>
#include <map>

#include "base/url/url.h"
#include "collection/edit/topic_edit.h"
#include "console/api/call.h"
#include "console/api/handlers.h"

namespace porthole::console {
namespace {

using collection::TaxonomyFile;
using nlohmann::ordered_json;
using topics::Taxonomy;
using topics::TopicId;

constexpr std::size_t kMostSplit = 1000;
constexpr std::size_t kLongestText = 1000;  // bytes of a path, name or title

/// Pages by the path of their topic; empty before the first crawl.
std::map<std::string, std::int64_t> pages_by_topic(const ServedFolder& folder) {
  std::map<std::string, std::int64_t> pages;
  const auto rows = ask(folder, "SELECT topic, count(*) FROM page GROUP BY topic");
  if (!rows) return pages;
  for (const auto& row : rows->rows)
    pages[std::get<std::string>(row[0])] = std::get<std::int64_t>(row[1]);
  return pages;
}

/// A topic, then those below it.
void add_topic(const Taxonomy& taxonomy, TopicId id, int depth,
               const std::map<std::string, std::int64_t>& pages, ordered_json& out) {
  const topics::Topic& topic = taxonomy[id];
  if (id != topics::kRootTopic) {
    const auto found = pages.find(topic.path);
    ordered_json examples = ordered_json::array();
    for (const topics::Example& example : topic.examples) {
      if (!example.url.empty()) examples.push_back(without_credentials(example.url));
    }
    out.push_back({{"path", topic.path},
                   {"name", topic.name},
                   {"title", topic.title},
                   {"depth", depth},
                   {"mark", topics::mark_name(topic.mark)},
                   {"shown", topic.shown},
                   {"examples", topic.examples.size()},
                   {"urls", std::move(examples)},
                   {"pages", found == pages.end() ? 0 : found->second}});
  }
  for (const TopicId child : topic.children) add_topic(taxonomy, child, depth + 1, pages, out);
}

/// Sets or takes the mark of one topic, and keeps those of the others. Errors: kNotFound for an
/// unknown topic, those of TaxonomyFile for the root.
Result<void> set_mark(TaxonomyFile& file, const std::string& path, bool is_good, bool on) {
  const Taxonomy& taxonomy = file.taxonomy();
  TRY_AS(topic, collection::find_topic(taxonomy, path, file.file()));
  std::vector<std::string> paths;
  for (const TopicId id : is_good ? taxonomy.good() : taxonomy.shown()) {
    if (id != *topic) paths.push_back(taxonomy[id].path);
  }
  if (on || *topic == topics::kRootTopic) paths.push_back(path);
  return is_good ? file.mark_good(paths) : file.mark_shown(paths);
}

struct Asked {
  std::string change, topic, name, title, into, url;
  std::vector<std::string> urls;  ///< Examples for a split.
  bool on = false;
};

constexpr std::array<std::string_view, 10> kChanges = {"make",        "rename", "move",  "merge",
                                                       "remove",      "good",   "shown", "example",
                                                       "add-example", "split"};

tl::unexpected<Error> unknown_change() {
  std::string known;
  for (const std::string_view change : kChanges)
    known += (known.empty() ? "" : ", ") + std::string(change);
  return fail(ErrorCode::kUsage, "unknown change", "known: " + known);
}

/// Each change has members of its own.
Result<Asked> asked_of(const Call& call) {
  Members& members = call.members;
  Asked asked;
  const std::string change = members.text("change", kLongestText);
  const auto is_one_of = [&](std::initializer_list<std::string_view> names) {
    return std::find(names.begin(), names.end(), change) != names.end();
  };
  if (std::find(kChanges.begin(), kChanges.end(), change) == kChanges.end())
    return unknown_change();
  if (change != "example") asked.topic = members.text("topic", kLongestText);
  if (is_one_of({"move", "merge", "example"})) asked.into = members.text("into", kLongestText);
  if (is_one_of({"example", "add-example"})) asked.url = members.text("url");
  if (is_one_of({"rename", "split"})) asked.name = members.text("name", kLongestText);
  if (is_one_of({"make", "rename"})) asked.title = members.optional_text("title", kLongestText);
  if (change == "split") asked.urls = members.optional_texts("urls", kMostSplit);
  if (is_one_of({"good", "shown"})) asked.on = members.flag("on");
  TRY(members.finish());
  asked.change = change;
  return asked;
}

Result<TaxonomyFile> edited(const TaxonomyFile& file, const Asked& asked) {
  if (asked.change == "make") return collection::make_topic(file, asked.topic, asked.title);
  if (asked.change == "rename")
    return collection::rename_topic(file, asked.topic, asked.name, asked.title);
  if (asked.change == "move") return collection::move_topic(file, asked.topic, asked.into);
  if (asked.change == "merge") return collection::merge_topics(file, asked.topic, asked.into);
  if (asked.change == "remove") return collection::remove_topic(file, asked.topic);
  return unknown_change();
}

/// Examples belong to topics, not to the root.
Result<void> check_names_topic(const std::string& path) {
  if (!collection::path_names(path).empty()) return {};
  return fail(ErrorCode::kUsage, "no topic is named for the example",
              "name one by its path, such as science/astronomy");
}

/// A new topic below `topic`, with some of its examples.
Result<void> split(TaxonomyFile& file, const Asked& asked) {
  if (asked.urls.empty())
    return fail(ErrorCode::kUsage, "no example is chosen", "choose those of the new topic");
  const std::string path = asked.topic + "/" + collection::topic_name(asked.name);
  TRY_AS(made, collection::make_topic(file, path, ""));
  file = std::move(*made);
  for (const std::string& url : asked.urls) {
    TRY_AS(moved, file.move_example(url, path));
  }
  return {};
}

Result<void> apply(TaxonomyFile& file, const Asked& asked) {
  if (asked.change == "split") return split(file, asked);
  if (asked.change == "add-example") {
    if (auto named = check_names_topic(asked.topic); !named) return named;
    collection::NewExample example;
    example.path = collection::path_names(asked.topic);
    TRY_AS(url, Url::parse(asked.url));
    example.example.url = url->href();
    const auto added = file.add({example});
    return added ? Result<void>() : fail(added.error());
  }
  if (asked.change == "example") {
    if (auto named = check_names_topic(asked.into); !named) return named;
    const auto moved = file.move_example(asked.url, asked.into);
    return moved ? Result<void>() : fail(moved.error());
  }
  if (asked.change == "good" || asked.change == "shown")
    return set_mark(file, asked.topic, asked.change == "good", asked.on);
  TRY_AS(after, edited(file, asked));
  file = std::move(*after);
  return {};
}

/// For the list of what can be taken back.
std::string name_of_change(const Asked& asked) {
  const bool is_mark = asked.change == "good" || asked.change == "shown";
  return (is_mark && !asked.on ? "no longer " : "") + asked.change + " " +
         (asked.change == "example" ? without_credentials(asked.url) : asked.topic);
}

}  // namespace

Result<http::Response> list_topics(const Call& call) {
  ordered_json list = ordered_json::array();
  ordered_json out = {{"undoable", call.folder.editor().undoable()}};
  if (!call.folder.is_collection())
    return fail(ErrorCode::kNotFound, "there is no collection yet", "name a topic first");
  TRY_AS(open, training::open_or_make_taxonomy(call.folder.folder()));
  add_topic(open->file.taxonomy(), topics::kRootTopic, -1, pages_by_topic(call.folder), list);
  out["can_be_learned"] = open->file.taxonomy().can_be_learned();
  out["topics"] = std::move(list);
  return http::json_response(out);
}

Result<http::Response> change_topics(const Call& call) {
  TRY_AS(asked, asked_of(call));
  const bool seeds = asked->change == "add-example" || (asked->change == "good" && asked->on);
  const Result<void> done = call.folder.editor().change_topics(
      call.folder.folder(), name_of_change(*asked),
      seeds ? training::SeedExamples::kYes : training::SeedExamples::kNo,
      [&](TaxonomyFile& file) { return apply(file, *asked); });
  if (!done) return fail(done.error());
  return list_topics(call);
}

}  // namespace porthole::console
