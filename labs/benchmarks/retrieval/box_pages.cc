#include "labs/benchmarks/retrieval/box_pages.h"

#include <xxhash.h>

#include <algorithm>
#include <array>
#include <fstream>
#include <iterator>
#include <map>
#include <random>
#include <set>
#include <unordered_map>
#include <unordered_set>

#include "base/text/empty_phrases.h"
#include "base/text/text.h"
#include "base/url/url.h"
#include "indexer/tokenizer.h"
#include "labs/webbox/address.h"
#include "labs/webbox/box.h"
#include "parser/parse.h"
#include "summarizer/site_template.h"

namespace porthole::labs {
namespace {

namespace fs = std::filesystem;
using summarizer::Summary;

constexpr std::size_t kFewestWords = 2, kMostWords = 6, kMostTargets = 3;
constexpr std::array kContentsNames = {"contents", "toc", "index_toc"};
constexpr std::array kIndexNames = {"genindex", "py-modindex", "bookindex",     "docindex",
                                    "xindex",   "page_index",  "keyword_index", "theindex"};

std::string read_file(const fs::path& file) {
  std::ifstream in(file, std::ios::binary);
  return {std::istreambuf_iterator<char>(in), {}};
}

/// The words of a text, "" for one with too few or too many.
std::string query_of(std::string_view text) {
  std::string query;
  std::size_t words = 0;
  indexer::Tokenizer scanner(text);
  while (scanner.next()) {
    query.append(words++ == 0 ? "" : " ").append(scanner.word());
  }
  return words < kFewestWords || words > kMostWords ? std::string() : query;
}

std::uint64_t hash_of(const Link& link, AnnotationKind kind, std::size_t target, std::size_t site) {
  const std::string& text = link.annotation(kind);
  return XXH3_64bits_withSeed(text.data(), text.size(),
                              target << 20 ^ site << 4 ^ static_cast<std::size_t>(kind));
}

class Reader {
 public:
  explicit Reader(const labs::Manifest& box) : box_(box) {
    for (std::size_t site = 0; site < box.sites().size(); ++site) {
      if (const labs::Resource* front = box.find(box.front_page(site))) fronts_.insert(front->file);
    }
    for (const auto& [host, addresses] : box.pages()) {
      for (const std::string& address : addresses) add_page(address);
    }
  }

  BoxPages read() {
    for (const Page& page : pages_) {
      const std::string url = "https://" + page.address;
      const Document document =
          parser::parse_document({url, "text/html", read_file(page.resource->file)});
      if (page.table == TableKind::kNone) add_document(page, url, document);
      for (const Link& link : document.links) hear(page, link);
    }
    divide_texts();
    draw_queries();
    return std::move(result_);
  }

 private:
  struct Page {
    std::string address;
    const labs::Resource* resource = nullptr;
    TableKind table = TableKind::kNone;
    std::size_t place = 0;  // of its summary
  };
  /// The blocks of a page until all pages of its site are read.
  struct Divided {
    std::size_t place = 0, site = 0;
    std::vector<Block> blocks;
  };
  struct Entry {
    std::set<std::size_t> sites;  // whose tables have it
    std::set<std::string> targets;
    TableKind table = TableKind::kNone;
  };

  void add_page(const std::string& address) {
    const labs::Resource* resource = box_.find(address);
    if (resource == nullptr) return;
    Page page{address, resource, table_kind(resource->file), result_.summaries.size()};
    if (fronts_.contains(resource->file)) page.table = TableKind::kContents;
    if (page.table == TableKind::kNone) {
      place_of_[address] = page.place;
      result_.summaries.emplace_back();
    }
    pages_.push_back(std::move(page));
  }

  static void fill(Summary& summary, const std::string& url, const Document& document) {
    summary.url = url;
    summary.title = document.title;
    summary.description = document.description;
    summary.language = document.language;
    summary.media_type = document.media_type;
    summary.text = document.text;
    summary.properties = document.properties;
    for (const Link& link : document.links) {
      for (const std::string& unseen : {link.title, link.alt}) {
        if (!unseen.empty())
          summary.own_annotations.push_back(
              {link.url, unseen, AnnotationKind::kTitle, link.element, Relevance()});
      }
    }
  }

