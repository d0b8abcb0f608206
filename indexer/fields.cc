#include "indexer/fields.h"

#include <xapian.h>
#include <xxhash.h>

#include <algorithm>
#include <charconv>
#include <cstdio>
#include <set>

#include "base/json/json.h"
#include "base/text/language_name.h"
#include "base/text/normal_text.h"
#include "base/text/text.h"
#include "indexer/result_fields.h"

namespace porthole::indexer {
namespace {

using nlohmann::json;

constexpr std::string_view kPageClass = "Page";
constexpr std::size_t kMaxNameBytes = 64;  // so that its terms stay below kMaxTermBytes

struct KindName {
  FieldKind kind;
  const char* name;
};
constexpr KindName kKindNames[] = {
    {FieldKind::kText, "text"},         {FieldKind::kWords, "words"},
    {FieldKind::kBoolean, "boolean"},   {FieldKind::kUrl, "url"},
    {FieldKind::kProperty, "property"}, {FieldKind::kNumber, "number"},
    {FieldKind::kDate, "date"}};

FieldKind kind_of(std::string_view name) {
  for (const KindName& known : kKindNames) {
    if (known.name == name) return known.kind;
  }
  return FieldKind::kBoolean;
}

json term_entry(std::string_view name, std::string_view prefix, FieldKind kind,
                std::string_view meaning) {
  return {
      {"name", name}, {"prefix", prefix}, {"kind", field_kind_name(kind)}, {"meaning", meaning}};
}

json value_entry(unsigned slot, const char* name, const char* meaning) {
  return {{"slot", slot}, {"name", name}, {"meaning", meaning}};
}

std::string ascii_upper(std::string_view text) {
  std::string upper(text);
  for (char& c : upper) {
    if (c >= 'a' && c <= 'z') c = static_cast<char>(c - 'a' + 'A');
  }
  return upper;
}

json values_as_json() {
  return {value_entry(
              kDateSlot, "date",
              "seconds since 1970 of the publication, else of the last change, else of the fetch"),
          value_entry(kRelevanceSlot, "relevance", "relevance to the topic, 0 to 1"),
          value_entry(kAnnotatorsSlot, "annotators", "sites that say something about the page"),
          value_entry(kShownSlot, "shown", "text and annotations for showing it, compressed"),
          value_entry(kAuthoritySlot, "authority", "authority by the last distillation"),
          value_entry(kHubSlot, "hub", "hub score by the last distillation"),
          value_entry(kRecommendationsSlot, "recommendations",
                      "other sites that say something about the page"),
          value_entry(kSiteSlot, "site", "registrable domain, or host"),
          value_entry(kFingerprintSlot, "fingerprint",
                      "64 bits, nearly the same for nearly the same text"),
          value_entry(kIdentitySlot, "identity",
                      "64 bits, the same for pages that give the same URL as theirs"),
          value_entry(kSizeSlot, "size", "bytes of what was fetched"),
          value_entry(kFacetsSlot, "facets",
                      "topic, site, type, language, year and kinds of annotations, a line each"),
          value_entry(kStatedDateSlot, "stated_date",
                      "seconds since 1970 of the publication, else of the last change")};
}

/// prefix + `value`, or its beginning and a 128-bit hash when it is longer than `most` bytes.
std::string bounded(std::string_view prefix, std::string_view value, std::size_t most) {
  std::string term(prefix);
  if (value.size() <= most) return term.append(value);
  const XXH128_hash_t hash = XXH3_128bits(value.data(), value.size());
  char digits[34];
  std::snprintf(digits, sizeof digits, "#%016llx%016llx",
                static_cast<unsigned long long>(hash.high64),
                static_cast<unsigned long long>(hash.low64));
  term.append(value.substr(0, most - 33));
  return term.append(digits);
}

}  // namespace

const char* field_kind_name(FieldKind kind) {
  for (const KindName& known : kKindNames) {
    if (known.kind == kind) return known.name;
  }
  return "";
}

std::string_view local_name(std::string_view name) {
  return name.substr(name.find_last_of("#/:") + 1);
}

FieldTable field_table(const summarizer::Vocabulary& words) {
  FieldTable table;
  std::set<std::string> names;
  for (const Field& field : kFields) {
    if (field.name.empty()) continue;
    names.emplace(field.name);
    table.fields.push_back({std::string(field.name), std::string(field.prefix), field.kind,
                            std::string(field.meaning)});
  }
  for (const summarizer::PropertyWord* property : words.searchable()) {
    const std::string_view name = property->field();
    if (name.empty() || name.size() > kMaxNameBytes) continue;
    if (!names.insert(ascii_lower(name)).second) continue;
    table.fields.push_back(
        {std::string(name), property_prefix(name), FieldKind::kProperty, property->comment});
  }
  for (const summarizer::ClassWord& word : words.classes()) {
    if (!words.is_a(word.iri, kPageClass)) continue;
    NamedClass& named = table.classes.emplace_back();
    named.name = word.local_name();
    named.meaning = word.comment;
    for (const summarizer::ClassWord* above : words.lineage(word.iri)) {
      if (above != &word) named.above.emplace_back(above->local_name());
    }
  }
  return table;
}

std::string fields_as_json(const summarizer::Vocabulary& words) {
  const FieldTable table = field_table(words);
  json terms = json::array();
  for (const Field& field : kFields) {
    if (field.name.empty()) {
      terms.push_back(term_entry(field.name, field.prefix, field.kind, field.meaning));
    }
  }
  terms.push_back(term_entry("", kOffTopicTerm, FieldKind::kBoolean,
                             "Of each page that is off topic: the prefix alone"));
  for (const NamedField& field : table.fields) {
    terms.push_back(term_entry(field.name, field.prefix, field.kind, field.meaning));
  }
  json classes = json::array();
  for (const NamedClass& one : table.classes) {
    classes.push_back({{"name", one.name}, {"meaning", one.meaning}, {"above", one.above}});
  }
  json data = json::array();
  for (const ResultField& field : kResultFields) data.push_back(field.name);
  const json all = {
      {"terms", terms}, {"classes", classes}, {"values", values_as_json()}, {"data", data}};
  return all.dump(-1, ' ', false, json::error_handler_t::replace);
}

Result<FieldTable> read_fields(std::string_view text) {
  const json object = json::parse(text, nullptr, false);
  try {
    FieldTable table;
    for (const json& term : object.at("terms")) {
      const std::string name = term.at("name");
      if (name.empty()) continue;
      table.fields.push_back({name, term.at("prefix"), kind_of(term.at("kind").get<std::string>()),
                              term.at("meaning")});
    }
    for (const json& one : object.value("classes", json::array())) {
      table.classes.push_back({one.at("name"), one.at("meaning"), one.at("above")});
    }
    return table;
  } catch (const json::exception& error) {
    return fail(ErrorCode::kStorage,
                std::string("the index does not say which fields it has: ") + error.what());
  }
}

std::string property_prefix(std::string_view property) {
  return "XP" + ascii_upper(property) + ":";
}

std::string words_prefix(std::string_view property_prefix) {
  return "XW" + std::string(property_prefix.substr(2));
}

std::string term_of_word(std::string_view word) { return bounded("", word, kMaxWordBytes); }

std::string url_term(std::string_view prefix, std::string_view url_key) {
  return bounded(prefix, url_key, kMaxUrlBytes);
}

std::string link_term(std::string_view prefix, std::string_view url_key) {
  std::string term(prefix);
  if (url_key.size() <= kMaxLinkBytes) return term.append(url_key);
  char digits[18];
  std::snprintf(digits, sizeof digits, "#%016llx",
                static_cast<unsigned long long>(XXH3_64bits(url_key.data(), url_key.size())));
  return term.append(digits);
}

std::string boolean_term(std::string_view prefix, std::string_view value) {
  std::string term(prefix);
  term += prefix == kLanguagePrefix ? language_key(value) : folded_value(value);
  if (term.size() > kMaxTermBytes) term.resize(kMaxTermBytes);
  return term;
}

std::string folded_value(std::string_view value) {
  std::string buffer;
  const std::string spaced = fold_space(value);
  std::string folded = ascii_lower(normal_text(spaced, buffer));
  for (std::size_t at = 0; (at = folded.find(kWordBorder, at)) != std::string::npos;)
    folded.erase(at, kWordBorder.size());
  return folded;
}

bool is_number(std::string_view value) {
  if (value.starts_with('+')) value.remove_prefix(1);
  const std::string_view digits = value.starts_with('-') ? value.substr(1) : value;
  if (digits.empty() || digits[0] < '0' || digits[0] > '9') return false;
  double number = 0;
  const auto [end, error] = std::from_chars(value.data(), value.data() + value.size(), number);
  return error != std::errc::invalid_argument && end == value.data() + value.size();
}

std::string stemmer_for(std::string_view language) {
  // ISO 639-1 codes of the Snowball stemmers that Xapian carries.
  static const std::set<std::string, std::less<>> kCodes = {
      "ar", "hy", "eu", "ca", "da", "nl", "en", "fi", "fr", "de", "hu", "id", "ga",
      "it", "lt", "ne", "nb", "nn", "no", "pt", "ro", "ru", "es", "sv", "ta", "tr"};
  const std::string code = ascii_lower(language.substr(0, language.find('-')));
  return kCodes.contains(code) ? code : "en";
}

}  // namespace porthole::indexer
