#include "parser/structured/json_ld.h"

#include <algorithm>
#include <array>
#include <map>
#include <string>

#include "base/json/json.h"
#include "base/text/text.h"
#include "parser/html/tag_scanner.h"
#include "parser/structured/statements.h"

namespace porthole::parser {

namespace {

using nlohmann::json;

constexpr std::size_t kMaxScriptBytes = 256u << 10;
constexpr int kMaxJsonDepth = 16;
constexpr std::size_t kMaxPathBytes = 200;
constexpr std::size_t kMaxTerms = 1000;

/// Iterates over the elements of an array; any other value is its own single element.
template <class Visit>
void for_each_value(const json& value, Visit visit) {
  if (!value.is_array()) return visit(value);
  for (const json& each : value) visit(each);
}

const std::string* text_of(const json& node, const std::string& key) {
  const auto found = node.find(key);
  return found == node.end() ? nullptr : found->get_ptr<const std::string*>();
}

class JsonLdReader {
 public:
  explicit JsonLdReader(JsonLdSink& sink) : sink_(sink) {}

  void read(const json& root) {
    for_each_value(root, [this](const json& node) { collect(node); });
    for_each_value(root, [this](const json& node) { read_top(node); });
  }

 private:
  void collect(const json& node) {
    if (!node.is_object()) return;
    if (const auto context = node.find("@context"); context != node.end()) {
      for_each_value(*context, [this](const json& each) { take_terms(each); });
    }
    if (const std::string* id = text_of(node, key_of(node, "@id"));
        id != nullptr && node.size() > 1)
      nodes_.emplace(*id, &node);
    if (const auto graph = node.find("@graph"); graph != node.end()) {
      for_each_value(*graph, [this](const json& each) { collect(each); });
    }
  }

  /// Reads an entry of @context: a term, a prefix, or an alias of a keyword.
  void take_terms(const json& context) {
    if (!context.is_object()) return;
    for (const auto& [term, meaning] : context.items()) {
      const std::string* const iri =
          meaning.is_object() ? text_of(meaning, "@id") : meaning.get_ptr<const std::string*>();
      if (iri != nullptr && !term.starts_with('@') && terms_.size() < kMaxTerms)
        terms_.emplace(term, *iri);
    }
  }

  /// `schema:name`, or a term defined as that, as an IRI; anything else unchanged.
  std::string meaning_of(const std::string& written) const {
    const auto term = terms_.find(written);
    const std::string& name = term == terms_.end() ? written : term->second;
    const auto colon = name.find(':');
    const auto prefix =
        colon == std::string::npos ? terms_.end() : terms_.find(name.substr(0, colon));
    return prefix == terms_.end() ? name : prefix->second + name.substr(colon + 1);
  }

  /// The local name of a property's IRI.
  std::string name_of(const std::string& written) const {
    const std::string meaning = meaning_of(written);
    return meaning == written ? written : meaning.substr(meaning.find_last_of("/#") + 1);
  }

  /// The key under which `node` has a keyword.
  std::string key_of(const json& node, const char* keyword) const {
    if (node.contains(keyword)) return keyword;
    const auto alias = std::find_if(terms_.begin(), terms_.end(), [&](const auto& term) {
      return term.second == keyword && node.contains(term.first);
    });
    return alias == terms_.end() ? keyword : alias->first;
  }

  void read_top(const json& node) {
    if (!node.is_object()) return;
    if (const auto context = node.find("@context"); context != node.end()) {
      for_each_value(*context, [this](const json& each) { set_vocabulary(each); });
    }
    if (const auto graph = node.find("@graph"); graph != node.end()) {
      for_each_value(*graph, [this](const json& each) { read_top(each); });
      return;
    }
    const std::string type = type_of(node);
    const std::string prefix = is_beside_the_page(type) ? type : "";
    read_properties(node, prefix);
    if (const auto main = node.find("mainEntity"); main != node.end()) {
      for_each_value(*main, [this](const json& each) { read_top(each); });
    }
  }

