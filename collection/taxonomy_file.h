#pragma once

/// The taxonomy file (taxonomy.xml): reads it into a topic tree, and edits it without losing
/// comments or layout.
///
/// In:  XML that a person writes (schemas/taxonomy.xsd), or programs add to.
/// Out: topics::Taxonomy; the same XML with topics, examples or marks added, moved or removed.
///
///   Result<TaxonomyFile> file = TaxonomyFile::read("cycling/taxonomy.xml");
///   file->move_example("https://example.org/", "recreation/cycling");
///   file->save();
///
/// Thread safety: const members, any thread.

#include <filesystem>
#include <optional>
#include <string>
#include <string_view>
#include <vector>

#include "base/result.h"
#include "base/xml/tree.h"
#include "topics/classify/taxonomy.h"

namespace porthole::collection {

/// An example page from an importer, with its topic.
struct NewExample {
  /// Names from the root down. An existing topic is matched by its name, or by name or title
  /// ignoring case; missing topics are created.
  std::vector<std::string> path;
  topics::Example example;
  std::string title;        ///< Title of the page; "" = none.
  std::string description;  ///< Description of the page; "" = none.
};

/// Makes a valid topic name: no "/", no control character, white space folded, at most 100
/// characters; "topic" when nothing is left.
std::string topic_name(std::string_view text);

/// Splits a path like "science/astronomy" into names; empty parts are ignored.
std::vector<std::string> path_names(std::string_view path);

class TaxonomyFile {
 public:
  /// Errors: kInvalid with file, line, column and what was expected: invalid XML, a violation of
  /// the schema, siblings with the same name, a duplicate example, a good topic that is an ancestor
  /// of another (both are named, each with its line); an example that is not exactly one of URL,
  /// file and text. kNotFound, kPermission, kTooLarge (over 16 MiB), kStorage.
  static Result<TaxonomyFile> read(const std::filesystem::path& file);
  /// Reads `text`, which is not saved yet to `file`.
  static Result<TaxonomyFile> from_text(std::string text, const std::filesystem::path& file);

  const topics::Taxonomy& taxonomy() const { return taxonomy_; }
  const std::string& text() const { return text_; }
  const std::filesystem::path& file() const { return file_; }
  /// The elements of the topics, by id, and their places in text(). They are the file's.
  std::vector<const xml::XmlElement*> elements() const;
  /// Errors: kInvalid when the text is not in UTF-8, in which no place can be found.
  Result<void> check_editable() const;
  /// The topic that has the example of `url` (compared by Url::key()); empty if none has it.
  std::optional<topics::TopicId> topic_of_example(std::string_view url) const;
  /// Path of an example's file, resolved against the taxonomy's.
  std::filesystem::path path_of(const topics::Example& example) const;

  // Each of the following changes the text and reads it again, or fails and changes nothing.
  // Errors: those of check_editable(), too.

  struct Added {
    std::size_t examples = 0;
    std::size_t known = 0;  ///< Already in the taxonomy, under any topic; left there.
    std::size_t topics = 0;
  };
  Result<Added> add(const std::vector<NewExample>& examples);

  /// Moves the example of `url` (compared by Url::key()) to the topic at `path`, which must be
  /// there; returns the path of the topic that it stood in. Errors: kNotFound.
  Result<std::string> move_example(std::string_view url, std::string_view path);

  /// Removes the example of `url` (compared by Url::key()); returns the path of its topic. Errors:
  /// kNotFound.
  Result<std::string> remove_example(std::string_view url);

  /// Marks exactly the topics at `paths` good. Errors: kNotFound with the nearest known path;
  /// kInvalid when one is an ancestor of another.
  Result<void> mark_good(const std::vector<std::string>& paths);

  /// Marks exactly the topics at `paths` for showing. Errors: kNotFound with the nearest known
  /// path.
  Result<void> mark_shown(const std::vector<std::string>& paths);

  /// Copies the taxonomy to another place: paths of example files are adapted.
  Result<TaxonomyFile> copy_for(const std::filesystem::path& file) const;

  /// Writes the text to file() atomically.
  Result<void> save() const;

 private:
  struct Place {
    topics::TopicId topic;
    const xml::XmlElement* element;
  };
  TaxonomyFile() = default;
  std::optional<Place> place_of_example(std::string_view url) const;
  tl::unexpected<Error> no_example(std::string_view url) const;
  Result<void> replace_text(std::string text);
  /// Finds the topics at `paths`; kInvalid with `root_message` if one of them is the root.
  Result<std::vector<topics::TopicId>> find_topics(const std::vector<std::string>& paths,
                                                   std::string_view root_message) const;
  /// Removes the attribute `name` from all topics but `wanted`, and adds it to those.
  Result<void> set_attribute(std::string_view name, std::string_view value,
                             const std::vector<topics::TopicId>& wanted);

  std::filesystem::path file_;
  std::string text_;
  xml::XmlElement root_;
  topics::Taxonomy taxonomy_;
};

/// Finds the topic at `path`; error kNotFound with the nearest existing path.
Result<topics::TopicId> find_topic(const topics::Taxonomy& taxonomy, std::string_view path,
                                   const std::filesystem::path& file);

/// Reads the taxonomy that the specification of a collection names, relative to `folder`.
/// Errors: kIncomplete when it does not name one; those of TaxonomyFile::read().
Result<TaxonomyFile> read_taxonomy_of(const std::filesystem::path& folder,
                                      std::string_view taxonomy_file);

/// Returns `text` of a specification with `<taxonomy file="..."/>` added to its <topic>; everything
/// else is unchanged.
/// Errors: kInvalid when there is no <topic>, or it names a taxonomy already.
Result<std::string> name_taxonomy(const std::string& text, const std::string& file);

}  // namespace porthole::collection
