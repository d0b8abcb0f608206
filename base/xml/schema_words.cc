#include "base/xml/schema_words.h"

#include <algorithm>
#include <optional>

#include "base/text/format.h"
#include "base/text/text.h"

namespace porthole::xml {
namespace {

/// An xs:element or xs:attribute declaration together with its type, looked up in the schema.
class Schema {
 public:
  explicit Schema(const XmlElement& root) : root_(root) {}

  const XmlElement* global_element(std::string_view name) const {
    return named(root_, "element", name);
  }
  std::string target_namespace() const {
    const std::string* ns = root_.attribute("targetNamespace");
    return ns == nullptr ? "" : *ns;
  }
  std::string root_name() const {
    const XmlElement* first = root_.child("element");
    return first == nullptr ? "" : name_of(*first);
  }

  /// The xs:complexType of an element declaration, inline or by name; null for simple types.
  const XmlElement* complex_type(const XmlElement& declaration) const {
    if (const XmlElement* inline_type = declaration.child("complexType")) return inline_type;
    const std::string* type = declaration.attribute("type");
    return type == nullptr ? nullptr : named(root_, "complexType", without_prefix(*type));
  }

  /// The xs:documentation of a declaration, else of its type; "" when there is none.
  std::string documentation(const XmlElement& declaration) const {
    std::string words = own_documentation(declaration);
    const std::string* type = declaration.attribute("type");
    if (words.empty() && type != nullptr) {
      const XmlElement* simple = named(root_, "simpleType", without_prefix(*type));
      if (simple != nullptr) words = own_documentation(*simple);
    }
    return words;
  }

  /// The type of an attribute is a restriction of a number, of which Xerces quotes no wrong value.
  bool is_number(const XmlElement& declaration) const {
    const XmlElement* restriction = restriction_of(declaration);
    const std::string* base = restriction ? restriction->attribute("base") : nullptr;
    return base != nullptr && (*base == "xs:int" || *base == "xs:decimal");
  }

  /// Can `message`, of a value without any text, be about this attribute? Numbers and enumerations
  /// are never empty; of other types the message quotes the pattern.
  bool refuses_empty(const XmlElement& declaration, const std::string& message) const {
    const XmlElement* restriction = restriction_of(declaration);
    if (restriction == nullptr) return false;
    if (is_number(declaration) || restriction->child("enumeration") != nullptr) return true;
    const XmlElement* pattern = restriction->child("pattern");
    const std::string* value = pattern ? pattern->attribute("value") : nullptr;
    const XmlElement* least = restriction->child("minLength");
    return least != nullptr ||
           (value != nullptr && message.find("'" + *value + "'") != std::string::npos);
  }

  static std::string name_of(const XmlElement& declaration) {
    const std::string* name = declaration.attribute("name");
    return name == nullptr ? "" : *name;
  }

  /// The declarations of one kind directly in a type, whatever groups they stand in.
  static std::vector<const XmlElement*> declarations(const XmlElement& type,
                                                     std::string_view kind) {
    std::vector<const XmlElement*> found;
    collect(type, kind, found);
    return found;
  }

  /// A child that an xs:all group holds, which may stand there once.
  static bool stands_once(const XmlElement& type, const std::string& name) {
    const XmlElement* all = type.child("all");
    return all != nullptr && named(*all, "element", name) != nullptr;
  }

 private:
  static std::string_view without_prefix(std::string_view name) {
    return name.substr(name.find(':') == std::string_view::npos ? 0 : name.find(':') + 1);
  }

  /// The xs:restriction of the named type of an attribute; null for a type of XML Schema itself.
  const XmlElement* restriction_of(const XmlElement& declaration) const {
    const std::string* type = declaration.attribute("type");
    if (type == nullptr) return nullptr;
    const XmlElement* simple = named(root_, "simpleType", without_prefix(*type));
    return simple ? simple->child("restriction") : nullptr;
  }

  static const XmlElement* named(const XmlElement& in, std::string_view kind,
                                 std::string_view name) {
    for (const XmlElement& child : in.children) {
      if (child.local == kind && name_of(child) == name) return &child;
    }
    return nullptr;
  }

  static std::string own_documentation(const XmlElement& declaration) {
    const XmlElement* annotation = declaration.child("annotation");
    const XmlElement* words = annotation ? annotation->child("documentation") : nullptr;
    return words == nullptr ? "" : fold_space(words->text);
  }

  static void collect(const XmlElement& in, std::string_view kind,
                      std::vector<const XmlElement*>& found) {
    for (const XmlElement& child : in.children) {
      if (child.local == kind) found.push_back(&child);
      if (child.local != "element" && child.local != "attribute") collect(child, kind, found);
    }
  }

