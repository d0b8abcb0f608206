#include "parser/structured/statements.h"

#include <algorithm>
#include <array>

#include "base/text/text.h"
#include "parser/limits.h"

namespace porthole::parser {
namespace {

constexpr std::size_t kMaxStatements = 200;

struct Word {
  std::string_view name;      ///< In lower case, without the vocabulary's prefix if it is shared.
  std::string_view property;  ///< "" if another part of the Document has this information.
};

constexpr std::array kWords = {Word{"author", "author"},
                               Word{"creator", "author"},
                               Word{"citation_author", "author"},
                               Word{"article:author", "author"},
                               Word{"book:author", "author"},
                               Word{"contributor", "contributor"},
                               Word{"editor", "contributor"},
                               Word{"publisher", "publisher"},
                               Word{"citation_publisher", "publisher"},
                               Word{"keywords", "keyword"},
                               Word{"keyword", "keyword"},
                               Word{"subject", "keyword"},
                               Word{"news_keywords", "keyword"},
                               Word{"article:tag", "keyword"},
                               Word{"citation_keywords", "keyword"},
                               Word{"rights", "rights"},
                               Word{"license", "rights"},
                               Word{"copyright", "rights"},
                               Word{"copyrightholder", "rights"},
                               Word{"generator", "generator"},
                               Word{"about", "about"},
                               Word{"og:site_name", "siteName"},
                               Word{"application-name", "siteName"},
                               Word{"website.name", "siteName"},
                               Word{"ispartof", "series"},
                               Word{"citation_journal_title", "series"},
                               Word{"isbn", "isbn"},
                               Word{"citation_isbn", "isbn"},
                               Word{"book:isbn", "isbn"},
                               Word{"identifier", "identifier"},
                               Word{"citation_doi", "identifier"},
                               Word{"citation_issn", "identifier"},
                               Word{"datecreated", "created"},
                               Word{"contentlocation", "location"},
                               Word{"location", "location"},
                               Word{"version", "version"},
                               Word{"softwareversion", "version"},
                               Word{"image", "image"},
                               Word{"og:image", "image"},
                               Word{"og:image:url", "image"},
                               Word{"og:image:secure_url", "image"},
                               Word{"thumbnailurl", "image"},
                               Word{"title", ""},
                               Word{"og:title", ""},
                               Word{"og:url", ""},
                               Word{"og:type", ""},
                               Word{"og:locale", ""},
                               Word{"og:description", ""},
                               Word{"article:published_time", ""},
                               Word{"article:modified_time", ""},
                               Word{"citation_title", ""},
                               Word{"description", ""},
                               Word{"datepublished", ""},
                               Word{"datemodified", ""},
                               Word{"url", ""},
                               Word{"date", ""},
                               Word{"language", ""},
                               Word{"inlanguage", ""},
                               Word{"format", ""},
                               Word{"mainentityofpage", ""}};

/// Vocabularies of meta elements that count as statements.
constexpr std::array<std::string_view, 9> kVocabularies = {
    "og:", "article:", "book:", "profile:", "music:", "video:", "product:", "dc.", "citation_"};

/// Removes the prefix of "dc.creator", "DCTERMS:creator", "schema:author": their names are shared.
std::string_view local_name(std::string_view name) {
  for (const std::string_view prefix : {"dc.", "dc:", "dcterms.", "dcterms:", "schema:"}) {
    if (name.starts_with(prefix)) return name.substr(prefix.size());
  }
  return name;
}

}  // namespace

std::string statement_text(std::string_view text) {
  return shortened(fold_space(clean_utf8(text.substr(0, 4 * kMaxAnnotationBytes))),
                   kMaxAnnotationBytes);
}

bool is_beside_the_page(std::string_view type) {
  constexpr std::array<std::string_view, 9> kOthers = {
      "Organization",          "Person",      "WebSite",
      "BreadcrumbList",        "ImageObject", "Corporation",
      "SiteNavigationElement", "WPHeader",    "WPFooter"};
  return std::find(kOthers.begin(), kOthers.end(), type) != kOthers.end();
}

void Statements::add(std::string_view name, std::string value, PropertyKind kind) {
  if (value.empty() || properties_.size() == kMaxStatements) return;
  if (!said_.insert(std::string(name) + "=" + value).second) return;
  properties_.push_back({std::string(name), std::move(value), kind});
}

bool Statements::say_word(std::string_view name, std::string_view value) {
  const auto word = std::find_if(kWords.begin(), kWords.end(),
                                 [name](const Word& one) { return one.name == name; });
  if (word == kWords.end()) return false;
  if (word->property == "image") {
    add("image", std::string(trim(value.substr(0, kMaxUrlBytes + 1))), PropertyKind::kUri);
  } else if (word->property == "keyword") {
    for (const std::string_view part : split(value.substr(0, 4 * kMaxAnnotationBytes), ',')) {
      add("keyword", statement_text(part), PropertyKind::kLiteral);
    }
  } else if (!word->property.empty()) {
    add(word->property, statement_text(value), PropertyKind::kLiteral);
  }
  return true;
}

void Statements::say(std::string_view path, std::string_view value) {
  if (path.size() > kMaxAnnotationBytes || trim(value).empty()) return;
  if (say_word(local_name(ascii_lower(path)), value)) return;
  add("structured", statement_text(std::string(path) + ": " + statement_text(value)),
      PropertyKind::kLiteral);
}

void Statements::say_meta(std::string_view name, std::string_view content) {
  if (name.empty() || name.size() > 64 || trim(content).empty()) return;
  const std::string lower = ascii_lower(name);
  if (say_word(local_name(lower), content)) return;
  if (lower.starts_with("og:image:")) return;  // its size and type
  const bool is_statement =
      local_name(lower) != lower ||
      std::any_of(kVocabularies.begin(), kVocabularies.end(),
                  [&lower](std::string_view one) { return lower.starts_with(one); });
  if (is_statement)
    add("structured", statement_text(lower + ": " + statement_text(content)),
        PropertyKind::kLiteral);
}

void Statements::say_type(std::string_view iri) {
  constexpr std::string_view kInsecure = "http://schema.org/";
  std::string type(trim(iri.substr(0, kMaxUrlBytes)));
  if (type.find(':') == std::string::npos) return;
  if (type.starts_with(kInsecure)) type = "https" + type.substr(4);
  add("typedAs", std::move(type), PropertyKind::kUri);
}

}  // namespace porthole::parser
