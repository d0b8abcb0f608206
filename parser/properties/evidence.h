#pragma once

/// Evidence: what the parts of a page say about its title, author, dates, site and image, before
/// any of it is chosen.
///
/// In:  meta elements, statements of JSON-LD, marked ranges of the text (page_marks.h).
/// Out: those that concern these properties, in document order, bounded in number and length.

#include <array>
#include <cstddef>
#include <cstdint>
#include <string>
#include <string_view>
#include <vector>

#include "parser/properties/page_marks.h"

namespace porthole::parser {

/// The meaning of a statement.
enum class Sign : std::uint8_t {
  kOpenGraphTitle,
  kTwitterTitle,
  kMetaTitle,
  kHeadline,  ///< JSON-LD headline.
  kItemName,  ///< JSON-LD name of the page's subject.
  kJsonAuthor,
  kJsonCreator,
  kMetaAuthor,
  kArticleAuthor,  ///< article:author.
  kCardAuthor,     ///< twitter:data1 where twitter:label1 says "Written by".
  kCitationAuthor,
  kOtherAuthor,  ///< The names that publishers' tools use.
  kJsonPublished,
  kJsonCreated,
  kJsonModified,
  kMetaPublished,
  kMetaDate,
  kMetaModified,
  kSiteName,
  kApplicationName,
  kJsonSite,
  kJsonPublisher,
  kOpenGraphImage,
  kTwitterImage,
  kJsonImage,
  kJsonBreadcrumb,
  kOpenGraphType,
};
inline constexpr std::size_t kSigns = static_cast<std::size_t>(Sign::kOpenGraphType) + 1;

/// The subject of a node of JSON-LD, by its type.
enum class Subject : std::uint8_t { kOther, kArticle, kThread, kPage, kProduct, kList };

struct Said {
  Sign sign = Sign::kHeadline;
  Subject subject = Subject::kOther;  ///< That of the JSON-LD node.
  std::string value;                  ///< At most 500 bytes.
};

class Evidence {
 public:
  /// A meta element with a name or property.
  void meta(std::string_view name, std::string_view content);
  /// The type of the JSON-LD node whose statements follow; the first type of a node counts.
  void json_node(std::string_view type);
  /// A statement of JSON-LD, as in parser/structured/json_ld.h.
  void json(std::string_view path, std::string_view value);

  PageMarks& marks() { return marks_; }
  const PageMarks& marks() const { return marks_; }

  const std::vector<Said>& all() const { return said_; }
  /// The first value of this sign, "" without one. Valid until the next statement.
  std::string_view first(Sign sign) const;
  bool has_subject(Subject subject) const;

 private:
  void add(Sign sign, std::string_view value, Subject subject = Subject::kOther);

  std::vector<Said> said_;
  std::array<std::size_t, kSigns> counts_{};
  PageMarks marks_;
  Subject subject_ = Subject::kOther;
  std::array<bool, 6> subjects_{};
  bool label_is_author_ = false;
};

}  // namespace porthole::parser
