#include <algorithm>
#include <cctype>
#include <map>

#include "base/text/text.h"
#include "plugins/export.h"
#include "plugins/format_summarizer.h"
#include "plugins/formats/markup/tex_text.h"
#include "plugins/page_facts.h"

namespace porthole {
namespace {

constexpr std::size_t kMostStrings = 10'000;
constexpr std::size_t kLongestValue = 64u << 10;

class BibtexReader {
 public:
  BibtexReader(std::string_view text, PageFacts& facts) : text_(text), facts_(facts) {}

  void read() {
    while ((at_ = text_.find('@', at_)) != std::string_view::npos) {
      ++at_;
      const std::string type = ascii_lower(word());
      skip_space();
      if (at_ >= text_.size() || (text_[at_] != '{' && text_[at_] != '(')) continue;
      if (type == "comment" || type == "preamble") {
        at_ =
            std::max(tex_group(text_, at_, text_[at_], text_[at_] == '{' ? '}' : ')').end, at_ + 1);
        continue;
      }
      ++at_;
      const std::string key = type == "string" ? "" : word();
      fields_.clear();
      read_fields();
      if (type == "string") {
        if (strings_.size() < kMostStrings) strings_.merge(fields_);
      } else {
        say_entry(type, key);
      }
    }
  }

 private:
  void skip_space() { at_ = std::min(text_.find_first_not_of(" \t\r\n,", at_), text_.size()); }

  std::string word() {
    skip_space();
    const std::size_t end = std::min(text_.find_first_of(" \t\r\n,={}()\"#", at_), text_.size());
    const std::string_view found = text_.substr(at_, end - at_);
    at_ = end;
    return std::string(found);
  }

  void read_fields() {
    while (true) {
      const std::string name = ascii_lower(word());
      at_ = std::min(text_.find_first_not_of(" \t\r\n", at_), text_.size());
      if (name.empty() || at_ >= text_.size() || text_[at_] != '=') return;
      ++at_;
      fields_.emplace(name, value());
    }
  }

  /// {text}, "text", a number or the name of a string, joined by #.
  std::string value() {
    std::string out;
    while (true) {
      at_ = std::min(text_.find_first_not_of(" \t\r\n", at_), text_.size());
      if (at_ >= text_.size()) return out;
      if (text_[at_] == '{') {
        const TexGroup group = tex_group(text_, at_);
        out += group.text;
        at_ = std::max(group.end, at_ + 1);
      } else if (text_[at_] == '"') {
        out += quoted();
      } else {
        const std::string name = word();
        const auto known = strings_.find(ascii_lower(name));
        out += known == strings_.end() ? name : known->second;
      }
      if (out.size() > kLongestValue) out.resize(kLongestValue);
      at_ = std::min(text_.find_first_not_of(" \t\r\n", at_), text_.size());
      if (at_ >= text_.size() || text_[at_] != '#') return out;
      ++at_;
    }
  }

  /// Up to the quote that stands in no brace.
  std::string_view quoted() {
    const std::size_t begin = ++at_;
    for (int depth = 0; at_ < text_.size(); ++at_) {
      if (text_[at_] == '{') ++depth;
      if (text_[at_] == '}') --depth;
      if (text_[at_] == '"' && depth <= 0) break;
    }
    const std::string_view found = text_.substr(begin, at_ - begin);
    at_ = std::min(at_ + 1, text_.size());
    return found;
  }

  std::string field(const char* name) const {
    const auto found = fields_.find(name);
    return found == fields_.end() ? "" : fold_space(plain_tex(found->second));
  }

  void say_authors(const char* name, const char* property) {
    const auto found = fields_.find(name);
    if (found == fields_.end()) return;
    const std::string names = fold_space(found->second);
    for (std::size_t at = 0; at <= names.size();) {
      const std::size_t end = std::min(names.find(" and ", at), names.size());
      facts_.say(property, plain_tex(std::string_view(names).substr(at, end - at)));
      at = end + 5;
    }
  }

  void say_entry(const std::string& type, const std::string& key) {
    const std::string title = field("title"), year = field("year"), doi = field("doi");
    facts_.say("entry", key);
    facts_.say("entryType", type);
    facts_.say("entryTitle", title);
    facts_.say("entryYear", year.empty() ? field("date").substr(0, 4) : year);
    say_authors("author", "author");
    say_authors("editor", "contributor");
    facts_.say("publisher", field("publisher"));
    facts_.say("series", field("journal"));
    facts_.say("series", field("series"));
    facts_.say("isbn", field("isbn"));
    facts_.say("identifier", doi);
    facts_.say_each("keyword", field("keywords"), ',');
    facts_.link(field("url"), title);
    if (!doi.empty() && doi.find("://") == std::string::npos)
      facts_.link("https://doi.org/" + doi, title);
    std::string line = field("author");
    for (const std::string& part :
         {title, field("journal"), field("booktitle"), field("publisher"), year}) {
      if (!part.empty()) line += (line.empty() ? "" : ". ") + part;
    }
    facts_.line(line);
    facts_.line(field("abstract"));
  }

  std::string_view text_;
  std::size_t at_ = 0;
  PageFacts& facts_;
  std::map<std::string, std::string> fields_, strings_;
};

}  // namespace

/// BibTeX. Source: https://ctan.org/pkg/btxdoc.
class BibtexSummarizer final : public FormatSummarizer {
 public:
  PluginAbout about() const override {
    return {.name = "bibtex", .version = "1.0", .help = "Bibliographies (BibTeX)"};
  }

  Formats formats() const override {
    return {.types = {"text/x-bibtex", "application/x-bibtex"}, .suffixes = {".bib", ".bibtex"}};
  }

  bool reads(const PageBytes& page) const override {
    return page.body.find('@') != std::string_view::npos;
  }

  std::string summarize(const PageBytes& page, Document& document) override {
    document.resource_class = "Bibliography";
    PageFacts facts(page, document);
    const std::string text = page.inner->to_utf8(page.body, page.content_type);
    BibtexReader(text, facts).read();
    return {};
  }
};

}  // namespace porthole

PORTHOLE_EXPORT(porthole::BibtexSummarizer)
