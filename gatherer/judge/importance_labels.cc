#include "gatherer/judge/importance_labels.h"

#include <algorithm>
#include <utility>
#include <vector>

#include "base/text/number.h"
#include "base/text/text.h"

namespace porthole::gatherer {

namespace {

using repository::UrlId;

std::string key_under_http(const Url& url) {
  return url.scheme() == "https" ? url.scheme_twin().key() : url.key();
}

/// "org.example.www" -> "www.example.org".
std::string forwards(std::string_view name) {
  const std::vector<std::string_view> labels = split(name, '.');
  std::string out;
  for (auto label = labels.rbegin(); label != labels.rend(); ++label) {
    out += (out.empty() ? "" : ".") + std::string(*label);
  }
  return out;
}

/// The URLs of a repository: the URL that each resolves to, which are pages, and their domains.
class PageNames final : public repository::CrawlState::Visitor {
 public:
  void url(repository::UrlRecord url) override {
    Known& known = at(url.id);
    known.leads_to = url.alias_of;
    const Result<Url> parsed = Url::parse(url.href);
    if (!parsed) return;
    known.key = key_under_http(*parsed);
    const auto [place, is_new] = numbers_.try_emplace(registrable_domain(parsed->host()),
                                                      static_cast<std::uint32_t>(domains_.size()));
    if (is_new) domains_.push_back(place->first);
    known.domain = place->second;
  }
  void page(repository::CrawlState::KnownPage page) override {
    Known& known = at(page.id);
    known.is_page = page.duplicate_of == 0;
    if (!known.is_page) known.leads_to = page.duplicate_of;
    pages_ += known.is_page ? 1 : 0;
  }
  void host(repository::HostRecord) override {}
  void term(repository::TermRecord) override {}

  struct Known {
    UrlId leads_to = 0;
    std::string key;
    std::uint32_t domain = 0;
    bool is_page = false;
  };
  Known& at(UrlId id) {
    if (known_.size() <= static_cast<std::size_t>(id))
      known_.resize(static_cast<std::size_t>(id) + 1);
    return known_[static_cast<std::size_t>(id)];
  }
  /// The end of a chain of aliases and duplicates; a cycle is cut.
  UrlId original(UrlId id) {
    constexpr int kMostSteps = 64;
    for (int steps = 0; steps < kMostSteps && at(id).leads_to != 0; ++steps) id = at(id).leads_to;
    return id;
  }
  const std::vector<Known>& all() const { return known_; }
  const std::vector<std::string>& domains() const { return domains_; }
  std::int64_t pages() const { return pages_; }

