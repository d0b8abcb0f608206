#include "search/index/stop_words.h"

#include <algorithm>
#include <array>
#include <cstddef>

#include "base/text/diacritics.h"
#include "base/text/text.h"

namespace porthole::search {
namespace {

struct Language {
  std::string_view name;
  std::string_view words;
};

constexpr std::array kLanguages = {
    Language{"en",
             "a about above after again all also am an and any are as at be because been before "
             "being between both but "
             "by can could did do does doing down during each etc few for from further had has "
             "have having he her here "
             "him his how i if in into is it its just may me might more most must my no nor not "
             "now of off on once only "
             "or other our out over own same shall she should so some such than that the their "
             "them then there these "
             "they this those through to too under until up us very was we were what when where "
             "which while who whom "
             "whose why will with would you your d ll m re s t ve"},
    Language{"de",
             "aber alle als am an auch auf aus bei bin bis das dass daß dem den der des die diese "
             "dieser dieses doch du "
             "durch ein eine einem einen einer eines er es für gegen hat hatte ich ihr im in ist "
             "ja kann kein keine man "
             "mit muss nach nicht noch nur ob oder ohne sein sich sie sind so über um und uns "
             "unter vom von vor war "
             "waren was wegen weil welche welcher welches wenn wer werden wie wird wir wo zu zum "
             "zur zwischen"},
    Language{"es",
             "a al algo como con cual cuando cuál cómo cuándo de del desde donde dónde e el ella "
             "ellos en entre era es "
             "esa ese eso esta este esto está están fue ha han hasta hay la las le les lo los me "
             "mi más muy no nos o os "
             "para pero por porque qué que quien quién se ser si sin sobre son su sus también te "
             "tiene tu un una uno unos "
             "y ya yo"},
    Language{"fr",
             "à au aux avec c ce ces cet cette comme comment d dans de des du elle en entre est et "
             "eu il ils j je l la le "
             "les leur lui m ma mais me même mes mon n ne nos notre nous on ont ou où par pas pour "
             "pourquoi qu quand que "
             "quel quelle quels quelles qui quoi s sa sans se ses si son sont sur t ta te tes toi "
             "ton tu un une vos votre "
             "vous y été être"}};

struct LanguageWords {
  std::string_view language;
  StopWords words;
  std::unordered_set<std::string> terms;  // the words without diacritics
};

const std::vector<LanguageWords>& all_words() {
  static const std::vector<LanguageWords> read = [] {
    std::vector<LanguageWords> all;
    for (const Language& language : kLanguages) {
      LanguageWords& one = all.emplace_back(LanguageWords{language.name, {}, {}});
      for (const std::string_view word : split(language.words, ' ')) {
        one.words.insert(word);
        one.terms.insert(without_diacritics(word));
      }
    }
    return all;
  }();
  return read;
}

bool is_one_of(std::string_view language, const std::vector<std::string>& languages) {
  return std::find(languages.begin(), languages.end(), language) != languages.end();
}

struct Likeliest {
  const LanguageWords* language = nullptr;
  std::ptrdiff_t words = 0, next = 0;  // of it, of the next
};

Likeliest likeliest(const std::vector<std::string>& words,
                    const std::vector<std::string>& languages) {
  Likeliest best;
  for (const LanguageWords& one : all_words()) {
    if (!is_one_of(one.language, languages)) continue;
    const auto found = std::count_if(words.begin(), words.end(),
                                     [&](const auto& word) { return one.words.contains(word); });
    if (found > best.words) {
      best = {&one, found, best.words};
    } else {
      best.next = std::max(best.next, found);
    }
  }
  return best;
}

}  // namespace

const StopWords& stop_words_of(const std::vector<std::string>& words,
                               const std::vector<std::string>& languages) {
  static const StopWords none;
  const Likeliest best = likeliest(words, languages);
  return best.language == nullptr ? none : best.language->words;
}

std::string_view language_of(const std::vector<std::string>& words,
                             const std::vector<std::string>& languages) {
  const Likeliest best = likeliest(words, languages);
  return best.words >= 2 && best.words > best.next ? best.language->language : "";
}

bool is_stop_term(std::string_view term, const std::vector<std::string>& languages) {
  const std::string word(term);
  return std::any_of(all_words().begin(), all_words().end(), [&](const LanguageWords& one) {
    return is_one_of(one.language, languages) && one.terms.contains(word);
  });
}

}  // namespace porthole::search
