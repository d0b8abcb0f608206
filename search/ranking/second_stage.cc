#include "search/ranking/second_stage.h"

#include <algorithm>
#include <array>
#include <bit>
#include <charconv>
#include <climits>
#include <cmath>
#include <cstdint>
#include <set>
#include <utility>

#include "base/document.h"
#include "base/text/diacritics.h"
#include "base/text/text.h"
#include "base/url/url.h"
#include "indexer/document_data.h"
#include "indexer/fields.h"
#include "indexer/link_terms.h"
#include "indexer/tokenizer.h"

namespace porthole::search {
namespace {

constexpr std::size_t kMostWords = 32;
constexpr std::size_t kMostForms = 6;    // of a word, the most frequent ones
constexpr std::size_t kMostTried = 200;  // terms that begin like a word
constexpr double kLanguage = 0.3;        // factor of a language that is wanted
constexpr std::size_t kNameBytes = 4;    // of a word that may be the beginning of a site's name

// Words that ask for a page that lists others.
constexpr std::array<std::string_view, 14> kListWords = {
    "index", "contents", "glossary", "changelog", "changes", "release",  "releases",
    "news",  "history",  "archive",  "tag",       "tags",    "category", "sitemap"};
// The beginnings of names of such files, and the folders of such pages.
constexpr std::array<std::string_view, 16> kListFiles = {
    "genindex", "py-modindex", "modindex",  "bookindex", "index-all", "search",
    "glossary", "contents",    "changelog", "changes",   "history",   "news",
    "sitemap",  "toc",         "whatsnew",  "release"};
constexpr std::array<std::string_view, 14> kListFolders = {
    "/tag/",     "/tags/",     "/category/",      "/categories/", "/author/",
    "/archive/", "/archives/", "/page/",          "/whatsnew/",   "/changelog/",
    "/release/", "/releases/", "/release-notes/", "/_modules/"};

bool is_list(std::string_view url) {
  const std::string path = ascii_lower(url.substr(0, url.find_first_of("?#")));
  const std::string_view file = std::string_view(path).substr(path.rfind('/') + 1);
  return std::any_of(kListFiles.begin(), kListFiles.end(),
                     [&](std::string_view name) { return file.starts_with(name); }) ||
         std::any_of(kListFolders.begin(), kListFolders.end(), [&](std::string_view folder) {
           return path.find(folder) != std::string::npos;
         });
}

/// The numbers that a segment of a path gives for the version: "1.4", "v17" (17.0), "2.x",
/// "latest"; empty where it gives none, and for a year.
std::vector<int> version_in(std::string_view segment) {
  for (const std::string_view newest : {"current", "latest", "stable"})
    if (segment == newest) return {INT_MAX};
  for (const std::string_view next : {"dev", "devel", "main", "master", "nightly"})
    if (segment == next) return {INT_MAX - 1};
  const bool is_named = segment.starts_with('v');
  if (is_named) segment.remove_prefix(1);
  std::vector<int> version;
  for (const std::string_view part : split(segment, '.')) {
    int number = 0;
    const auto [end, error] = std::from_chars(part.data(), part.data() + part.size(), number);
    const bool is_number = error == std::errc() && end == part.data() + part.size();
    if (!is_number && (part != "x" || version.empty())) return {};
    version.push_back(number);
  }
  if (is_named && version.size() == 1) version.push_back(0);
  const bool may_be_year = version.size() == 1 && version[0] >= 1000;
  return may_be_year ? std::vector<int>() : version;
}

/// A single number may be that of a chapter or an article.
bool is_surely_version(const std::vector<int>& numbers) {
  return numbers.size() > 1 || (numbers.size() == 1 && numbers[0] >= INT_MAX - 1);
}

/// A page of one version of its site, and what it has in common with the same of other versions:
/// the URL without the version, and the title without numbers.
struct VersionedPage {
  std::string subject;
  std::vector<int> version;  // empty where the URL gives none
};

VersionedPage versioned_page(std::string_view url, std::string title) {
  VersionedPage page;
  for (const std::string_view segment : split(url, '/')) {
    if (page.version.empty()) page.version = version_in(segment);
    const bool is_version = !page.version.empty() && version_in(segment) == page.version;
    page.subject += is_version ? std::string("/") : "/" + std::string(segment);
    const std::size_t named = is_version ? title.find(segment) : title.npos;
    if (named != title.npos) title.erase(named, segment.size());
  }
  std::erase_if(title, [](char c) { return c == '.' || (c >= '0' && c <= '9'); });
  page.subject += title;
  return page;
}

}  // namespace

struct SecondStage::Seen {
  std::uint64_t text = 0, title = 0, anchor = 0, site = 0;  // words of the query, by bit
  std::size_t title_words = 0;
  double section = 0, pairs = 0, link_text = 0;
  bool is_list = false;
  VersionedPage page{};
  bool is_old = false;  // another candidate is a newer version of it
  double language = 0;
};

SecondStage::SecondStage(const OpenIndexes& open, const QueryBuilder& builder,
                         const Ranking& ranking, const Query& query,
                         std::map<std::string, double> languages)
    : open_(open), builder_(builder), ranking_(ranking), languages_(std::move(languages)) {
  for (const std::string& text : searched_words(query)) {
    if (words_.size() == kMostWords) break;
    words_.push_back({text, stems_of(text), {}, {}, 0});
    asks_for_version_ = asks_for_version_ || (text[0] >= '0' && text[0] <= '9');
    asks_for_list_ =
        asks_for_list_ || std::find(kListWords.begin(), kListWords.end(), text) != kListWords.end();
  }
  add_synonyms(query.root);
  const double pages = open.database.get_doccount();
  for (Word& word : words_) {
    double has = 0;
    for (const std::string& stem : word.stems) has += open.database.get_termfreq(stem);
    has = std::min(has, pages);
    word.weight = std::log(1 + (pages - has + 0.5) / (has + 0.5));
    word.forms = forms_of(word.text, word.stems);
    for (const std::string& stem : word.stems)
      word.hashes.push_back(
          indexer::stem_hash(stem.starts_with(indexer::kStemPrefix) ? stem.substr(1) : stem));
    total_ += word.weight;
  }
}

std::vector<std::string> SecondStage::stems_of(const std::string& word) const {
  std::vector<std::string> stems = builder_.stemmed_terms(word);
  if (stems.empty()) stems.push_back(without_diacritics(word));
  return stems;
}

// A page that has a synonym of one word has the word.
void SecondStage::add_synonyms(const Node& node) {
  if (node.kind == NodeKind::kNot || is_condition(node.kind)) return;
  for (const Node& child : node.children) add_synonyms(child);
  if (node.synonyms.empty()) return;
  const auto word = std::find_if(words_.begin(), words_.end(),
                                 [&](const Word& one) { return one.text == node.words[0]; });
  if (word == words_.end()) return;
  for (const std::vector<std::string>& synonym : node.synonyms) {
    if (synonym.size() != 1) continue;
    for (std::string& stem : stems_of(synonym[0])) word->stems.push_back(std::move(stem));
  }
}

// Terms as written that have one of `stems`.
std::vector<std::string> SecondStage::forms_of(const std::string& word,
                                               const std::vector<std::string>& stems) const {
  const std::string plain = without_diacritics(word);
  std::vector<std::pair<Xapian::doccount, std::string>> found;
  std::set<std::string> tried;
  for (const std::string& stem : stems) {
    if (!stem.starts_with(indexer::kStemPrefix)) continue;
    std::string begin = stem.substr(1);
    if (begin.size() > 3) begin.pop_back();
    std::size_t seen = 0;
    for (auto it = open_.database.allterms_begin(begin);
         it != open_.database.allterms_end(begin) && seen < kMostTried; ++it, ++seen) {
      if (!tried.insert(*it).second) continue;
      const std::vector<std::string> its = builder_.stemmed_terms(*it);
      if (std::find(its.begin(), its.end(), stem) != its.end())
        found.emplace_back(it.get_termfreq(), *it);
    }
  }
  std::sort(found.rbegin(), found.rend());
  std::vector<std::string> forms = {plain};
  for (const auto& [frequency, form] : found) {
    if (forms.size() == kMostForms) break;
    if (form != plain) forms.push_back(form);
  }
  return forms;
}

// Sets the bit of `word` for the pages that have it under `prefix`.
void SecondStage::mark(const std::vector<Xapian::docid>& pages, std::string_view prefix,
                       std::size_t word, std::vector<std::uint64_t>& found) const {
  for (const std::string& stem : words_[word].stems) {
    const bool is_stem = stem.starts_with(indexer::kStemPrefix);
    const std::string term =
        is_stem ? "Z" + std::string(prefix) + stem.substr(1) : std::string(prefix) + stem;
    Xapian::PostingIterator it = open_.database.postlist_begin(term);
    const Xapian::PostingIterator end = open_.database.postlist_end(term);
    for (std::size_t i = 0; i < pages.size() && it != end; ++i) {
      it.skip_to(pages[i]);
      if (it != end && *it == pages[i]) found[i] |= std::uint64_t{1} << word;
    }
  }
}

double SecondStage::share(std::uint64_t words) const {
  double sum = 0;
  for (std::size_t i = 0; i < words_.size(); ++i) {
    if ((words >> i & 1) != 0) sum += words_[i].weight;
  }
  return total_ > 0 ? sum / total_ : 0;
}

// The share of `words` and of those that name the site, times the share of a text of `of` words
// that `words` are.
double SecondStage::coverage(std::uint64_t words, std::uint64_t site, std::size_t of) const {
  const double among = std::popcount(words) + 0.5, all = static_cast<double>(of) + 0.5;
  return share(words | site) * std::min(1.0, among / all);
}

double SecondStage::best_link_text(std::string_view texts, std::uint64_t site) const {
  double best = 0;
  for (const indexer::LinkText& text : indexer::read_link_texts(texts)) {
    std::uint64_t words = 0;
    for (std::size_t i = 0; i < words_.size(); ++i) {
      const std::vector<std::uint32_t>& hashes = words_[i].hashes;
      if (std::find_first_of(text.begin(), text.end(), hashes.begin(), hashes.end()) != text.end())
        words |= std::uint64_t{1} << i;
    }
    if (words != 0) best = std::max(best, coverage(words, site, text.size()));
  }
  return best;
}

std::vector<SecondStage::Place> SecondStage::places_of(Xapian::docid page,
                                                       std::uint64_t has) const {
  std::vector<Place> places;
  for (std::size_t i = 0; i < words_.size(); ++i) {
    if ((has >> i & 1) == 0) continue;
    for (const std::string& form : words_[i].forms) {
      const auto end = open_.database.positionlist_end(page, form);
      for (auto it = open_.database.positionlist_begin(page, form); it != end; ++it)
        places.emplace_back(*it, i);
    }
  }
  std::sort(places.begin(), places.end());
  return places;
}

double SecondStage::share_of_pairs(const std::vector<Place>& places) const {
  if (words_.size() < 2) return 0;
  std::uint64_t found = 0;  // bit i: the words i and i + 1
  for (auto first = places.begin(); first != places.end(); ++first) {
    for (auto next = first + 1; next != places.end() && next->first <= first->first + 2; ++next)
      if (next->second == first->second + 1 && next->first > first->first)
        found |= std::uint64_t{1} << first->second;
  }
  double has = 0, all = 0;
  for (std::size_t i = 0; i + 1 < words_.size(); ++i) {
    const double weight = words_[i].weight + words_[i + 1].weight;
    all += weight;
    if ((found >> i & 1) != 0) has += weight;
  }
  return all > 0 ? has / all : 0;
}

double SecondStage::best_section(const std::vector<Place>& places) const {
  std::array<int, kMostWords> within{};
  std::uint64_t words = 0;
  double best = 0;
  std::size_t first = 0;
  for (const auto& [place, word] : places) {
    ++within[word];
    words |= std::uint64_t{1} << word;
    while (places[first].first + kSectionWords < place) {
      const std::size_t left = places[first++].second;
      if (--within[left] == 0) words &= ~(std::uint64_t{1} << left);
    }
    best = std::max(best, share(words));
  }
  return best;
}

std::uint64_t SecondStage::names_of_site(std::string_view url) const {
  const auto parsed = Url::parse(url);
  if (!parsed) return 0;
  std::uint64_t names = 0;
  for (const std::string_view label : split(parsed->host(), '.')) {
    for (std::size_t i = 0; i < words_.size(); ++i) {
      const std::string& word = words_[i].text;
      if (label == "www" || label.size() < 3) continue;
      const bool begins = word.size() >= kNameBytes && label.starts_with(word);
      if (label == word || begins) names |= std::uint64_t{1} << i;
    }
  }
  return names;
}

std::vector<ScorePart> SecondStage::parts_of(const Seen& seen) const {
  std::vector<ScorePart> parts;
  const auto add = [&](const char* kind, double factor, double value) {
    if (factor * value > 0) parts.push_back({kind, "", factor * value * total_});
  };
  const double all = share(seen.text | seen.site), anchor = share(seen.anchor);
  add("all words", ranking_.all_words, all * all);
  add("section", ranking_.section, seen.section);
  add("pairs", ranking_.pairs, seen.pairs);
  if (seen.title_words > 0)
    add("title", ranking_.title, coverage(seen.title, seen.site, seen.title_words));
  add("link text", ranking_.link_text, seen.link_text);
  add("anchor", ranking_.anchor, anchor * anchor);
  add("site", ranking_.site, share(seen.site));
  add("content", ranking_.content, (seen.is_list && !asks_for_list_) || seen.is_old ? 0 : 1);
  add("language", kLanguage, seen.language);
  return parts;
}

SecondStage::Seen SecondStage::seen_of(Xapian::docid page, std::uint64_t text) const {
  Seen seen;
  seen.text = text;
  const std::vector<Place> places = places_of(page, text);
  seen.section = best_section(places);
  seen.pairs = share_of_pairs(places);
  const Xapian::Document document = open_.database.get_document(page);
  const auto data = indexer::read_document_data(document.get_data(), "");
  if (!data) return seen;
  seen.site = names_of_site(data->url);
  seen.link_text = best_link_text(document.get_value(indexer::kLinkTextsSlot), seen.site);
  seen.is_list = data->page_type == page_type_name(PageType::kListing) || is_list(data->url);
  if (!asks_for_version_) seen.page = versioned_page(data->url, data->title);
  const auto language = languages_.find(data->language.substr(0, data->language.find('-')));
  if (language != languages_.end()) seen.language = language->second;
  indexer::Tokenizer words(data->title);
  while (words.next()) ++seen.title_words;
  return seen;
}

std::vector<std::vector<ScorePart>> SecondStage::scores(const std::vector<Xapian::docid>& pages,
                                                        const Deadline& deadline) const {
  std::vector<std::uint64_t> text(pages.size()), title(pages.size()), anchor(pages.size());
  for (std::size_t word = 0; word < words_.size(); ++word) {
    mark(pages, indexer::kTextPrefix, word, text);
    mark(pages, indexer::kTitlePrefix, word, title);
    mark(pages, indexer::kAnchorPrefix, word, anchor);
  }
  std::vector<Seen> all;
  std::map<std::string, std::vector<int>> newest;
  for (std::size_t i = 0; i < pages.size() && !deadline.has_passed(); ++i) {
    Seen& seen = all.emplace_back(seen_of(pages[i], text[i]));
    seen.title = title[i];
    seen.anchor = anchor[i];
    std::vector<int>& known = newest[seen.page.subject];
    known = std::max(known, seen.page.version);
  }
  std::vector<std::vector<ScorePart>> scores(pages.size());
  for (std::size_t i = 0; i < all.size(); ++i) {
    const VersionedPage& page = all[i].page;
    const std::vector<int>& last = newest[page.subject];
    all[i].is_old = !page.version.empty() && page.version < last && is_surely_version(last);
    scores[i] = parts_of(all[i]);
  }
  return scores;
}

}  // namespace porthole::search
