#include "parser/html/metadata.h"

#include <algorithm>
#include <array>
#include <cctype>

#include "base/clock.h"
#include "base/text/ascii.h"
#include "base/text/text.h"
#include "parser/limits.h"
#include "parser/structured/json_ld.h"

namespace porthole::parser {

namespace {

/// Names of the description, the best first. Sources: HTML standard 4.2.5.1; ogp.me; DCMI Metadata
/// Terms.
constexpr std::array<std::string_view, 6> kDescriptions = {
    "description",         "og:description",   "dc.description",
    "dcterms.description", "dcterms.abstract", "twitter:description"};

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
    evidence_.meta(attributes[key], content);
  }
  if (attributes.has(Attribute::kItemprop)) {
    named(attributes[Attribute::kItemprop], content);
    evidence_.meta(attributes[Attribute::kItemprop], content);
  }
}

void Metadata::named(std::string_view name, std::string_view content) {
  robots_.meta(name, content.substr(0, kMaxAnnotationBytes));
  for (std::size_t i = 0; i < kDescriptions.size(); ++i) {
    if (equals_ignoring_case(kDescriptions[i], name))
      return description_.offer(statement_text(content), static_cast<int>(i));
  }
}

void Metadata::http_equiv(std::string_view name, std::string_view content) {
  if (equals_ignoring_case(name, "refresh")) {
    if (refresh_.empty()) refresh_ = refresh_target(content);
  } else if (equals_ignoring_case(name, "content-language")) {
    if (language_.empty()) language_ = trim(content.substr(0, content.find(',')));
  } else {
    named(name, content);
    evidence_.meta(name, content);
  }
}

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
      metadata_.keep_long_text(path, value);
      metadata_.evidence_.json(path, value);
      metadata_.statements_.say(path, value);
    }
    void say_type(std::string_view iri) override {
      metadata_.evidence_.json_node(iri);
      metadata_.statements_.say_type(iri);
    }

   private:
    Metadata& metadata_;
  } sink(*this);
  read_json_ld(json, sink);
}

void Metadata::write_to(Document& document) const {
  document.properties = statements_.properties();
  document.description = description_.value;
  const RobotsDirectives robots = robots_.directives();
  document.noindex = !robots.may_be_indexed(system_clock().wall());
  document.nofollow = robots.nofollow;
  document.noarchive = robots.noarchive;
  document.nosnippet = robots.nosnippet;
}

std::string refresh_target(std::string_view content) {
  content = trim(content);
  const auto time_end = std::find_if_not(content.begin(), content.end(),
                                         [](char c) { return is_digit(c) || c == '.'; });
  const auto digits = static_cast<std::size_t>(time_end - content.begin());
  std::string_view rest = content.substr(digits);
  constexpr std::string_view kSeparators = ";, \t\r\n\f";
  if (digits == 0 || rest.empty() || kSeparators.find(rest.front()) == std::string_view::npos)
    return "";
  rest = trim(rest);
  if (rest.starts_with(';') || rest.starts_with(',')) rest = trim(rest.substr(1));
  if (equals_ignoring_case(rest.substr(0, 3), "url")) {
    const std::string_view value = trim(rest.substr(3));
    if (value.starts_with('=')) rest = trim(value.substr(1));
  }
  if (rest.starts_with('"') || rest.starts_with('\'')) {
    const char quote = rest.front();
    rest.remove_prefix(1);
    rest = rest.substr(0, rest.find(quote));
  }
  return rest.size() > kMaxUrlBytes ? "" : std::string(rest);
}

}  // namespace porthole::parser
