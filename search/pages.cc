#include "search/pages.h"

#include <algorithm>

#include "base/text.h"
#include "base/url.h"
#include "search/page_data.h"
#include "search/parameters.h"
#include "search/web_files.h"

namespace porthole::search {
namespace {

namespace mustache = kainjow::mustache;

constexpr std::size_t kPathShown = 90;  // bytes

data fragments_data(const Fragments& fragments) {
  data list(data::type::list);
  for (const Fragment& fragment : fragments) {
    data piece;
    piece.set("text", fragment.text);
    piece.set("hit", fragment.hit);
    list.push_back(piece);
  }
  return list_or_nothing(std::move(list));
}

data annotation_data(const ResultAnnotation& annotation) {
  data values;
  values.set("text", fragments_data(annotation.text));
  values.set("kind", std::string(annotation_kind_name(annotation.kind)));
  set_url(values, annotation.annotator);
  return values;
}

data hit_data(const Hit& hit, const std::string& query) {
  constexpr std::size_t kAnnotationsOnPage = 2;
  data values;
  set_url(values, hit.url);
  values.set("title", hit.title.empty() ? hit.url : hit.title);
  values.set("snippet", fragments_data(hit.snippet));
  values.set("language", hit.language);
  values.set("details", "/page?url=" + encode_parameter(hit.url) + "&q=" + encode_parameter(query));
  data annotations(data::type::list);
  for (std::size_t i = 0; i < std::min(hit.annotations.size(), kAnnotationsOnPage); ++i) {
    annotations.push_back(annotation_data(hit.annotations[i]));
  }
  values.set("said", list_or_nothing(std::move(annotations)));
  if (hit.annotators > 1) values.set("sites", with_commas(hit.annotators));
  return values;
}

std::string search_link(const std::string& query, int from, int size) {
  return "/search?q=" + encode_parameter(query) + "&from=" + std::to_string(from) +
         "&size=" + std::to_string(size);
}

std::string count_sentence(const Results& results) {
  if (results.estimated == 1) return "One page";
  const std::string count = with_commas(results.estimated) + " pages";
  return results.estimated >= 1000 ? "About " + count : count;
}

void set_pager(data& values, const Results& results) {
  const int shown = static_cast<int>(results.hits.size());
  if (results.from > 0) {
    values.set("previous", search_link(results.query, std::max(0, results.from - results.size), results.size));
  }
  if (results.from + shown < results.estimated && shown == results.size) {
    values.set("next", search_link(results.query, results.from + results.size, results.size));
  }
}

std::string no_page(std::int64_t documents, const std::string& has) {
  if (documents == 1) return "The only page gathered here has not " + has + ".";
  return "None of the " + with_commas(documents) + " pages gathered here has " + has + ".";
}

// Why there is nothing, in the order in which a reader would ask.
void set_reason(data& values, const Results& results) {
  if (results.documents == 0) {
    values.set("reason", "The index is empty: nothing has been gathered and indexed yet.");
  } else if (results.from > 0) {
    values.set("reason", "There are no results this far down.");
  } else if (results.query.find(':') != std::string::npos) {
    values.set("reason", no_page(results.documents, "these words where the query asks for them"));
  } else {
    values.set("reason", no_page(results.documents, "these words"));
  }
}

std::string as_sentence(std::string text) {
  if (!text.empty() && text[0] >= 'a' && text[0] <= 'z') text[0] = static_cast<char>(text[0] - 'a' + 'A');
  return text;
}

}  // namespace

data list_or_nothing(data list) {
  if (list.is_empty_list()) return data(false);
  return list;
}

void set_url(data& values, const std::string& text) {
  const Result<Url> url = Url::parse(text);
  if (!url || !url->is_web()) {
    values.set("host", std::string(cut(text, kPathShown)));
    values.set("href", false);  // said, so that the template does not look further out
    values.set("path", "");
    return;
  }
  values.set("href", url->href());
  values.set("host", url->host_and_port());
  const std::string target = url->request_target();
  const std::string_view shown = cut(target, kPathShown);
  values.set("path", std::string(shown) + (shown.size() < target.size() ? "\xE2\x80\xA6" : ""));
}

std::string render(std::string_view content, const Frame& frame, data values) {
  const auto part = [](std::string_view name) {
    return mustache::partial([name] { return std::string(web_file(name)); });
  };
  if (values.get("collections") == nullptr) values.set("collections", frame.collections);
  values.set("documents", data(false));
  if (frame.documents) values.set("documents", counted(*frame.documents, "page"));
  values.set("content", part(content));
  values.set("form", part("form.html"));
  mustache::mustache page{std::string(web_file("frame.html"))};
  return page.render(values);
}

std::string home_page(const Frame& frame) {
  data values;
  values.set("home", true);
  values.set("some", frame.documents.value_or(0) > 0);
  return render("home.html", frame, std::move(values));
}

std::string results_page(const Frame& frame, const Results& results) {
  data values;
  values.set("query", results.query);
  values.set("heading", results.query);
  data hits(data::type::list);
  for (const Hit& hit : results.hits) hits.push_back(hit_data(hit, results.query));
  values.set("hits", list_or_nothing(std::move(hits)));
  data notes(data::type::list);
  for (const std::string& note : results.notes) notes.push_back(data("note", note));
  values.set("notes", list_or_nothing(std::move(notes)));
  values.set("count", count_sentence(results));
  values.set("start", std::to_string(results.from + 1));
  if (!results.corrected.empty()) {
    values.set("corrected", results.corrected);
    values.set("corrected_link", search_link(results.corrected, 0, results.size));
  }
  if (results.from > 0) values.set("page_number", std::to_string(results.from / results.size + 1));
  if (results.hits.empty()) set_reason(values, results);
  set_pager(values, results);
  return render("results.html", frame, std::move(values));
}

std::string help_page(const Frame& frame) {
  data values;
  values.set("heading", "How to search");
  return render("help.html", frame, std::move(values));
}

std::string query_error_page(const Frame& frame, const std::string& query, const Error& error) {
  data values;
  values.set("query", query);
  values.set("heading", query);
  values.set("text", as_sentence(error.message));
  values.set("hint", as_sentence(error.hint));
  return render("query_error.html", frame, std::move(values));
}

std::string message_page(const Frame& frame, std::string_view heading, std::string_view text) {
  data values;
  values.set("heading", std::string(heading));
  values.set("text", std::string(text));
  return render("message.html", frame, std::move(values));
}

std::string opensearch_description(const Frame& frame, std::string_view origin) {
  data values;
  values.set("collections", std::string(cut(frame.collections, 40)));
  values.set("origin", std::string(origin));
  mustache::mustache page{std::string(web_file("opensearch.xml"))};
  return page.render(values);
}

}  // namespace porthole::search
