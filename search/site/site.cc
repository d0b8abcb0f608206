#include "search/site/site.h"

#include <algorithm>
#include <array>
#include <exception>
#include <set>

#include "base/log.h"
#include "search/site/field_answers.h"
#include "search/site/json.h"
#include "search/site/page_answers.h"
#include "search/site/search_answers.h"
#include "search/site/web_files.h"

namespace porthole::search {
namespace {

constexpr int kAssetAge = 3600;  // seconds

Response asset(std::string_view name, const char* content_type) {
  return {200, content_type, std::string(web_file(name)), kAssetAge, 0};
}

Response home(SiteContext& site, const Question& question) { return page_answer(home_page(site.frame(question))); }
Response help(SiteContext& site, const Question& question) { return page_answer(help_page(site.frame(question))); }
Response health(SiteContext&, const Question&) { return {200, kPlainType, "ok\n", 0, 0}; }
Response style(SiteContext&, const Question&) { return asset("style.css", "text/css; charset=utf-8"); }
Response script(SiteContext&, const Question&) { return asset("complete.js", "text/javascript; charset=utf-8"); }
Response picture(SiteContext&, const Question&) { return asset("porthole.svg", "image/svg+xml"); }

Response opensearch(SiteContext& site, const Question& question) {
  return {200, "application/opensearchdescription+xml; charset=utf-8",
          opensearch_description(site.frame_of(nullptr, std::nullopt), question.origin), kAssetAge, 0};
}

Response robots(SiteContext&, const Question&) {
  return {200, kPlainType, std::string(web_file("robots.txt")), kAssetAge, 0};
}

Response api_description(SiteContext&, const Question&) {
  return {200, "application/yaml", std::string(web_file("openapi.yaml")), kAssetAge, 0};
}

Response api_collections(SiteContext& site, const Question&) {
  std::vector<CollectionSize> sizes;
  for (const std::string& name : site.collections().names()) {
    const auto pages = site.collections().searchers(name)->with_searcher([](Searcher& one) { return one.documents(); });
    if (!pages) return json_error(pages.error());
    sizes.push_back({name, *pages});
  }
  return json_answer(collections_as_json(sizes));
}

enum class Work {
  kNone,    // what the program has
  kSome,    // in its turn
  kSearch,  // in its turn, and kept
};
struct Route {
  std::string_view path;
  Response (*answer)(SiteContext&, const Question&);
  Work work = Work::kSome;
};
constexpr std::array kRoutes = {Route{"/", home},
                                Route{"/search", search_answer, Work::kSearch},
                                Route{"/suggest", suggest_answer},
                                Route{"/page", details_answer},
                                Route{"/copy", copy_answer},
                                Route{"/page.txt", plain_copy_answer},
                                Route{"/page.rdf", rdf_answer},
                                Route{"/page.ttl", rdf_answer},
                                Route{"/page.nt", rdf_answer},
                                Route{"/page.jsonld", rdf_answer},
                                Route{"/fields", fields_answer},
                                Route{"/help", help},
                                Route{"/feed.atom", feed_answer, Work::kSearch},
                                Route{"/feed.json", feed_answer, Work::kSearch},
                                Route{"/opensearch.xml", opensearch, Work::kNone},
                                Route{"/suggest.json", opensearch_suggestions_answer},
                                Route{"/api/v1/search", api_search_answer, Work::kSearch},
                                Route{"/api/v1/page", api_page_answer},
                                Route{"/api/v1/complete", api_complete_answer},
                                Route{"/api/v1/fields", api_fields_answer},
                                Route{"/api/v1/collections", api_collections},
                                Route{"/api/v1/openapi.yaml", api_description, Work::kNone},
                                Route{"/healthz", health, Work::kNone},
                                Route{"/robots.txt", robots, Work::kNone},
                                Route{"/style.css", style, Work::kNone},
                                Route{"/complete.js", script, Work::kNone},
                                Route{"/porthole.svg", picture, Work::kNone}};

Response answer_of(const Route& route, SiteContext& site, const Question& question) {
  if (route.work == Work::kNone) return route.answer(site, question);
  return route.work == Work::kSearch ? site.kept(question, route.answer) : site.in_turn(question, route.answer);
}

}  // namespace

class Site::Impl {
 public:
  explicit Impl(std::vector<ServedCollection> collections) : context(std::move(collections)) {}

  SiteContext context;
};

Site::Site(std::unique_ptr<Impl> impl) : impl_(std::move(impl)) {}
Site::~Site() = default;

Result<std::unique_ptr<Site>> Site::open(std::vector<ServedCollection> collections) {
  std::set<std::string> names;
  for (const ServedCollection& one : collections) {
    if (names.insert(one.name).second) continue;
    return fail({ErrorCode::kInvalid, "two collections are called \"" + one.name + "\"", "", 0, 0,
                 "give one of them another name in its porthole.xml"});
  }
  std::vector<std::filesystem::path> indexes;
  for (const ServedCollection& one : collections) indexes.push_back(one.index);
  if (const auto opened = Searcher::open(indexes); !opened) return fail(opened.error());
  return std::unique_ptr<Site>(new Site(std::make_unique<Impl>(std::move(collections))));
}

Response Site::answer(std::string_view target, std::string_view origin) const {
  const std::size_t mark = target.find('?');
  const Parameters parameters(mark == std::string_view::npos ? "" : target.substr(mark + 1));
  const Question question{target.substr(0, mark), parameters, target, origin};
  const auto route = std::find_if(kRoutes.begin(), kRoutes.end(), [&](const Route& one) { return one.path == question.path; });
  try {
    if (route != kRoutes.end()) return answer_of(*route, impl_->context, question);
  } catch (const std::exception& error) {
    log(LogLevel::kError, "search", error.what());
    return impl_->context.message(500, &question);
  }
  if (!question.path.starts_with("/api/")) return impl_->context.message(404, &question);
  return json_error(404, "not-found", "there is no such call", "all of them: /api/v1/openapi.yaml");
}

Response Site::message(int status) const { return impl_->context.message(status, nullptr); }

}  // namespace porthole::search
