#include "search/query/word_completion.h"

#include <algorithm>
#include <map>
#include <optional>
#include <set>
#include <string_view>

#include "base/text/diacritics.h"
#include "indexer/fields.h"
#include "search/index/stop_words.h"
#include "search/index/term_list.h"

namespace porthole::search {
namespace {

using XQuery = Xapian::Query;

constexpr std::size_t kWordTermsRead = 20'000;
constexpr std::size_t kCandidates = 50;      // for each of text, titles and anchors
constexpr Xapian::doccount kCounted = 1000;  // pages, exactly

/// Pages with a word, by field.
struct Places {
  double text = 0, title = 0, anchor = 0;
  double told() const { return indexer::kTitleWeight * title + indexer::kAnchorWeight * anchor; }
};
using Candidates = std::map<std::string, Places>;

struct Field {
  std::string_view prefix;
  double Places::*count;
};
constexpr Field kPlaces[] = {{indexer::kTextPrefix, &Places::text},
                             {indexer::kTitlePrefix, &Places::title},
                             {indexer::kAnchorPrefix, &Places::anchor}};

class Completing {
 public:
  Completing(const Xapian::Database& database, const WordBeginning& asked, const Deadline& deadline)
      : database_(database), asked_(asked), deadline_(deadline) {}

  std::vector<WordCompletion> run(std::size_t wanted) {
    if (!find_context()) read_index();
    struct Scored {
      std::string word;
      double first, then;
    };
    std::vector<Scored> scored;
    for (const auto& [word, places] : candidates_) {
      if (context_.empty()) {
        scored.push_back({word, places.told(), places.text});
      } else {
        const double all = std::max<double>(1, database_.get_termfreq(word));
        scored.push_back({word, (places.text + places.told()) * places.text / all, places.text});
      }
    }
    std::stable_sort(scored.begin(), scored.end(), [](const Scored& a, const Scored& b) {
      return a.first != b.first ? a.first > b.first : a.then > b.then;
    });
    std::vector<WordCompletion> words;
    for (const Scored& one : scored) {
      if (words.size() == wanted || deadline_.has_passed()) break;
      if (is_new(one.word)) words.push_back({one.word, pages_with(one.word)});
    }
    return words;
  }

 private:
  // False of another form of a word found.
  bool is_new(const std::string& word) {
    bool is_new = true;
    for (const std::string& language : asked_.languages)
      is_new = stems_.insert(language + Xapian::Stem(language)(word)).second && is_new;
    return is_new;
  }

  bool counts(std::string_view word) const { return !is_stop_term(word, asked_.languages); }

  // The pages with all words before the prefix, else with the last of them.
  bool find_context() {
    std::vector<XQuery> words;
    for (const std::string& word : asked_.before) {
      const std::string term = without_diacritics(word);
      if (counts(term) && database_.term_exists(term)) words.emplace_back(term);
    }
    if (words.size() > kContextWords) words.erase(words.begin(), words.end() - kContextWords);
    for (; !words.empty(); words.erase(words.begin(), words.end() - 1)) {
      const XQuery all(XQuery::OP_AND, words.begin(), words.end());
      if (read_context(all)) {
        context_ = all;
        return true;
      }
      if (words.size() == 1) break;
    }
    return false;
  }

  bool read_context(const XQuery& query) {
    Xapian::Enquire enquire(database_);
    enquire.set_query(query);
    const Xapian::MSet pages = enquire.get_mset(0, kContextPages);
    for (auto page = pages.begin(); page != pages.end() && !deadline_.has_passed(); ++page)
      read_page(*page);
    return !candidates_.empty();
  }

  void read_page(Xapian::docid page) {
    for (const Field& field : kPlaces) {
      const std::string beginning = std::string(field.prefix) + asked_.beginning;
      auto term = database_.termlist_begin(page);
      for (term.skip_to(beginning); term != database_.termlist_end(page); ++term) {
        const std::string text = *term;
        if (!text.starts_with(beginning)) break;
        const std::string word = text.substr(field.prefix.size());
        if (counts(word)) candidates_[word].*field.count += 1;
      }
    }
  }

  void read_index() {
    for (const Field& field : kPlaces) {
      const auto is_word = [&](const std::string& term) {
        return counts(std::string_view(term).substr(field.prefix.size()));
      };
      const std::string beginning = std::string(field.prefix) + asked_.beginning;
      for (const TermCount& one :
           frequent_terms(database_, beginning, {kWordTermsRead, kCandidates, &deadline_}, is_word)
               .terms) {
        candidates_[one.term.substr(field.prefix.size())].*field.count = one.pages;
      }
    }
  }

  std::int64_t pages_with(const std::string& word) const {
    if (context_.empty()) return database_.get_termfreq(word);
    Xapian::Enquire enquire(database_);
    enquire.set_query(XQuery(XQuery::OP_AND, context_, XQuery(word)));
    return enquire.get_mset(0, 0, kCounted).get_matches_estimated();
  }

  const Xapian::Database& database_;
  const WordBeginning& asked_;
  const Deadline& deadline_;
  XQuery context_;  // empty without words before the prefix
  Candidates candidates_;
  std::set<std::string> stems_;  // with their languages, of the words found
};

}  // namespace

std::vector<WordCompletion> complete_word(const Xapian::Database& database,
                                          const WordBeginning& asked, std::size_t wanted,
                                          const Deadline& deadline) {
  return Completing(database, asked, deadline).run(wanted);
}

}  // namespace porthole::search