  const XmlElement& root_;
};

std::vector<std::string> names_of(const std::vector<const XmlElement*>& declarations) {
  std::vector<std::string> names;
  for (const XmlElement* declaration : declarations) names.push_back(Schema::name_of(*declaration));
  return names;
}

const XmlElement* find_named(const std::vector<const XmlElement*>& declarations,
                             const std::string& name) {
  const auto found = std::find_if(declarations.begin(), declarations.end(),
                                  [&](const XmlElement* d) { return Schema::name_of(*d) == name; });
  return found == declarations.end() ? nullptr : *found;
}

/// "did you mean X?", with what is known when nothing is near.
std::string hint_for(const std::string& name, const std::vector<std::string>& known,
                     const std::string& where) {
  const std::string near = nearest_name(name, known);
  if (!near.empty()) return "did you mean \"" + near + "\"?";
  if (known.empty()) return where + " has none";
  return where + " has: " + join(known, ", ");
}

class Explanation {
 public:
  Explanation(const Refusal& refusal, const XmlElement& schema, std::string_view text)
      : refusal_(refusal), schema_(schema), text_(text) {}

  Error explain(const XmlElement& root) {
    if (std::optional<Error> found = root_error(root)) return *found;
    const XmlElement* declaration = schema_.global_element(root.local);
    if (std::optional<Error> found = element_error(root, *declaration)) return *found;
    if (std::optional<Error> found = value_error(root, *declaration)) return *found;
    Error error;
    error.message = refusal_.message;
    error.line = refusal_.line;
    error.column = refusal_.column;
    return error;
  }

 private:
  static Error at(const XmlElement& element, std::string message, std::string hint) {
    Error error;
    error.message = std::move(message);
    error.line = element.line;
    error.column = element.column;
    error.hint = std::move(hint);
    return error;
  }

  /// The place of the attribute itself, where it stands as written.
  Error at_attribute(const XmlElement& element, const std::string& name, std::string message,
                     std::string hint) const {
    Error error = at(element, std::move(message), std::move(hint));
    const std::string_view tag = text_.substr(element.begin, element.tag_end - element.begin);
    std::size_t found = 0;
    char quote = 0;
    for (std::size_t i = 0; i < tag.size() && found == 0; ++i) {
      if (quote != 0) {
        if (tag[i] == quote) quote = 0;
      } else if (tag[i] == '"' || tag[i] == '\'') {
        quote = tag[i];
      } else if (i > 0 && std::string_view(" \t\r\n").find(tag[i - 1]) != std::string_view::npos &&
                 tag.substr(i, name.size()) == name &&
                 std::string_view("= \t\r\n").find(tag.substr(i + name.size(), 1)) !=
                     std::string_view::npos) {
        found = i;
      }
    }
    for (std::size_t i = 0; i < found; ++i) {
      if (tag[i] == '\n') {
        ++error.line;
        error.column = 1;
      } else if ((tag[i] & 0xC0) != 0x80) {
        ++error.column;
      }
    }
    return error;
  }

  std::optional<Error> root_error(const XmlElement& root) const {
    const std::string wanted =
        "expected <" + schema_.root_name() + " xmlns=\"" + schema_.target_namespace() + "\" ...>";
    if (schema_.global_element(root.local) == nullptr) {
      return at(root, "unknown element <" + root.local + ">", wanted);
    }
    if (root.ns == schema_.target_namespace()) return std::nullopt;
    return at(root,
              root.ns.empty() ? "<" + root.local + "> names no namespace"
                              : "<" + root.local + "> is in the namespace \"" + root.ns + "\"",
              wanted);
  }

  /// The first unknown, missing or repeated name in `element` and below, in document order.
  std::optional<Error> element_error(const XmlElement& element, const XmlElement& declaration) {
    const XmlElement* type = schema_.complex_type(declaration);
    if (type == nullptr) return std::nullopt;
    if (std::optional<Error> found = attribute_error(element, *type)) return found;
    const auto known = Schema::declarations(*type, "element");
    std::vector<std::string> seen;
    for (const XmlElement& child : element.children) {
      const XmlElement* child_declaration = find_named(known, child.local);
      if (child_declaration == nullptr || child.ns != schema_.target_namespace()) {
        return at(child, "unknown element <" + child.local + "> in <" + element.local + ">",
                  hint_for(child.local, names_of(known), "<" + element.local + ">"));
      }
      const bool repeated = std::find(seen.begin(), seen.end(), child.local) != seen.end();
      if (repeated && Schema::stands_once(*type, child.local)) {
        return at(child, "<" + child.local + "> occurs twice in <" + element.local + ">",
                  "keep one <" + child.local + ">");
      }
      seen.push_back(child.local);
      if (std::optional<Error> found = element_error(child, *child_declaration)) return found;
    }
    return std::nullopt;
  }