  void set_vocabulary(const json& context) {
    const std::string* iri = context.get_ptr<const std::string*>();
    if (context.is_object()) iri = text_of(context, "@vocab");
    if (iri == nullptr) return;
    vocabulary_ = *iri;
    if (!vocabulary_.ends_with('/') && !vocabulary_.ends_with('#')) vocabulary_ += '/';
  }

  /// Reports the types of a node; returns the name of the first.
  std::string type_of(const json& node) {
    std::string first;
    const auto types = node.find(key_of(node, "@type"));
    if (types == node.end()) return first;
    for_each_value(*types, [&](const json& each) {
      if (!each.is_string()) return;
      const std::string type = meaning_of(each.get_ref<const std::string&>());
      if (first.empty()) first = type.substr(type.find_last_of("/#:") + 1);
      sink_.say_type(type.find(':') == std::string::npos ? vocabulary_ + type : type);
    });
    return first;
  }

  void read_properties(const json& node, const std::string& path) {
    for (const auto& [written, value] : node.items()) {
      const std::string key = name_of(written);
      if (key.empty() || key.starts_with('@') || (path.empty() && key == "mainEntity")) continue;
      const std::string name = path.empty()                  ? key
                               : key == "name" && depth_ > 0 ? path
                                                             : path + "." + key;
      if (name.size() > kMaxPathBytes) continue;
      for_each_value(value, [&](const json& each) { read_value(name, each); });
    }
  }

  void read_value(const std::string& name, const json& value) {
    if (value.is_string()) return sink_.say(name, value.get_ref<const std::string&>());
    if (value.is_number() || value.is_boolean()) return sink_.say(name, value.dump());
    if (value.is_object()) read_node(name, value);
  }

  void read_node(const std::string& name, const json& node) {
    if (const std::string* literal = text_of(node, "@value")) return sink_.say(name, *literal);
    const std::string* const id = text_of(node, key_of(node, "@id"));
    const auto known = id != nullptr && node.size() == 1 ? nodes_.find(*id) : nodes_.end();
    const json& meant = known == nodes_.end() ? node : *known->second;
    // An ImageObject is represented by its URL; a referenced node by its name.
    if (const std::string* url = text_of(meant, "url"); url != nullptr && name == "image")
      return sink_.say(name, *url);
    if (known != nodes_.end()) {
      if (const std::string* called = text_of(meant, "name")) sink_.say(name, *called);
      return;
    }
    if (depth_ == kMaxJsonDepth) return;
    ++depth_;
    read_properties(meant, name);
    --depth_;
  }

  JsonLdSink& sink_;
  std::map<std::string, const json*, std::less<>> nodes_;
  std::map<std::string, std::string, std::less<>> terms_;  ///< From the script's own contexts.
  std::string vocabulary_ = "https://schema.org/";
  int depth_ = 0;
};

constexpr std::size_t npos = std::string_view::npos;
constexpr std::string_view kSpace = " \t\r\n";
constexpr std::string_view kHex = "0123456789abcdefABCDEF";

/// Takes what stands before the value: white space, comments, the marks that hide a script.
std::string_view without_marks_before(std::string_view text) {
  constexpr std::array<std::string_view, 3> kMarks = {"<!--", "<![CDATA[", "\xEF\xBB\xBF"};
  while (true) {
    text = trim(text);
    const auto mark = std::find_if(kMarks.begin(), kMarks.end(),
                                   [text](std::string_view one) { return text.starts_with(one); });
    if (mark != kMarks.end()) {
      text.remove_prefix(mark->size());
    } else if (text.starts_with("//")) {
      text.remove_prefix(std::min(text.find('\n'), text.size()));
    } else if (text.starts_with("/*")) {
      text.remove_prefix(std::min(text.find("*/"), text.size() - 2) + 2);
    } else {
      return text;
    }
  }
}

class Repair {
 public:
  explicit Repair(std::string_view text) : text_(without_marks_before(text)) {
    out_.reserve(text_.size());
  }

  std::string run() {
    while (at_ < text_.size() && !is_complete_) step();
    return std::move(out_);
  }

