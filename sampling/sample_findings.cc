#include "sampling/sample_findings.h"

#include <algorithm>
#include <cmath>
#include <functional>
#include <map>
#include <set>
#include <unordered_set>
#include <utility>

#include "base/url/url.h"
#include "collection/seed_list.h"
#include "gatherer/judge/judge_again.h"
#include "sampler/hash_rng.h"

namespace porthole::sampling {
namespace {

using sampler::NodeId;

constexpr std::size_t kMostValuesShown = 12;
constexpr std::uint64_t kLinksStream = std::uint64_t{1} << 49;

/// "org" for docs.example.org; "address" for an IP.
std::string top_level_domain(const std::string& href) {
  const Result<Url> url = Url::parse(href);
  if (!url) return "none";
  if (url->host_is_address()) return "address";
  const std::string_view host = url->host();
  return std::string(host.substr(host.find_last_of('.') + 1));
}

std::string or_unknown(const std::string& value) { return value.empty() ? kUnknownValue : value; }

class Findings {
 public:
  Findings(SampleReport& report, const SampleSources& sources, SamplePages& pages,
           const SampleOptions& options)
      : report_(report),
        sources_(sources),
        pages_(pages),
        options_(options),
        seed_(options.walk.region.random_seed) {}

  void add_statistics() {
    if (report_.sample.pages.empty()) return;
    std::vector<double> degrees;
    for (const NodeId page : report_.sample.pages)
      degrees.push_back(static_cast<double>(pages_.page(page)->out_degree));
    report_.numbers.push_back({"out_degree", sampler::median_interval(degrees)});
    add_on_topic_links();
    add_shares("out_degrees",
               [](const SampledPage& page) { return sampler::bin_of(page.out_degree); });
    add_shares("domains", [](const SampledPage& page) { return top_level_domain(page.url); });
    add_shares("topics", [](const SampledPage& page) { return or_unknown(page.topic); });
    add_shares("languages", [](const SampledPage& page) { return or_unknown(page.language); });
    add_shares("formats", [](const SampledPage& page) { return or_unknown(page.media_type); });
    add_shares("years", [](const SampledPage& page) { return or_unknown(page.year); });
    std::vector<std::string> sites;
    for (const NodeId page : report_.sample.pages) sites.push_back(pages_.site_of(page));
    add_shares("sites", std::move(sites));
  }

  Result<void> add_recall() {
    if (sources_.repository == nullptr || report_.sample.pages.empty()) return {};
    if (Result<void> read = read_crawl(); !read) return read;
    std::vector<sampler::Recaptured> recaptured;
    for (const NodeId page : report_.sample.pages) {
      recaptured.push_back(
          {crawled_.contains(pages_.key(page)), sites_.contains(pages_.site_of(page))});
    }
    report_.recall = sampler::estimate_recall(recaptured, crawled_pages_);
    return {};
  }

  Result<void> compare_with_list() {
    if (options_.list.empty()) return {};
    TRY_AS(lines, collection::read_seed_file(options_.list));
    std::unordered_set<std::string> keys;
    sampler::Counts domains_of_list, domains_of_sample;
    for (const collection::Seed& line : *lines) {
      const Result<Url> url = Url::parse(line.url);
      const bool has_more = line.url.find_first_of(" \t") != std::string::npos;
      if (!url || !url->is_web() || has_more) {
        return fail({ErrorCode::kInvalid,
                     line.url + " is not an http or https URL and nothing else", line.file,
                     line.line, 0, "the list has a URL a line; # begins a comment"});
      }
      if (keys.insert(url->key()).second) ++domains_of_list[top_level_domain(line.url)];
    }
    std::size_t missing = 0;
    for (const NodeId page : report_.sample.pages) {
      if (!keys.contains(pages_.key(page))) ++missing;
      ++domains_of_sample[top_level_domain(pages_.href(page))];
    }
    report_.list = ListComparison{options_.list, keys.size(),
                                  sampler::share_interval(missing, report_.sample.pages.size()),
                                  sampler::homogeneity(domains_of_sample, domains_of_list)};
    return {};
  }

