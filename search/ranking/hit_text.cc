#include "search/ranking/hit_text.h"

#include <algorithm>
#include <array>
#include <set>
#include <string>
#include <string_view>
#include <vector>

#include "base/text/text.h"
#include "base/text/words.h"
#include "base/url/percent_encode.h"
#include "indexer/annotations.h"
#include "search/index/stop_words.h"
#include "search/ranking/sentences.h"

namespace porthole::search {
namespace {

using indexer::DocumentData;

constexpr std::size_t kSnippetBytes = 260;
constexpr std::size_t kLeadBytes = 150;     // of the sentence before entries of a list
constexpr std::size_t kLeadReach = 2000;    // bytes before the entries that are looked at for it
constexpr std::size_t kFirstScreen = 800;   // bytes that are seen without a fragment, about
constexpr std::size_t kFragmentBytes = 70;  // of text in a fragment
constexpr double kSentences = 0.4;          // share of sentences in a passage that reads as text
constexpr const char* kOmission = "\xE2\x80\xA6";
constexpr const char* kBetweenBlocks = " \xC2\xB7 ";

/// Words of links that lead on, and of counts beside links: "Continue reading", "Topics: 3".
constexpr std::array<std::string_view, 20> kLeadingOn = {
    "article", "comments", "continue", "entry",   "full",  "learn", "leave",
    "more",    "newer",    "older",    "page",    "pages", "post",  "posts",
    "read",    "reading",  "replies",  "replied", "reply", "topics"};

bool has_hit(const Fragments& fragments) {
  return std::any_of(fragments.begin(), fragments.end(), [](const Fragment& f) { return f.hit; });
}

// Nothing is added to a text that ends with an omission of its own.
void add_omission(Fragments& fragments) {
  const std::string& last = fragments.back().text;
  if (!last.ends_with(kOmission) && !last.ends_with("...")) fragments.push_back({kOmission, false});
}

// True of entries of a list or a menu, but not of one long sentence that does not fit.
bool is_list(const HitFinder::Passage& passage) {
  const bool is_cut_sentence = passage.cut_behind && passage.text.find('\n') == passage.text.npos;
  return passage.prose < kSentences && !passage.cut_before && !is_cut_sentence;
}

/// Where `part`, a part of `text`, begins.
std::size_t place_of(std::string_view part, std::string_view text) {
  return static_cast<std::size_t>(part.data() - text.data());
}

Fragments marked_passage(const HitFinder& finder, const HitFinder::Passage& passage,
                         const Xapian::Stem& stem) {
  Fragments found = finder.marked(passage.text, stem);
  if (passage.cut_before) found.insert(found.begin(), {kOmission, false});
  if (passage.cut_behind && !found.empty()) add_omission(found);
  return found;
}

// Entries of a list say little without a sentence: the last one before them, else the first of the
// description or of the page, goes before them. Nothing when there is none.
Fragments list_with_lead(const HitFinder& finder, const DocumentData& document,
                         std::string_view text, std::size_t list, const Xapian::Stem& stem) {
  const std::size_t reach = std::min(list, kLeadReach);
  std::string_view lead = last_prose(text.substr(list - reach, reach), kLeadBytes);
  const std::string description = fold_space(document.description);
  const std::string_view described =
      lead.empty() ? first_prose(description, kLeadBytes) : std::string_view();
  if (lead.empty() && described.empty()) lead = first_prose(text, kLeadBytes);
  const std::size_t left = kSnippetBytes - lead.size() - described.size();
  if (left == kSnippetBytes) return {};
  const HitFinder::Passage entries = finder.best_passage(text, stem, left);
  const std::size_t begin = place_of(entries.text, text);
  const std::size_t lead_end = lead.empty() ? 0 : place_of(lead, text) + lead.size();
  if (begin < lead_end) return {};
  Fragments found = finder.marked(lead.empty() ? described : lead, stem);
  const bool is_next = !lead.empty() && trim(text.substr(lead_end, begin - lead_end)).empty();
  found.push_back({is_next ? " " : std::string(" ") + kOmission + " ", false});
  for (Fragment& fragment : marked_passage(finder, entries, stem))
    found.push_back(std::move(fragment));
  return found;
}

// "Posted on 6 July 2026 by Dr Anil Mehta in Pests and diseases", "Photo: Jane Doe".
bool is_byline(std::string_view line, const DocumentData& document) {
  constexpr std::size_t kLongest = 160;
  constexpr std::size_t kBesideName = 40;
  if (line.size() > kLongest || is_prose(line)) return false;
  const std::string lower = ascii_lower(line);
  for (const std::string_view begin :
       {"posted on ", "posted by ", "published on ", "published by ", "written by ", "by ",
        "photo:", "photo by ", "image:", "image by ", "image credit",
        "picture:", "credit:", "caption:"}) {
    if (lower.starts_with(begin)) return true;
  }
  return std::ranges::any_of(document.authors, [&](const std::string& author) {
    return line.size() < author.size() + kBesideName && line.find(author) != line.npos;
  });
}

// The title again, perhaps with the name of the site or without it. A heading of a section stays.
bool is_title(std::string_view line, const DocumentData& document) {
  const bool is_heading = std::ranges::any_of(
      document.sections, [line](const auto& section) { return section.heading == line; });
  if (is_heading || is_prose(line)) return false;
  const std::string text = ascii_lower(line), title = ascii_lower(document.title);
  return (3 * text.size() >= title.size() && title.find(text) != title.npos) ||
         (3 * title.size() >= 2 * text.size() && text.find(title) != text.npos);
}

// True if a sentence goes on in `line`, as in a text of fixed width.
bool goes_on(std::string_view before, std::string_view line, const DocumentData& document) {
  constexpr std::size_t kFullLine = 40;
  constexpr std::size_t kSurelyFull = 60;
  const std::size_t last = before.size() - (before.rfind('\n') + 1);
  if (last < kFullLine || line.empty()) return false;
  const bool is_of_pages =
      document.media_type == "application/pdf" || document.media_type == "text/plain";
  return (line.front() >= 'a' && line.front() <= 'z') ||
         (is_of_pages && last >= kSurelyFull && !ends_sentence(before));
}

// The text without title, author and date, and what blogs write above comments: the title quoted.
std::string telling_text(const DocumentData& document) {
  const std::string quoted = "\u201C" + document.title + "\u201D";
  std::string told;
  bool is_head = true;  // before the first sentence
  for (const std::string_view line : split(document.text, '\n')) {
    const std::string_view words = line.starts_with("Re: ") ? line.substr(4) : line;
    is_head = is_head && !is_prose(line);
    if (equals_ignoring_case(words, document.title) || is_byline(line, document)) continue;
    if ((is_head && is_title(words, document)) || line.ends_with(quoted)) continue;
    if (!told.empty()) told += goes_on(told, line, document) ? ' ' : '\n';
    told += line;
  }
  return trim(told).empty() ? document.text : told;
}

// The id of the last heading up to the first line of `passage`; "" when it has none, before the
// first heading, and where a heading that the text lacks may stand between them. From the end,
// since a table of contents has the same lines before the headings.
std::string section_at(const DocumentData& document, std::string_view text,
                       std::string_view passage) {
  const std::size_t end = text.find('\n', place_of(passage, text));
  std::vector<std::string_view> lines = split(text, '\n');
  auto behind = document.sections.rbegin();
  for (auto line = lines.rbegin(); line != lines.rend(); ++line) {
    const auto section =
        std::find_if(behind, document.sections.rend(),
                     [&line](const indexer::ShownSection& one) { return one.heading == *line; });
    if (section == document.sections.rend()) continue;
    const std::size_t place = place_of(*line, text);
    if (place <= end) return section == behind && place > 0 ? section->id : std::string();
    behind = section + 1;
  }
  return {};
}

// A text directive (WICG Scroll To Text Fragment) of the first words of `passage`.
std::string text_fragment(std::string_view passage) {
  std::string_view words = cut(passage.substr(0, passage.find('\n')), kFragmentBytes);
  if (words.size() < passage.size() && passage[words.size()] != '\n')
    words = words.substr(0, words.find_last_of(' '));
  if (std::count(words.begin(), words.end(), ' ') < 2) return {};
  std::string text;
  for (const char c : encode_parameter(words)) {
    text += c == '-' ? std::string("%2D") : std::string(1, c);  // a mark of the directive
  }
  return "#:~:text=" + text;
}

// Where a URL leads to `passage`.
std::string fragment_of(const DocumentData& document, std::string_view text,
                        std::string_view passage) {
  if (document.url.find('#') != document.url.npos) return {};
  std::string named = "#";
  append_percent_encoded(named, section_at(document, text, passage), EncodeSet::kFragment);
  if (named.size() > 1) return named;
  const bool is_far = place_of(passage, text) > kFirstScreen;
  return is_far && document.media_type == "text/html" ? text_fragment(passage) : std::string();
}

// Empty when the text has none of the words.
Snippet snippet_of_text(const HitFinder& finder, const DocumentData& document,
                        std::string_view text, const Xapian::Stem& stem) {
  const HitFinder::Passage best = finder.best_passage(text, stem, kSnippetBytes);
  if (best.text.empty()) return {};
  Snippet found{{}, fragment_of(document, text, best.text)};
  if (is_list(best))
    found.text = list_with_lead(finder, document, text, place_of(best.text, text), stem);
  if (found.text.empty()) found.text = marked_passage(finder, best, stem);
  return found;
}

// Without the titles and menus before it; the whole text where it has no sentence.
std::string_view from_first_prose(std::string_view text) {
  const std::string_view first = first_prose(text, text.size());
  return first.empty() ? text : text.substr(static_cast<std::size_t>(first.data() - text.data()));
}

// A text without query words: its beginning, to the end of a sentence where a third is filled.
std::string_view beginning_of(std::string_view text) {
  const std::string_view most = cut(text, kSnippetBytes);
  if (most.size() == text.size()) return most;
  const std::vector<std::size_t> sentences = sentence_begins(text);
  const auto next = std::upper_bound(sentences.begin(), sentences.end(), most.size());
  const std::size_t end = *(next - 1);
  if (end >= kSnippetBytes / 3) return trim(most.substr(0, end));
  const std::size_t space = most.find_last_of(" \n");
  return space == std::string_view::npos ? most : most.substr(0, space);
}

// Lines are blocks of the page: those that do not end a sentence are set apart.
Fragments on_one_line(Fragments fragments) {
  std::string before;
  for (Fragment& fragment : fragments) {
    std::string text;
    for (const char c : fragment.text) {
      if (c != '\n') {
        text += c;
        continue;
      }
      text += ends_sentence(before + text) ? " " : kBetweenBlocks;
    }
    fragment.text = std::move(text);
    before = fragment.text;
  }
  return fragments;
}

int tells(const ResultAnnotation& annotation) {
  const bool for_the_link = annotation.kind == AnnotationKind::kAnchor ||
                            annotation.kind == AnnotationKind::kTitle ||
                            annotation.kind == AnnotationKind::kAlt;
  return (for_the_link ? 2 : 0) + (has_hit(annotation.text) ? 1 : 0);
}

}  // namespace

Snippet snippet_of(const HitFinder& finder, const DocumentData& document,
                   const Xapian::Stem& stem) {
  if (document.nosnippet) return {};
  const std::string text = telling_text(document);
  Snippet found = snippet_of_text(finder, document, text, stem);
  if (!found.text.empty()) return {on_one_line(std::move(found.text)), std::move(found.fragment)};
  const std::string described = fold_space(document.description);
  const std::string_view instead =
      described.empty() ? from_first_prose(text) : std::string_view(described);
  const std::string_view beginning = beginning_of(instead);
  if (beginning.empty()) return {};
  Fragments fragments = finder.marked(beginning, stem);
  if (beginning.size() < instead.size() && !ends_sentence(beginning) && !fragments.empty())
    add_omission(fragments);
  return {on_one_line(std::move(fragments)), {}};
}

std::vector<ResultAnnotation> annotations_of(const HitFinder& finder, const DocumentData& document,
                                             const Xapian::Stem& stem) {
  std::vector<ResultAnnotation> annotations;
  for (const indexer::ShownAnnotation& shown : document.annotations) {
    Fragments text;
    if (finder.has_word(shown.text, stem)) {
      text = finder.marked(shown.text, stem);
    } else if (!shown.text.empty()) {
      text.push_back({shown.text, false});
    }
    annotations.push_back({shown.annotator, shown.kind, std::move(text)});
  }
  // An anchor without a hit describes the page better than a heading with one.
  std::stable_sort(
      annotations.begin(), annotations.end(),
      [](const ResultAnnotation& a, const ResultAnnotation& b) { return tells(a) > tells(b); });
  if (annotations.size() > kAnnotationsShown) annotations.resize(kAnnotationsShown);
  return annotations;
}

const ResultAnnotation* quote_of(const Hit& hit) {
  std::set<std::string, std::less<>> known(kLeadingOn.begin(), kLeadingOn.end());
  for (const std::string& text : {hit.title, plain_text(hit.snippet)})
    for_each_word(text, [&](std::string_view word) { known.emplace(word); });
  const ResultAnnotation* found = nullptr;
  for (const ResultAnnotation& one : hit.annotations) {
    bool says_more = false;
    int words = 0;
    for_each_word(plain_text(one.text), [&](std::string_view word) {
      ++words;
      const bool is_number = word.find_first_not_of("0123456789") == word.npos;
      says_more = says_more || (!is_number && !known.contains(word) && !is_stop_term(word, {"en"}));
    });
    const bool is_of_other = indexer::site_of(one.annotator) != hit.site;
    const bool is_listed = one.annotator.starts_with("file:") && one.annotator.ends_with('/');
    const bool is_beside = !is_of_other && one.kind != AnnotationKind::kAnchor;
    if (!says_more || words < 2 || is_listed || is_beside) continue;
    if (found == nullptr || is_of_other) found = &one;
    if (is_of_other) break;
  }
  return found;
}

}  // namespace porthole::search
