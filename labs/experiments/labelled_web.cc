#include "labs/experiments/labelled_web.h"

#include <algorithm>
#include <cmath>
#include <fstream>
#include <map>
#include <utility>

#include "base/text/text.h"
#include "base/url/url.h"
#include "labs/experiments/known_web.h"
#include "topics/classify/model_bytes.h"

namespace porthole::labs {
namespace {

constexpr std::string_view kWebMagic = "PHLW0001";

std::string_view without_scheme(std::string_view url) {
  const std::size_t scheme = url.find("://");
  return scheme == std::string_view::npos ? url : url.substr(scheme + 3);
}

std::string domain_of_url(const std::string& href) {
  const Result<Url> url = Url::parse(href);
  return url ? registrable_domain(url->host()) : std::string();
}

}  // namespace

Result<TopicsByUrl> TopicsByUrl::read(const std::filesystem::path& file) {
  std::ifstream in(file);
  if (!in) return fail(ErrorCode::kNotFound, "cannot read " + file.string());
  TopicsByUrl topics;
  std::string line;
  for (int number = 1; std::getline(in, line); ++number) {
    if (line.empty() || line.front() == '#') continue;
    const std::vector<std::string_view> columns = split(line, '\t');
    if (columns.size() < 2) {
      return fail(Error{ErrorCode::kInvalid, "expected a URL and its topic", file.string(), number,
                        0, "separate them by a tab"});
    }
    topics.add(columns[0], columns[1]);
  }
  return topics;
}

void TopicsByUrl::add(std::string_view url, std::string_view topic) {
  topics_.insert_or_assign(std::string(without_scheme(url)), std::string(topic));
}

const std::string& TopicsByUrl::of(std::string_view url) const {
  static const std::string kNone;
  std::string name(without_scheme(url));
  while (!name.empty()) {
    if (const auto found = topics_.find(name); found != topics_.end()) return found->second;
    name.pop_back();
    name.erase(name.find_last_of('/') + 1);
  }
  return kNone;
}

Result<LabelledWeb> LabelledWeb::read(repository::Repository& repository,
                                      const gatherer::ImportanceLabels& labels,
                                      const TopicsByUrl& topics) {
  LabelledWeb web;
  web.labels = labels.says();
  std::vector<repository::UrlId> ids;
  std::vector<topics::TermCounts> terms;
  auto known =
      KnownWeb::read(repository, [&](const repository::PageRecord& record, KnownWeb::Page& page) {
        const Result<Url> url = Url::parse(page.url);
        Page& kept = web.pages.emplace_back();
        kept.url = page.url;
        kept.site = page.site;
        kept.topic = topics.of(page.url);
        kept.label = url ? labels.of(*url).value_or(0) : 0;
        ids.push_back(record.id);
        terms.push_back(topics::count_terms(record.document.title, record.document.description,
                                            record.document.text));
      });
  if (!known) return fail(known.error());
  const topics::Rarity rarity = topics::Rarity::of(terms);
  std::size_t at = 0;
  Result<void> done;
  repository::Pages::Filter filter;
  filter.with_text = true;
  TRY_AS(read,
         repository.pages().for_each(filter, [&](const repository::UrlRecord&,
                                                 const repository::PageRecord& record, auto, auto) {
           if (record.duplicate_of != 0) return true;
           auto records = repository.links().out_links(ids[at]);
           if (!records) {
             done = fail(records.error());
             return false;
           }
           std::vector<Link> links;
           for (repository::LinkRecord& link : *records) links.push_back(std::move(link.link));
           Page& page = web.pages[at];
           const auto domain = labels.domains().find(domain_of_url(page.url));
           page.traits = topics::traits_of(
               {.url = page.url, .text = record.document.text, .links = links, .terms = terms[at]},
               rarity, domain == labels.domains().end() ? 0 : domain->second);
           page.terms = std::move(terms[at++]);
           return true;
         }));
  if (!done) return fail(done.error());
  for (std::size_t i = 0; i < web.pages.size(); ++i)
    web.out.push_back(known->out(static_cast<sampler::NodeId>(i)));
  return web;
}

std::string LabelledWeb::bytes() const {
  topics::ByteWriter out_bytes;
  out_bytes.put_text(labels);
  out_bytes.put(static_cast<std::uint64_t>(pages.size()));
  for (std::size_t i = 0; i < pages.size(); ++i) {
    const Page& page = pages[i];
    for (const std::string* text : {&page.url, &page.site, &page.topic}) out_bytes.put_text(*text);
    out_bytes.put(static_cast<std::uint64_t>(page.terms.size()));
    for (const topics::TermCount& term : page.terms) {
      out_bytes.put(term.term);
      out_bytes.put(term.count);
    }
    for (const double trait : page.traits) out_bytes.put(trait);
    out_bytes.put(page.label);
    out_bytes.put_list(out[i]);
  }
  return std::string(kWebMagic) + out_bytes.take();
}

Result<LabelledWeb> LabelledWeb::from_bytes(std::string_view bytes) {
  LabelledWeb web;
  topics::ByteReader in(bytes.substr(std::min(bytes.size(), kWebMagic.size())));
  web.labels = in.take_text();
  for (std::size_t left = in.take_size(sizeof(double)); left > 0 && in.is_good(); --left) {
    Page& page = web.pages.emplace_back();
    for (std::string* text : {&page.url, &page.site, &page.topic}) *text = in.take_text();
    page.terms.resize(in.take_size(sizeof(topics::TermCount)));
    for (topics::TermCount& term : page.terms) {
      term.term = in.take<topics::TermHash>();
      term.count = in.take<std::uint32_t>();
    }
    for (double& trait : page.traits) trait = in.take<double>();
    page.label = in.take<double>();
    web.out.push_back(in.take_list<sampler::NodeId>());
  }
  const bool leads_out = std::any_of(web.out.begin(), web.out.end(), [&](const auto& links) {
    return std::any_of(links.begin(), links.end(),
                       [&](sampler::NodeId id) { return id >= web.pages.size(); });
  });
  if (!bytes.starts_with(kWebMagic) || !in.is_good() || !in.is_at_end() || leads_out) {
    return fail(ErrorCode::kInvalid, "this is not a labelled web, or it is damaged",
                "read the collection again");
  }
  return web;
}

}  // namespace porthole::labs
