#include "search/ranking/hit_text.h"

#include <algorithm>
#include <string>
#include <string_view>

#include "base/text/diacritics.h"
#include "base/text/text.h"
#include "search/ranking/snippet.h"

namespace porthole::search {
namespace {

using indexer::DocumentData;

constexpr std::size_t kSnippetBytes = 260;
constexpr const char* kOmission = "\xE2\x80\xA6";

Fragments marked_up(const Marker& marker, std::string_view text, std::size_t bytes,
                    const Xapian::Stem& stem, unsigned flags) {
  const std::string marked = marker.matches.snippet(
      without_marks(text), bytes, stem, flags | Xapian::MSet::SNIPPET_CJK_NGRAM,
      std::string(kHitBegin), std::string(kHitEnd), kOmission);
  return read_marked(marked);
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

// Empty when the text has none of the words.
Fragments snippet_of_text(const Marker& marker, std::string_view text, const Xapian::Stem& stem) {
  constexpr unsigned kHits = Xapian::MSet::SNIPPET_EMPTY_WITHOUT_MATCH;
  constexpr unsigned kAllWords =
      kHits | Xapian::MSet::SNIPPET_BACKGROUND_MODEL;  // looks up every word
  const std::string_view stretch = marker.finder.best_stretch(text, stem);
  if (stretch.size() == text.size()) return marked_up(marker, text, kSnippetBytes, stem, kAllWords);
  Fragments found = marked_up(marker, stretch, kSnippetBytes, stem, kHits);
  if (found.empty()) return marked_up(marker, text, kSnippetBytes, stem, kAllWords);
  const bool cut_before = stretch.data() != text.data();
  const bool cut_behind = stretch.data() + stretch.size() != text.data() + text.size();
  if (cut_before && !found.front().text.starts_with(kOmission))
    found.insert(found.begin(), {kOmission, false});
  if (cut_behind && !found.back().text.ends_with(kOmission)) found.push_back({kOmission, false});
  return found;
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
  Fragments found = with_diacritics(
      document.text, [&](std::string_view text) { return snippet_of_text(marker, text, stem); });
  if (!found.empty()) return found;
  const std::string instead =
      document.description.empty() ? document.text : fold_space(document.description);
  const std::string_view beginning = cut(instead, kSnippetBytes);
  if (beginning.empty()) return {};
  Fragments fragments = with_diacritics(beginning, [&](std::string_view text) {
    return marked_up(marker, text, kSnippetBytes, stem, 0);
  });
  if (beginning.size() < instead.size()) fragments.push_back({kOmission, false});
  return fragments;
}

std::vector<ResultAnnotation> annotations_of(const Marker& marker, const DocumentData& document,
                                             const Xapian::Stem& stem) {
  std::vector<ResultAnnotation> annotations;
  for (const indexer::ShownAnnotation& shown : document.annotations) {
    Fragments text;
    if (marker.finder.has_word(without_diacritics(shown.text), stem)) {
      text = with_diacritics(shown.text, [&](std::string_view bare) {
        return marked_up(marker, bare, bare.size() + 1, stem, 0);
      });
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
