#include "labs/comparison/comparison_importance.h"

#include <fstream>
#include <memory>
#include <system_error>
#include <unordered_set>
#include <utility>

#include "base/text/text.h"
#include "collection/open_collection.h"
#include "gatherer/judge/importance_labels.h"
#include "gatherer/judge/importance_training.h"
#include "labs/comparison/comparison_judge.h"

namespace porthole::labs {
namespace {

namespace fs = std::filesystem;

constexpr std::string_view kInLinksOf = "in-links:";

Result<gatherer::ImportanceLabels> read_importance_labels(const std::string& source) {
  if (!source.starts_with(kInLinksOf)) return gatherer::ImportanceLabels::read(source);
  const std::string folder = source.substr(kInLinksOf.size());
  Result<collection::OpenCollection> open =
      collection::open_collection(folder, repository::Access::kRead);
  if (!open) return fail(open.error());
  return gatherer::ImportanceLabels::in_links(*open->repository, folder);
}

Result<std::unordered_set<std::string>> read_domains(const std::string& file) {
  std::ifstream in(file);
  if (!in)
    return fail(ErrorCode::kNotFound, "cannot read " + file, "give a file with a domain a line");
  std::unordered_set<std::string> domains;
  for (std::string line; std::getline(in, line);) {
    const std::string domain = ascii_lower(trim(line));
    if (!domain.empty() && domain.front() != '#') domains.insert(registrable_domain(domain));
  }
  if (domains.empty()) {
    return fail(
        {ErrorCode::kInvalid, "there is no domain in it", file, 0, 0, "write a domain a line"});
  }
  return domains;
}

/// The file that says by which repository in-links are counted changes with it; its size and time
/// stand for it.
std::string stamp_of(const fs::path& file) {
  std::error_code ignored;
  const auto size = fs::file_size(file, ignored);
  return std::to_string(size) + " " +
         std::to_string(fs::last_write_time(file, ignored).time_since_epoch().count());
}

Result<std::string> take_importance_model(const collection::Collection& collection,
                                          const fs::path& model) {
  TRY_AS(loaded, gatherer::load_importance_model(collection.model_folder()));
  if (*loaded == nullptr) return std::string("There is no model of importance.");
  const fs::path file = collection.model_folder() / gatherer::kImportanceFile;
  std::error_code error;
  if (!model.empty() && model != collection.model_folder()) {
    fs::copy_file(file, model / gatherer::kImportanceFile, fs::copy_options::overwrite_existing,
                  error);
  }
  if (error)
    return fail(ErrorCode::kStorage, "cannot copy " + file.string() + ": " + error.message());
  return "The crawls' model of importance was " + topics::describe((*loaded)->origin()) + ".";
}

}  // namespace

Result<ChosenImportance> choose_importance(const collection::Collection& collection,
                                           const ImportanceChoice& choice, const fs::path& model,
                                           labs::RunJudge& judge) {
  ChosenImportance out;
  TRY_AS(says, take_importance_model(collection, model));
  out.fingerprint =
      " importance " + fingerprint_of_file(collection.model_folder() / gatherer::kImportanceFile);
  if (!choice.trusted.empty()) {
    TRY_AS(domains, read_domains(choice.trusted));
    out.fingerprint += " trusted " + fingerprint_of_file(choice.trusted);
    judge.trusted = [known = std::make_shared<const std::unordered_set<std::string>>(std::move(
                         *domains))](const std::string& domain) { return known->contains(domain); };
  }
  if (choice.labels.empty()) return out;
  TRY_AS(labels, read_importance_labels(choice.labels));
  out.says = "Measured by " + labels->says() + ". " + *says;
  const bool is_collection = choice.labels.starts_with(kInLinksOf);
  out.fingerprint +=
      " labels " +
      (is_collection ? stamp_of(fs::path(choice.labels.substr(kInLinksOf.size())) / "repository.db")
                     : fingerprint_of_file(choice.labels));
  judge.importance = [known = std::make_shared<const gatherer::ImportanceLabels>(
                          std::move(*labels))](const Url& url) { return known->of(url); };
  return out;
}

}  // namespace porthole::labs
