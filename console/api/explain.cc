#include "console/api/explain.h"

#include <filesystem>
#include <system_error>

#include "collection/open_collection.h"
#include "gatherer/report/explanation.h"
#include "sampling/sample_account.h"

namespace porthole::console {
namespace {

/// The random walks that have read the URL, if there are samples.
nlohmann::ordered_json samples_of(const collection::Collection& collection,
                                  const std::string& text) {
  const Result<Url> url = Url::parse(text);
  if (!url) return nlohmann::ordered_json::array();
  const auto accounts = sampling::accounts_of_samples(collection, *url);
  return accounts ? sampling::accounts_as_json(*accounts) : nlohmann::ordered_json::array();
}

}  // namespace

Result<http::Response> explain(const Call& call) {
  const std::string& url = call.parameters.text("url");
  TRY_AS(open, collection::open_collection(call.folder.folder(), repository::Access::kRead));
  TRY_AS(explanation, gatherer::explain(open->collection, *open->repository, url));
  nlohmann::ordered_json json = gatherer::explanation_as_json(*explanation);
  json["unjudged"] = explanation->unjudged;
  json["samples"] = samples_of(open->collection, explanation->url.href);
  std::error_code ignored;
  json["has_index"] = std::filesystem::exists(open->collection.index_folder(), ignored);
  return http::json_response(json);
}

}  // namespace porthole::console
