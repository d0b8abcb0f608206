// The changes of a taxonomy's text.

#include <algorithm>
#include <map>
#include <optional>
#include <unordered_map>
#include <unordered_set>
#include <utility>

#include "base/text/text.h"
#include "base/url/url.h"
#include "collection/taxonomy_file.h"
#include "collection/xml_edit.h"

namespace porthole::collection {
namespace {

using topics::Example;
using topics::TopicId;
using xml::XmlElement;

/// The elements of the topics, by id: the root's first, then in document order (as they were read).
void collect_topics(const XmlElement& element, std::vector<const XmlElement*>& out) {
  out.push_back(&element);
  for (const XmlElement& child : element.children) {
    if (child.local == "topic") collect_topics(child, out);
  }
}

std::string example_element(const std::string& prefix, const NewExample& added) {
  std::string out = "<" + prefix + "example";
  if (!added.example.url.empty()) out += attribute("url", added.example.url);
  if (!added.example.file.empty()) out += attribute("file", added.example.file);
  if (!added.title.empty()) out += attribute("title", added.title);
  if (!added.description.empty()) out += attribute("description", added.description);
  if (added.example.text.empty()) return out + "/>";
  return out + ">" + escape_markup(clean_utf8(added.example.text)) + "</" + prefix + "example>";
}

/// Additions to one topic: examples, and new topics.
struct Addition {
  std::string name;  ///< Title of a new topic.
  std::vector<const NewExample*> examples;
  std::vector<Addition> topics;
  std::unordered_map<std::string, std::size_t> places;  ///< In `topics`, by name.

  Addition& topic(const std::string& wanted) {
    const auto [place, fresh] = places.emplace(wanted, topics.size());
    if (fresh) topics.emplace_back().name = wanted;
    return topics[place->second];
  }

  std::size_t count_topics() const {
    std::size_t count = topics.size();
    for (const Addition& addition : topics) count += addition.count_topics();
    return count;
  }

