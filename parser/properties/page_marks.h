#pragma once

/// PageMarks: the elements of a page whose text may be its title, an author, a date or a
/// breadcrumb.
///
/// In:  start and end of elements with the attributes that tell (class, id, rel, itemprop, href,
///      datetime), in document order; the length of the page's text at each.
/// Out: marks: ranges of the text, with what they may be and where on the page they are.
///
/// At most kMaxMarks of them; a class attribute counts with its first 256 bytes.

#include <array>
#include <cstddef>
#include <cstdint>
#include <string>
#include <string_view>
#include <vector>

#include "parser/html/text_builder.h"

namespace porthole::parser {

inline constexpr std::size_t kMaxMarks = 400;
inline constexpr std::size_t kMaxMarksOfKind = 40;

enum class MarkKind : std::uint8_t {
  kHeading1,       ///< h1.
  kHeading2,       ///< h2.
  kItemTitle,      ///< itemprop headline or name.
  kRelAuthor,      ///< rel=author.
  kItemAuthor,     ///< itemprop author or creator.
  kAuthorLink,     ///< A link to /author/jane and the like.
  kAuthorClass,    ///< A class or id with "author", "writer", ...
  kBylineClass,    ///< "byline", "posted-by", ...
  kUserClass,      ///< "username", "poster", ...: forums.
  kBylineLink,     ///< A link inside one of the three before.
  kTime,           ///< A time element.
  kItemPublished,  ///< itemprop datePublished or dateCreated.
  kItemModified,   ///< itemprop dateModified.
  kDateClass,      ///< A class or id with "date", "posted-on", "timestamp", ...
  kBreadcrumb,     ///< A list of breadcrumbs.
  kPreformatted,   ///< A pre element: code, or what a program prints.
};
inline constexpr std::size_t kMarkKinds = static_cast<std::size_t>(MarkKind::kPreformatted) + 1;

struct Mark {
  MarkKind kind = MarkKind::kHeading1;
  TextRange range;
  std::string attribute;    ///< datetime or content, at most 100 bytes; "" when there is none.
  bool in_aside = false;    ///< In nav, aside, footer, or something with such a class.
  bool in_comment = false;  ///< In something whose class says comment or reply.
};

/// The tags that matter.
enum class MarkTag : std::uint8_t {
  kOther,
  kHeading1,
  kHeading2,
  kTime,
  kLink,
  kNav,
  kAside,
  kPreformatted,
};

/// The attributes of an element; a view without data is an absent attribute.
struct MarkAttributes {
  MarkTag tag = MarkTag::kOther;
  std::string_view classes, id, rel, itemprop, href, datetime, content, label, test_id;
};

class PageMarks {
 public:
  /// Opens an element at `depth`, when the page's text has `text_size` bytes.
  void enter(std::size_t depth, std::size_t text_size, const MarkAttributes& attributes);

  /// Closes the element at `depth`, if it was noted; may be called for any that closes.
  void leave(std::size_t depth, std::size_t text_size);

  /// Forgets marks of text from `text_size` on, which was removed from the page.
  void forget(std::size_t text_size);

  /// Complete once all elements are closed. In order of their starts.
  const std::vector<Mark>& all() const { return marks_; }

 private:
  struct Open {
    std::size_t depth = 0;
    std::size_t first = 0;  ///< Its marks: [first, first + count) of marks_.
    std::size_t count = 0;
    bool aside = false, comment = false, byline = false;
  };

  void add(MarkKind kind, std::size_t text_size, const MarkAttributes& attributes,
           const Open& place);

  std::vector<Mark> marks_;
  std::vector<Open> open_;
  std::array<std::size_t, kMarkKinds> counts_{};
};

}  // namespace porthole::parser
