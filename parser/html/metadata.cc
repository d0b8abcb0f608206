#include "parser/html/metadata.h"

#include <array>
#include <cctype>

#include "base/clock.h"
#include "base/text/text.h"
#include "parser/limits.h"
#include "parser/structured/json_ld.h"

namespace porthole::parser {
namespace {

enum class Field { kDescription, kPublished, kModified };

struct Name {
  std::string_view name;
  Field field;
};

/// Best first within a field. Sources: HTML standard 4.2.5.1; ogp.me; DCMI Metadata Terms;
/// schema.org; Google Scholar's inclusion guidelines (citation_*).
constexpr std::array kNames = {
    Name{"description", Field::kDescription},
    Name{"og:description", Field::kDescription},
    Name{"dc.description", Field::kDescription},
    Name{"dcterms.description", Field::kDescription},
    Name{"dcterms.abstract", Field::kDescription},
    Name{"twitter:description", Field::kDescription},
    Name{"article:published_time", Field::kPublished},
    Name{"datepublished", Field::kPublished},
    Name{"dcterms.issued", Field::kPublished},
    Name{"dc.date.issued", Field::kPublished},
    Name{"dcterms.created", Field::kPublished},
    Name{"dc.date.created", Field::kPublished},
    Name{"dcterms.date", Field::kPublished},
    Name{"dc.date", Field::kPublished},
    Name{"citation_publication_date", Field::kPublished},
    Name{"citation_date", Field::kPublished},
    Name{"pubdate", Field::kPublished},
    Name{"date", Field::kPublished},
    Name{"article:modified_time", Field::kModified},
    Name{"datemodified", Field::kModified},
    Name{"dcterms.modified", Field::kModified},
    Name{"dc.date.modified", Field::kModified},
    Name{"og:updated_time", Field::kModified},
    Name{"last-modified", Field::kModified},
    Name{"revised", Field::kModified},
};

bool digits(std::string_view text, std::size_t at, std::size_t count) {
  if (at + count > text.size()) return false;
  for (std::size_t i = at; i < at + count; ++i) {
    if (text[i] < '0' || text[i] > '9') return false;
  }
  return true;
}

/// Converts a date to a W3C date (https://www.w3.org/TR/NOTE-datetime): W3C dates are kept,
/// YYYY/MM/DD and HTTP dates converted; "" if invalid.
std::string w3c_date(std::string_view text) {
  std::string date(trim(text));
  if (auto http = parse_http_date(date)) return format_time(*http);
  if (date.size() > 40 || !digits(date, 0, 4)) return "";
  for (const std::size_t at : {4u, 7u}) {
    if (date.size() == at) return date;
    if (date[at] == '/') date[at] = '-';
    if (date[at] != '-' || !digits(date, at + 1, 2)) return "";
  }
  if (date.size() == 10) return date;
  if (date[10] == ' ') date[10] = 'T';
  const bool plain = date.find_first_not_of("0123456789:.+-TZtz") == std::string::npos;
  return plain && date[10] == 'T' && digits(date, 11, 2) ? date : date.substr(0, 10);
}

/// The URL of a refresh: "5; url='x'". Source:
/// https://html.spec.whatwg.org/#shared-declarative-refresh-steps
std::string refresh_target(std::string_view content) {
  const auto after = content.find_first_of(";,");
  if (after == std::string_view::npos) return "";
  std::string_view rest = trim(content.substr(after + 1));
  if (equals_ignoring_case(rest.substr(0, 3), "url")) {
    const std::string_view value = trim(rest.substr(3));
    if (!value.empty() && value.front() == '=') rest = trim(value.substr(1));
  }
  if (!rest.empty() && (rest.front() == '"' || rest.front() == '\'')) {
    const char quote = rest.front();
    rest.remove_prefix(1);
    rest = rest.substr(0, rest.find(quote));
  }
  return rest.size() > kMaxUrlBytes ? "" : std::string(rest);
}

}  // namespace

void Metadata::Ranked::offer(std::string_view text, int new_rank) {
  if (new_rank >= rank || text.empty()) return;
  value = text;
  rank = new_rank;
}

void Metadata::meta(const Attributes& attributes) {
  const std::string_view content = attributes[Attribute::kContent];
  if (attributes.has(Attribute::kHttpEquiv)) http_equiv(attributes[Attribute::kHttpEquiv], content);
  for (const auto key : {Attribute::kName, Attribute::kProperty}) {
    if (!attributes.has(key)) continue;
    named(attributes[key], content);
    statements_.say_meta(attributes[key], content);
  }
  if (attributes.has(Attribute::kItemprop)) named(attributes[Attribute::kItemprop], content);
}

void Metadata::named(std::string_view name, std::string_view content) {
  if (equals_ignoring_case(name, "robots")) return robots(content);
  for (std::size_t i = 0; i < kNames.size(); ++i) {
    if (!equals_ignoring_case(kNames[i].name, name)) continue;
    const int rank = static_cast<int>(i);
    switch (kNames[i].field) {
      case Field::kDescription:
        return description_.offer(statement_text(content), rank);
      case Field::kPublished:
        return published_.offer(w3c_date(content), rank);
      case Field::kModified:
        return modified_.offer(w3c_date(content), rank);
    }
  }
}

void Metadata::http_equiv(std::string_view name, std::string_view content) {
  if (equals_ignoring_case(name, "refresh")) {
    if (refresh_.empty()) refresh_ = refresh_target(content);
  } else if (equals_ignoring_case(name, "content-language")) {
    if (language_.empty()) language_ = trim(content.substr(0, content.find(',')));
  } else {
    named(name, content);
  }
}

void Metadata::robots(std::string_view content) {
  for (const auto part : split(content.substr(0, kMaxAnnotationBytes), ',')) {
    const std::string wish = ascii_lower(trim(part));
    noindex_ |= wish == "noindex" || wish == "none";
    nofollow_ |= wish == "nofollow" || wish == "none";
    noarchive_ |= wish == "noarchive";
    nosnippet_ |= wish == "nosnippet";
  }
}

void Metadata::time(const Attributes& attributes) {
  const std::string_view role = attributes[Attribute::kItemprop];
  if (!role.empty()) named(role, attributes[Attribute::kDatetime]);
}

// Dates come from the first node that has one; later nodes cannot change them.
void Metadata::keep_long_text(std::string_view path, std::string_view value) {
  if (path.empty() || (path.front() >= 'A' && path.front() <= 'Z')) return;
  const std::string_view name = path.substr(path.rfind('.') + 1);
  if (name != "articleBody" && name != "text" && name != "description" && name != "reviewBody" &&
      name != "abstract")
    return;
  if (long_text_.size() + value.size() >= kMaxLongText) return;
  long_text_.append(value).append("\n");
}

void Metadata::structured_data(std::string_view json) {
  class Sink final : public JsonLdSink {
   public:
    explicit Sink(Metadata& metadata) : metadata_(metadata) {}
    void say(std::string_view path, std::string_view value) override {
      if (path == "datePublished" || path == "dateModified") return metadata_.named(path, value);
      metadata_.keep_long_text(path, value);
      metadata_.statements_.say(path, value);
    }
    void say_type(std::string_view iri) override { metadata_.statements_.say_type(iri); }

   private:
    Metadata& metadata_;
  } sink(*this);
  read_json_ld(json, sink);
}

void Metadata::write_to(Document& document) const {
  document.properties = statements_.properties();
  document.description = description_.value;
  document.published = published_.value;
  document.modified = modified_.value;
  document.noindex = noindex_;
  document.nofollow = nofollow_;
  document.noarchive = noarchive_;
  document.nosnippet = nosnippet_;
}

}  // namespace porthole::parser
