#include "search/ranking/hit_text.h"

#include <algorithm>
#include <string>
#include <string_view>

#include "base/text/diacritics.h"
#include "base/text/text.h"
#include "search/ranking/sentences.h"
#include "search/ranking/snippet.h"

namespace porthole::search {
namespace {

using indexer::DocumentData;

constexpr std::size_t kSnippetBytes = 260;
constexpr std::size_t kLeadBytes = 150;   // of the sentence before entries of a list
constexpr std::size_t kLeadReach = 2000;  // bytes before the entries that are looked at for it
constexpr double kSentences = 0.4;        // share of sentences in a passage that reads as text
constexpr const char* kOmission = "\xE2\x80\xA6";
constexpr const char* kBetweenBlocks = " \xC2\xB7 ";

Fragments marked_up(const Marker& marker, std::string_view text, std::size_t bytes,
                    const Xapian::Stem& stem, unsigned flags) {
  const std::string marked = marker.matches.snippet(
      without_marks(text), bytes, stem, flags | Xapian::MSet::SNIPPET_CJK_NGRAM,
      std::string(kHitBegin), std::string(kHitEnd), kOmission);
  Fragments found = read_marked(marked);
  for (Fragment& fragment : found)
    fragment.hit = fragment.hit && !marker.finder.is_unmarked(ascii_lower(fragment.text));
  return found;
}

// The index has words without diacritics: `mark` gets the text without them; hits are mapped back
// to the original.
template <class Mark>
Fragments with_diacritics(std::string_view text, Mark mark) {
  if (!may_have_diacritics(text)) return mark(text);
  const BareText bare = bare_text(text);
  return as_written(mark(bare.text), bare, text, kOmission);
}

bool has_hit(const Fragments& fragments) {
  return std::any_of(fragments.begin(), fragments.end(), [](const Fragment& f) { return f.hit; });
}

// Nothing is added to a text that ends with an omission of its own.
void add_omission(Fragments& fragments) {
  const std::string& last = fragments.back().text;
  if (!last.ends_with(kOmission) && !last.ends_with("...")) fragments.push_back({kOmission, false});
}

/// The text of a page with its words as the index has them, without diacritics.
class ShownText {
 public:
  explicit ShownText(std::string_view original) : original_(original) {
    if (may_have_diacritics(original)) bare_ = bare_text(original);
  }
  std::string_view words() const { return bare_.places.empty() ? original_ : bare_.text; }
  /// The original of `part`, a part of words().
  std::string_view written(std::string_view part) const {
    const std::size_t begin = begin_of(part), end = begin + part.size();
    if (bare_.places.empty()) return original_.substr(begin, end - begin);
    return original_.substr(bare_.places[begin], bare_.places[end] - bare_.places[begin]);
  }
  /// Where `part` begins in words().
  std::size_t begin_of(std::string_view part) const {
    return static_cast<std::size_t>(part.data() - words().data());
  }