 private:
  void add_shares(std::string name, std::vector<std::string> values) {
    SharesOf shares;
    shares.name = std::move(name);
    shares.values = std::set<std::string>(values.begin(), values.end()).size();
    shares.shares = sampler::shares_of(values, kMostValuesShown, seed_);
    report_.shares.push_back(std::move(shares));
  }

  void add_shares(std::string name,
                  const std::function<std::string(const SampledPage&)>& value_of) {
    std::vector<std::string> values;
    for (const NodeId page : report_.sample.pages) values.push_back(value_of(*pages_.page(page)));
    add_shares(std::move(name), std::move(values));
  }

  /// The mean over pages of the share of their judged links that lead to pages on topic.
  void add_on_topic_links() {
    std::vector<double> means;
    for (const std::vector<NodeId>& links :
         links_to_judge(report_.sample.pages, pages_, options_)) {
      double on_topic = 0;
      std::size_t judged = 0;
      for (const NodeId link : links) {
        const sampler::KnownPage* target = pages_.graph().find(link);
        if (target == nullptr) continue;
        ++judged;
        if (target->readable && target->on_topic) ++on_topic;
      }
      if (judged > 0) means.push_back(on_topic / static_cast<double>(judged));
    }
    if (means.empty()) return;
    report_.numbers.push_back({"on_topic_links", sampler::mean_of_shares(means, seed_)});
    std::vector<std::string> bins;
    for (const double share : means)
      bins.push_back(std::to_string(std::lround(100 * share)) + " %");
    add_shares("on_topic_link_shares", std::move(bins));
  }

  /// The crawl's pages on topic by the sample's own predicate, and the names under which they are
  /// known.
  Result<void> read_crawl() {
    std::unordered_set<std::int64_t> on_topic;
    repository::Pages::Filter filter;
    filter.with_text = true;
    Result<void> failed;
    const Result<void> read = sources_.repository->pages().for_each(
        filter, [&](const repository::UrlRecord& url, const repository::PageRecord& page,
                    std::int64_t, std::int64_t) {
          const Result<Url> href = Url::parse(url.href);
          if (!href || !href->is_web()) return true;
          const auto document = gatherer::document_to_judge(
              page, url.id, sources_.repository->pages(), topics::JudgedText::kContent);
          if (!document) failed = fail(document.error());
          if (!document || !sources_.predicate.judge(*href, *document).on_topic)
            return failed.has_value();
          crawled_.insert(url.key);
          on_topic.insert(url.id);
          sites_.insert(url.site);
          return true;
        });
    if (!read) return read;
    if (!failed) return failed;
    crawled_pages_ = crawled_.size();
    return sources_.repository->urls().for_each([&](const repository::UrlRecord& url) {
      if (url.alias_of != 0 && on_topic.contains(url.alias_of)) crawled_.insert(url.key);
      return true;
    });
  }

  SampleReport& report_;
  const SampleSources& sources_;
  SamplePages& pages_;
  const SampleOptions& options_;
  std::uint64_t seed_;
  std::unordered_set<std::string> crawled_;  ///< Keys; those of aliases, too.
  std::unordered_set<std::string> sites_;
  std::size_t crawled_pages_ = 0;
};

}  // namespace

std::vector<std::vector<NodeId>> links_to_judge(const std::vector<NodeId>& sample,
                                                SamplePages& pages, const SampleOptions& options) {
  std::vector<std::vector<NodeId>> drawn;
  std::map<NodeId, std::uint64_t> stood;
  for (const NodeId page : sample) {
    std::vector<NodeId>& links = drawn.emplace_back();
    for (const std::string& link : pages.page(page)->links) links.push_back(pages.number_of(link));
    const auto wanted = std::min(links.size(), static_cast<std::size_t>(options.judged_links));
    sampler::HashRng rng(options.walk.region.random_seed, kLinksStream + page, stood[page]++);
    for (std::size_t i = 0; i < wanted; ++i)
      std::swap(links[i], links[i + rng.below(links.size() - i)]);
    links.resize(wanted);
  }
  return drawn;
}

Result<void> add_findings(SampleReport& report, const SampleSources& sources, SamplePages& pages,
                          const SampleOptions& options) {
  Findings findings(report, sources, pages, options);
  findings.add_statistics();
  if (Result<void> done = findings.add_recall(); !done) return done;
  return findings.compare_with_list();
}

}  // namespace porthole::sampling
