#include "porthole/show/results.h"

#include <algorithm>
#include <iostream>

#include "base/link.h"
#include "porthole/output.h"
#include "search/ranking/hit_text.h"

namespace porthole::cli {
namespace {

std::string styled(const std::string& text, const char* style) {
  return may_emphasize() ? style + text + "\033[0m" : text;
}
std::string bold(const std::string& text) { return styled(text, "\033[1m"); }

std::string shown(const search::Fragments& fragments) {
  std::string out;
  for (const search::Fragment& fragment : fragments) {
    const std::string text = printable(fragment.text);
    out += fragment.hit ? bold(text) : text;
  }
  std::replace(out.begin(), out.end(), '\n', ' ');
  return out;
}

void print_explanation(const search::Hit& hit) {
  if (hit.explanation.empty()) return;
  std::cout << "   score " << hit.score << '\n';
  for (const search::ScorePart& part : hit.explanation) {
    std::cout << "     " << part.weight << "  " << part.kind << (part.words.empty() ? "" : ": ")
              << printable(part.words) << '\n';
  }
}

void print_hit(const search::Hit& hit) {
  const std::string title = printable(search::shown_title(hit.title, hit.url));
  std::cout << '\n' << hit.rank << ". " << bold(title) << "\n   " << printable(hit.url) << '\n';
  const std::string snippet = shown(hit.snippet);
  if (hit.off_topic) std::cout << "   off topic\n";
  if (hit.described) std::cout << "   not read: known by links\n";
  if (!hit.published.empty()) {
    std::cout << "   " << printable(hit.published.substr(0, 10)) << '\n';
  } else if (!hit.modified.empty()) {
    std::cout << (hit.date_is_of_server() ? "   file of " : "   changed ")
              << printable(hit.modified.substr(0, 10)) << '\n';
  }
  if (!snippet.empty()) std::cout << "   " << snippet << '\n';
  if (const search::ResultAnnotation* said = search::quote_of(hit))
    std::cout << "   \"" << shown(said->text) << "\" (" << annotation_kind_name(said->kind) << ", "
              << printable(said->annotator) << ")\n";
  for (const std::string& same : hit.duplicates)
    std::cout << "   nearly the same: " << printable(same) << '\n';
  if (hit.more_from_site > 0)
    std::cout << "   more from " << printable(hit.site) << ": site:" << printable(hit.site) << '\n';
  print_explanation(hit);
  if (hit.annotators > 1)
    std::cout << "   " << with_commas(hit.annotators) << " sites say something about it\n";
}

void print_facets(const search::Results& results) {
  for (const search::FacetCounts& facet : results.facets) {
    std::cout << '\n' << bold(facet.name + ":") << '\n';
    for (const search::FacetValue& one : facet.values) {
      std::cout << "    " << printable(one.query) << "  " << counted(one.pages, "page") << '\n';
    }
  }
}

void print_off_topic(const search::Results& results) {
  if (results.off_topic == 0) return;
  std::cout << "\nalso " << (results.off_topic >= 1000 ? "about " : "")
            << counted(results.off_topic, "page") << " off topic: --all\n";
}

std::string nothing_found(const search::Results& results) {
  if (results.documents == 0)
    return "the index is empty: nothing has been gathered and indexed yet";
  if (results.asks_nothing) return "the query has no searchable words";
  const bool far = results.from > 0;
  if (results.documents == 1)
    return far ? "the only page is not that far down" : "the only page does not have this";
  return "none of the " + with_commas(results.documents) +
         (far ? " pages is that far down" : " pages has this");
}

}  // namespace

void show_fields(const std::vector<search::FieldListing>& fields) {
  for (const search::FieldListing& listing : fields) {
    std::cout << bold(listing.field.name + ":") << "  " << printable(listing.field.meaning) << '\n';
    for (const search::FieldValue& one : listing.values) {
      std::cout << "    " << printable(search::field_query(listing.field.name, one.value)) << "  "
                << counted(one.pages, "page") << '\n';
    }
  }
}

void show_results(const search::Results& results) {
  for (const std::string& note : results.notes) std::cout << printable(note) << '\n';
  if (!results.corrected.empty())
    std::cout << "did you mean: " << printable(results.corrected) << '\n';
  if (!results.instead_of.empty()) {
    std::cout << "no page has " << printable(results.instead_of) << "; these have "
              << printable(results.query) << " (--as-written does not correct)\n";
  }
  if (results.hits.empty()) {
    std::cout << nothing_found(results) << '\n';
    for (const search::PartCount& one : results.parts) {
      std::cout << "  " << printable(one.part) << ": "
                << (one.pages == 0 ? "no page" : counted(one.pages, "page")) << '\n';
    }
    for (const std::string& field : results.fields)
      std::cout << "values of " << field << ": --fields " << field << '\n';
    print_off_topic(results);
    return;
  }
  std::cout << results.hits.front().rank << " to " << results.hits.back().rank << " of "
            << (results.estimated >= 1000 ? "about " : "") << counted(results.estimated, "page");
  if (results.left_out > 0) std::cout << ", at most " << results.per_site << " of a site";
  if (results.folded > 0)
    std::cout << ", " << with_commas(results.folded) << " nearly the same as another";
  std::cout << '\n';
  for (const search::Hit& hit : results.hits) print_hit(hit);
  print_facets(results);
  print_off_topic(results);
}

}  // namespace porthole::cli
