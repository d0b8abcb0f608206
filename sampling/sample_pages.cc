#include "sampling/sample_pages.h"

#include <algorithm>
#include <optional>
#include <set>
#include <utility>

#include "base/url/url.h"
#include "repository/known_url.h"

namespace porthole::sampling {
namespace {

using sampler::NodeId;

/// Links that a crawl would follow, as Url objects without fragment, each page once.
std::vector<Url> pages_linked(const std::vector<Link>& links, bool nofollow) {
  std::vector<Url> pages;
  std::set<std::string> seen;
  if (nofollow) return pages;
  for (const Link& link : links) {
    if (link.element == Element::kImg || link.has_rel("nofollow")) continue;
    const Result<Url> url = Url::parse(link.url);
    if (!url || !url->is_web()) continue;
    Url page = url->without_fragment();
    if (seen.insert(page.key()).second) pages.push_back(std::move(page));
  }
  return pages;
}

std::string year_of(const Document& document) {
  const std::string& date = document.modified.empty() ? document.published : document.modified;
  const bool has_year = date.size() >= 4 && std::all_of(date.begin(), date.begin() + 4, [](char c) {
                          return c >= '0' && c <= '9';
                        });
  return has_year ? date.substr(0, 4) : "";
}

archive::Capture capture_of(const std::string& href, const gatherer::FetchResponse& response) {
  archive::Capture capture;
  capture.url = href;
  capture.started = response.started;
  capture.took = response.took;
  capture.address = response.address;
  capture.request_head = response.request_head;
  capture.response_head = response.response_head;
  capture.raw_body = response.raw_body.empty() ? response.body : response.raw_body;
  capture.truncated = response.truncated;
  return capture;
}

}  // namespace

Result<std::unique_ptr<SamplePages>> SamplePages::open(const SampleSources& sources) {
  TRY_AS(scope, gatherer::Scope::make(sources.collection.specification()));
  const collection::Agent& agent = sources.collection.specification().agent;
  archive::WarcWriterOptions options;
  options.user_agent = agent.user_agent();
  options.operator_contact = agent.email.empty() ? agent.url : agent.email;
  options.remedy = "draw another sample: --name NAME, or --fresh to throw this one away";
  const ArchiveEnd& end = sources.journal.archive_end();
  auto archive =
      archive::WarcWriter::open(sources.journal.folder() / "archive", options, end.file, end.size);
  if (!archive) return fail(archive.error());
  return std::make_unique<SamplePages>(sources, std::move(*scope), std::move(*archive));
}

SamplePages::SamplePages(const SampleSources& sources, gatherer::Scope scope,
                         std::unique_ptr<archive::WarcWriter> archive)
    : sources_(sources), scope_(std::move(scope)), archive_(std::move(archive)) {}

NodeId SamplePages::number_of(const std::string& href) {
  const Url url = Url::parse(href).value();
  const auto [found, is_new] = numbers_.try_emplace(url.key(), static_cast<NodeId>(hrefs_.size()));
  if (is_new) {
    hrefs_.push_back(url.without_fragment().href());
    keys_.push_back(found->first);
    record_.emplace_back();
  }
  return found->second;
}

const SampledPage* SamplePages::page(NodeId number) const {
  return record_[number].empty() ? nullptr : sources_.journal.find(record_[number]);
}

std::string SamplePages::site_of(NodeId number) const {
  return scope_.site_of(Url::parse(hrefs_[number]).value());
}

sampler::HostId SamplePages::host_of(const std::string& href) {
  const std::string name = Url::parse(href).value().host_and_port();
  const auto [found, is_new] =
      host_numbers_.try_emplace(name, static_cast<sampler::HostId>(hosts_.size()));
  if (is_new) hosts_.push_back(name);
  return found->second;
}

bool SamplePages::is_off_topic_by_url(NodeId number) const {
  if (!sources_.on_topic_only) return false;
  return !sources_.predicate.by_url(Url::parse(hrefs_[number]).value()).value_or(true);
}

Result<bool> SamplePages::provide(const std::vector<NodeId>& wanted) {
  std::vector<NodeId> to_fetch;
  std::vector<SampledPage> read;
  for (const NodeId number : wanted) {
    if (sources_.journal.find(keys_[number]) != nullptr || is_off_topic_by_url(number)) continue;
    TRY_AS(stored, from_repository(number));
    if (*stored != nullptr) {
      read.push_back(std::move(**stored));
    } else {
      to_fetch.push_back(number);
    }
  }
  const Result<void> fetched = fetch(to_fetch, read);
  if (!archived_) return fail(archived_.error());
  for (SampledPage& page : read) {
    TRY(add_in_links(page));
  }
  if (!read.empty()) {
    TRY(archive_->sync());
    const ArchiveEnd end{archive_->file(), archive_->size()};
    TRY(sources_.journal.append(std::move(read), end));
    TRY(archive_->committed());
  }
  if (!fetched) return fail(fetched.error());
  const bool all = std::all_of(wanted.begin(), wanted.end(), [&](NodeId number) {
    return sources_.journal.find(keys_[number]) != nullptr || is_off_topic_by_url(number);
  });
  if (!all) return false;
  for (const NodeId number : wanted) add_to_graph(number);
  return true;
}

Result<std::unique_ptr<SampledPage>> SamplePages::from_repository(NodeId number) {
  if (sources_.repository == nullptr) return nullptr;
  Result<std::optional<repository::UrlRecord>> url =
      sources_.repository->urls().find(keys_[number]);
  if (url && *url && (*url)->alias_of != 0) url = sources_.repository->urls().get((*url)->alias_of);
  if (!url) return fail(url.error());
  if (!*url || (*url)->state != repository::UrlState::kFetched) return nullptr;
  TRY_AS(page, sources_.repository->pages().get((*url)->id));
  const Result<Url> href = Url::parse((*url)->href);
  if (!*page || !href || !href->is_web()) return nullptr;
  Document document = std::move((*page)->document);
  Result<std::vector<repository::LinkRecord>> links =
      sources_.repository->links().out_links((*url)->id);
  if (!links) return fail(links.error());
  for (repository::LinkRecord& link : *links) document.links.push_back(std::move(link.link));
  return std::make_unique<SampledPage>(
      judged(hrefs_[number], href->without_fragment().href(), document));
}

Result<void> SamplePages::open_reader() {
  if (reader_ != nullptr) return {};
  gatherer::PageReaderOptions options;
  options.stop = sources_.stop;
  options.clock = sources_.clock;
  options.why_not = [this](const Url& url) {
    const gatherer::Decision decision = scope_.decide(url);
    return name_of(decision.reason);
  };
  options.answered = [this](const Url& url, const gatherer::FetchResponse& response) {
    answered_.insert(url.href());
    if (!archived_ || response.response_head.empty()) return;
    const auto written = archive_->write(capture_of(url.href(), response));
    if (!written) archived_ = fail(written.error());
  };
  Result<gatherer::PageReader> reader =
      gatherer::PageReader::open(sources_.collection.specification(), options);
  if (!reader) return fail(reader.error());
  reader_ = std::make_unique<gatherer::PageReader>(std::move(*reader));
  // The name of a new archive file is kept before its first capture, so that the next start knows
  // what to cut.
  if (Result<void> begun = archive_->begin(); !begun) return begun;
  if (Result<void> synced = archive_->sync(); !synced) return synced;
  TRY(sources_.journal.append({}, {archive_->file(), archive_->size()}));
  return archive_->committed();
}

Result<void> SamplePages::fetch(const std::vector<NodeId>& wanted,
                                std::vector<SampledPage>& pages) {
  if (wanted.empty()) return {};
  if (Result<void> opened = open_reader(); !opened) return opened;
  std::vector<std::string> urls;
  for (const NodeId number : wanted) urls.push_back(hrefs_[number]);
  answered_.clear();
  return reader_->read(urls, [&](const gatherer::PageRead& read) {
    const std::string& asked = urls[read.index];
    SampledPage page;
    if (read.failure.empty()) {
      page = judged(asked, Url::parse(read.url).value().without_fragment().href(), read.document);
    } else {
      page.asked = asked;
      page.url = asked;
      page.failure = read.failure;
    }
    page.fetched = answered_.contains(asked);  // Not what robots.txt or the scope refused.
    pages.push_back(std::move(page));
    return archived_.has_value();
  });
}

SampledPage SamplePages::judged(const std::string& asked, const std::string& url,
                                const Document& document) const {
  SampledPage page;
  page.asked = asked;
  page.url = url;
  const SampleJudgement judgement = sources_.predicate.judge(Url::parse(url).value(), document);
  page.on_topic = judgement.on_topic;
  page.in_wider = judgement.in_wider;
  page.relevance = judgement.relevance;
  page.topic = judgement.topic;
  const std::vector<Url> links = pages_linked(document.links, document.nofollow);
  page.out_degree = links.size();
  for (const Url& link : links) {
    if (scope_.decide(link).accepted) page.links.push_back(link.href());
  }
  page.language = document.language;
  page.media_type = document.media_type;
  page.year = year_of(document);
  return page;
}

Result<void> SamplePages::add_in_links(SampledPage& page) {
  if (!page.failure.empty()) return {};
  const Url url = Url::parse(page.url).value();
  std::vector<std::string> sources = sources_.link_file.in_links(url.key(), kMostInLinks);
  if (sources_.repository != nullptr) {
    TRY_AS(known, sources_.repository->urls().find(url.key()));
    if (*known) {
      TRY_AS(in_links, sources_.repository->links().in_links((*known)->id));
      for (const repository::InLink& in : *in_links) {
        if (in.link.element != Element::kImg && !in.link.has_rel("nofollow"))
          sources.push_back(in.source_href);
      }
    }
  }
  std::set<std::string> seen;
  for (const std::string& source : sources) {
    if (page.in_links.size() >= kMostInLinks) break;
    const Result<Url> from = Url::parse(source);
    if (!from || !from->is_web() || !scope_.decide(*from).accepted ||
        !seen.insert(from->key()).second)
      continue;
    page.in_links.push_back(from->without_fragment().href());
  }
  return {};
}

void SamplePages::add_to_graph(NodeId number) {
  if (graph_.find(number) != nullptr) return;
  const SampledPage* page = sources_.journal.find(keys_[number]);
  if (page == nullptr || !page->failure.empty()) {
    graph_.add(number, number, {});
    return;
  }
  const NodeId found = number_of(page->url);
  if (graph_.find(found) == nullptr) record_[found] = keys_[number];
  sampler::KnownPage known{true, page->on_topic, page->in_wider, host_of(page->url), {}};
  for (const std::vector<std::string>* list : {&page->links, &page->in_links}) {
    for (const std::string& link : *list) {
      const NodeId other = number_of(link);
      if (other != found) known.links.push_back(other);
    }
  }
  graph_.add(number, found, std::move(known));
}

}  // namespace porthole::sampling
