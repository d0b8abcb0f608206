#include "porthole/options/scope_choice.h"

#include "porthole/verb.h"

namespace porthole::cli {

std::vector<Option> add_scope_choice(Command app, collection::ScopeChoice& choice) {
  constexpr int kDeepest = 1'000'000;
  return {app.add_option("--site", choice.sites,
                         "Only this host and those below it (example.org and "
                         "www.example.org); may be repeated")
              .repeatable()
              .type_name("HOST"),
          app.add_option("--prefix", choice.prefixes,
                         "Only URLs that begin so; may be repeated, beside --site")
              .repeatable()
              .type_name("URL"),
          app.add_option("--exclude", choice.excludes,
                         "No URL with this pattern (RE2) in path or query; may be repeated")
              .repeatable()
              .type_name("PATTERN"),
          app.add_option("--language", choice.languages,
                         "Keep pages in this language only (en, de), and those whose "
                         "language is unknown; may be repeated")
              .repeatable()
              .type_name("CODE"),
          app.add_option("--depth", choice.depth, "At most N links from the nearest seed")
              .type_name("N")
              .within(1, kDeepest, "a number from 1 on")};
}

std::vector<Option> add_url_sources(Command app, collection::ScopeChoice& choice) {
  return {app.add_flag("--parents", choice.parents,
                       "Try the folders above relevant pages, too, up to the front page"),
          app.add_option("--backward", choice.backward,
                         "Try the pages, too, that link to relevant pages by this file: "
                         "source and target, one pair a line; may be repeated")
              .repeatable()
              .type_name("FILE")
              .existing_file()};
}

}  // namespace porthole::cli
