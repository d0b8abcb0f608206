#pragma once

/// The fields of the index: term prefixes, value slots and metadata keys.
///
/// Term prefixes are those of Omega's table where it has one, so that Omega and xapian-delve can
/// read the index; the others begin with X. Besides the built-in fields, each searchable property
/// of the vocabulary is a field. The index stores the whole table in its metadata (kMetaFields),
/// where searches read it. See schemas/index_fields.md.

#include <array>
#include <cstddef>
#include <string>
#include <string_view>
#include <vector>

#include "base/result.h"
#include "summarizer/schema/vocabulary.h"

namespace porthole::indexer {

/// Kinds of fields, by the form of their terms.
enum class FieldKind {
  kText,      ///< Words with positions, and their stems under "Z" + prefix without.
  kWords,     ///< Words with positions, not stemmed; those of `annotation` have no weight.
  kBoolean,   ///< One term a value, without weight.
  kUrl,       ///< The same for the key of a URL (url_term).
  kProperty,  ///< Whole values under the prefix, and their words, with positions and not stemmed,
              ///< under words_prefix().
  kNumber,    ///< A value slot, searched by a number or a range.
  kDate,      ///< The same for dates.
};

/// "text", "words", "boolean", "url", "property", "number", "date".
const char* field_kind_name(FieldKind kind);

struct Field {
  std::string_view
      name;  ///< Name in queries: `title:`; "" = the text itself, or not searchable by name.
  std::string_view prefix;
  FieldKind kind;
  std::string_view meaning;
};

inline constexpr std::string_view kTextPrefix = "";
inline constexpr std::string_view kTitlePrefix = "S";
inline constexpr std::string_view kAnchorPrefix = "XANCHOR";
inline constexpr std::string_view kAnnotationPrefix = "XANNOTATION";
inline constexpr std::string_view kBoilerplatePrefix = "XBOILER";
inline constexpr std::string_view kAnnotatorPrefix = "XBY";
inline constexpr std::string_view kLinkPrefix = "XLINK";
inline constexpr std::string_view kAliasPrefix = "XALIAS";
inline constexpr std::string_view kUrlPrefix = "U";
inline constexpr std::string_view kTopicPrefix = "B";
inline constexpr std::string_view kHostPrefix = "H";
inline constexpr std::string_view kSitePrefix = "J";
inline constexpr std::string_view kLanguagePrefix = "L";
inline constexpr std::string_view kTypePrefix = "T";
inline constexpr std::string_view kTldPrefix = "XTLD";
inline constexpr std::string_view kKindPrefix = "XKIND";
inline constexpr std::string_view kIdPrefix = "Q";
inline constexpr std::string_view kStemPrefix = "Z";

inline constexpr std::array kFields = {
    Field{"", kTextPrefix, FieldKind::kText,
          "What the page says: main content, title and description, and what others say of it in "
          "anchors; "
          "words of titles, headings and anchors count several times"},
    Field{"title", kTitlePrefix, FieldKind::kText, "Title"},
    Field{"anchor", kAnchorPrefix, FieldKind::kText,
          "Anchor, title and alternative texts of links to the page; a text counts once for each "
          "site that says it"},
    Field{
        "annotation", kAnnotationPrefix, FieldKind::kWords,
        "What other pages say with links to the page, beside the texts of anchor: the words before "
        "and behind the link, above its list, its name"},
    Field{"boilerplate", kBoilerplatePrefix, FieldKind::kWords,
          "Words of menus, footers and other text that is not the page's main content"},
    Field{"annotated-by-site", kAnnotatorPrefix, FieldKind::kBoolean,
          "Host of a page that says something about the page, and each domain above it to the "
          "registrable one"},
    Field{"linkto", kLinkPrefix, FieldKind::kUrl, "Key of a URL that the page links to with words"},
    Field{"", kAliasPrefix, FieldKind::kUrl,
          "Key of a URL that leads to the page, its own among them"},
    Field{"url", kUrlPrefix, FieldKind::kWords, "Words of the URL"},
    Field{"topic", kTopicPrefix, FieldKind::kBoolean, "Topic, whole and word by word, lower case"},
    Field{"host", kHostPrefix, FieldKind::kBoolean, "Host name, with its port if it has one"},
    Field{"site", kSitePrefix, FieldKind::kBoolean,
          "Host, each domain above it to the registrable one, and host with the first one and two "
          "segments of the path (also without www.)"},
    Field{"lang", kLanguagePrefix, FieldKind::kBoolean, "Language, BCP 47, lower case"},
    Field{"type", kTypePrefix, FieldKind::kBoolean,
          "Media type, and its part after the slash; type of a web page by its form; class of the "
          "schema, and each class above it"},
    Field{"tld", kTldPrefix, FieldKind::kBoolean,
          "Last label of the host, and its public suffix: uk, co.uk"},
    Field{"annotation-kind", kKindPrefix, FieldKind::kBoolean,
          "Kind of what other pages say in links to the page: anchor, title, alt, before, heading, "
          "..."},
    Field{"", kIdPrefix, FieldKind::kUrl, "Identity: the page's key, cut and hashed when long"},
};

/// Field weights as in BM25F: the occurrences in the text that a word of the title counts for, a
/// word of a heading in addition to its own, and a word of anchors for each occurrence of
/// WeightedText. docs/ranking.md documents the choice. Source: Robertson, Zaragoza, Taylor, "Simple
/// BM25 extension to multiple weighted fields", CIKM 2004, section 3.
inline constexpr unsigned kTitleWeight = 4;
inline constexpr unsigned kHeadingWeight = 1;
inline constexpr unsigned kAnchorWeight = 3;

/// Value slots. Numbers are stored by Xapian::sortable_serialise().
inline constexpr unsigned kDateSlot =
    0;  ///< Seconds since 1970: published, else changed, else Last-Modified, else fetched.
inline constexpr unsigned kRelevanceSlot = 1;   ///< Relevance to the topic, 0 to 1.
inline constexpr unsigned kAnnotatorsSlot = 2;  ///< Sites that annotate the page.
inline constexpr unsigned kShownSlot = 3;       ///< Text and annotations: write_shown().
inline constexpr unsigned kAuthoritySlot = 4;   ///< Present where the distiller scored the page.
inline constexpr unsigned kHubSlot = 5;         ///< The same.
inline constexpr unsigned kRecommendationsSlot =
    6;                                    ///< As kAnnotatorsSlot, without the page's own site.
inline constexpr unsigned kSiteSlot = 7;  ///< Registrable domain or host; a string.
inline constexpr unsigned kFingerprintSlot = 8;  ///< SimHash of the text (simhash.h); eight bytes.
inline constexpr unsigned kIdentitySlot = 9;     ///< identity_value(); eight bytes.
inline constexpr unsigned kSizeSlot = 10;        ///< Size of the fetched resource in bytes.
inline constexpr unsigned kFacetsSlot = 11;      ///< Facet values: write_facets().
inline constexpr unsigned kStatedDateSlot = 13;  ///< As kDateSlot, of pages that state a date.
inline constexpr unsigned kLinkTextsSlot = 14;   ///< Texts of links to the page: link_terms.h.

/// Keys of the database's metadata.
inline constexpr const char* kMetaVersion = "porthole.version";      ///< kIndexVersion.
inline constexpr const char* kMetaFields = "porthole.fields";        ///< This table as JSON.
inline constexpr const char* kMetaSerial = "porthole.serial";        ///< The last summary indexed.
inline constexpr const char* kMetaRevision = "porthole.revision";    ///< SummarySource::revision().
inline constexpr const char* kMetaLanguages = "porthole.languages";  ///< Stemmers in use: "en de".
inline constexpr const char* kMetaCommit =
    "porthole.commit";  ///< A random name of the commit (search/index/revision.h).

/// Incremented with every change of a field. An index of another version is rebuilt.
inline constexpr const char* kIndexVersion = "14";

/// The longest term in bytes, prefix included (the back end's own limit).
inline constexpr std::size_t kMaxTermBytes = 245;
/// A longer word becomes its beginning and a hash (term_of_word()).
inline constexpr std::size_t kMaxWordBytes = 160;
/// Longest URLs and values that are stored in a term unhashed, in bytes.
inline constexpr std::size_t kMaxUrlBytes = 120;
inline constexpr std::size_t kMaxLinkBytes = 40;
inline constexpr std::size_t kMaxValueBytes = 120;

/// A field of queries, as an index describes it.
struct NamedField {
  std::string name;  ///< `implements`; case-insensitive in queries.
  std::string prefix;
  FieldKind kind = FieldKind::kBoolean;
  std::string meaning;
  unsigned slot = 0;  ///< For kNumber and kDate.
};

/// A class that `type:` accepts.
struct NamedClass {
  std::string name;  ///< Local name: "JavaClass".
  std::string meaning;
  std::vector<std::string> above;  ///< Local names of all classes above it, nearest first.
};

/// The fields and classes of an index.
struct FieldTable {
  std::vector<NamedField> fields;  ///< The built-in ones first.
  std::vector<NamedClass> classes;
};

/// Built-in fields, and the searchable properties of `words`. The first of two names that differ in
/// case only counts.
FieldTable field_table(const summarizer::Vocabulary& words);

/// The table as JSON: an object with the members "terms", "classes", "values" and "data", the names
/// of kResultFields.
std::string fields_as_json(const summarizer::Vocabulary& words);
/// Inverse of fields_as_json(). Errors: kStorage for malformed JSON.
Result<FieldTable> read_fields(std::string_view json);

/// The part of a name after the last of "#/:": "author" of "http://purl.org/dc/terms/author".
std::string_view local_name(std::string_view name);

/// "XPIMPLEMENTS:" for the property `implements`, and for its words "XWIMPLEMENTS:".
std::string property_prefix(std::string_view property);
std::string words_prefix(std::string_view property_prefix);

/// A word, or its beginning and a 128-bit hash when it is longer than kMaxWordBytes.
std::string term_of_word(std::string_view word);

/// prefix + the key of a URL, or its beginning and a 128-bit hash when it is longer than
/// kMaxUrlBytes.
std::string url_term(std::string_view prefix, std::string_view url_key);
/// The identity term of the page with this Url::key().
inline std::string id_term(std::string_view url_key) { return url_term(kIdPrefix, url_key); }

/// prefix + the key of a link target, or, above kMaxLinkBytes, `#` and its 64-bit hash: pages have
/// many links, and terms with long common prefixes are slow to sort.
std::string link_term(std::string_view prefix, std::string_view url_key);

/// prefix + lower-cased value, at most kMaxTermBytes.
std::string boolean_term(std::string_view prefix, std::string_view value);

/// A value normalised for comparison: white space folded, in the normal form of text, lower case.
std::string folded_value(std::string_view value);
/// True when all of `value` is a decimal number.
bool is_number(std::string_view value);

/// Xapian's name of the stemmer for a language ("en-GB" gives "en"); "en" when it has none.
std::string stemmer_for(std::string_view language);

/// The term of each page off topic. An index has such pages only with OffTopic::kTakeIn.
inline constexpr std::string_view kOffTopicTerm = "XOFFTOPIC";

/// Metadata key of TopicStanding::mark(): which pages of the collection the index has.
inline constexpr const char* kMetaTopic = "porthole.topic";

}  // namespace porthole::indexer