 private:
  void step() {
    const char c = text_[at_];
    if (c == '/' && skip_comment()) return;
    if (c == ',') return comma();
    const bool begins = c == '"' || c == '\'' || c == '{' || c == '[';
    if (begins && is_behind_value()) out_ += ',';
    if (c == '"' || c == '\'') return string(c);
    if (is_of_word(c)) return word();
    if (kSpace.find(c) != npos) return space();
    if (c == '{' || c == '[') ++depth_;
    if ((c == '}' || c == ']') && --depth_ <= 0) is_complete_ = true;
    out_ += c;
    ++at_;
  }

  void space() {
    if (!out_.ends_with(' ')) out_ += ' ';
    ++at_;
  }

  /// A comma or a closing bracket may follow what was written last.
  bool is_behind_value() const {
    const std::size_t last = out_.find_last_not_of(kSpace);
    return last != std::string::npos && std::string_view("{[:,").find(out_[last]) == npos;
  }

  static bool is_of_word(char c) {
    return (c >= 'a' && c <= 'z') || (c >= 'A' && c <= 'Z') || c == '_' || c == '@' || c == '$';
  }

  /// A name before a colon is a key without its quotation marks.
  void word() {
    const std::size_t begin = at_;
    while (at_ < text_.size() && is_of_word(text_[at_])) ++at_;
    const std::size_t next = text_.find_first_not_of(kSpace, at_);
    const bool is_key = next != npos && text_[next] == ':';
    if (is_key && is_behind_value()) out_ += ',';
    const std::string name(text_.substr(begin, at_ - begin));
    out_ += is_key ? '"' + name + '"' : name;
  }

  bool skip_comment() {
    const std::string_view rest = text_.substr(at_);
    if (rest.starts_with("//")) {
      at_ += std::min(rest.find('\n'), rest.size());
    } else if (rest.starts_with("/*")) {
      at_ += std::min(rest.find("*/", 2), rest.size() - 2) + 2;
    } else {
      return false;
    }
    return true;
  }

  /// Takes a row of commas; writes one if it stands between two values.
  void comma() {
    at_ = std::min(text_.find_first_not_of(" \t\r\n,", at_), text_.size());
    const bool closes = at_ < text_.size() && (text_[at_] == '}' || text_[at_] == ']');
    if (!closes && is_behind_value()) out_ += ',';
  }

  void string(char mark) {
    out_ += '"';
    ++at_;
    while (at_ < text_.size()) {
      const char c = text_[at_++];
      if (c == '\\') {
        escape();
      } else if (static_cast<unsigned char>(c) < 0x20) {
        out_ += c == '\n' ? "\\n" : c == '\r' ? "\\r" : c == '\t' ? "\\t" : " ";
      } else if (c == mark) {
        out_ += '"';
        return;
      } else {
        if (c == '"') out_ += '\\';
        out_ += c;
      }
    }
  }

  /// A backslash before a character that no escape of JSON has is left out.
  void escape() {
    const std::string_view rest = text_.substr(at_);
    constexpr std::string_view kEscapes = "\"\\/bfnrt";
    const bool is_code = rest.size() >= 5 && rest.front() == 'u' &&
                         rest.substr(1, 4).find_first_not_of(kHex) == npos;
    if (rest.empty() || (!is_code && kEscapes.find(rest.front()) == npos)) return;
    out_ += '\\';
    out_ += text_[at_++];
  }

  std::string_view text_;
  std::string out_;
  std::size_t at_ = 0;
  int depth_ = 0;
  bool is_complete_ = false;
};

}  // namespace

void read_json_ld(std::string_view text, JsonLdSink& sink) {
  if (text.size() > kMaxScriptBytes) return;
  const auto is_near = [](int depth, json::parse_event_t, json&) { return depth <= kMaxJsonDepth; };
  json root = json::parse(text, is_near, false, true);
  if (root.is_discarded()) root = json::parse(strict_json(text), is_near, false, true);
  if (root.is_discarded() && text.find("&quot;") != std::string_view::npos)
    root = json::parse(strict_json(decode_entities(text)), is_near, false, true);
  if (!root.is_discarded()) JsonLdReader(sink).read(root);
}

std::string strict_json(std::string_view text) { return Repair(text).run(); }

}  // namespace porthole::parser
