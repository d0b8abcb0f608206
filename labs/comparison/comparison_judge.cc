#include "labs/comparison/comparison_judge.h"

#include <fstream>
#include <functional>
#include <memory>
#include <optional>
#include <system_error>
#include <unordered_set>
#include <utility>

#include "base/text/format.h"
#include "base/text/text.h"
#include "base/xml/tree.h"
#include "collection/open_collection.h"
#include "gatherer/judge/classifier_judge.h"
#include "gatherer/judge/importance_labels.h"
#include "gatherer/judge/importance_training.h"
#include "gatherer/judge/judge_factory.h"
#include "gatherer/judge/page_judge.h"
#include "labs/comparison/page_labels.h"
#include "training/model_folder.h"

namespace porthole::labs {
namespace {

namespace fs = std::filesystem;
using labs::Opinion;

constexpr std::size_t kLargestLabels = std::size_t{1} << 30;

Result<std::vector<std::string>> good_topics(const collection::Collection& collection) {
  std::vector<std::string> paths;
  const collection::Topic& topic = collection.specification().topic;
  if (topic.taxonomy_file.empty()) return paths;
  Result<collection::TaxonomyFile> file =
      collection::read_taxonomy_of(collection.folder(), topic.taxonomy_file);
  if (!file) return fail(file.error());
  for (const topics::TopicId id : file->taxonomy().good())
    paths.push_back(file->taxonomy()[id].path);
  return paths;
}

/// The model that the collection's own crawls go by.
Result<void> take_own_model(const collection::Collection& collection, ChosenJudge& out) {
  if (auto there = gatherer::check_page_judge(collection); !there) return there;
  std::error_code ignored;
  if (fs::exists(collection.model_folder(), ignored)) out.model = collection.model_folder();
  out.fingerprint +=
      " model " + fingerprint_of_file(collection.model_folder() / gatherer::kModelFile);
  return {};
}

std::string what_labels_say(const labs::PageLabels& labels, const std::string& file) {
  std::string topics;
  for (const std::string& topic : labels.topics()) topics += (topics.empty() ? "" : ", ") + topic;
  return "A page is relevant when " + fs::path(file).filename().string() + " labels it " + topics +
         ": " + counted(number(labels.pages_on_topic()), "page") + " of the " +
         with_commas(number(labels.pages())) +
         " that it labels. The crawls do not see the labels. A page without a label counts as not "
         "relevant.";
}

Result<ChosenJudge> judge_by_labels(const collection::Collection& collection,
                                    const JudgeChoice& choice, std::vector<std::string> wanted) {
  ChosenJudge out;
  TRY(take_own_model(collection, out));
  if (!choice.topics.empty()) wanted = choice.topics;
  if (wanted.empty()) wanted.push_back(collection.specification().topic.title);
  TRY_AS(read, labs::PageLabels::read(choice.labels, wanted));
  const auto labels = std::make_shared<const labs::PageLabels>(std::move(*read));
  const auto on_topic = [labels](const std::string& href) -> std::optional<bool> {
    const Result<Url> url = Url::parse(href);
    return url ? labels->on_topic(*url) : std::nullopt;
  };
  out.labels = [on_topic](const std::string& url) { return on_topic(url).value_or(false); };
  out.judge.judge = [on_topic](const auto& url, const auto&) {
    const std::optional<bool> known = on_topic(url.href);
    return Opinion{known.value_or(false) ? 1.0 : 0.0, known.value_or(false), known.has_value()};
  };
  out.kind = "labels";
  out.says = what_labels_say(*labels, choice.labels);
  out.fingerprint += " labels " + fingerprint_of_file(choice.labels);
  for (const std::string& topic : labels->topics()) out.fingerprint += " " + topic;
  return out;
}

std::string what_held_out_says(const training::HeldOutJudge& held_out) {
  const double agreed =
      held_out.crawl_examples == 0
          ? 0
          : static_cast<double>(held_out.agreed) / static_cast<double>(held_out.crawl_examples);
  std::string text =
      "A page is relevant when a classifier says so that the crawls have never seen: it was "
      "trained on " +
      counted(number(held_out.report_examples), "example") + ", the crawls' own on the other " +
      with_commas(number(held_out.crawl_examples)) + ", split by site. It classifies " +
      format_percent(agreed) + " on the right side, wanted or not.";
  if (held_out.topics_on_shared_sites > 0) {
    text += " Of " + counted(number(held_out.topics), "topic") + ", " +
            with_commas(number(held_out.topics_on_shared_sites)) +
            " could not be parted by site (they have one, or all of theirs fell into one half): "
            "both know pages of their sites.";
  }
  return text;
}

Result<ChosenJudge> judge_by_held_out_examples(const JudgeChoice& choice,
                                               const training::HeldOutOptions& how) {
  TRY_AS(open, training::open_taxonomy(choice.folder));
  ChosenJudge out;
  out.model = choice.out / "model";
  TRY_AS(held_out, training::train_held_out(*open, out.model, how));
  const std::shared_ptr<const gatherer::PageJudge> judge = std::move(held_out->judge);
  out.judge.with_text = true;
  out.judge.judge = [judge](const auto&, const auto& page) {
    const gatherer::Judgement said = judge->judge(page.document);
    return Opinion{said.relevance.value(), said.relevant, true};
  };
  out.kind = "held-out classifier";
  out.says = what_held_out_says(*held_out);
  out.fingerprint = " held-out " + held_out->fingerprint;
  out.failures = std::move(held_out->failures);
  return out;
}

Result<ChosenJudge> judge_as_the_crawl(const collection::Collection& collection) {
  ChosenJudge out;
  TRY(take_own_model(collection, out));
  out.judge.judge = [](const auto&, const auto& page) {
    return Opinion{page.relevance.value(), page.relevant, true};
  };
  out.kind = kOwnJudge;
  out.says =
      "A page is relevant when the crawl's own judge says so, the same that guides the strategies. "
      "Such figures say little: a "
      "strategy that believes the judge's mistakes is praised for them. Give --labels FILE, or a "
      "taxonomy with examples.";
  out.fingerprint += " own";
  return out;
}

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

std::string fingerprint_of_file(const fs::path& file) {
  const Result<std::string> text = xml::read_file(file, kLargestLabels);
  return text ? std::to_string(std::hash<std::string>{}(*text)) : "none";
}

Result<ChosenJudge> choose_judge(const collection::Collection& collection,
                                 const JudgeChoice& choice, const training::HeldOutOptions& how) {
  TRY_AS(good, good_topics(collection));
  if (!choice.labels.empty()) return judge_by_labels(collection, choice, std::move(*good));
  if (!good->empty()) return judge_by_held_out_examples(choice, how);
  return judge_as_the_crawl(collection);
}

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