  std::optional<Error> attribute_error(const XmlElement& element, const XmlElement& type) const {
    const auto known = Schema::declarations(type, "attribute");
    for (const XmlElement::Attribute& attribute : element.attributes) {
      if (attribute.ns.empty() && find_named(known, attribute.local) != nullptr) continue;
      return at_attribute(
          element, attribute.local,
          "unknown attribute \"" + attribute.local + "\" of <" + element.local + ">",
          hint_for(attribute.local, names_of(known), "<" + element.local + ">"));
    }
    for (const XmlElement* declaration : known) {
      const std::string* use = declaration->attribute("use");
      const std::string name = Schema::name_of(*declaration);
      if (use == nullptr || *use != "required" || element.attribute(name) != nullptr) continue;
      const std::string words = schema_.documentation(*declaration);
      return at(element, "<" + element.local + "> lacks the attribute \"" + name + "\"",
                words.empty() ? "" : "expected " + words);
    }
    return std::nullopt;
  }

  /// Names are right, so a value is wrong: the one that Xerces quotes, in the element it stopped
  /// at.
  std::optional<Error> value_error(const XmlElement& root, const XmlElement& root_declaration) {
    if (refusal_.message.find("character data") != std::string::npos) {
      const XmlElement& element = *declared(refusal_.open, root, root_declaration).element;
      return at(element, "text in <" + element.local + ">, where only elements are expected",
                "remove the text");
    }
    const auto [element, declaration] = declared(refusal_.culprit, root, root_declaration);
    if (declaration == nullptr) return std::nullopt;
    const std::string quoted = quoted_value();
    const XmlElement* type = schema_.complex_type(*declaration);
    if (type == nullptr) {
      const std::string words = schema_.documentation(*declaration);
      if (words.empty()) return std::nullopt;
      return at(*element, "\"" + quoted + "\" cannot be the text of <" + element->local + ">",
                "expected " + words);
    }
    for (const XmlElement* known : Schema::declarations(*type, "attribute")) {
      const std::string name = Schema::name_of(*known);
      const std::string* value = element->attribute(name);
      if (value == nullptr) continue;
      const std::string words = schema_.documentation(*known);
      if (trim(quoted).empty() && trim(*value).empty() &&
          schema_.refuses_empty(*known, refusal_.message)) {
        return at_attribute(
            *element, name,
            "the attribute \"" + name + "\" of <" + element->local + "> may not be empty",
            "expected " + (words.empty() ? "some text" : words));
      }
      const bool suspect = quoted.empty() ? schema_.is_number(*known) && !looks_like_number(*value)
                                          : holds(*value, quoted);
      if (!suspect) continue;
      return at_attribute(
          *element, name,
          "\"" + *value + "\" cannot be the attribute \"" + name + "\" of <" + element->local + ">",
          words.empty() ? refusal_.message : "expected " + words);
    }
    return std::nullopt;
  }

  struct Declared {
    const XmlElement* element = nullptr;
    const XmlElement* declaration = nullptr;
  };
  Declared declared(const std::vector<std::size_t>& path, const XmlElement& root,
                    const XmlElement& root_declaration) const {
    Declared at{&root, &root_declaration};
    for (std::size_t i = 1; i < path.size(); ++i) {
      const XmlElement* type = at.declaration ? schema_.complex_type(*at.declaration) : nullptr;
      at.element = &at.element->children[path[i]];
      at.declaration =
          type ? find_named(Schema::declarations(*type, "element"), at.element->local) : nullptr;
    }
    return at;
  }

  std::string quoted_value() const {
    const std::size_t begin = refusal_.message.find('\'');
    if (begin == std::string::npos) return "";
    return refusal_.message.substr(begin + 1, refusal_.message.find('\'', begin + 1) - begin - 1);
  }

  static bool looks_like_number(const std::string& value) {
    return trim(value).find_first_not_of("+-.0123456789") == std::string_view::npos;
  }

  /// `quoted` is the value, or one item of a list of values.
  static bool holds(const std::string& value, const std::string& quoted) {
    const std::string folded = fold_space(value);
    if (value == quoted || folded == quoted) return true;
    const auto items = split(folded, ' ');
    return !quoted.empty() && std::find(items.begin(), items.end(), quoted) != items.end();
  }

  const Refusal& refusal_;
  Schema schema_;
  std::string_view text_;
};

}  // namespace

Error explain(const Refusal& refusal, const XmlElement& root, const XmlElement& schema,
              std::string_view text) {
  return Explanation(refusal, schema, text).explain(root);
}

}  // namespace porthole::xml
