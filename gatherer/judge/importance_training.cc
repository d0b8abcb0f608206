#include "gatherer/judge/importance_training.h"

#include <algorithm>

#include "base/text/text.h"
#include "base/url/url.h"
#include "base/xml/tree.h"
#include "topics/classify/model_file.h"
#include "topics/text/term_counts.h"

namespace porthole::gatherer {
namespace {

using repository::PageRecord;
using repository::UrlId;
using repository::UrlRecord;

constexpr std::size_t kFewestExamples = 10;

topics::TermCounts terms_of(const Document& document) {
  return topics::count_terms(document.title, document.description, document.text);
}

std::string domain_of(const std::string& href) {
  const Result<Url> url = Url::parse(href);
  return url ? registrable_domain(url->host()) : std::string();
}

/// Calls back with the text and links of each page that is not a duplicate, in order of fetching.
/// Errors: the repository's.
Result<void> for_each_whole_page(
    repository::Repository& repository,
    const std::function<Result<void>(const UrlRecord&, const PageRecord&)>& visit) {
  // Links are queried between rows of the statement that reads the pages.
  Result<void> done;
  repository::Pages::Filter filter;
  filter.with_text = true;
  auto visited = repository.pages().for_each(
      filter, [&](const UrlRecord& url, const PageRecord& page, auto, auto) {
        if (page.duplicate_of == 0) done = visit(url, page);
        return done.has_value();
      });
  return done ? visited : done;
}

Result<std::vector<Link>> links_on(repository::Repository& repository, UrlId page) {
  TRY_AS(records, repository.links().out_links(page));
  std::vector<Link> links;
  for (repository::LinkRecord& record : *records) links.push_back(std::move(record.link));
  return links;
}

/// An evenly spaced sample of `all`, if it is too large.
bool is_taken(std::size_t which, std::size_t all, std::size_t most) {
  return all <= most || which * most / all != (which + 1) * most / all;
}

}  // namespace

Result<topics::ImportanceModel> train_importance(const std::vector<LabelledPage>& pages,
                                                 const ImportanceLabels& labels) {
  if (pages.size() < kFewestExamples) {
    return fail(ErrorCode::kIncomplete,
                "importance cannot be learned from " +
                    counted(static_cast<std::int64_t>(pages.size()), "page") + " with a label (" +
                    labels.says() + ")",
                "gather more pages, or give labels that cover them");
  }
  std::vector<topics::TermCounts> terms;
  for (const LabelledPage& page : pages) terms.push_back(terms_of(page.document));
  topics::Rarity rarity = topics::Rarity::of(terms);
  std::vector<topics::ImportanceExample> examples;
  std::unordered_map<std::string, std::uint32_t> groups;
  for (std::size_t i = 0; i < pages.size(); ++i) {
    const LabelledPage& page = pages[i];
    const auto domain = labels.domains().find(domain_of(page.url));
    const topics::TraitSource source{.url = page.url,
                                     .text = page.document.text,
                                     .links = page.document.links,
                                     .terms = terms[i]};
    topics::ImportanceExample& example = examples.emplace_back();
    example.label = page.label;
    example.group =
        groups.try_emplace(page.site, static_cast<std::uint32_t>(groups.size())).first->second;
    example.traits =
        topics::traits_of(source, rarity, domain == labels.domains().end() ? 0 : domain->second);
  }
  return topics::ImportanceModel::train(examples, std::move(rarity), labels.domains(),
                                        labels.says());
}

Result<topics::ImportanceModel> train_importance(repository::Repository& repository,
                                                 const ImportanceLabels& labels,
                                                 const ImportanceTraining& training) {
  std::vector<std::pair<UrlId, double>> labelled;
  TRY_AS(visited, repository.pages().for_each({}, [&](const UrlRecord& url, const PageRecord& page,
                                                      auto, auto) {
    const Result<Url> parsed = Url::parse(url.href);
    constexpr double kNoLabel = -1;
    const double label = parsed ? labels.of(*parsed).value_or(kNoLabel) : kNoLabel;
    const bool may = !training.may_learn || training.may_learn(url);
    if (label >= 0 && may && page.duplicate_of == 0) labelled.emplace_back(url.id, label);
    return true;
  }));
  std::unordered_map<UrlId, double> chosen;
  for (std::size_t i = 0; i < labelled.size(); ++i) {
    if (is_taken(i, labelled.size(), training.most_pages)) chosen.insert(labelled[i]);
  }
  std::vector<LabelledPage> pages;
  TRY_AS(read, for_each_whole_page(
                   repository, [&](const UrlRecord& url, const PageRecord& page) -> Result<void> {
                     const auto label = chosen.find(url.id);
                     if (label == chosen.end()) return {};
                     auto links = links_on(repository, url.id);
                     if (!links) return fail(links.error());
                     pages.push_back({url.href, url.site, page.document, label->second});
                     pages.back().document.links = std::move(*links);
                     return {};
                   }));
  return train_importance(pages, labels);
}

Result<std::vector<std::pair<UrlId, double>>> importance_of_pages(
    repository::Repository& repository, const topics::ImportanceModel& model) {
  std::vector<std::pair<UrlId, double>> all;
  TRY_AS(read, for_each_whole_page(
                   repository, [&](const UrlRecord& url, const PageRecord& page) -> Result<void> {
                     auto links = links_on(repository, url.id);
                     if (!links) return fail(links.error());
                     Document document = page.document;
                     document.links = std::move(*links);
                     all.emplace_back(url.id, importance_of(model, url.href, document, {}));
                     return {};
                   }));
  return all;
}

double importance_of(const topics::ImportanceModel& model, const std::string& url,
                     const Document& document, const topics::TermCounts& terms) {
  const topics::TermCounts counted_here = terms.empty() ? terms_of(document) : topics::TermCounts();
  const topics::TraitSource page{.url = url,
                                 .text = document.text,
                                 .links = document.links,
                                 .terms = terms.empty() ? counted_here : terms};
  return model.importance(page, domain_of(url));
}

Result<std::unique_ptr<const topics::ImportanceModel>> load_importance_model(
    const std::filesystem::path& model_folder) {
  const std::filesystem::path file = model_folder / kImportanceFile;
  const Result<std::string> bytes = xml::read_file(file, topics::kLargestModelFile);
  if (!bytes && bytes.error().code == ErrorCode::kNotFound)
    return std::unique_ptr<const topics::ImportanceModel>();
  if (!bytes) return fail(bytes.error());
  Result<topics::ImportanceModel> model = topics::ImportanceModel::from_bytes(*bytes);
  if (model) return std::make_unique<const topics::ImportanceModel>(std::move(*model));
  Error error = model.error();
  error.file = file.string();
  return fail(std::move(error));
}

}  // namespace porthole::gatherer
