#include "search/site/pages.h"

#include <algorithm>
#include <map>

#include "base/text/text.h"
#include "base/url/percent_encode.h"
#include "base/url/url.h"
#include "search/presentation/site_mark.h"
#include "search/presentation/value_words.h"
#include "search/site/page_data.h"
#include "search/site/web_files.h"

namespace porthole::search {
namespace {

namespace mustache = kainjow::mustache;

constexpr std::size_t kPathShown = 90;  // bytes

void replace_all(std::string& text, std::string_view old, std::string_view with) {
  for (std::size_t at = text.find(old); at != std::string::npos;
       at = text.find(old, at + with.size())) {
    text.replace(at, old.size(), with);
  }
}

/// The frame with `content` in it, parsed once per thread: a template keeps state while it is
/// rendered, and the library parses partials each time.
mustache::mustache& page_template(std::string_view content) {
  thread_local std::map<std::string, mustache::mustache, std::less<>> templates;
  const auto known = templates.find(content);
  if (known != templates.end()) return known->second;
  std::string text(web_file("frame.html"));
  replace_all(text, "{{> content}}", web_file(content));
  replace_all(text, "{{> form}}", web_file("form.html"));
  replace_all(text, "{{> facet}}", web_file("facet.html"));
  replace_all(text, "{{> quotes}}", web_file("quotes.html"));
  replace_all(text, "{{> value}}", web_file("value.html"));
  replace_all(text, "{{> part}}", web_file("part.html"));
  return templates.emplace(std::string(content), mustache::mustache(text)).first->second;
}

std::string without_quotes(std::string text) {
  std::replace(text.begin(), text.end(), '"', ' ');
  return text;
}

}  // namespace

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

data text_or_nothing(const std::string& text) {
  if (text.empty()) return data(false);
  return data(text);
}

data list_or_nothing(data list) {
  if (list.is_empty_list()) return data(false);
  return list;
}

namespace {

const std::vector<std::string>& folders_of(const Frame* frame) {
  static const std::vector<std::string> none;
  return frame == nullptr ? none : frame->folders;
}

/// For a URL that a browser cannot open.
void set_other_url(data& values, const std::string& text, const Frame* frame) {
  const std::string site = other_site(text, folders_of(frame));
  values.set("host", std::string(cut(site, kPathShown)));
  std::string path;
  for (const std::string& crumb : breadcrumbs(text, folders_of(frame))) path += "/" + crumb;
  values.set("path", path);
  if (frame != nullptr && frame->gives_files) {
    values.set("href", "/file?url=" + encode_parameter(text));
  } else {
    values.set("href", false);  // set, so that mustache does not look it up in the outer context
  }
}

}  // namespace

void set_url(data& values, const std::string& text, const Frame* frame) {
  const Result<Url> url = Url::parse(text);
  if (!url || !url->is_web()) return set_other_url(values, text, frame);
  values.set("href", url->href());
  values.set("host", url->host_and_port());
  const std::string target = url->request_target();
  const std::string_view shown = cut(target, kPathShown);
  values.set("path", std::string(shown) + (shown.size() < target.size() ? "\xE2\x80\xA6" : ""));
}

void set_site_mark(data& values, const std::string& url, const Frame* frame) {
  const std::string* host = values.get("host") != nullptr && values.get("host")->is_string()
                                ? &values.get("host")->string_value()
                                : nullptr;
  values.set("letter", text_or_nothing(host == nullptr ? "" : site_letter(*host)));
  values.set("colour", std::to_string(host == nullptr ? 0 : letter_colour(*host)));
  values["crumbs"] = crumbs_data(breadcrumbs(url, folders_of(frame)));
}

data crumbs_data(const std::vector<std::string>& crumbs) {
  data list(data::type::list);
  for (const std::string& crumb : crumbs) list.push_back(data("crumb", crumb));
  return list_or_nothing(std::move(list));
}

namespace {

/// "?collection=cycling", or "" where all are searched.
std::string collection_parameter(const Frame& frame) {
  return frame.chosen.empty() ? "" : "?collection=" + encode_parameter(frame.chosen);
}

void set_size(data& values, const Frame& frame) {
  values.set("pages_here", data(false));
  values.set("crawled", data(false));
  if (frame.overview == nullptr) return;
  const Holdings& holdings = frame.overview->holdings;
  values.set("pages_here", counted(holdings.pages, "page"));
  values.set("sites_here",
             text_or_nothing(holdings.sites > 0 ? counted(holdings.sites, "site") : ""));
  if (!frame.overview->crawled) return;
  const std::string time = format_time(*frame.overview->crawled);
  values.set("crawled", time.substr(0, 10));
  values.set("crawled_in_words", day_in_words(time));
}

}  // namespace

std::string render(std::string_view content, const Frame& frame, data values) {
  values.set("brand", frame.title);
  values.set("description_of_all", text_or_nothing(frame.description));
  values.set("about", text_or_nothing(frame.about));
  values.set("of_collection", collection_parameter(frame));
  if (values.get("query") == nullptr) values.set("query", frame.query);
  if (frame.all.size() > 1) {
    data choices(data::type::list);
    for (const Frame::Choice& one : frame.all) {
      data choice;
      choice.set("name", one.name);
      choice.set("title", one.title);
      choice.set("is_chosen", one.name == frame.chosen);
      choices.push_back(choice);
    }
    values.set("choices", choices);
    values.set("has_choices", true);
  }
  set_size(values, frame);
  return page_template(content).render(values);
}

std::string suggestions_page(const Frame& frame, const Completions& completions) {
  data values;
  values.set("query", completions.query);
  values.set("heading", completions.query);
  const std::string collection =
      frame.chosen.empty() ? "" : "&collection=" + encode_parameter(frame.chosen);
  data list(data::type::list);
  for (const Completion& one : completions.list) {
    data suggestion;
    suggestion.set("query", one.query);
    const bool goes_on = one.kind == CompletionKind::kField;  // the value is still missing
    suggestion.set("link", (goes_on ? "/suggest?q=" : "/search?q=") + encode_parameter(one.query) +
                               collection);
    suggestion.set("meaning", one.pages ? counted(*one.pages, "page") : one.meaning);
    list.push_back(suggestion);
  }
  values.set("list", list_or_nothing(std::move(list)));
  return render("suggest.html", frame, std::move(values));
}

std::string help_page(const Frame& frame) {
  data values;
  values.set("heading", "How to search");
  return render("help.html", frame, std::move(values));
}

std::string query_error_page(const Frame& frame, const SearchLinks& links, const Error& error,
                             const std::vector<std::string>& corrected) {
  data values;
  values.set("heading", frame.query);
  values.set("text", as_sentence(error.message));
  data list(data::type::list);
  for (const std::string& query : corrected) {
    data one;
    one.set("query", query);
    one.set("link", links.to(query));
    one.set("is_other", &query != &corrected.front());
    list.push_back(one);
  }
  values.set("is_corrected", !corrected.empty());
  values["corrected"] = list_or_nothing(std::move(list));
  values.set("as_words", links.to("\"" + without_quotes(frame.query) + "\""));
  return render("query_error.html", frame, std::move(values));
}

std::string message_page(const Frame& frame, std::string_view heading, std::string_view text,
                         const std::vector<MessageLink>& links) {
  data values;
  values.set("heading", std::string(heading));
  values.set("text", std::string(text));
  data list(data::type::list);
  for (const MessageLink& one : links) {
    data way;
    way.set("text", one.text);
    way.set("link", one.link);
    list.push_back(way);
  }
  values["ways"] = list_or_nothing(std::move(list));
  return render("message.html", frame, std::move(values));
}

std::string opensearch_description(const Frame& frame, std::string_view origin) {
  data values;
  constexpr std::size_t kShortName = 16;  // characters, by the specification of OpenSearch
  values.set("short_name", std::string(cut(frame.title, kShortName)));
  values.set("description",
             frame.description.empty() ? "Search in " + frame.title : frame.description);
  values.set("origin", std::string(origin));
  mustache::mustache page{std::string(web_file("opensearch.xml"))};
  return page.render(values);
}

}  // namespace porthole::search