 private:
  std::string_view original_;
  BareText bare_;
};

// True of entries of a list or a menu, but not of one long sentence that does not fit.
bool is_list(const HitFinder::Passage& passage) {
  const bool is_cut_sentence = passage.cut_behind && passage.text.find('\n') == passage.text.npos;
  return passage.prose < kSentences && !passage.cut_before && !is_cut_sentence;
}

// Xapian leaves out a colon at the end, for an omission.
Fragments marked_to_the_end(const Marker& marker, std::string_view text, const Xapian::Stem& stem) {
  Fragments found = marked_up(marker, text, text.size() + 1, stem, 0);
  std::string shown = plain_text(found);
  if (!shown.ends_with(kOmission)) return found;
  shown.resize(shown.size() - std::string_view(kOmission).size());
  if (!text.starts_with(shown)) return found;
  std::string& last = found.back().text;
  last.resize(last.size() - std::string_view(kOmission).size());
  last += text.substr(shown.size());
  return found;
}

Fragments marked_whole(const Marker& marker, std::string_view text, const Xapian::Stem& stem) {
  return with_diacritics(
      text, [&](std::string_view bare) { return marked_to_the_end(marker, bare, stem); });
}

Fragments marked_passage(const Marker& marker, const ShownText& text,
                         const HitFinder::Passage& passage, const Xapian::Stem& stem) {
  Fragments found = marked_whole(marker, text.written(passage.text), stem);
  if (passage.cut_before) found.insert(found.begin(), {kOmission, false});
  if (passage.cut_behind && !found.empty()) add_omission(found);
  return found;
}

// Entries of a list say little without a sentence: the last one before them, else the first of the
// description or of the page, goes before them. Nothing when there is none.
Fragments list_with_lead(const Marker& marker, const DocumentData& document, const ShownText& text,
                         std::size_t list, const Xapian::Stem& stem) {
  const std::size_t reach = std::min(list, kLeadReach);
  std::string_view lead = last_prose(text.words().substr(list - reach, reach), kLeadBytes);
  const std::string description = fold_space(document.description);
  const std::string_view described =
      lead.empty() ? first_prose(description, kLeadBytes) : std::string_view();
  if (lead.empty() && described.empty()) lead = first_prose(text.words(), kLeadBytes);
  const std::size_t left = kSnippetBytes - lead.size() - described.size();
  if (left == kSnippetBytes) return {};
  const HitFinder::Passage entries = marker.finder.best_passage(text.words(), stem, left);
  const std::size_t begin = text.begin_of(entries.text);
  const std::size_t lead_end = lead.empty() ? 0 : text.begin_of(lead) + lead.size();
  if (begin < lead_end) return {};
  Fragments found = marked_whole(marker, lead.empty() ? described : text.written(lead), stem);
  const bool is_next =
      !lead.empty() && trim(text.words().substr(lead_end, begin - lead_end)).empty();
  found.push_back({is_next ? " " : std::string(" ") + kOmission + " ", false});
  for (Fragment& fragment : marked_passage(marker, text, entries, stem))
    found.push_back(std::move(fragment));
  return found;
}

// Empty when the text has none of the words.
Fragments snippet_of_text(const Marker& marker, const DocumentData& document,
                          const Xapian::Stem& stem) {
  constexpr unsigned kAllWords =  // looks up every word
      Xapian::MSet::SNIPPET_EMPTY_WITHOUT_MATCH | Xapian::MSet::SNIPPET_BACKGROUND_MODEL;
  const ShownText text(document.text);
  const HitFinder::Passage best = marker.finder.best_passage(text.words(), stem, kSnippetBytes);
  if (best.text.empty()) {
    Fragments found = with_diacritics(document.text, [&](std::string_view bare) {
      return marked_up(marker, bare, kSnippetBytes, stem, kAllWords);
    });
    return has_hit(found) ? found : Fragments();
  }
  if (is_list(best)) {
    Fragments list = list_with_lead(marker, document, text, text.begin_of(best.text), stem);
    if (!list.empty()) return list;
  }
  return marked_passage(marker, text, best, stem);
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

Fragments snippet_of(const Marker& marker, const DocumentData& document, const Xapian::Stem& stem) {
  if (document.nosnippet) return {};
  Fragments found = snippet_of_text(marker, document, stem);
  if (!found.empty()) return on_one_line(std::move(found));
  const std::string described = fold_space(document.description);
  const std::string_view instead =
      described.empty() ? from_first_prose(document.text) : std::string_view(described);
  const std::string_view beginning = beginning_of(instead);
  if (beginning.empty()) return {};
  Fragments fragments = marked_whole(marker, beginning, stem);
  if (beginning.size() < instead.size() && !ends_sentence(beginning) && !fragments.empty())
    add_omission(fragments);
  return on_one_line(std::move(fragments));
}

std::vector<ResultAnnotation> annotations_of(const Marker& marker, const DocumentData& document,
                                             const Xapian::Stem& stem) {
  std::vector<ResultAnnotation> annotations;
  for (const indexer::ShownAnnotation& shown : document.annotations) {
    Fragments text;
    if (marker.finder.has_word(without_diacritics(shown.text), stem)) {
      text = marked_whole(marker, shown.text, stem);
    } else if (!shown.text.empty()) {
      text.push_back({without_marks(shown.text), false});
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

}  // namespace porthole::search
