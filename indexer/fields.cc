#include "indexer/fields.h"

#include <xxhash.h>

#include <cstdio>
#include <nlohmann/json.hpp>
#include <set>

#include "base/text.h"

namespace porthole::indexer {
namespace {

const char* kind_name(FieldKind kind) {
  switch (kind) {
    case FieldKind::kText: return "text";
    case FieldKind::kWords: return "words";
    case FieldKind::kBoolean: return "boolean";
  }
  return "";
}

nlohmann::json value_entry(unsigned slot, const char* name, const char* meaning) {
  return {{"slot", slot}, {"name", name}, {"meaning", meaning}};
}

}  // namespace

std::string fields_as_json() {
  nlohmann::json terms = nlohmann::json::array();
  for (const Field& field : kFields) {
    terms.push_back({{"name", field.name},
                     {"prefix", field.prefix},
                     {"kind", kind_name(field.kind)},
                     {"meaning", field.meaning}});
  }
  const nlohmann::json values = {
      value_entry(kDateSlot, "date", "seconds since 1970 of the last change, or of the fetch"),
      value_entry(kRelevanceSlot, "relevance", "relevance to the topic, 0 to 1"),
      value_entry(kAnnotatorsSlot, "annotators", "sites that say something about the page"),
      value_entry(kShownSlot, "shown", "text and annotations for showing it, compressed")};
  return nlohmann::json{{"terms", terms}, {"values", values}}.dump();
}

std::string id_term(std::string_view url_key) {
  std::string term(kIdPrefix);
  if (term.size() + url_key.size() <= kMaxTermBytes) return term.append(url_key);
  const XXH128_hash_t hash = XXH3_128bits(url_key.data(), url_key.size());
  char digits[34];
  std::snprintf(digits, sizeof digits, "#%016llx%016llx", static_cast<unsigned long long>(hash.high64),
                static_cast<unsigned long long>(hash.low64));
  term.append(url_key.substr(0, kMaxTermBytes - term.size() - 33));
  return term.append(digits);
}

std::string boolean_term(std::string_view prefix, std::string_view value) {
  std::string term(prefix);
  term += ascii_lower(value);
  if (term.size() > kMaxTermBytes) term.resize(kMaxTermBytes);
  return term;
}

std::string stemmer_for(std::string_view language) {
  // ISO 639-1 codes of the Snowball stemmers that Xapian carries.
  static const std::set<std::string, std::less<>> kCodes = {
      "ar", "hy", "eu", "ca", "da", "nl", "en", "fi", "fr", "de", "hu", "id", "ga", "it",
      "lt", "ne", "nb", "nn", "no", "pt", "ro", "ru", "es", "sv", "ta", "tr"};
  const std::string code = ascii_lower(language.substr(0, language.find('-')));
  return kCodes.contains(code) ? code : "en";
}

}  // namespace porthole::indexer
