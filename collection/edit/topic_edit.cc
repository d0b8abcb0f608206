#include "collection/edit/topic_edit.h"

#include <algorithm>
#include <optional>
#include <utility>
#include <vector>

#include "base/text/format.h"
#include "base/text/text.h"
#include "collection/xml_edit.h"

namespace porthole::collection {
namespace {

using topics::Taxonomy;
using topics::TopicId;
using xml::XmlElement;

/// Finds a topic that can be changed: any but the root.
Result<TopicId> find_changeable(const TaxonomyFile& file, std::string_view path) {
  TRY(file.check_editable());
  Result<TopicId> topic = find_topic(file.taxonomy(), path, file.file());
  if (topic && *topic == topics::kRootTopic)
    return fail(ErrorCode::kUsage, "TOPIC is empty", "name one, such as science/astronomy");
  return topic;
}

std::string path_of(const TaxonomyFile& file, TopicId id) { return file.taxonomy()[id].path; }

std::vector<std::string> paths_of(const Taxonomy& taxonomy, const std::vector<TopicId>& topics) {
  std::vector<std::string> paths;
  for (const TopicId id : topics) paths.push_back(taxonomy[id].path);
  return paths;
}

/// Drops the marks of `topics` and of all good topics below them.
Result<TaxonomyFile> without_marks(const TaxonomyFile& file, const std::vector<TopicId>& topics) {
  const Taxonomy& taxonomy = file.taxonomy();
  std::vector<std::string> keep;
  for (const TopicId id : taxonomy.good()) {
    if (std::ranges::none_of(topics, [&](TopicId topic) { return taxonomy.is_within(id, topic); }))
      keep.push_back(taxonomy[id].path);
  }
  TaxonomyFile out = file;
  TRY(out.mark_good(keep));
  return out;
}

/// The text of `element`, which begins a line with `indent` in its new place. Lines that begin with
/// a tag are indented as much more or less as the first one is.
std::string moved_text(const std::string& text, const XmlElement& element,
                       const std::string& indent) {
  const std::string before = indentation_at(text, element.begin);
  const std::string lines = text.substr(element.begin, element.end - element.begin);
  std::string out = indent;
  for (std::size_t at = 0; at < lines.size();) {
    const std::size_t end = std::min(lines.find('\n', at), lines.size() - 1) + 1;
    std::string_view line = std::string_view(lines).substr(at, end - at);
    const std::size_t first = line.find_first_not_of(" \t");
    const bool is_tag = at > 0 && first != std::string_view::npos && line[first] == '<';
    if (is_tag && line.starts_with(before)) {
      line.remove_prefix(before.size());
      out += indent;
    }
    out += line;
    at = end;
  }
  return out + "\n";
}

/// Elements of `from` that move to `into` when the two are merged.
std::string merged_children(const TaxonomyFile& file, const XmlElement& from,
                            const XmlElement& into) {
  const std::string indent = indentation_at(file.text(), into.begin) + "  ";
  std::string lines;
  for (const XmlElement& child : from.children) {
    const bool second_description =
        child.local == "description" && into.child("description") != nullptr;
    if (!second_description) lines += moved_text(file.text(), child, indent);
  }
  return lines;
}

Result<TaxonomyFile> merged_elements(const TaxonomyFile& file, TopicId from, TopicId into) {
  const auto elements = file.elements();
  std::vector<Edit> edits = {take_out(file.text(), *elements[from]),
                             put_into(file.text(), *elements[into],
                                      merged_children(file, *elements[from], *elements[into]))};
  return TaxonomyFile::from_text(edited(file.text(), std::move(edits)), file.file());
}

/// A child of `from` and one of `into` that have the same name.
std::optional<std::pair<std::string, std::string>> same_child(const Taxonomy& taxonomy,
                                                              TopicId from, TopicId into) {
  for (const TopicId mine : taxonomy[from].children) {
    for (const TopicId other : taxonomy[into].children) {
      if (mine != other && taxonomy[mine].name == taxonomy[other].name)
        return std::pair(taxonomy[mine].path, taxonomy[other].path);
    }
  }
  return std::nullopt;
}

}  // namespace

Result<TaxonomyFile> make_topic(const TaxonomyFile& file, std::string_view path,
                                std::string_view title) {
  NewExample topic;
  topic.path = path_names(path);
  if (topic.path.empty())
    return fail(ErrorCode::kUsage, "TOPIC is empty", "name one, such as science/astronomy");
  TaxonomyFile out = file;
  TRY_AS(added, out.add({topic}));
  if (added->topics == 0) {
    Error error;
    error.code = ErrorCode::kInvalid;
    error.message = "there is a topic \"" + std::string(path) + "\" already";
    error.file = file.file().string();
    error.hint = "see them all: porthole examples list DIR";
    return fail(std::move(error));
  }
  return title.empty() ? out : rename_topic(out, path, topic.path.back(), title);
}

Result<TaxonomyFile> rename_topic(const TaxonomyFile& file, std::string_view path,
                                  std::string_view name, std::string_view title) {
  TRY_AS(topic, find_changeable(file, path));
  if (trim(name).empty())
    return fail(ErrorCode::kUsage, "NAME is empty", "give the topic a name, such as astronomy");
  const XmlElement& element = *file.elements()[*topic];
  std::vector<Edit> edits;
  const auto [begin, end] = find_attribute(file.text(), element, "name");
  std::string names = attribute("name", name);
  if (!title.empty()) {
    const bool has_title = element.attribute("title") != nullptr;
    const auto [title_begin, title_end] = find_attribute(file.text(), element, "title");
    if (has_title) {
      edits.push_back({title_begin, title_end, attribute("title", title)});
    } else {
      names += attribute("title", title);
    }
  }
  edits.push_back({begin, end, std::move(names)});
  return TaxonomyFile::from_text(edited(file.text(), std::move(edits)), file.file());
}

Result<TaxonomyFile> move_topic(const TaxonomyFile& file, std::string_view path,
                                std::string_view parent) {
  TRY_AS(topic, find_changeable(file, path));
  TRY_AS(target, find_topic(file.taxonomy(), parent, file.file()));
  const Taxonomy& taxonomy = file.taxonomy();
  if (taxonomy.is_within(*target, *topic)) {
    return fail(ErrorCode::kInvalid,
                "\"" + path_of(file, *topic) + "\" cannot be moved below itself",
                "name a topic outside of it");
  }
  if (taxonomy[*topic].parent == *target) return file;
  for (const TopicId other : taxonomy[*target].children) {
    if (taxonomy[other].name != taxonomy[*topic].name) continue;
    return fail(ErrorCode::kInvalid, "there is a topic \"" + path_of(file, other) + "\" already",
                "put them together: porthole topics merge DIR " +
                    shell_word(taxonomy[*topic].path) + " " + shell_word(path_of(file, other)));
  }
  if (taxonomy.is_wanted(*target)) {
    const bool is_marked = std::ranges::any_of(
        taxonomy.good(), [&](TopicId id) { return taxonomy.is_within(id, *topic); });
    if (is_marked) {
      const Result<TaxonomyFile> unmarked = without_marks(file, {*topic});
      if (!unmarked) return unmarked;
      return move_topic(*unmarked, path, parent);
    }
  }
  const auto elements = file.elements();
  const XmlElement& element = *elements[*topic];
  const std::string indent = indentation_at(file.text(), elements[*target]->begin) + "  ";
  std::vector<Edit> edits = {
      take_out(file.text(), element),
      put_into(file.text(), *elements[*target], moved_text(file.text(), element, indent))};
  return TaxonomyFile::from_text(edited(file.text(), std::move(edits)), file.file());
}

Result<TaxonomyFile> merge_topics(const TaxonomyFile& file, std::string_view from,
                                  std::string_view into) {
  TRY_AS(source, find_changeable(file, from));
  TRY_AS(target, find_changeable(file, into));
  const Taxonomy& taxonomy = file.taxonomy();
  if (taxonomy.is_within(*target, *source)) {
    return fail(ErrorCode::kInvalid,
                "\"" + path_of(file, *source) + "\" cannot be merged into " +
                    (*source == *target ? "itself" : "a topic below it"),
                "name another topic, or merge the other way round");
  }
  if (const auto same = same_child(taxonomy, *source, *target)) {
    const Result<TaxonomyFile> merged = merge_topics(file, same->first, same->second);
    if (!merged) return merged;
    return merge_topics(*merged, from, into);
  }
  const bool good = taxonomy[*source].mark == topics::Mark::kGood ||
                    taxonomy[*target].mark == topics::Mark::kGood;
  const std::string target_path = path_of(file, *target);
  const Result<TaxonomyFile> unmarked =
      good || taxonomy.is_wanted(*target) ? without_marks(file, {*source, *target}) : file;
  if (!unmarked) return unmarked;
  Result<TaxonomyFile> merged = merged_elements(*unmarked, *source, *target);
  if (!merged) return merged;
  TRY_AS(result, find_topic(merged->taxonomy(), target_path, file.file()));
  if (taxonomy[*source].shown && !taxonomy[*target].shown) {
    std::vector<std::string> shown = paths_of(merged->taxonomy(), merged->taxonomy().shown());
    shown.push_back(target_path);
    TRY(merged->mark_shown(shown));
  }
  if (!good || merged->taxonomy().is_wanted(*result)) return merged;
  std::vector<std::string> marks = paths_of(merged->taxonomy(), merged->taxonomy().good());
  marks.push_back(target_path);
  TRY(merged->mark_good(marks));
  return merged;
}

Result<TaxonomyFile> remove_topic(const TaxonomyFile& file, std::string_view path) {
  TRY_AS(topic, find_changeable(file, path));
  return TaxonomyFile::from_text(
      edited(file.text(), {take_out(file.text(), *file.elements()[*topic])}), file.file());
}

}  // namespace porthole::collection
