#pragma once

/// Vocabulary: the classes and properties that summaries use, as defined by their RDF schemas.
///
/// In:  schemas/summary.rdfs, which is built in, and the schemas of plug-ins (rdfs_reader.h).
/// Out: definitions by name, the class hierarchy, and the properties that are fields of the query
///      language.
///
///   const Vocabulary& words = Vocabulary::built_in();
///   words.is_a("JavaClass", "ProgramSource");  // true, and "Page", and "Document" is not known
///   for (const PropertyWord* property : words.searchable()) fields.add(property->field());
///
/// A definition has two names: its IRI, and the name used in documents (base/document.h), which is
/// the local name for schemas/summary.rdfs and the IRI for all others. Both are accepted.
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

/// Common part of class and property definitions.
struct Word {
  std::string iri;
  std::string label;
  std::string comment;
  std::string schema;  ///< The file that defines it.
  int line = 0;        ///< Line in that file.

  /// The name used in documents: "JavaClass", "urn:example:chess#Game".
  std::string_view name() const;
  /// The last part of the IRI: "Game".
  std::string_view local_name() const;
};

struct ClassWord : Word {
  std::vector<std::string> superclasses;  ///< IRIs, also of other vocabularies.
};

struct PropertyWord : Word {
  std::vector<std::string> superproperties;  ///< IRIs, also of other vocabularies.
  std::vector<std::string> domains;          ///< IRIs of classes.
  std::vector<std::string> ranges;           ///< IRIs of classes and datatypes.
  bool searchable = false;                   ///< ph:searchable: a field of the query language.

  /// The name of that field: its local name. Searchable properties have distinct local names.
  std::string_view field() const { return local_name(); }
};

/// An error in a schema.
struct Problem {
  std::string schema;
  int line = 0;
  std::string what;
  std::string to_string() const;  ///< "chess.rdfs:12: ...".
};

/// The definitions of one schema file.
struct Definitions {
  std::vector<ClassWord> classes;
  std::vector<PropertyWord> properties;
};

class Vocabulary {
 public:
  /// The vocabulary of schemas/summary.rdfs.
  static const Vocabulary& built_in();

  /// An empty vocabulary.
  Vocabulary() = default;
  Vocabulary(const Vocabulary& other);
  Vocabulary& operator=(const Vocabulary& other);
  Vocabulary(Vocabulary&&) = default;
  Vocabulary& operator=(Vocabulary&&) = default;

  /// Adds a schema in RDF/XML, or nothing of it if it has problems, which are returned: malformed
  /// XML or too large; a definition without label, comment, domain or range; a name that is taken,
  /// or is in our namespace; a class without a known superclass; an unknown domain or range; a
  /// field name that is taken.
  std::vector<Problem> add(std::string_view rdfs, const std::string& schema);

  /// Null if there is none of that name.
  const ClassWord* find_class(std::string_view name) const;
  const PropertyWord* find_property(std::string_view name) const;

  /// All definitions, in the order of their schemas.
  const std::deque<ClassWord>& classes() const { return classes_; }
  const std::deque<PropertyWord>& properties() const { return properties_; }
  /// The properties that are fields of the query language.
  std::vector<const PropertyWord*> searchable() const;

  /// The class and its superclasses, nearest first, each once; classes of other vocabularies are
  /// left out. Empty if there is no such class.
  std::vector<const ClassWord*> lineage(std::string_view name) const;
  /// True if class `name` is `ancestor` or a subclass of it.
  bool is_a(std::string_view name, std::string_view ancestor) const;

 private:
  void take(Definitions words);

  std::deque<ClassWord> classes_;  // Stable addresses: the maps below point into them.
  std::deque<PropertyWord> properties_;
  std::unordered_map<std::string_view, const ClassWord*> class_of_;  // By both names.
  std::unordered_map<std::string_view, const PropertyWord*> property_of_;
};

/// Writes a vocabulary as one RDF/XML schema that merges the built-in one and those of plug-ins.
/// read_rdfs() reads the same definitions back. Thread safety: any thread.
std::string write_schema(const Vocabulary& vocabulary);

}  // namespace porthole::summarizer
