#include "summarizer/schema/schema_check.h"

#include <algorithm>
#include <map>
#include <set>
#include <utility>

#include "base/document.h"

namespace porthole::summarizer {
namespace {

class Check {
 public:
  Check(const Definitions& words, const Vocabulary& known) : words_(words), known_(known) {
    for (const ClassWord& word : words.classes) own_.emplace(word.iri, &word);
    for (const PropertyWord* property : known.searchable()) {
      field_of_.emplace(property->field(), property->iri);
    }
  }

  std::vector<Problem> run() {
    for (const ClassWord& word : words_.classes) {
      check_word(word, "class");
      if (!is_root(word.iri) && !leads_to_root(word)) {
        report(word,
               "the class has no known superclass: its rdfs:subClassOf lead to no "
               "class of schemas/summary.rdfs");
      }
    }
    for (const PropertyWord& word : words_.properties) check_property(word);
    std::stable_sort(problems_.begin(), problems_.end(),
                     [](const Problem& a, const Problem& b) { return a.line < b.line; });
    return std::move(problems_);
  }

 private:
  void report(const Word& word, std::string what) {
    problems_.push_back({word.schema, word.line, word.iri + ": " + std::move(what)});
  }

  void check_word(const Word& word, const char* what) {
    if (!is_schema_name(word.iri) || word.name().empty()) {
      report(word, "its name is not an absolute IRI that ends in a name");
    }
    if (word.label.empty()) report(word, std::string("the ") + what + " has no rdfs:label");
    if (word.comment.empty()) report(word, std::string("the ") + what + " has no rdfs:comment");
    const bool ours = known_.classes().empty();
    const Word* taken = known_.find_class(word.iri);
    if (taken == nullptr) taken = known_.find_property(word.iri);
    if (taken != nullptr) {
      report(word, "the name is taken by " + taken->schema);
    } else if (!ours && word.iri.starts_with(kPorthole)) {
      report(word,
             "a plug-in's words need a namespace of their own, not " + std::string(kPorthole));
    }
    if (!defined_.insert(word.iri).second) report(word, "it is defined twice");
  }

  void check_property(const PropertyWord& word) {
    check_word(word, "property");
    if (word.domains.empty()) report(word, "the property has no rdfs:domain");
    if (word.ranges.empty()) report(word, "the property has no rdfs:range");
    for (const std::string& domain : word.domains) {
      if (!is_known_class(domain)) report(word, "its domain " + domain + " is not a known class");
    }
    for (const std::string& range : word.ranges) {
      if (!is_known_class(range) && !range.starts_with(kXsd)) {
        report(word, "its range " + range + " is not a known class or datatype");
      }
    }
    if (!word.searchable) return;
    const auto [holder, is_new] = field_of_.emplace(word.field(), word.iri);
    if (!is_new && holder->second != word.iri) {
      report(word, "the field name \"" + std::string(word.field()) + "\" is already used by " +
                       std::string(holder->second));
    }
  }

  /// True for a class of RDF itself, of ours, or of the same schema.
  bool is_known_class(const std::string& iri) const {
    return own_.contains(iri) || known_.find_class(iri) != nullptr || iri.starts_with(kRdf) ||
           iri.starts_with(kRdfs);
  }

  static bool is_root(std::string_view iri) {
    return std::find(std::begin(kRootClasses), std::end(kRootClasses), iri) !=
           std::end(kRootClasses);
  }

  bool leads_to_root(const ClassWord& word) const {
    std::vector<const ClassWord*> way = {&word};
    for (std::size_t i = 0; i < way.size(); ++i) {
      for (const std::string& next : way[i]->superclasses) {
        if (is_root(next) || known_.find_class(next) != nullptr) return true;
        const auto own = own_.find(next);
        if (own == own_.end()) continue;
        if (std::find(way.begin(), way.end(), own->second) == way.end()) way.push_back(own->second);
      }
    }
    return false;
  }

  const Definitions& words_;
  const Vocabulary& known_;
  std::map<std::string_view, const ClassWord*> own_;
  std::map<std::string_view, std::string_view> field_of_;
  std::set<std::string_view> defined_;
  std::vector<Problem> problems_;
};

}  // namespace

std::vector<Problem> check_schema(const Definitions& words, const Vocabulary& known) {
  return Check(words, known).run();
}

}  // namespace porthole::summarizer
