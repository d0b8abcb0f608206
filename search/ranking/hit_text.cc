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
constexpr const char* kOmission = "\xE2\x80\xA6";
constexpr const char* kBetweenBlocks = " \xC2\xB7 ";

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

// Nothing is added to a text that ends with an omission of its own.
void add_omission(Fragments& fragments) {
  const std::string& last = fragments.back().text;
  if (!last.ends_with(kOmission) && !last.ends_with("...")) fragments.push_back({kOmission, false});
}

// Empty when the text has none of the words.
Fragments snippet_of_text(const Marker& marker, std::string_view text, const Xapian::Stem& stem) {
  constexpr unsigned kAllWords =  // looks up every word
      Xapian::MSet::SNIPPET_EMPTY_WITHOUT_MATCH | Xapian::MSet::SNIPPET_BACKGROUND_MODEL;
  const HitFinder::Passage best = marker.finder.best_passage(text, stem, kSnippetBytes);
  if (best.text.empty()) return marked_up(marker, text, kSnippetBytes, stem, kAllWords);
  Fragments found = marked_up(marker, best.text, best.text.size() + 1, stem, 0);
  if (best.cut_before) found.insert(found.begin(), {kOmission, false});
  if (best.cut_behind && !found.empty()) add_omission(found);
  return found;
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
  Fragments found = with_diacritics(
      document.text, [&](std::string_view text) { return snippet_of_text(marker, text, stem); });
  if (!found.empty()) return on_one_line(std::move(found));
  const std::string instead =
      document.description.empty() ? document.text : fold_space(document.description);
  const std::string_view beginning = beginning_of(instead);
  if (beginning.empty()) return {};
  Fragments fragments = with_diacritics(beginning, [&](std::string_view text) {
    return marked_up(marker, text, text.size() + 1, stem, 0);
  });
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
