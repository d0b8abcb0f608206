#include "indexer/property_terms.h"

#include <set>

#include "base/text/text.h"
#include "base/url/url.h"
#include "indexer/fields.h"

namespace porthole::indexer {
namespace {

using summarizer::Summary;

constexpr std::size_t kValuesIndexed = 2000;  // of one page
constexpr std::size_t kValueWords = 4 << 10;  // bytes of one value whose words are indexed

/// A page without a class of its own.
constexpr std::string_view kPlainClass = "Page";

std::string key_of_iri(const std::string& iri) {
  const Result<Url> url = Url::parse(iri);
  return url ? url->key() : iri;
}

/// The term of a whole value; "" for a value that is too long for a term.
std::string value_term(const std::string& prefix, const Property& property) {
  if (property.kind == PropertyKind::kUri) return url_term(prefix, key_of_iri(property.value));
  std::string folded = folded_value(property.value);
  if (folded.empty() || folded.size() > kMaxValueBytes) return {};
  return prefix + folded;
}

}  // namespace

std::string_view last_part(std::string_view iri) {
  while (iri.ends_with('/') || iri.ends_with('#')) iri.remove_suffix(1);
  return local_name(iri);
}

PropertyTerms::PropertyTerms(const summarizer::Vocabulary& words) : words_(words) {
  std::set<std::string> prefixes;
  for (const NamedField& field : field_table(words).fields) prefixes.insert(field.prefix);
  for (const summarizer::PropertyWord* property : words.searchable()) {
    const std::string prefix = property_prefix(property->field());
    if (!prefixes.contains(prefix)) continue;
    properties_[std::string(property->name())] = {prefix, words_prefix(prefix)};
  }
}

void PropertyTerms::add_words(const Summary& summary, TermGenerator& terms) const {
  std::size_t left = kValuesIndexed;
  for (const Property& property : summary.properties) {
    const auto found = properties_.find(property.name);
    if (found == properties_.end() || property.kind == PropertyKind::kXml) continue;
    if (is_number(property.value)) continue;  // numbers have no words
    if (left-- == 0) break;
    const bool is_uri = property.kind == PropertyKind::kUri;
    const std::string_view text = is_uri ? last_part(property.value) : property.value;
    terms.add(cut(text, kValueWords), {found->second.words, 0, false});
  }
}

void PropertyTerms::add_values(const Summary& summary, Xapian::Document& document) const {
  const std::string_view own =
      summary.resource_class.empty() ? kPlainClass : std::string_view(summary.resource_class);
  document.add_boolean_term(boolean_term(kTypePrefix, local_name(own)));
  for (const summarizer::ClassWord* word : words_.lineage(own)) {
    document.add_boolean_term(boolean_term(kTypePrefix, word->local_name()));
  }
  std::size_t left = kValuesIndexed;
  for (const Property& property : summary.properties) {
    const auto found = properties_.find(property.name);
    if (found == properties_.end() || property.kind == PropertyKind::kXml) continue;
    if (left-- == 0) break;
    const std::string term = value_term(found->second.value, property);
    if (!term.empty()) document.add_boolean_term(term);
  }
}

}  // namespace porthole::indexer
