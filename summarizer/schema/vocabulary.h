#pragma once

/// The words in which summaries are written: classes of resources and their properties, as their
/// schemas define them.
///
/// In:  schemas/summary.rdfs, which is built in, and the schemas of plug-ins (rdfs_reader.h).
/// Out: one vocabulary: a word by its name, what a class is a kind of, which properties are fields
///      of the query language.
///
///   const Vocabulary& words = Vocabulary::built_in();
///   words.is_a("JavaClass", "ProgramSource");  // true, and "Page", and "Document" is not known
///   for (const PropertyWord* property : words.searchable()) fields.add(property->field());
///
/// A word has two names: its IRI, and the name that documents have (base/document.h), which is the
/// local name for a word of schemas/summary.rdfs and the IRI for any other. Both are understood.
///
/// Source: RDF Schema 1.1 (W3C Recommendation, 2014), sections 2 and 3.
/// Thread safety: const members, any thread.

#include <deque>
#include <string>
#include <string_view>
#include <unordered_map>
#include <vector>

namespace porthole::summarizer {

inline constexpr std::string_view kRdf = "http://www.w3.org/1999/02/22-rdf-syntax-ns#";
inline constexpr std::string_view kRdfs = "http://www.w3.org/2000/01/rdf-schema#";
inline constexpr std::string_view kXsd = "http://www.w3.org/2001/XMLSchema#";
inline constexpr std::string_view kPorthole = "urn:porthole:summary:1#";

/// What classes and properties have in common.
struct Word {
  std::string iri;
  std::string label;
  std::string comment;
  std::string schema;  ///< The file that defines it.
  int line = 0;        ///< There.

  /// As documents have it: "JavaClass", "urn:example:chess#Game".
  std::string_view name() const;
  /// The last part of the IRI: "Game".
  std::string_view local_name() const;
};

struct ClassWord : Word {
  std::vector<std::string> superclasses;  ///< IRIs, of other vocabularies, too.
};

struct PropertyWord : Word {
  std::vector<std::string> superproperties;  ///< The same.
  std::vector<std::string> domains;          ///< IRIs of classes.
  std::vector<std::string> ranges;           ///< IRIs of classes and datatypes.
  bool searchable = false;                   ///< ph:searchable: it is a field of the query language.

  /// The name of that field: its local name. No two searchable properties have the same.
  std::string_view field() const { return local_name(); }
};

/// What is wrong with a schema.
struct Problem {
  std::string schema;
  int line = 0;
  std::string what;
  std::string to_string() const;  ///< "chess.rdfs:12: ...".
};

/// The words of one schema, as its file has them.
struct Definitions {
  std::vector<ClassWord> classes;
  std::vector<PropertyWord> properties;
};

class Vocabulary {
 public:
  /// The words of schemas/summary.rdfs.
  static const Vocabulary& built_in();

  /// Nothing is known to it.
  Vocabulary() = default;
  Vocabulary(const Vocabulary& other);
  Vocabulary& operator=(const Vocabulary& other);
  Vocabulary(Vocabulary&&) = default;
  Vocabulary& operator=(Vocabulary&&) = default;

  /// Adds a schema of RDF/XML, or, when anything is wrong with it, nothing of it. Returns what is:
  /// it is not well-formed, or is too large; a word without label, comment, domain or range; a name
  /// that is taken, or is in our namespace; a class whose superclasses do not lead to a known one; a
  /// domain or range that is not known; a field that another property has.
  std::vector<Problem> add(std::string_view rdfs, const std::string& schema);

  /// Null when there is none of that name.
  const ClassWord* find_class(std::string_view name) const;
  const PropertyWord* find_property(std::string_view name) const;

  /// In the order of their schemas.
  const std::deque<ClassWord>& classes() const { return classes_; }
  const std::deque<PropertyWord>& properties() const { return properties_; }
  /// Those that are fields of the query language.
  std::vector<const PropertyWord*> searchable() const;

  /// The class and all that it is a kind of, nearest first, each once; classes of other
  /// vocabularies are left out. Empty when there is no such class.
  std::vector<const ClassWord*> lineage(std::string_view name) const;
  /// A resource of class `name` is one of class `ancestor`.
  bool is_a(std::string_view name, std::string_view ancestor) const;

 private:
  void take(Definitions words);

  std::deque<ClassWord> classes_;  // Never moved: the maps below point into them.
  std::deque<PropertyWord> properties_;
  std::unordered_map<std::string_view, const ClassWord*> class_of_;  // By both names.
  std::unordered_map<std::string_view, const PropertyWord*> property_of_;
};

}  // namespace porthole::summarizer
