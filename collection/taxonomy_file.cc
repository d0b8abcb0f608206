#include "collection/taxonomy_file.h"

#include <algorithm>
#include <unordered_map>
#include <utility>

#include "base/text/text.h"
#include "base/url/url.h"
#include "collection/collection.h"
#include "collection/specification_values.h"

namespace porthole::embedded {
std::string_view taxonomy_schema(
    std::string_view name);  // schemas/taxonomy.xsd, put here by the build
}

namespace porthole::collection {
namespace {

using topics::Example;
using topics::Taxonomy;
using topics::TopicId;
using xml::XmlElement;
namespace fs = std::filesystem;

constexpr std::size_t kLargestTaxonomy = 16 << 20;
constexpr std::size_t kLongestName = 100;

std::string at_line(int line) { return " (line " + std::to_string(line) + ")"; }

/// Key of an example for deduplication by page.
std::string key_of(const Example& example) {
  if (!example.url.empty()) {
    const Result<Url> url = Url::parse(example.url);
    return url ? "url " + url->key() : "url " + example.url;
  }
  return example.file.empty() ? "text " + example.text : "file " + example.file;
}

std::string shown(const Example& example) {
  if (!example.url.empty()) return without_credentials(example.url);
  if (!example.file.empty()) return example.file;
  return '"' + shortened(fold_space(example.text), 60) + '"';
}

/// Makes the tree of topics from the tree of elements, which the schema has accepted already.
/// Topics are added in document order, so that a topic's id is also the place of its element there.
class TaxonomyReader {
 public:
  TaxonomyReader(Taxonomy& taxonomy, std::string file)
      : taxonomy_(taxonomy), file_(std::move(file)) {}

  Result<void> read(const XmlElement& root) {
    taxonomy_ = Taxonomy(fold_space(text_of(root, "title", "everything")));
    taxonomy_[topics::kRootTopic].line = root.line;
    if (Result<void> done = read_children(root, topics::kRootTopic, {}); !done) return done;
    return taxonomy_.mark_good(good_);
  }

 private:
  struct Outer {
    const XmlElement* good = nullptr;  ///< The nearest good element around, and its topic.
    TopicId topic = topics::kRootTopic;
  };

  tl::unexpected<Error> refuse(const XmlElement& element, std::string message,
                               std::string hint) const {
    Error error;
    error.message = std::move(message);
    error.file = file_;
    error.line = element.line;
    error.column = element.column;
    error.hint = std::move(hint);
    return fail(std::move(error));
  }

  Result<void> read_children(const XmlElement& element, TopicId id, Outer outer) {
    std::unordered_map<std::string, int> names;
    for (const XmlElement& child : element.children) {
      if (child.local == "description") {
        taxonomy_[id].description = fold_space(child.text);
      } else if (child.local == "example") {
        if (Result<void> done = read_example(child, id); !done) return done;
      } else {
        const std::string name = trimmed_name(child);
        const auto [before, fresh] = names.emplace(name, child.line);
        if (!fresh) {
          return refuse(child,
                        "there is a topic \"" + name + "\" here already" + at_line(before->second),
                        "give it another name, or put their contents together");
        }
        if (Result<void> done = read_topic(child, name, id, outer); !done) return done;
      }
    }
    return {};
  }

  static std::string trimmed_name(const XmlElement& element) {
    return fold_space(text_of(element, "name"));
  }

  Result<void> read_topic(const XmlElement& element, const std::string& name, TopicId parent,
                          Outer outer) {
    const std::string title = fold_space(text_of(element, "title", name));
    const Result<TopicId> id = taxonomy_.add(parent, name, title);
    if (!id) return refuse(element, id.error().message, id.error().hint);
    taxonomy_[*id].line = element.line;
    taxonomy_[*id].shown = element.attribute("show") != nullptr;
    if (element.attribute("mark") != nullptr) {
      if (outer.good != nullptr) {
        return refuse(element,
                      "the good topic \"" + taxonomy_[*id].path + "\" is below the good topic \"" +
                          taxonomy_[outer.topic].path + "\"" + at_line(outer.good->line),
                      "keep one of the two marks: what is below a good topic is wanted anyway");
      }
      good_.push_back(*id);
      outer = {&element, *id};
    }
    return read_children(element, *id, outer);
  }