  std::string lines(const std::string& prefix, const std::string& indent) const {
    std::string out;
    for (const NewExample* example : examples) {
      out += indent + example_element(prefix, *example) + "\n";
    }
    for (const Addition& addition : topics) {
      const std::string element = prefix + "topic";
      out += indent + "<" + element + attribute("name", addition.name) + ">\n";
      out += addition.lines(prefix, indent + "  ");
      out += indent + "</" + element + ">\n";
    }
    return out;
  }
};

/// The child of that name, else of that name or title but for upper and lower case.
std::optional<TopicId> child_called(const topics::Taxonomy& taxonomy, TopicId parent,
                                    const std::string& name) {
  std::optional<TopicId> alike;
  for (const TopicId child : taxonomy[parent].children) {
    const topics::Topic& topic = taxonomy[child];
    if (topic.name == name) return child;
    if (!alike &&
        (equals_ignoring_case(topic.name, name) || equals_ignoring_case(topic.title, name)))
      alike = child;
  }
  return alike;
}

bool is_utf8(const std::string& text) {
  const std::string head = ascii_lower(std::string_view(text).substr(0, 200));
  const std::size_t end = head.find("?>");
  if (text.find('\0') != std::string::npos) return false;
  if (!head.starts_with("<?xml") && !head.starts_with("\xEF\xBB\xBF<?xml")) return true;
  const std::size_t at = head.find("encoding");
  if (at == std::string::npos || at > end) return true;
  const std::string name = head.substr(at, end - at);
  return name.find("utf-8") != std::string::npos || name.find("ascii") != std::string::npos;
}

std::string example_key(const Example& example) {
  if (example.url.empty())
    return example.file.empty() ? "text " + example.text : "file " + example.file;
  const Result<Url> url = Url::parse(example.url);
  return url ? url->key() : example.url;
}

/// The addition to the topic at `path`. Topics below the deepest existing one are created.
Addition& place_of(const std::vector<std::string>& path, const topics::Taxonomy& taxonomy,
                   std::map<TopicId, Addition>& additions) {
  TopicId topic = topics::kRootTopic;
  std::size_t depth = 0;
  for (; depth < path.size(); ++depth) {
    const auto found = child_called(taxonomy, topic, path[depth]);
    if (!found) break;
    topic = *found;
  }
  Addition* place = &additions[topic];
  for (; depth < path.size(); ++depth) place = &place->topic(path[depth]);
  return *place;
}

}  // namespace

std::vector<const XmlElement*> TaxonomyFile::elements() const {
  std::vector<const XmlElement*> out;
  collect_topics(root_, out);
  return out;
}

Result<void> TaxonomyFile::check_editable() const {
  if (is_utf8(text_)) return {};
  Error error;
  error.message = "the taxonomy is not in UTF-8, so it cannot be changed";
  error.file = file_.string();
  error.hint = "save it as UTF-8";
  return fail(std::move(error));
}

Result<TaxonomyFile::Added> TaxonomyFile::add(const std::vector<NewExample>& examples) {
  TRY(check_editable());
  std::unordered_set<std::string> known;
  for (std::size_t id = 0; id < taxonomy_.size(); ++id) {
    for (const Example& example : taxonomy_[static_cast<TopicId>(id)].examples)
      known.insert(example_key(example));
  }
  Added added;
  std::map<TopicId, Addition> additions;
  for (const NewExample& example : examples) {
    const bool nothing =
        example.example.url.empty() && example.example.file.empty() && example.example.text.empty();
    if (!nothing && !known.insert(example_key(example.example)).second) {
      ++added.known;
      continue;
    }
    Addition& place = place_of(example.path, taxonomy_, additions);
    if (nothing) continue;
    place.examples.push_back(&example);
    ++added.examples;
  }
  const std::string prefix = prefix_of(text_, root_);
  const auto places = elements();
  std::vector<Edit> edits;
  for (const auto& [topic, addition] : additions) {
    const XmlElement& element = *places[topic];
    const std::string lines = addition.lines(prefix, indentation_at(text_, element.begin) + "  ");
    if (!lines.empty()) edits.push_back(put_into(text_, element, lines));
    added.topics += addition.count_topics();
  }
  TRY(replace_text(edited(text_, std::move(edits))));
  return added;
}

std::optional<TaxonomyFile::Place> TaxonomyFile::place_of_example(std::string_view url) const {
  Example asked;
  asked.url = url;
  const std::string key = example_key(asked);
  const auto places = elements();
  for (std::size_t id = 0; id < places.size(); ++id) {
    for (const XmlElement& child : places[id]->children) {
      if (child.local != "example" || child.attribute("url") == nullptr) continue;
      Example here;
      here.url = trim(*child.attribute("url"));
      if (example_key(here) == key) return Place{static_cast<TopicId>(id), &child};
    }
  }
  return std::nullopt;
}

std::optional<TopicId> TaxonomyFile::topic_of_example(std::string_view url) const {
  const std::optional<Place> place = place_of_example(url);
  return place ? std::optional(place->topic) : std::nullopt;
}

tl::unexpected<Error> TaxonomyFile::no_example(std::string_view url) const {
  Error error;
  error.code = ErrorCode::kNotFound;
  error.message = "no topic has the example " + without_credentials(std::string(url));
  error.file = file_.string();
  error.hint = "see them all: porthole examples list DIR";
  return fail(std::move(error));
}

Result<std::string> TaxonomyFile::move_example(std::string_view url, std::string_view path) {
  TRY(check_editable());
  TRY_AS(target, find_topic(taxonomy_, path, file_));
  const std::optional<Place> place = place_of_example(url);
  if (!place) return no_example(url);
  const std::string from = taxonomy_[place->topic].path;
  if (place->topic == *target) return from;
  const XmlElement& to = *elements()[*target];
  const std::string line =
      indentation_at(text_, to.begin) + "  " +
      text_.substr(place->element->begin, place->element->end - place->element->begin) + "\n";
  std::vector<Edit> edits = {take_out(text_, *place->element), put_into(text_, to, line)};
  TRY(replace_text(edited(text_, std::move(edits))));
  return from;
}

Result<std::string> TaxonomyFile::remove_example(std::string_view url) {
  TRY(check_editable());
  const std::optional<Place> place = place_of_example(url);
  if (!place) return no_example(url);
  const std::string from = taxonomy_[place->topic].path;
  TRY(replace_text(edited(text_, {take_out(text_, *place->element)})));
  return from;
}

Result<std::vector<TopicId>> TaxonomyFile::find_topics(const std::vector<std::string>& paths,
                                                       std::string_view root_message) const {
  std::vector<TopicId> found;
  for (const std::string& path : paths) {
    TRY_AS(topic, find_topic(taxonomy_, path, file_));
    if (*topic == topics::kRootTopic) {
      return fail(ErrorCode::kInvalid, std::string(root_message),
                  "mark topics, such as science/astronomy");
    }
    found.push_back(*topic);
  }
  return found;
}

Result<void> TaxonomyFile::set_attribute(std::string_view name, std::string_view value,
                                         const std::vector<TopicId>& wanted) {
  const std::string attribute_name(name);
  const auto places = elements();
  std::vector<Edit> edits;
  for (std::size_t id = 1; id < places.size(); ++id) {
    const bool is_wanted = std::find(wanted.begin(), wanted.end(), id) != wanted.end();
    const bool has_it = places[id]->attribute(attribute_name) != nullptr;
    if (is_wanted == has_it) continue;
    const auto [begin, end] = find_attribute(text_, *places[id], is_wanted ? "name" : name);
    edits.push_back(is_wanted ? Edit{end, end, attribute(name, value)} : Edit{begin, end, ""});
  }
  return replace_text(edited(text_, std::move(edits)));
}

Result<void> TaxonomyFile::mark_good(const std::vector<std::string>& paths) {
  if (Result<void> utf8 = check_editable(); !utf8) return utf8;
  const auto good =
      find_topics(paths, "the root of a taxonomy cannot be good: everything would be wanted");
  if (!good) return fail(good.error());
  return set_attribute("mark", "good", *good);
}

Result<void> TaxonomyFile::mark_shown(const std::vector<std::string>& paths) {
  if (Result<void> utf8 = check_editable(); !utf8) return utf8;
  TRY_AS(shown,
         find_topics(paths,
                     "the root of a taxonomy cannot be marked for showing: it holds every page"));
  return set_attribute("show", "yes", *shown);
}

Result<TaxonomyFile> TaxonomyFile::copy_for(const std::filesystem::path& file) const {
  std::vector<Edit> edits;
  for (const XmlElement* topic : elements()) {
    for (const XmlElement& child : topic->children) {
      if (child.local != "example" || child.attribute("file") == nullptr) continue;
      Example example;
      example.file = trim(*child.attribute("file"));
      const std::filesystem::path found =
          std::filesystem::absolute(path_of(example)).lexically_normal();
      const auto [begin, end] = find_attribute(text_, child, "file");
      edits.push_back({begin, end, attribute("file", found.string())});
    }
  }
  if (Result<void> utf8 = check_editable(); !edits.empty() && !utf8) return fail(utf8.error());
  return from_text(edited(text_, std::move(edits)), file);
}

Result<std::string> name_taxonomy(const std::string& text, const std::string& file) {
  TRY_AS(root, xml::read_tree(text, "porthole.xml"));
  const XmlElement* topic = root->child("topic");
  if (topic == nullptr) {
    return fail(ErrorCode::kInvalid, "the specification has no <topic> element",
                "add <topic></topic> to it");
  }
  if (topic->child("taxonomy") != nullptr) {
    return fail(ErrorCode::kInvalid, "the specification names a taxonomy already",
                "leave out --taxonomy");
  }
  const std::string line = indentation_at(text, topic->begin) + "  <" + prefix_of(text, *root) +
                           "taxonomy" + attribute("file", file) + "/>\n";
  return edited(text, {put_into(text, *topic, line)});
}

}  // namespace porthole::collection
