#include "gatherer/judge/judge_again.h"

#include <algorithm>
#include <cmath>
#include <utility>
#include <vector>

#include "base/log.h"
#include "base/text/format.h"
#include "collection/taxonomy_file.h"
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

constexpr auto kLookEvery = std::chrono::milliseconds(100);

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

void Rejudge::begin() {
  waiting_.clear();
  changed_ = 0;
  const UrlId last = parts_.urls.last();
  std::vector<std::uint32_t> found(static_cast<std::size_t>(last) + 1);  // By page: URLs that wait.
  for (UrlId id = 1; id <= last; ++id) {
    const UrlTable::Entry& entry = parts_.urls[id];
    if (entry.state == UrlState::kFetched) waiting_.push_back(id);
    if (is_open(entry) && entry.found_on <= last) ++found[entry.found_on];
  }
  std::sort(waiting_.begin(), waiting_.end(), [&](UrlId a, UrlId b) {
    return std::pair(found[static_cast<std::size_t>(a)], a) <
           std::pair(found[static_cast<std::size_t>(b)], b);
  });
}

Result<void> Rejudge::advance() {
  if (auto written = parts_.flush(); !written) return written;
  std::vector<repository::JudgementRecord> judgements;
  for (std::size_t i = std::min(parts_.pages_of_a_part, waiting_.size()); i > 0; --i) {
    const UrlId id = waiting_.back();
    waiting_.pop_back();
    TRY_AS(again, judged_again(parts_.judge, parts_.repository.pages(), id, parts_.urls.href(id)));
    if (!again->has_value()) continue;
    parts_.rejudged(id, (*again)->relevant);
    judgements.push_back(std::move(**again));
  }
  changed_ += static_cast<std::int64_t>(judgements.size());
  if (judgements.empty()) return {};
  return parts_.repository.scores().put_judgements(judgements);
}

MarkWatch::MarkWatch(const collection::Collection& collection, PageJudge& judge, const Clock& clock)
    : folder_(collection.folder()),
      name_(collection.specification().topic.taxonomy_file),
      file_(folder_ / name_),
      judge_(judge),
      clock_(clock),
      looked_(clock.steady()) {
  if (judge.taxonomy() == nullptr) name_.clear();
  if (name_.empty()) return;
  seen_ = file_stamp(file_);
  for (const topics::TopicId id : judge.taxonomy()->good())
    good_.push_back((*judge.taxonomy())[id].path);
}

Result<std::vector<std::string>> MarkWatch::marked() const {
  TRY_AS(file, collection::read_taxonomy_of(folder_, name_));
  std::vector<std::string> good;
  for (const topics::TopicId id : file->taxonomy().good())
    good.push_back(file->taxonomy()[id].path);
  return good;
}

bool MarkWatch::changed() {
  if (name_.empty()) return false;
  const SteadyTime now = clock_.steady();
  if (now - looked_ < kLookEvery) return false;
  looked_ = now;
  if (const FileStamp found = file_stamp(file_); std::exchange(seen_, found) == found) return false;
  auto good = marked();
  if (good && (*good == good_ || good->empty())) return false;
  Result<void> taken = good ? judge_.mark_good(*good) : fail(good.error());
  if (!taken) {
    log(LogLevel::kWarning, "gatherer",
        "the good topics are still " + join(good_, ", ") + ": " + taken.error().to_string());
    return false;
  }
  good_ = std::move(*good);
  log(LogLevel::kInfo, "gatherer",
      "the good topics are " + join(good_, ", ") + " from now on, as the taxonomy says");
  return true;
}

}  // namespace porthole::gatherer
