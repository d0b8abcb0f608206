#include "indexer/document_builder.h"

#include <algorithm>
#include <string_view>
#include <unordered_set>
#include <vector>

#include "base/text/text.h"
#include "base/url/percent_encode.h"
#include "base/url/site.h"
#include "base/url/url.h"
#include "indexer/annotations.h"
#include "indexer/document_data.h"
#include "indexer/fields.h"
#include "indexer/link_terms.h"
#include "indexer/page_values.h"
#include "indexer/simhash.h"
#include "indexer/tokenizer.h"

namespace porthole::indexer {
namespace {

using summarizer::Summary;

constexpr std::size_t kTextIndexed = 1 << 20;  // bytes; the rest is not searched
constexpr std::size_t kBoilerplateIndexed = 16 << 10;
constexpr std::size_t kAnchorTexts = 500;
constexpr std::string_view kHeading = "heading";  // name of the property
constexpr std::string_view kWww = "www.";

void add_site_terms(Xapian::Document& document, const Url& url) {
  const std::string host(url.host());
  const std::string registrable = registrable_domain(host);
  document.add_boolean_term(boolean_term(kHostPrefix, url.host_and_port()));
  if (url.port()) document.add_boolean_term(boolean_term(kHostPrefix, host));
  std::string_view domain = host;
  for (;;) {
    document.add_boolean_term(boolean_term(kSitePrefix, domain));
    const std::size_t dot = domain.find('.');
    if (domain == registrable || dot == std::string_view::npos || url.host_is_address()) break;
    domain.remove_prefix(dot + 1);
  }
  const std::string_view path = url.path();
  std::size_t end = 0;
  for (int depth = 0; depth < 2; ++depth) {
    end = path.find('/', end + 1);
    if (end == std::string_view::npos) break;
    const std::string part(path.substr(0, end));
    document.add_boolean_term(boolean_term(kSitePrefix, host + part));
    if (host.starts_with(kWww)) {
      document.add_boolean_term(boolean_term(kSitePrefix, host.substr(kWww.size()) + part));
    }
  }
}

void add_boolean_terms(Xapian::Document& document, const Summary& summary) {
  const Result<Url> url = Url::parse(summary.url);
  document.add_boolean_term(id_term(key_of_page(summary.url)));
  if (url && url->host().empty())
    document.add_boolean_term(boolean_term(kSitePrefix, porthole::site_of(*url)));
  if (url && !url->host().empty()) add_site_terms(document, *url);
  if (!summary.language.empty()) {
    document.add_boolean_term(boolean_term(kLanguagePrefix, summary.language));
  }
  if (!summary.media_type.empty()) {
    document.add_boolean_term(boolean_term(kTypePrefix, summary.media_type));
    const std::size_t slash = summary.media_type.find('/');
    if (slash != std::string::npos) {
      document.add_boolean_term(boolean_term(kTypePrefix, summary.media_type.substr(slash + 1)));
    }
  }
  const std::string page_type = page_type_of(summary);
  if (!page_type.empty()) document.add_boolean_term(boolean_term(kTypePrefix, page_type));
  if (!summary.topic.empty()) {
    document.add_boolean_term(boolean_term(kTopicPrefix, fold_space(summary.topic)));
    Tokenizer words(summary.topic);
    while (words.next()) document.add_boolean_term(boolean_term(kTopicPrefix, words.word()));
  }
}

void add_values(Xapian::Document& document, const Summary& summary, const AnnotatingSites& sites) {
  document.add_value(kRelevanceSlot, Xapian::sortable_serialise(summary.relevance.value()));
  document.add_value(kAnnotatorsSlot, Xapian::sortable_serialise(sites.all));
  document.add_value(kRecommendationsSlot, Xapian::sortable_serialise(sites.others));
  if (summary.authority)
    document.add_value(kAuthoritySlot, Xapian::sortable_serialise(*summary.authority));
  if (summary.hub) document.add_value(kHubSlot, Xapian::sortable_serialise(*summary.hub));
  document.add_value(kSiteSlot, site_of(summary.url));
  if (const auto print = fingerprint(summary.text))
    document.add_value(kFingerprintSlot, fingerprint_value(*print));
}

/// The text that snippets are made of: the lines of `text` that have something on them, white space
/// folded in each, kTextKept bytes at most. The last of several equal lines stays, the others are
/// left out: they are entries of a table of contents.
std::string shown_text(std::string_view text) {
  std::vector<std::string> lines;
  for (const std::string_view line : split(text, '\n')) lines.push_back(fold_space(line));
  std::unordered_set<std::string_view> behind;
  std::vector<bool> stays(lines.size());
  for (std::size_t i = lines.size(); i-- > 0;)
    stays[i] = !lines[i].empty() && behind.insert(lines[i]).second;
  std::string shown;
  for (std::size_t i = 0; i < lines.size() && shown.size() < kTextKept; ++i) {
    if (!stays[i]) continue;
    if (!shown.empty()) shown += '\n';
    shown += lines[i];
  }
  shown.resize(cut(shown, kTextKept).size());
  return shown;
}

DocumentData data_of(const Summary& summary, int annotators) {
  DocumentData data;
  data.url = summary.url;
  data.title = summary.title;
  data.description = summary.nosnippet ? std::string() : summary.description;
  if (!summary.nosnippet) data.text = shown_text(summary.text);
  data.language = summary.language;
  data.media_type = summary.media_type;
  data.topic = summary.topic;
  data.relevance = summary.relevance.value();
  data.hub = summary.hub;
  data.authority = summary.authority;
  data.nosnippet = summary.nosnippet;
  data.described = summary.fetched.empty();
  data.annotators = annotators;
  if (const auto date = date_of(summary)) {
    data.date = format_time(date->time);
    data.date_source = date->source;
  }
  data.published = summary.published;
  data.modified = summary.modified;
  data.page_type = page_type_of(summary);
  for (const Property& property : summary.properties) {
    if (property.name == "author" && property.kind == PropertyKind::kLiteral &&
        data.authors.size() < kAuthorsKept)
      data.authors.push_back(property.value);
    if (property.name == "breadcrumb") data.breadcrumbs.push_back(property.value);
    const std::size_t space =
        property.name == "section" ? property.value.find(' ') : property.value.npos;
    if (space != property.value.npos && !data.text.empty())
      data.sections.push_back(
          {property.value.substr(0, space), fold_space(property.value.substr(space + 1))});
  }
  data.annotations = shown_annotations(summary);
  return data;
}

}  // namespace

Xapian::Document DocumentBuilder::build(const Summary& summary) {
  Xapian::Document document;
  terms_.begin(summary.language);
  stemmers_.insert(terms_.stemmer_name());
  const std::vector<WeightedText> said = anchor_texts(summary);
  add_texts(summary, said);
  std::vector<LinkText> texts;
  for (std::size_t i = 0; i < std::min(said.size(), kAnchorTexts); ++i)
    texts.push_back(hashed(terms_.stems(said[i].text)));
  document.add_value(kLinkTextsSlot, write_link_texts(texts));
  terms_.finish(document);
  add_boolean_terms(document, summary);
  add_link_terms(summary, document);
  properties_.add_values(summary, document);
  const AnnotatingSites sites = annotating_sites(summary);
  add_values(document, summary, sites);
  add_page_values(summary, document);
  const DocumentData data = data_of(summary, sites.all);
  document.set_data(write_document_data(data));
  document.add_value(kShownSlot, write_shown(data));
  return document;
}

void DocumentBuilder::add_texts(const Summary& summary, const std::vector<WeightedText>& said) {
  terms_.add(summary.title, {kTitlePrefix, 1});
  terms_.add(summary.title, {kTextPrefix, kTitleWeight});
  for (const Property& property : summary.properties) {
    if (property.name == kHeading) terms_.add(property.value, {kTextPrefix, kHeadingWeight});
  }
  terms_.add(summary.description, {kTextPrefix, 1});
  terms_.add(cut(summary.text, kTextIndexed), {kTextPrefix, 1});
  terms_.add(cut(summary.boilerplate, kBoilerplateIndexed), {kBoilerplatePrefix, 0, false});
  terms_.add(clean_utf8(percent_decode(summary.url)), {kUrlPrefix, 1, false});
  for (std::size_t i = 0; i < std::min(said.size(), kAnchorTexts); ++i) {
    const auto occurrences = static_cast<Xapian::termcount>(said[i].occurrences);
    terms_.add(said[i].text, {kAnchorPrefix, occurrences});
    terms_.add(said[i].text, {kTextPrefix, occurrences * kAnchorWeight});
  }
  for (const std::string_view text : surrounding_texts(summary))
    terms_.add(text, {kAnnotationPrefix, 0, false});
  properties_.add_words(summary, terms_);
}

std::vector<std::string> spelling_words(const Summary& summary) {
  std::vector<std::string> words;
  const auto add = [&words](std::string_view text) {
    Tokenizer scanner(text);
    while (scanner.next()) {
      if (scanner.kind() == WordKind::kStemmable && scanner.word().size() >= 4) {
        words.emplace_back(scanner.word());
      }
    }
  };
  add(summary.title);
  for (const WeightedText& said : anchor_texts(summary)) add(said.text);
  std::sort(words.begin(), words.end());
  words.erase(std::unique(words.begin(), words.end()), words.end());
  return words;
}

}  // namespace porthole::indexer
