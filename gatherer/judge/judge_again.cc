#include "gatherer/judge/judge_again.h"

#include <cmath>
#include <utility>
#include <vector>

#include "gatherer/judge/judge_factory.h"
#include "gatherer/judge/page_judge.h"

namespace porthole::gatherer {
namespace {

using repository::JudgementRecord;
using repository::PageRecord;

constexpr std::int64_t kProgressPages = 100;
/// Summaries state relevance to four decimals.
constexpr double kStated = 0.00005;

bool differs(const PageRecord& page, const Judgement& judgement) {
  return page.relevant != judgement.relevant || page.topic != judgement.topic ||
         std::abs(page.relevance.value() - judgement.relevance.value()) >= kStated;
}

JudgementRecord record_of(repository::UrlId page, Judgement judgement) {
  return {.page = page,
          .relevance = judgement.relevance,
          .relevant = judgement.relevant,
          .topic = std::move(judgement.topic)};
}

}  // namespace

Result<Document> document_to_judge(const PageRecord& page, repository::UrlId id,
                                   repository::Pages& pages, topics::JudgedText text) {
  Document document = page.document;
  if (text == topics::JudgedText::kWhole) return document;
  TRY_AS(blocks, pages.blocks(id));
  document.blocks = std::move(*blocks);
  return document;
}

Result<Judgement> judge_stored(const PageJudge& judge, const PageRecord& page,
                               const std::string& href, repository::Pages& pages) {
  TRY_AS(document, document_to_judge(page, page.id, pages, judge.text()));
  return judge.judge_page(href, *document);
}

Result<std::optional<JudgementRecord>> judged_again(const PageJudge& judge,
                                                    repository::Pages& pages, repository::UrlId id,
                                                    const std::string& href) {
  TRY_AS(page, pages.get(id));
  if (!*page) return std::nullopt;
  TRY_AS(judgement, judge_stored(judge, **page, href, pages));
  if (!differs(**page, *judgement)) return std::nullopt;
  return record_of(id, std::move(*judgement));
}

Result<JudgeReport> judge_again(const collection::Collection& collection,
                                repository::Repository& repository, const JudgeOptions& options) {
  TRY_AS(judge, make_page_judge(collection));
  JudgeReport report;
  std::vector<JudgementRecord> changed;
  Result<void> failed;
  TRY_AS(visited,
         repository.pages().for_each({.with_text = true}, [&](const repository::UrlRecord& url,
                                                              const PageRecord& page, auto, auto) {
           if (options.stop != nullptr && options.stop->load()) {
             report.stopped = true;
             return false;
           }
           Result<Judgement> judgement = judge_stored(**judge, page, url.href, repository.pages());
           if (!judgement) {
             failed = fail(judgement.error());
             return false;
           }
           report.relevant_before += page.relevant;
           report.relevant += judgement->relevant;
           if (differs(page, *judgement)) {
             changed.push_back(record_of(url.id, std::move(*judgement)));
           }
           if (++report.judged % kProgressPages == 0 && options.progress)
             options.progress(report.judged);
           return true;
         }));
  if (!failed) return fail(failed.error());
  report.changed = static_cast<std::int64_t>(changed.size());
  if (report.stopped || changed.empty()) return report;
  TRY(repository.scores().put_judgements(changed));
  return report;
}

}  // namespace porthole::gatherer