  Result<void> read_example(const XmlElement& element, TopicId id) {
    Example example;
    example.url = trimmed(text_of(element, "url"));
    example.file = trimmed(text_of(element, "file"));
    if (!trim(element.text).empty()) example.text = element.text;
    example.line = element.line;
    example.title = fold_space(text_of(element, "title"));
    example.description = fold_space(text_of(element, "description"));
    if (!example.url.empty() + !example.file.empty() + !example.text.empty() != 1) {
      return refuse(
          element, "an example is one of URL, file and text, and this is not",
          "expected <example url=\"...\"/>, <example file=\"...\"/> or <example>text</example>");
    }
    if (!example.url.empty()) {
      const Result<Url> url = Url::parse(example.url);
      if (!url) {
        return refuse(element,
                      "the example \"" + shown(example) + "\" is not a URL: " + url.error().message,
                      "expected the URL of a page, such as https://docs.example.org/intro.html");
      }
    }
    const auto [before, fresh] = seen_.emplace(key_of(example), std::pair(id, element.line));
    if (!fresh) {
      return refuse(element,
                    "the example " + shown(example) + " is also in \"" +
                        taxonomy_[before->second.first].path + "\"" +
                        at_line(before->second.second),
                    "keep it in the topic that it fits best");
    }
    taxonomy_[id].examples.push_back(std::move(example));
    return {};
  }

  Taxonomy& taxonomy_;
  std::string file_;
  std::vector<TopicId> good_;
  std::unordered_map<std::string, std::pair<TopicId, int>> seen_;
};

}  // namespace

std::string topic_name(std::string_view text) {
  std::string name = fold_space(clean_utf8(text));
  std::replace(name.begin(), name.end(), '/', '-');
  name = cut(name, kLongestName);
  return name.empty() ? "topic" : name;
}

std::vector<std::string> path_names(std::string_view path) {
  std::vector<std::string> names;
  for (const std::string_view part : split(path, '/')) {
    std::string name = fold_space(part);
    if (!name.empty()) names.push_back(std::move(name));
  }
  return names;
}

Result<TaxonomyFile> TaxonomyFile::from_text(std::string text, const fs::path& file) {
  TaxonomyFile out;
  out.file_ = file;
  TRY(out.replace_text(std::move(text)));
  return out;
}

Result<TaxonomyFile> TaxonomyFile::read(const fs::path& file) {
  TRY_AS(text, xml::read_file(file, kLargestTaxonomy));
  return from_text(std::move(*text), file);
}

Result<void> TaxonomyFile::replace_text(std::string text) {
  TRY_AS(root,
         xml::read_validated_text(text, file_.string(), embedded::taxonomy_schema("taxonomy.xsd")));
  Taxonomy taxonomy;
  if (Result<void> done = TaxonomyReader(taxonomy, file_.string()).read(*root); !done) {
    Error error = done.error();
    if (error.file.empty()) error.file = file_.string();
    return fail(std::move(error));
  }
  text_ = std::move(text);
  root_ = std::move(*root);
  taxonomy_ = std::move(taxonomy);
  return {};
}

fs::path TaxonomyFile::path_of(const Example& example) const {
  return (file_.parent_path() / example.file).lexically_normal();
}

Result<void> TaxonomyFile::save() const { return replace_file(file_, text_); }

Result<TopicId> find_topic(const Taxonomy& taxonomy, std::string_view path, const fs::path& file) {
  std::string folded;
  for (const std::string& name : path_names(path)) folded += (folded.empty() ? "" : "/") + name;
  if (const auto found = taxonomy.find(folded)) return *found;
  std::vector<std::string> paths;
  std::string ends_so;
  for (std::size_t id = 1; id < taxonomy.size(); ++id) {
    const topics::Topic& topic = taxonomy[static_cast<TopicId>(id)];
    paths.push_back(topic.path);
    if (ends_so.empty() && equals_ignoring_case(topic.name, folded)) ends_so = topic.path;
  }
  const std::string nearest = ends_so.empty() ? nearest_name(folded, paths) : ends_so;
  Error error;
  error.code = ErrorCode::kNotFound;
  error.message = "there is no topic \"" + std::string(path) + "\" in the taxonomy";
  error.file = file.string();
  error.hint = nearest.empty() ? "topics are named by their path, such as science/astronomy"
                               : "did you mean " + nearest + "?";
  return fail(std::move(error));
}

Result<TaxonomyFile> read_taxonomy_of(const fs::path& folder, std::string_view taxonomy_file) {
  if (!taxonomy_file.empty())
    return TaxonomyFile::read((folder / taxonomy_file).lexically_normal());
  Error error;
  error.code = ErrorCode::kIncomplete;
  error.message = "the specification names no taxonomy";
  error.file = (folder / "porthole.xml").string();
  error.hint = "make one with the first example: porthole examples add DIR TOPIC URL --make";
  return fail(std::move(error));
}

}  // namespace porthole::collection
