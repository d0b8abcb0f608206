#include "summarizer/summarizer.h"

#include <algorithm>
#include <cmath>
#include <iterator>
#include <sstream>
#include <unordered_set>

#include "base/text/empty_phrases.h"
#include "base/text/text.h"
#include "base/url/percent_encode.h"
#include "base/url/site.h"
#include "summarizer/annotations.h"
#include "summarizer/vocabulary.h"

namespace porthole::summarizer {

namespace {

using repository::InLink;
using repository::LinkRecord;
using repository::PageRecord;
using repository::stated_score;
using repository::UrlId;
using repository::UrlRecord;

// Rounded to three decimals: smaller changes do not make a summary stale
// (Repository::put_importance).
double stated_importance(double importance) {
  return std::round(std::clamp(importance, 0.0, 1.0) * 1000) / 1000;
}

Relevance rounded(Relevance relevance) {
  return Relevance(std::round(relevance.value() * 10000) / 10000);
}

std::optional<double> rounded(std::optional<double> score) {
  if (score) *score = stated_score(*score);
  return score;
}

constexpr std::size_t kLongestAnchor = 120;  ///< Bytes, of one that may be a title.

/// Repositories of older versions may hold text that the parser did not clean.
std::string clean(const std::string& text) { return clean_utf8(text); }

std::string_view without_fragment(std::string_view url) { return url.substr(0, url.find('#')); }

/// The URLs, other than its own, that lead to the page: aliases and redirects.
std::vector<std::string> aliases_of(const std::string& href, const std::vector<InLink>& in_links) {
  std::vector<std::string> aliases;
  std::unordered_set<std::string> seen = {href};
  const bool is_member = href.find('#') != std::string::npos;
  for (const InLink& in : in_links) {
    const std::string target(is_member ? in.link.url : without_fragment(in.link.url));
    const bool redirect = in.link.element == Element::kRedirect;
    for (const std::string& url : {target, redirect ? in.source_href : target}) {
      if (!url.empty() && seen.insert(url).second) aliases.push_back(url);
    }
  }
  std::sort(aliases.begin(), aliases.end());
  return aliases;
}

// The server's date counts only where the page states none.
void add_dates(const repository::PageRecord& page, Summary& summary) {
  summary.published = clean(page.document.published);
  summary.modified = clean(page.document.modified);
  if (!summary.published.empty() || !summary.modified.empty()) return;
  const Result<WallTime> time = parse_http_date(page.last_modified);
  if (!time) return;
  summary.modified = format_time(*time);
  summary.properties.push_back({kDateSource, "Last-Modified"});
}

template <class T>
Result<void> append(Result<std::vector<T>> found, std::vector<T>& all) {
  if (!found) return fail(found.error());
  all.insert(all.end(), std::make_move_iterator(found->begin()),
             std::make_move_iterator(found->end()));
  return {};
}

/// The texts of links to the page, the most frequent first.
std::vector<std::string> anchors_of(const PageData& data) {
  std::vector<std::pair<std::string, int>> counts;
  for (const InLink& in : data.in_links) {
    const std::string anchor = fold_space(in.link.anchor);
    if (in.closed != WallTime{} || anchor.empty() || anchor.size() > kLongestAnchor ||
        says_nothing(anchor))
      continue;
    const auto found = std::find_if(counts.begin(), counts.end(),
                                    [&](const auto& one) { return one.first == anchor; });
    if (found != counts.end()) {
      ++found->second;
    } else {
      counts.emplace_back(anchor, 1);
    }
  }
  std::stable_sort(counts.begin(), counts.end(),
                   [](const auto& a, const auto& b) { return a.second > b.second; });
  std::vector<std::string> anchors;
  for (auto& [anchor, count] : counts) anchors.push_back(std::move(anchor));
  return anchors;
}

/// The name of the file that the URL leads to, or its host.
std::string name_in(const std::string& href) {
  std::string_view path = without_fragment(href);
  path = path.substr(0, path.find('?'));
  while (path.ends_with('/')) path.remove_suffix(1);
  return fold_space(clean(percent_decode(path.substr(path.rfind('/') + 1))));
}

std::string title_of(const PageData& data) {
  const Document& document = data.page.document;
  if (!data.is_page) {
    const std::vector<std::string> anchors = anchors_of(data);
    return anchors.empty() ? name_in(data.url.href) : anchors.front();
  }
  if (data.site_titles == nullptr) return document.title;
  TitleCandidates candidates{document.title, {}, {}, {}};
  for (const Property& property : document.properties) {
    if (property.name == kOtherTitle) candidates.other_titles.push_back(property.value);
    if (property.name == "heading") candidates.headings.push_back(property.value);
  }
  candidates.anchors = anchors_of(data);
  return data.site_titles->choose(data.url.id, candidates);
}

/// The blocks of the page, divided into content and the rest.
std::vector<Block> divided_blocks(const PageData& data) {
  std::vector<Block> blocks = data.page.document.blocks;
  if (data.site_template != nullptr) data.site_template->mark(data.url.id, blocks);
  return blocks;
}

/// Divides the text of the page into content and the rest.
void divide_text(const PageData& data, Summary& summary) {
  const Document& document = data.page.document;
  if (document.blocks.empty()) {
    summary.text = clean(document.text);
    return;
  }
  const std::vector<Block> blocks = divided_blocks(data);
  summary.text = clean(text_of_blocks(document.text, blocks, true));
  summary.boilerplate = clean(text_of_blocks(document.text, blocks, false));
}

void add_properties(const Document& document, Summary& summary) {
  if (!document.canonical.empty() && document.canonical != summary.url) {
    summary.properties.push_back({"canonical", document.canonical, PropertyKind::kUri});
  }
  if (document.page_type != PageType::kUnknown)
    summary.properties.push_back({"pageType", page_type_name(document.page_type)});
  for (const Property& property : document.properties) {
    if (is_word_of_summaries(property.name) || property.name == kOtherTitle) continue;
    summary.properties.push_back({property.name, clean(property.value), property.kind});
  }
}

Annotations annotations_by_others(const PageData& data) {
  Annotations by_others;
  for (const InLink& in : data.in_links) {
    by_others.add({in.source_href, in.source_site, rounded(in.source_relevance),
                   rounded(in.source_authority), in.first_seen, in.last_seen, in.closed},
                  in.link);
  }
  by_others.weigh_by_site(data.pages_of_site);
  return by_others;
}

Annotations own_annotations(const PageData& data) {
  Annotations own;
  for (const LinkRecord& out : data.out_links) {
    own.add({.page = out.link.url,
             .site = data.url.site,
             .first_seen = out.first_seen,
             .last_seen = out.last_seen,
             .closed = out.closed},
            out.link);
  }
  own.mark_navigation_if([&](const Annotation& said) {
    return data.site_words != nullptr && data.site_words->has(said.kind, said.text, said.page);
  });
  return own;
}

/// The page that `url` would be, as far as links tell: relevant as the pages that they stand on.
PageRecord described_page(const UrlRecord& url, const std::vector<InLink>& in_links) {
  PageRecord page;
  page.id = url.id;
  std::unordered_map<UrlId, double> annotators;
  for (const InLink& in : in_links) {
    if (in.closed == WallTime{}) annotators[in.source] = in.source_relevance.value();
  }
  double sum = 0;
  for (const auto& [source, relevance] : annotators) sum += relevance;
  if (!annotators.empty()) page.relevance = Relevance(sum / static_cast<double>(annotators.size()));
  if (url.reason == repository::DropReason::kUnsupportedType)
    page.document.media_type = url.detail.substr(0, url.detail.find(';'));
  return page;
}

}  // namespace

Summary make_summary(const PageData& data, const std::string& topic_title) {
  const Document& document = data.page.document;
  Summary summary;
  summary.url = data.url.href;
  summary.title = clean(title_of(data));
  summary.description = clean(document.description);
  summary.language = clean(document.language);
  summary.media_type = clean(document.media_type);
  if (data.is_page) summary.fetched = format_time(data.page.fetched_at);
  add_dates(data.page, summary);
  summary.topic = clean(data.page.topic.empty() ? topic_title : data.page.topic);
  summary.relevance = rounded(data.page.relevance);
  if (data.scores) {
    summary.hub = stated_score(data.scores->hub);
    summary.authority = stated_score(data.scores->authority);
  }
  if (data.page.importance) summary.importance = stated_importance(*data.page.importance);
  summary.nosnippet = data.page.nosnippet;
  summary.noarchive = data.page.noarchive;
  summary.bytes = data.page.bytes;
  summary.digest = data.page.digest;
  divide_text(data, summary);
  summary.resource_class = document.resource_class;
  add_properties(document, summary);
  summary.aliases = aliases_of(summary.url, data.in_links);
  summary.annotations_by_others = annotations_by_others(data).take_most_relevant_first();
  summary.own_annotations = own_annotations(data).take();
  return summary;
}

// Adds the data about the page's own site and the sites that annotate it.
Result<void> SummaryMaker::look_at_sites(PageData& data) {
  if (data.is_page) {
    if (auto looked = look_at_own_site(data); !looked) return looked;
  }
  for (const InLink& in : data.in_links) {
    const auto [place, is_new] = data.pages_of_site.try_emplace(in.source_site);
    if (!is_new) continue;
    TRY_AS(pages, sites_.count(in.source_site));
    place->second = *pages;
  }
  return {};
}

Result<void> SummaryMaker::look_at_own_site(PageData& data) {
  TRY_AS(own, navigation_.words_of(data.url.site));
  data.site_words = *own;
  TRY_AS(site_template, templates_.of(data.url.site));
  data.site_template = *site_template;
  TRY_AS(site_titles, titles_.of(data.url.site));
  data.site_titles = *site_titles;
  return {};
}

Result<std::optional<PageData>> SummaryMaker::load(UrlId id) {
  PageData data;
  TRY_AS(url, repository_.urls().get(id));
  if (!*url) return std::optional<PageData>();
  data.url = std::move(**url);
  TRY_AS(page, repository_.pages().get(id));
  TRY(append(repository_.links().in_links(id), data.in_links));
  if (!*page && data.in_links.empty()) return std::optional<PageData>();
  TRY(append(repository_.links().closed_in_links(id), data.in_links));
  TRY(append(repository_.links().out_links(id), data.out_links));
  TRY(append(repository_.links().closed_out_links(id), data.out_links));
  TRY_AS(scores, repository_.scores().get(id));
  data.scores = *scores;
  data.is_page = page->has_value();
  data.page = *page ? std::move(**page) : described_page(data.url, data.in_links);
  TRY(look_at_sites(data));
  return std::optional<PageData>(std::move(data));
}

Result<std::optional<Summary>> SummaryMaker::make(UrlId page) {
  TRY_AS(data, load(page));
  if (!*data) return std::optional<Summary>();
  return std::optional<Summary>(make_summary(**data, topic_title_));
}

Result<std::optional<PageContent>> SummaryMaker::read(UrlId page) {
  TRY_AS(data, load(page));
  if (!*data) return std::optional<PageContent>();
  PageContent read;
  read.summary = make_summary(**data, topic_title_);
  const std::vector<Block> blocks = divided_blocks(**data);
  if (blocks.empty()) {
    read.content = parts_of_lines(read.summary.text);
    return std::optional<PageContent>(std::move(read));
  }
  const std::string& text = (*data)->page.document.text;
  read.content = parts_of(text, blocks, true);
  read.boilerplate = parts_of(text, blocks, false);
  return std::optional<PageContent>(std::move(read));
}

Result<std::vector<SummaryChange>> RepositorySummaries::changes_after(std::int64_t after,
                                                                      int limit) {
  return repository_.summaries().after(after, limit);
}

Result<std::optional<Summary>> RepositorySummaries::summary_of(const std::string& url) {
  TRY_AS(known, repository_.urls().find(key_of_page(url)));
  if (!*known) return std::optional<Summary>();
  const repository::UrlId page = (*known)->id;
  TRY_AS(is_there, repository_.summaries().has(page));
  return *is_there ? maker_.make(page) : std::optional<Summary>();
}

Result<std::string> RepositorySummaries::revision() {
  TRY_AS(run, repository_.crawl().last_run());
  TRY_AS(serial, repository_.summaries().last_serial());
  std::int64_t id = 0;
  WallTime started{};
  if (*run) {
    id = (*run)->id;
    started = (*run)->started;
  }
  return std::to_string(id) + ' ' + std::to_string(started.time_since_epoch().count()) + ' ' +
         std::to_string(*serial);
}

Result<bool> RepositorySummaries::had_revision(const std::string& revision) {
  std::int64_t id = 0;
  std::int64_t started = 0;
  std::int64_t serial = 0;
  std::istringstream fields(revision);
  if (!(fields >> id >> started >> serial)) return false;
  TRY_AS(last, repository_.summaries().last_serial());
  if (*last < serial) return false;
  if (id == 0) return true;
  TRY_AS(begun, repository_.crawl().run_start(id));
  return *begun && (*begun)->time_since_epoch().count() == started;
}

}  // namespace porthole::summarizer
