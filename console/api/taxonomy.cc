#include "console/api/taxonomy.h"

#include <algorithm>
#include <map>

#include "collection/topic_edit.h"
#include "console/api/rows.h"

namespace porthole::console {
namespace {

using collection::TaxonomyFile;
using nlohmann::ordered_json;
using topics::Taxonomy;
using topics::TopicId;

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
      if (!example.url.empty()) examples.push_back(example.url);
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

/// Sets or takes the mark of one topic, and keeps those of the others.
Result<void> set_mark(TaxonomyFile& file, const std::string& path, bool is_good, bool on) {
  const Taxonomy& taxonomy = file.taxonomy();
  std::vector<std::string> paths;
  for (const TopicId id : is_good ? taxonomy.good() : taxonomy.shown()) {
    if (taxonomy[id].path != path) paths.push_back(taxonomy[id].path);
  }
  if (on) paths.push_back(path);
  return is_good ? file.mark_good(paths) : file.mark_shown(paths);
}

struct Asked {
  std::string change, topic, name, title, into;
  bool on = false;
};

Result<Asked> asked_of(const Call& call) {
  Asked asked;
  const std::pair<const char*, std::string*> members[] = {{"change", &asked.change},
                                                          {"topic", &asked.topic},
                                                          {"name", &asked.name},
                                                          {"title", &asked.title},
                                                          {"into", &asked.into}};
  for (const auto& [name, place] : members) {
    auto text = optional_text(call, name, 1000);
    if (!text) return fail(text.error());
    *place = std::move(*text);
  }
  const auto on = call.body.find("on");
  asked.on = on != call.body.end() && on->is_boolean() && on->get<bool>();
  return asked;
}

Result<TaxonomyFile> edited(const TaxonomyFile& file, const Asked& asked) {
  if (asked.change == "make") return collection::make_topic(file, asked.topic, asked.title);
  if (asked.change == "rename")
    return collection::rename_topic(file, asked.topic, asked.name, asked.title);
  if (asked.change == "move") return collection::move_topic(file, asked.topic, asked.into);
  if (asked.change == "merge") return collection::merge_topics(file, asked.topic, asked.into);
  if (asked.change == "remove") return collection::remove_topic(file, asked.topic);
  return fail(ErrorCode::kUsage, "there is no such change",
              "known: make, rename, move, merge, remove, good, shown, undo");
}

Result<void> apply(TaxonomyFile& file, const Asked& asked) {
  if (asked.change == "good" || asked.change == "shown")
    return set_mark(file, asked.topic, asked.change == "good", asked.on);
  Result<TaxonomyFile> after = edited(file, asked);
  if (!after) return fail(after.error());
  file = std::move(*after);
  return {};
}

}  // namespace

Result<Payload> list_topics(const Call& call) {
  ordered_json list = ordered_json::array();
  ordered_json out = {{"undoable", call.folder.editor().undoable()}};
  if (!call.folder.is_collection())
    return fail(ErrorCode::kNotFound, "there is no collection yet", "name a topic first");
  const auto open = training::open_or_make_taxonomy(call.folder.folder());
  if (!open) return fail(open.error());
  add_topic(open->file.taxonomy(), topics::kRootTopic, -1, pages_by_topic(call.folder), list);
  out["can_be_learned"] = open->file.taxonomy().can_be_learned();
  out["topics"] = std::move(list);
  return as_payload(out);
}

Result<Payload> change_topics(const Call& call) {
  const Result<Asked> asked = asked_of(call);
  if (!asked) return fail(asked.error());
  TaxonomyEditor& editor = call.folder.editor();
  const Result<void> done =
      asked->change == "undo"
          ? editor.undo(call.folder.folder())
          : editor.change(call.folder.folder(), training::SeedExamples::kNo,
                          [&](TaxonomyFile& file) { return apply(file, *asked); });
  if (!done) return fail(done.error());
  return list_topics(call);
}

}  // namespace porthole::console
