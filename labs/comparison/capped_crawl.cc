#include "labs/comparison/capped_crawl.h"

#include <algorithm>
#include <fstream>
#include <functional>
#include <iterator>
#include <memory>
#include <random>
#include <utility>

#include "base/text/text.h"
#include "base/url/url.h"
#include "base/xml/writer.h"
#include "collection/collection.h"
#include "repository/repository.h"

namespace porthole::labs {

namespace {

constexpr std::string_view kPython = "python";

bool is_of_topic(const labs::Site& site, const std::string& topic) {
  return site.topic == topic || site.topic.starts_with(topic + "/");
}

std::string gateway_of(const labs::Box& box) { return box.server->url() + "/"; }

std::vector<std::string> seeds_of(const labs::Manifest& box, const CappedCrawl& crawl) {
  std::vector<std::string> on_topic;
  std::vector<std::string> others;
  for (std::size_t i = 0; i < box.sites().size(); ++i) {
    const labs::Site& site = box.sites()[i];
    const std::string front = box.front_page(i);
    if (front.empty()) continue;
    const auto& chosen = crawl.seed_sites;
    const bool first_of_topic =
        chosen.empty() ? on_topic.size() < 2 && is_of_topic(site, crawl.topic.topic)
                       : std::find(chosen.begin(), chosen.end(), site.name) != chosen.end();
    if (first_of_topic) on_topic.push_back("https://" + front);
    if (!first_of_topic && (site.is_hub() || site.name == kPython))
      others.push_back("https://" + front);
  }
  on_topic.insert(on_topic.end(), others.begin(), others.end());
  return on_topic;
}

void write_scope(xml::XmlWriter& out, const labs::Manifest& box, const CappedCrawl& crawl) {
  out.start("scope");
  out.attribute("sitemaps", "no");
  out.start("accept");
  out.attribute("scheme", "http https");
  out.end();
  out.start("limit");
  out.attribute("pages", std::to_string(crawl.pages));
  out.attribute("pages-per-site", std::to_string(crawl.pages_of_site));
  out.end();
  for (const labs::Site& site : box.sites()) {
    const Result<Url> base = Url::parse("https://" + site.base);
    if (!base) continue;
    out.start("site");
    out.attribute("prefix", base->href());
    const bool has_more = crawl.pages_of_topic_site > 0 && is_of_topic(site, crawl.topic.topic);
    const std::int64_t most = has_more ? crawl.pages_of_topic_site : crawl.pages_of_site;
    out.attribute("pages", site.is_hub() ? "0" : std::to_string(most));
    out.end();
  }
  out.end();
}

void write_network(xml::XmlWriter& out, const labs::Box& box, const CappedCrawl& crawl) {
  out.start("network");
  if (crawl.reference) {
    out.start("webbox");
    out.attribute("sites", std::filesystem::absolute(crawl.reference->sites).string());
    out.attribute("cache", std::filesystem::absolute(crawl.reference->cache).string());
    out.attribute("hub-packages", std::to_string(crawl.reference->hub_packages));
  } else {
    out.start("gateway");
    out.attribute("url", gateway_of(box));
  }
  out.end();
  out.end();
}

Result<std::vector<std::string>> fetched_urls(repository::Repository& repository) {
  std::vector<std::string> urls;
  TRY_AS(visited, repository.pages().for_each({}, [&](const auto& url, const auto&, auto, auto) {
    urls.push_back(url.href);
    return true;
  }));
  return urls;
}

}  // namespace

Result<std::vector<TopicOfList>> read_topics(const std::filesystem::path& file) {
  std::ifstream in(file);
  if (!in) return fail(ErrorCode::kNotFound, "cannot read " + file.string());
  std::vector<TopicOfList> topics;
  std::string line;
  for (int number = 1; std::getline(in, line); ++number) {
    if (line.empty() || line.front() == '#') continue;
    const std::vector<std::string_view> columns = split(line, '\t');
    if (columns.size() < 3) {
      Error error;
      error.message = "expected topic, title and terms, separated by tabs";
      error.file = file.string();
      error.line = number;
      return fail(std::move(error));
    }
    TopicOfList& topic = topics.emplace_back();
    topic.topic = columns[0];
    topic.title = columns[1];
    for (const std::string_view term : split(columns[2], ';')) topic.terms.emplace_back(trim(term));
    if (columns.size() > 3) topic.use = columns[3];
  }
  return topics;
}

std::string capped_specification(const labs::Box& box, const CappedCrawl& crawl) {
  xml::XmlWriter out;
  out.start("collection");
  out.attribute("xmlns", "urn:porthole:specification:1");
  out.attribute("name", crawl.topic.title);
  out.start("agent");
  out.attribute("name", "porthole");
  out.attribute("version", "1.0");
  out.end();
  out.start("topic");
  out.attribute("title", crawl.topic.title);
  for (const std::string& term : crawl.topic.terms) out.element("term", term);
  out.end();
  out.start("seeds");
  for (const std::string& seed : seeds_of(*box.manifest, crawl)) {
    out.start("seed");
    out.attribute("url", seed);
    out.end();
  }
  out.end();
  write_scope(out, *box.manifest, crawl);
  out.start("strategy");
  out.attribute("name", crawl.strategy);
  for (const auto& [name, value] : crawl.options) {
    out.start("option");
    out.attribute("name", name);
    out.attribute("value", value);
    out.end();
  }
  out.end();
  write_network(out, box, crawl);
  out.end();
  return out.take();
}

Result<CappedResult> run_capped_crawl(const labs::Box& box, const CappedCrawl& crawl) {
  std::error_code error;
  std::filesystem::create_directories(crawl.folder, error);
  if (auto written =
          collection::replace_file(crawl.folder / "porthole.xml", capped_specification(box, crawl));
      !written) {
    return fail(written.error());
  }
  TRY_AS(collection, collection::Collection::open(crawl.folder));
  collection::Specification specification = collection->specification();
  specification.network.gateway = gateway_of(box);
  *collection = collection::Collection::of(crawl.folder, std::move(specification));
  auto repository =
      repository::open_sqlite(collection->repository_file(), repository::Access::kWrite);
  if (!repository) return fail(repository.error());
  gatherer::GatherOptions options;
  options.progress = crawl.progress;
  options.stop = crawl.stop;
  options.pages_at_once = 1;  // The same pages in every run.
  TRY_AS(report, gatherer::gather(*collection, **repository, options));
  TRY_AS(urls, fetched_urls(**repository));
  return CappedResult{labs::judge(box.manifest->sites(), crawl.topic.topic, *urls),
                      std::move(*report)};
}

std::vector<std::vector<std::string>> seed_pairs(const labs::Manifest& box,
                                                 const TopicOfList& topic, int count) {
  std::vector<std::string> sites;
  for (std::size_t i = 0; i < box.sites().size(); ++i) {
    const labs::Site& site = box.sites()[i];
    const bool on_topic = site.topic == topic.topic || site.topic.starts_with(topic.topic + "/");
    if (on_topic && !box.front_page(i).empty()) sites.push_back(site.name);
  }
  std::vector<std::vector<std::string>> pairs;
  if (sites.size() < 2) return pairs;
  pairs.push_back({sites[0], sites[1]});
  std::mt19937 random(static_cast<unsigned>(std::hash<std::string>{}(topic.topic)));
  while (static_cast<int>(pairs.size()) < count) {
    std::vector<std::string> drawn;
    std::sample(sites.begin(), sites.end(), std::back_inserter(drawn), 2, random);
    pairs.push_back(std::move(drawn));
  }
  return pairs;
}

}  // namespace porthole::labs