  void add_document(const Page& page, const std::string& url, const Document& document) {
    fill(result_.summaries[page.place], url, document);
    if (document.blocks.empty()) return;
    const std::size_t site = page.resource->site;
    if (sampled_[site] < summarizer::kSampledPages) {
      ++sampled_[site];
      templates_[site].add_page(id_of(page.place), document.blocks);
    }
    divided_.push_back({page.place, site, document.blocks});
  }

  /// Divides the text of each page into content and the rest, as the summarizer does.
  void divide_texts() {
    for (Divided& page : divided_) {
      templates_[page.site].mark(id_of(page.place), page.blocks);
      Summary& summary = result_.summaries[page.place];
      const std::string whole = std::move(summary.text);
      summary.text = text_of_blocks(whole, page.blocks, true);
      summary.boilerplate = text_of_blocks(whole, page.blocks, false);
    }
  }

  static repository::UrlId id_of(std::size_t place) {
    return static_cast<repository::UrlId>(place) + 1;
  }

  // Text of a link: an entry of a table, or an annotation of its target.
  void hear(const Page& source, const Link& link) {
    const auto target_address = box_.resolve(labs::address_of(link.url));
    if (!target_address || *target_address == source.address) return;
    const auto place = place_of_.find(*target_address);
    if (place == place_of_.end()) return;
    const labs::Resource* target = box_.find(*target_address);
    if (source.table != TableKind::kNone) {
      if (target->site == source.resource->site) add_entry(source, link, *target_address);
      return;
    }
    for (const AnnotationKind kind : kAnnotationKinds) {
      const std::string& text = link.annotation(kind);
      if (text.empty()) continue;
      if (!heard_.insert(hash_of(link, kind, place->second, source.resource->site)).second)
        continue;
      result_.summaries[place->second].annotations_by_others.push_back(
          {"https://" + source.address, text, kind, link.element, Relevance()});
    }
  }

  void add_entry(const Page& source, const Link& link, const std::string& target) {
    const std::string& text = link.annotation(AnnotationKind::kAnchor);
    const std::string query = query_of(text);
    if (query.empty() || says_nothing(ascii_lower(fold_space(text)))) return;
    Entry& entry = entries_[query];
    entry.sites.insert(source.resource->site);
    entry.targets.insert("https://" + target);
    if (entry.table != TableKind::kIndex) entry.table = source.table;
  }

  void draw_queries() {
    std::map<std::pair<std::size_t, bool>, std::vector<BoxQuery>> of_site;
    for (const auto& [text, entry] : entries_) {
      if (entry.sites.size() != 1 || entry.targets.size() > kMostTargets) continue;
      const std::size_t site = *entry.sites.begin();
      const bool is_topical = entry.table == TableKind::kIndex;
      BoxQuery query{text, box_.sites()[site].name, is_topical, {}};
      for (const std::string& target : entry.targets) query.judged[target] = 1;
      of_site[{site, is_topical}].push_back(std::move(query));
    }
    std::mt19937_64 random(1);
    for (auto& [key, queries] : of_site) {
      std::shuffle(queries.begin(), queries.end(), random);
      queries.resize(std::min(queries.size(), kEntries));
      std::move(queries.begin(), queries.end(), std::back_inserter(result_.queries));
    }
  }

  const labs::Manifest& box_;
  std::set<std::string> fronts_;  // files
  std::vector<Page> pages_;
  std::unordered_map<std::string, std::size_t> place_of_;  // by address
  std::unordered_set<std::uint64_t> heard_;
  std::unordered_map<std::size_t, summarizer::SiteTemplate> templates_;  // by site
  std::unordered_map<std::size_t, std::size_t> sampled_;                 // pages, by site
  std::vector<Divided> divided_;
  std::map<std::string, Entry> entries_;  // by query
  BoxPages result_;
};

}  // namespace

TableKind table_kind(const fs::path& file) {
  const std::string name = ascii_lower(file.stem().string());
  if (std::find(kContentsNames.begin(), kContentsNames.end(), name) != kContentsNames.end())
    return TableKind::kContents;
  if (std::find(kIndexNames.begin(), kIndexNames.end(), name) != kIndexNames.end())
    return TableKind::kIndex;
  return TableKind::kNone;
}

Result<BoxPages> read_box(const fs::path& sites, const fs::path& cache) {
  labs::BoxOptions options;
  options.sites = sites;
  options.cache = cache;
  TRY_AS(box, labs::prepare_box(options));
  return Reader(*box->manifest).read();
}

}  // namespace porthole::labs
