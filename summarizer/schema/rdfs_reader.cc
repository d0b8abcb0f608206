#include "summarizer/schema/rdfs_reader.h"

#include <utility>

#include "base/text/text.h"
#include "base/url/url.h"
#include "base/xml/tree.h"

namespace porthole::summarizer {
namespace {

using xml::XmlElement;

constexpr std::string_view kXmlNamespace = "http://www.w3.org/XML/1998/namespace";

std::string attribute(const XmlElement& element, std::string_view ns, std::string_view local) {
  for (const XmlElement::Attribute& one : element.attributes) {
    if (one.ns == ns && one.local == local) return one.value;
  }
  return {};
}

/// RDF 1.1 XML Syntax, section 2.14: the base without its fragment, where a reference needs one.
class Base {
 public:
  explicit Base(const XmlElement& root) : base_(attribute(root, kXmlNamespace, "base")) {
    base_ = base_.substr(0, base_.find('#'));
  }

  std::string absolute(const std::string& reference) const {
    if (reference.starts_with('#')) return base_ + reference;
    if (Url::parse(reference)) return reference;
    const Result<Url> base = Url::parse(base_);
    if (!base) return reference;
    const Result<Url> joined = Url::parse(reference, &*base);
    return joined ? joined->href() : reference;
  }
  std::string of_id(const std::string& id) const { return base_ + "#" + id; }

 private:
  std::string base_;
};

/// A property of a definition: its expanded name, and its text or resource.
struct Statement {
  std::string property;
  std::string value;
};

std::vector<Statement> statements_of(const XmlElement& element, const Base& base) {
  std::vector<Statement> said;
  for (const XmlElement::Attribute& one : element.attributes) {
    if (one.ns != kRdf && one.ns != kXmlNamespace)
      said.push_back({one.ns + one.local, fold_space(one.value)});
  }
  for (const XmlElement& child : element.children) {
    const std::string resource = attribute(child, kRdf, "resource");
    said.push_back({child.ns + child.local,
                    resource.empty() ? fold_space(child.text) : base.absolute(resource)});
  }
  return said;
}

template <class T>
T word_of(const XmlElement& element, const Base& base, const std::string& schema,
          const std::vector<Statement>& said) {
  T word;
  const std::string about = attribute(element, kRdf, "about");
  word.iri = about.empty() ? base.of_id(attribute(element, kRdf, "ID")) : base.absolute(about);
  word.schema = schema;
  word.line = element.line;
  for (const auto& [property, value] : said) {
    if (property == std::string(kRdfs) + "label") word.label = value;
    if (property == std::string(kRdfs) + "comment") word.comment = value;
  }
  return word;
}

std::vector<std::string> all_of(const std::vector<Statement>& said, const std::string& property) {
  std::vector<std::string> values;
  for (const Statement& one : said) {
    if (one.property == property) values.push_back(one.value);
  }
  return values;
}

void read_word(const XmlElement& element, const Base& base, const std::string& schema,
               Definitions& words) {
  const std::vector<Statement> said = statements_of(element, base);
  std::vector<std::string> types = all_of(said, std::string(kRdf) + "type");
  types.push_back(element.ns + element.local);
  const std::string rdfs(kRdfs);
  for (const std::string& type : types) {
    if (type == rdfs + "Class") {
      ClassWord word = word_of<ClassWord>(element, base, schema, said);
      word.superclasses = all_of(said, rdfs + "subClassOf");
      words.classes.push_back(std::move(word));
      return;
    }
    if (type == std::string(kRdf) + "Property") {
      PropertyWord word = word_of<PropertyWord>(element, base, schema, said);
      word.superproperties = all_of(said, rdfs + "subPropertyOf");
      word.domains = all_of(said, rdfs + "domain");
      word.ranges = all_of(said, rdfs + "range");
      word.searchable = !all_of(said, std::string(kPorthole) + "searchable").empty();
      words.properties.push_back(std::move(word));
      return;
    }
  }
}

}  // namespace

Result<Definitions> read_rdfs(std::string_view rdfs, const std::string& schema) {
  const Result<XmlElement> root =
      xml::read_tree(rdfs, schema, {.bytes = kMaxSchemaBytes, .depth = 16, .attributes = 32});
  if (!root) return fail(root.error());
  if (root->ns != kRdf || root->local != "RDF") {
    Error error;
    error.code = ErrorCode::kInvalid;
    error.file = schema;
    error.line = root->line;
    error.message =
        "not a valid RDF document: the root element is <" + root->local + ">, not rdf:RDF";
    return fail(std::move(error));
  }
  const Base base(*root);
  Definitions words;
  for (const XmlElement& element : root->children) read_word(element, base, schema, words);
  return words;
}

}  // namespace porthole::summarizer
