#include "parser/properties/page_marks.h"

#include <algorithm>

#include "base/text/text.h"

namespace porthole::parser {
namespace {

constexpr std::size_t kClassBytes = 256;
constexpr std::size_t kAttributeBytes = 100;

/// Groups of words in class, id and data-testid attributes.
enum Group : std::uint32_t {
  kAside = 1,
  kComment = 2,
  kAuthor = 4,
  kByline = 8,
  kUser = 16,
  kDate = 32,
  kUpdate = 64,  ///< "update-..." is not a date.
  kCrumbs = 128,
};

struct Word {
  std::string_view text;
  Group group;
};

/// They count anywhere in a value: "entry-author", "postAuthor".
constexpr std::array kWords = {
    Word{"sidebar", kAside},       Word{"related", kAside},     Word{"recommend", kAside},
    Word{"footer", kAside},        Word{"popular", kAside},     Word{"trending", kAside},
    Word{"widget", kAside},        Word{"navbar", kAside},      Word{"read-next", kAside},
    Word{"comment", kComment},     Word{"disqus", kComment},    Word{"replies", kComment},
    Word{"respond", kComment},     Word{"author", kAuthor},     Word{"writer", kAuthor},
    Word{"contributor", kAuthor},  Word{"reporter", kAuthor},   Word{"creator", kAuthor},
    Word{"columnist", kAuthor},    Word{"journalist", kAuthor}, Word{"team-member", kAuthor},
    Word{"byline", kByline},       Word{"by-line", kByline},    Word{"posted-by", kByline},
    Word{"postedby", kByline},     Word{"written-by", kByline}, Word{"writtenby", kByline},
    Word{"published-by", kByline}, Word{"username", kUser},     Word{"user-name", kUser},
    Word{"user-info", kUser},      Word{"poster", kUser},       Word{"user-details", kUser},
    Word{"userinfo", kUser},       Word{"nickname", kUser},     Word{"user_name", kUser},
    Word{"display-name", kUser},   Word{"date", kDate},         Word{"published", kDate},
    Word{"posted-on", kDate},      Word{"timestamp", kDate},    Word{"time-stamp", kDate},
    Word{"entry-time", kDate},     Word{"post-meta", kDate},    Word{"pubtime", kDate},
    Word{"update-", kUpdate},      Word{"breadcrumb", kCrumbs}};

char lower(char c) { return c >= 'A' && c <= 'Z' ? static_cast<char>(c - 'A' + 'a') : c; }

/// kWords by their first letter.
const std::array<std::vector<Word>, 26>& words_by_letter() {
  static const auto kTable = [] {
    std::array<std::vector<Word>, 26> table;
    for (const Word& word : kWords)
      table[static_cast<std::size_t>(word.text.front() - 'a')].push_back(word);
    return table;
  }();
  return kTable;
}

bool begins_with(std::string_view text, std::string_view word) {
  return text.size() >= word.size() && std::equal(word.begin(), word.end(), text.begin(),
                                                  [](char a, char b) { return a == lower(b); });
}

/// The groups of the words in `value`.
std::uint32_t groups_in(std::string_view value) {
  value = value.substr(0, kClassBytes);
  std::uint32_t groups = 0;
  for (std::size_t at = 0; at < value.size(); ++at) {
    const char c = lower(value[at]);
    if (c < 'a' || c > 'z') continue;
    for (const Word& word : words_by_letter()[static_cast<std::size_t>(c - 'a')]) {
      if (begins_with(value.substr(at), word.text)) groups |= word.group;
    }
  }
  return groups;
}

/// Beginnings of paths of pages about a person.
constexpr std::array<std::string_view, 12> kAuthorPaths = {
    "/author/",  "/authors/", "/contributor", "/people/", "/profile/", "/by/",
    "/writers/", "/staff/",   "/user/",       "/users/",  "/members/", "/u/"};

bool is_of_author(std::string_view href) {
  href = href.substr(0, kClassBytes);
  return std::any_of(kAuthorPaths.begin(), kAuthorPaths.end(), [href](std::string_view path) {
    return href.find(path) != std::string_view::npos;
  });
}

bool is_property(std::string_view itemprop, std::string_view name) {
  for (std::string_view one : split(itemprop.substr(0, kAttributeBytes), ' ')) {
    if (one.starts_with("schema:")) one.remove_prefix(7);
    if (equals_ignoring_case(one, name)) return true;
  }
  return false;
}

}  // namespace

void PageMarks::add(MarkKind kind, std::size_t text_size, const MarkAttributes& attributes,
                    const Open& place) {
  std::size_t& count = counts_[static_cast<std::size_t>(kind)];
  if (marks_.size() == kMaxMarks || count == kMaxMarksOfKind) return;
  ++count;
  Mark mark;
  mark.kind = kind;
  mark.range = {text_size, text_size};
  mark.attribute = (attributes.datetime.empty() ? attributes.content : attributes.datetime)
                       .substr(0, kAttributeBytes);
  mark.in_aside = place.aside;
  mark.in_comment = place.comment;
  marks_.push_back(std::move(mark));
}

void PageMarks::enter(std::size_t depth, std::size_t text_size, const MarkAttributes& in) {
  const std::uint32_t groups = groups_in(in.classes) | groups_in(in.id) | groups_in(in.test_id);
  Open place{.depth = depth, .first = marks_.size()};
  if (!open_.empty()) {
    place.aside = open_.back().aside;
    place.comment = open_.back().comment;
    place.byline = open_.back().byline;
  }
  const Open outside = place;
  place.aside |=
      in.tag == MarkTag::kNav || in.tag == MarkTag::kAside || (groups & Group::kAside) != 0;
  place.comment |= (groups & kComment) != 0;
  place.byline |= (groups & (kAuthor | kByline | kUser)) != 0;
  const auto mark = [&](MarkKind kind) { add(kind, text_size, in, place); };
  if ((groups & kCrumbs) != 0 || (groups_in(in.label) & kCrumbs) != 0) mark(MarkKind::kBreadcrumb);
  if (in.tag == MarkTag::kHeading1) mark(MarkKind::kHeading1);
  if (in.tag == MarkTag::kHeading2) mark(MarkKind::kHeading2);
  if (in.tag == MarkTag::kTime) mark(MarkKind::kTime);
  if (in.tag == MarkTag::kPreformatted) mark(MarkKind::kPreformatted);
  if (!in.itemprop.empty()) {
    if (is_property(in.itemprop, "headline") || is_property(in.itemprop, "name"))
      mark(MarkKind::kItemTitle);
    if (is_property(in.itemprop, "author") || is_property(in.itemprop, "creator"))
      mark(MarkKind::kItemAuthor);
    if (is_property(in.itemprop, "datePublished") || is_property(in.itemprop, "dateCreated"))
      mark(MarkKind::kItemPublished);
    if (is_property(in.itemprop, "dateModified")) mark(MarkKind::kItemModified);
  }
  if (!in.rel.empty() && is_property(in.rel, "author")) mark(MarkKind::kRelAuthor);
  if (in.tag == MarkTag::kLink && outside.byline) mark(MarkKind::kBylineLink);
  if (in.tag == MarkTag::kLink && is_of_author(in.href)) mark(MarkKind::kAuthorLink);
  if ((groups & kAuthor) != 0) mark(MarkKind::kAuthorClass);
  if ((groups & kByline) != 0) mark(MarkKind::kBylineClass);
  if ((groups & kUser) != 0) mark(MarkKind::kUserClass);
  if (in.tag != MarkTag::kTime && (groups & (kDate | kUpdate)) == kDate) mark(MarkKind::kDateClass);
  place.count = marks_.size() - place.first;
  const bool changed = place.aside != outside.aside || place.comment != outside.comment ||
                       place.byline != outside.byline;
  if (place.count > 0 || changed) open_.push_back(place);
}

void PageMarks::leave(std::size_t depth, std::size_t text_size) {
  if (open_.empty() || open_.back().depth != depth) return;
  const Open& open = open_.back();
  for (std::size_t i = open.first; i < open.first + open.count && i < marks_.size(); ++i) {
    marks_[i].range.end = std::max(marks_[i].range.begin, text_size);
  }
  open_.pop_back();
}

void PageMarks::forget(std::size_t text_size) {
  for (Mark& mark : marks_) {
    mark.range.begin = std::min(mark.range.begin, text_size);
    mark.range.end = std::min(mark.range.end, text_size);
  }
}

}  // namespace porthole::parser
