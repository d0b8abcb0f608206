#include <algorithm>
#include <filesystem>
#include <string_view>
#include <system_error>
#include <utility>

#include "base/text/text.h"
#include "base/xml/tree.h"
#include "collection/open_collection.h"
#include "console/api/handlers.h"
#include "gatherer/judge/classifier_judge.h"
#include "training/expansion.h"
#include "training/expansion_decision.h"
#include "training/model_folder.h"
#include "training/trial.h"

namespace porthole::console {
namespace {

using nlohmann::ordered_json;
namespace fs = std::filesystem;

constexpr std::size_t kLargestReport = std::size_t{64} << 20;
constexpr std::size_t kShownTerms = 40;

/// A JSON file of a model's folder; null if it is not there or damaged.
ordered_json json_in(const fs::path& file) {
  const Result<std::string> text = xml::read_file(file, kLargestReport);
  if (!text) return nullptr;
  ordered_json read = ordered_json::parse(*text, nullptr, false);
  return read.is_discarded() ? ordered_json() : read;
}

bool is_there(const fs::path& file) {
  std::error_code ignored;
  return fs::exists(file, ignored);
}

/// The classifier in `folder`: null if there is none; else its report, and whether it was trained
/// on the topics and examples of today.
ordered_json model_in(const fs::path& folder, const std::string& fingerprint) {
  if (!is_there(folder / gatherer::kModelFile)) return nullptr;
  const auto trained_on = xml::read_file(folder / gatherer::kTrainedOnFile, 4096);
  return {{"report", json_in(folder / training::kReportFile)},
          {"is_current", trained_on && trim(*trained_on) == fingerprint}};
}

ordered_json term_as_json(const training::Expansion& found, const training::ExpansionTerm& term) {
  const topics::ProposedTerm& head = term.suggestion.head;
  ordered_json uses = ordered_json::array();
  for (const training::TermUse& use : term.uses)
    uses.push_back({{"source", use.source}, {"text", use.text}});
  return {{"term", found.written(head.term)},
          {"sites", head.figures.relevant_sites},
          {"confidence", head.figures.confidence},
          {"lift", head.figures.lift},
          {"uses", std::move(uses)}};
}

Result<training::Choice> choice_of(const Call& call) {
  training::Choice choice;
  const std::pair<const char*, std::vector<std::string>*> members[] = {{"accept", &choice.accept},
                                                                       {"reject", &choice.reject}};
  for (const auto& [name, list] : members) {
    std::string term = call.members.optional_text(name, 200);
    if (!term.empty()) list->push_back(std::move(term));
  }
  TRY(call.members.finish());
  if (choice.accept.empty() && choice.reject.empty())
    return fail(ErrorCode::kUsage, "no term is given", "send \"accept\" or \"reject\"");
  return choice;
}

}  // namespace

Result<http::Response> show_training(const Call& call) {
  TRY_AS(open, training::open_or_make_taxonomy(call.folder.folder()));
  const std::string fingerprint = gatherer::fingerprint_of(open->file.taxonomy());
  const fs::path folder = open->collection.model_folder();
  const fs::path trial = training::trial_folder(open->collection);
  ordered_json out = {{"can_be_learned", open->file.taxonomy().can_be_learned()},
                      {"current", model_in(folder, fingerprint)},
                      {"trial", model_in(trial, fingerprint)},
                      {"has_previous", is_there(folder / "previous" / gatherer::kModelFile)}};
  if (!out["trial"].is_null()) out["trial"]["effect"] = json_in(trial / training::kEffectFile);
  return http::json_response(out);
}

Result<http::Response> settle_training(const Call& call) {
  const std::string action = call.members.text("action");
  TRY(call.members.finish());
  TRY_AS(open, training::open_or_make_taxonomy(call.folder.folder()));
  Result<void> done = fail(ErrorCode::kUsage, "unknown action", "known: keep, discard, back");
  if (action == "keep") done = training::keep_trial(*open);
  if (action == "discard") done = training::drop_trial(open->collection);
  if (action == "back") done = training::bring_back(open->collection);
  if (!done) return fail(done.error());
  return show_training(call);
}

Result<http::Response> show_proposal(const Call& call) {
  const std::string output = call.folder.jobs().output_of(Work::kPropose);
  ordered_json read = ordered_json::parse(output, nullptr, false);
  return http::json_response({{"proposal", read.is_object() ? std::move(read) : ordered_json()}});
}

Result<http::Response> list_terms(const Call& call) {
  TRY_AS(open, collection::open_collection(call.folder.folder(), repository::Access::kRead));
  TRY_AS(memory, training::read_expansion_memory(open->collection.folder()));
  TRY_AS(found, training::expand(*open->repository, open->collection,
                                 {.rejected = training::normal_terms(memory->rejected)}));
  ordered_json terms = ordered_json::array();
  for (std::size_t i = 0; i < std::min(kShownTerms, found->terms.size()); ++i)
    terms.push_back(term_as_json(*found, found->terms[i]));
  return http::json_response({{"pages", found->pages},
                              {"relevant", found->relevant},
                              {"own", open->collection.specification().topic.terms},
                              {"rejected", training::written_terms(memory->rejected)},
                              {"terms", std::move(terms)}});
}

Result<http::Response> decide_term(const Call& call) {
  TRY_AS(choice, choice_of(call));
  TRY_AS(open, collection::open_collection(call.folder.folder(), repository::Access::kRead));
  TRY_AS(memory, training::read_expansion_memory(open->collection.folder()));
  const auto found =
      training::expand(*open->repository, open->collection, {.least_sites = 1, .most_uses = 0});
  if (!found) return fail(found.error());
  const auto decision =
      training::decision_on(*found, *memory, open->collection.specification().topic, *choice);
  if (!decision) return fail(decision.error());
  const std::string name = choice->accept.empty() ? "term rejected: " + choice->reject.front()
                                                  : "term accepted: " + choice->accept.front();
  TRY_AS(done, call.folder.editor().change(call.folder.folder(), name, [&] {
    return training::carry_out(*decision, open->collection, std::move(*memory));
  }));
  return list_terms(call);
}

}  // namespace porthole::console