 private:
  std::vector<Known> known_;  // by id
  std::unordered_map<std::string, std::uint32_t> numbers_;
  std::vector<std::string> domains_;
  std::int64_t pages_ = 0;
};

using Pair = std::pair<std::uint32_t, std::uint32_t>;

/// Removes pairs with the same second element.
void sort_pairs(std::vector<Pair>& pairs) {
  std::sort(pairs.begin(), pairs.end(), [](const Pair& a, const Pair& b) {
    return std::pair(a.second, a.first) < std::pair(b.second, b.first);
  });
  pairs.erase(std::unique(pairs.begin(), pairs.end()), pairs.end());
}

Error error_at(const std::filesystem::path& file, int line, std::string message, std::string hint) {
  return {ErrorCode::kInvalid, std::move(message), file.string(), line, 0, std::move(hint)};
}

}  // namespace

Result<ImportanceLabels> ImportanceLabels::in_links(repository::Repository& repository,
                                                    const std::string& name) {
  PageNames names;
  TRY(repository.crawl().load(names));
  std::vector<Pair> links, between_domains;
  TRY_AS(visited, repository.links().for_each_citation([&](UrlId source, UrlId target) {
    if (source == 0 || !names.at(source).is_page) return;
    target = names.original(target);
    const std::uint32_t from = names.at(source).domain, to = names.at(target).domain;
    if (source != target && names.at(target).is_page) {
      links.emplace_back(static_cast<std::uint32_t>(source), static_cast<std::uint32_t>(target));
    }
    if (from != to) between_domains.emplace_back(from, to);
  }));
  sort_pairs(links);
  sort_pairs(between_domains);
  ImportanceLabels labels;
  for (const PageNames::Known& known : names.all()) {
    if (!known.is_page) continue;
    labels.pages_.try_emplace(known.key, 0.0);
    labels.domains_.try_emplace(names.domains()[known.domain], 0.0F);
  }
  for (const Pair& link : links) ++labels.pages_[names.at(link.second).key];
  for (const Pair& link : between_domains) {
    const auto domain = labels.domains_.find(names.domains()[link.second]);
    if (domain != labels.domains_.end()) ++domain->second;
  }
  labels.says_ =
      "in-links from other pages within " + name + " (" + counted(names.pages(), "page") + ")";
  return labels;
}

Result<ImportanceLabels> ImportanceLabels::read(const std::filesystem::path& file) {
  TRY_AS(lines, TextLines::open(file));
  ImportanceLabels labels;
  while (const auto line = lines->next()) {
    const auto refuse = [&](const Error& why) {
      return fail(error_at(file, lines->number(), why.message, why.hint));
    };
    if (trim(*line).empty()) continue;
    const std::vector<std::string_view> columns = split(trim(*line), '\t');
    if (line->front() == '#') {
      const bool is_heading =
          columns.front().starts_with("#harmonicc") || columns.front().starts_with("#pr_");
      if (is_heading && !labels.find_columns(columns)) {
        return refuse({ErrorCode::kInvalid,
                       "the ranks have no columns harmonicc_val and host_rev",
                       {},
                       0,
                       0,
                       "name them in the first line, tabs between, as Common Crawl does"});
      }
      continue;
    }
    const Result<void> taken =
        labels.value_column_ ? labels.take_rank(columns) : labels.take_line(columns);
    if (!taken) return refuse(taken.error());
    if (labels.value_column_ && labels.size() >= kMostRanks) break;
  }
  if (lines->failure()) return fail(*lines->failure());
  if (labels.size() == 0)
    return fail(error_at(file, 0, "the file has no labels", "write URL TAB number, a page a line"));
  const std::string what = labels.value_column_ ? "harmonic centrality of hosts (" : "a list (";
  labels.says_ = what + counted(static_cast<std::int64_t>(labels.size()), "label") + " of " +
                 file.filename().string() + ")";
  return labels;
}

bool ImportanceLabels::find_columns(const std::vector<std::string_view>& columns) {
  for (std::size_t i = 0; i < columns.size(); ++i) {
    const std::string_view name = columns[i].starts_with('#') ? columns[i].substr(1) : columns[i];
    if (name == "harmonicc_val") value_column_ = i;
    if (name == "host_rev") name_column_ = i;
  }
  return value_column_ && name_column_;
}

Result<void> ImportanceLabels::take_rank(const std::vector<std::string_view>& columns) {
  const auto refuse = [] {
    return fail(ErrorCode::kInvalid,
                "not a valid rank: its columns are not those of the first line",
                "separate them by tabs");
  };
  if (columns.size() <= std::max(*value_column_, *name_column_)) return refuse();
  const std::optional<double> value = parse_number(columns[*value_column_]);
  if (!value || *value < 0 || columns[*name_column_].empty()) return refuse();
  take_host(forwards(columns[*name_column_]), *value);
  return {};
}

Result<void> ImportanceLabels::take_line(const std::vector<std::string_view>& columns) {
  const std::optional<double> value =
      columns.size() < 2 ? std::nullopt : parse_number(trim(columns[1]));
  if (!value || *value < 0) {
    return fail(ErrorCode::kInvalid, "not a valid label",
                "write URL, host or domain, a tab, and a number of 0 or more");
  }
  const std::string name(trim(columns[0]));
  if (name.find("://") == std::string::npos) {
    take_host(ascii_lower(name), *value);
    return {};
  }
  const Result<Url> url = Url::parse(name);
  if (!url)
    return fail(ErrorCode::kInvalid, "not a valid URL: " + name, "write it as a browser shows it");
  pages_[key_under_http(*url)] = *value;
  return {};
}

void ImportanceLabels::take_host(std::string host, double value) {
  float& domain = domains_[registrable_domain(host)];
  domain = std::max(domain, static_cast<float>(value));
  hosts_[std::move(host)] = value;
}

std::optional<double> ImportanceLabels::of(const Url& url) const {
  if (const auto page = pages_.find(key_under_http(url)); page != pages_.end()) return page->second;
  const std::string host(url.host());
  for (const std::string& name : {host, registrable_domain(host)}) {
    if (const auto found = hosts_.find(name); found != hosts_.end()) return found->second;
  }
  return std::nullopt;
}

Result<TextLines> TextLines::open(const std::filesystem::path& file) {
  const gzFile opened = std::filesystem::is_directory(file) ? nullptr : gzopen(file.c_str(), "rb");
  if (opened == nullptr) return fail(ErrorCode::kNotFound, "cannot read " + file.string());
  return TextLines(opened, file.string());
}

std::optional<std::string_view> TextLines::next() {
  if (failure_) return std::nullopt;
  const char* const read = gzgets(file_.get(), line_.data(), static_cast<int>(line_.size()));
  int state = Z_OK;
  gzerror(file_.get(), &state);
  if (state != Z_OK && state != Z_STREAM_END) {
    fail_with("the file is damaged: it cannot be unpacked any further", "download it again");
    return std::nullopt;
  }
  if (read == nullptr) return std::nullopt;
  ++number_;
  std::string_view line(line_.data());
  if (line.size() + 1 == line_.size() && !line.ends_with('\n')) {
    fail_with("a line of more than 64 KiB", "is it the right file?");
    return std::nullopt;
  }
  while (line.ends_with('\n') || line.ends_with('\r')) line.remove_suffix(1);
  return line;
}

void TextLines::fail_with(std::string message, std::string hint) {
  failure_ = Error{ErrorCode::kInvalid, std::move(message), name_, number_, 0, std::move(hint)};
}

}  // namespace porthole::gatherer
