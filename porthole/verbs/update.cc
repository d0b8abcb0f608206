#include <sys/stat.h>

#include <algorithm>
#include <chrono>
#include <cmath>
#include <filesystem>
#include <iostream>
#include <memory>
#include <optional>
#include <system_error>
#include <utility>

#include "base/json/json.h"
#include "collection/collection.h"
#include "collection/open_collection.h"
#include "gatherer/judge/judge_factory.h"
#include "gatherer/report/alarms.h"
#include "gatherer/strategies/distillation.h"
#include "operations/doctor/crawl_health.h"
#include "operations/plugins/missing_formats.h"
#include "operations/questions/standing_answers.h"
#include "operations/steps/steps.h"
#include "porthole/exit_code.h"
#include "porthole/interrupt.h"
#include "porthole/options/shared_options.h"
#include "porthole/output.h"
#include "porthole/progress.h"
#include "porthole/show/crawl_words.h"
#include "porthole/show/gather_report.h"
#include "porthole/verb.h"
#include "porthole/verbs/open_web.h"
#include "repository/repository.h"

namespace porthole::cli {
namespace {

using nlohmann::ordered_json;

struct UpdateOptions {
  std::string folder;
  std::optional<std::int64_t> more;
  std::string duration;
  std::string refresh;
  std::optional<double> keep_fresh;       ///< Share of `more` for known pages.
  std::optional<std::int64_t> keep_free;  ///< Bytes of the disk.
  bool accept_loss = false;
  std::int64_t keep = 0;  ///< Captures of each URL; 0: the archive is not pruned.
};

/// Result of a step: figures, and the same in words.
struct StepReport {
  ordered_json json;
  std::string words;
  std::vector<std::string> more = {};  ///< Lines below these.
  bool is_news = true;                 ///< Else it is not told in words.
};

/// The daily round over one collection: each step is one that a verb of its own makes, too. The
/// repository stays open for writing, which keeps other writers out.
class Update {
 public:
  Update(collection::Collection& collection, repository::Repository& repository,
         const Interrupt& interrupt, const Common& common)
      : collection_(collection),
        repository_(repository),
        interrupt_(interrupt),
        common_(common),
        steps_(collection, repository, step_watch(interrupt, common)) {}

  /// Runs `step` unless a signal came; prints its error or report. A failed step decides the exit
  /// code, and the next ones still run.
  template <typename Step>
  void run(const char* name, Step step) {
    if (interrupt_.happened()) return;
    const auto started = std::chrono::steady_clock::now();
    Result<StepReport> done = step();
    const std::chrono::duration<double> took = std::chrono::steady_clock::now() - started;
    if (!done) {
      const int code = report(done.error(), common_);
      if (code_ == kDone) code_ = code;
      report_[name] = {{"error", done.error().message}, {"seconds", took.count()}};
      return;
    }
    if (in_words(common_) && done->is_news) {
      std::cout << name << ": " << done->words << " (" << format_duration(took.count()) << ")\n";
      for (const std::string& line : done->more) std::cout << "  " << line << '\n';
    }
    report_[name] = std::move(done->json);
    report_[name]["seconds"] = took.count();
  }

  /// Asks for known pages again: those that lead to new ones first, then those of this age, then by
  /// value. `more`: new pages at most; absent: as many as the specification allows.
  Result<StepReport> refresh(std::chrono::milliseconds age, const gatherer::Round& round,
                             std::optional<std::int64_t> more) {
    gatherer::GatherOptions options;
    options.refresh = age;
    options.more = more;
    options.round = round;
    options.refresh_order = gatherer::RefreshOrder::by_value();
    TRY_AS(done, gather(options, "fetching again"));
    fresh_ = done->fetched_now;
    is_quiet_ = !has_news(*done);
    StepReport out;
    out.json = round_as_json(*done);
    out.words = round_in_words(*done);
    return out;
  }

  Result<StepReport> gather_on(gatherer::GatherOptions options) {
    if (options.more) options.more = std::max<std::int64_t>(0, *options.more - fresh_);
    TRY_AS(done, gather(options, "gathering"));
    done->fetched_now += fresh_;
    if (done->fetched == 0 && !interrupt_.happened()) return fail(why_nothing(*done));
    StepReport out;
    out.json = {{"fetched", done->fetched_now},
                {"pages", done->fetched},
                {"relevant", done->relevant},
                {"requests", page_requests_as_json(done->requests.pages, done->requests.failures,
                                                   done->fetched_now)},
                {"queued", done->queued},
                {"stopped", repository::name_of(done->stop_reason)},
                {"waiting_for", done->waiting_for},
                {"unfetched_seeds", unfetched_seeds_as_json(*done)}};
    if (!common_.json) note_unfetched_seeds(*done, collection_.folder().string(), common_);
    if (done->refreshed > 0) {
      out.json["read_again"] = done->refreshed;
      out.words = "read " + counted(done->refreshed, "document") + " again from the archive; ";
    }
    out.words += "fetched " + counted(done->fetched_now, "page") + " (" +
                 with_commas(done->fetched) + " in all, " + with_commas(done->relevant) +
                 " relevant); stopped: " + std::string(repository::name_of(done->stop_reason));
    out.is_news = !is_quiet_ || done->fetched_now > 0 || done->refreshed > 0 ||
                  done->stop_reason != repository::StopReason::kFrontierEmpty;
    return out;
  }

  Result<StepReport> judge() {
    TRY_AS(done, steps_.judge());
    StepReport out;
    out.json = {{"judged", done->judged},
                {"changed", done->changed},
                {"relevant", done->relevant},
                {"relevant_before", done->relevant_before}};
    out.words = counted(done->judged, "page") + ", " + with_commas(done->changed) +
                " with another relevance or topic than before";
    out.is_news = !is_quiet_ || done->changed > 0;
    return out;
  }

  Result<StepReport> distill() {
    TRY_AS(snapshot, gatherer::snapshot_of(repository_));
    const gatherer::DistilledCrawl found = gatherer::distill(std::move(*snapshot));
    TRY_AS(stored, repository_.scores().put_distilled(found.scores(), found.scale()));
    const gatherer::DistilledCrawl::Figures& figures = found.figures();
    StepReport out;
    out.json = {{"pages", figures.pages},
                {"sites", figures.sites},
                {"links", figures.citations},
                {"converged", figures.converged}};
    out.words = "scored " + counted(number(figures.pages), "page") + " of " +
                counted(number(figures.sites), "site");
    out.is_news = !is_quiet_;
    return out;
  }

  Result<StepReport> summarize() {
    TRY_AS(done, steps_.summarize());
    StepReport out;
    out.json = {{"summarized", done->summarized}};
    out.words = with_commas(done->summarized) +
                (done->summarized == 1 ? " new or changed summary" : " new or changed summaries");
    out.is_news = !is_quiet_ || done->summarized > 0;
    return out;
  }

  Result<StepReport> index(operations::Loss loss) {
    TRY_AS(done, steps_.index(indexer::OffTopic::kAsBefore, loss));
    if (!done->failed.empty() && code_ == kDone) code_ = kDoneButNotAll;
    StepReport out;
    out.json = {{"indexed", done->indexed},        {"removed", done->removed},
                {"documents", done->documents},    {"left_out", done->left_out},
                {"rebuilt", done->rebuilt},        {"failed", done->failed.size()},
                {"sums", sums_as_json(done->sums)}};
    out.words = sums_in_words(done->sums) + "; " + with_commas(done->indexed) + " indexed anew";
    out.more = losses_in_words(done->sums, common_.folder);
    out.is_news = !is_quiet_ || done->indexed > 0 || done->removed > 0 || !out.more.empty();
    return out;
  }

  Result<StepReport> standing() {
    TRY_AS(done, operations::answer_all(collection_));
    if (!done->failed.empty() && code_ == kDone) code_ = kDoneButNotAll;
    StepReport out;
    out.json = done->json();
    out.words = done->words();
    return out;
  }

  Result<StepReport> prune(std::int64_t keep) {
    gatherer::PruneOptions options;
    options.keep = keep;
    TRY_AS(done, steps_.prune(options));
    StepReport out;
    out.json = {{"captures", done->captures},
                {"dropped", done->dropped},
                {"bytes", done->bytes},
                {"freed", done->freed}};
    out.words = "dropped " + counted(done->dropped, "old capture") + " of " +
                with_commas(done->captures) + ", " + format_bytes(done->freed);
    return out;
  }

  /// Names the hosts that send something else in the place of pages.
  Result<void> tell_withheld() {
    TRY_AS(hosts, gatherer::read_withheld(collection_));
    if (hosts->empty()) return {};
    const gatherer::Alarm alarm =
        gatherer::alarm_of_withheld(*hosts, shell_word(collection_.folder().string()));
    report_["alarms"] = gatherer::alarms_as_json({alarm});
    if (in_words(common_)) print_alarm(alarm);
    return {};
  }

  /// Documents that something is missing for. It runs no step, so a failure is told by others.
  void tell_unread() {
    const auto unread = operations::unread_formats(repository_);
    if (!unread || interrupt_.happened()) return;
    report_["unread"] = operations::unread_as_json(*unread);
    if (!in_words(common_)) return;
    for (const operations::UnreadFormat& one : *unread)
      std::cout << printable(operations::unread_in_words(one)) << ": "
                << printable(operations::unread_remedy(one, "the same command")) << '\n';
  }

  const ordered_json& report_so_far() const { return report_; }
  int exit_code() const { return interrupt_.happened() ? interrupt_.exit_code() : code_; }

 private:
  Result<gatherer::GatherReport> gather(gatherer::GatherOptions options, const char* label) {
    TRY(gatherer::check_ready(collection_.specification()));
    TRY(gatherer::check_page_judge(collection_));
    TRY_AS(web, open_web(collection_, common_));
    return steps_.gather(std::move(options), label);
  }

  collection::Collection& collection_;
  repository::Repository& repository_;
  const Interrupt& interrupt_;
  const Common& common_;
  const operations::Steps steps_;
  ordered_json report_ = ordered_json::object();
  std::int64_t fresh_ = 0;  ///< New pages that refresh() fetched.
  bool is_quiet_ = false;   ///< refresh() found all as it was.
  int code_ = kDone;
};

/// No page is that old.
constexpr std::chrono::milliseconds kNoAge = std::chrono::hours(24 * 365 * 50);

/// The age from which pages are fetched again, whatever their value.
Result<std::chrono::milliseconds> refresh_age(const UpdateOptions& options,
                                              const collection::Specification& specification) {
  if (!options.refresh.empty()) return duration_option("--refresh", options.refresh);
  return options.keep_fresh ? kNoAge : specification.refresh.after.value_or(kNoAge);
}

/// The fetches that are for known pages; empty without a split.
std::optional<std::int64_t> known_pages(const UpdateOptions& options) {
  if (!options.keep_fresh || !options.more) return std::nullopt;
  return std::max<std::int64_t>(
      1, std::llround(*options.keep_fresh * static_cast<double>(*options.more)));
}

Result<gatherer::GatherOptions> gather_options(const UpdateOptions& options) {
  gatherer::GatherOptions out;
  out.more = options.more;
  if (options.more && options.keep_fresh)
    out.more = std::max<std::int64_t>(1, *options.more - known_pages(options).value_or(0));
  out.keep_free = options.keep_free;
  if (options.duration.empty()) return out;
  TRY_AS(duration, duration_option("--for", options.duration));
  out.duration = *duration;
  return out;
}

void print_next(const collection::Collection& collection, const UpdateOptions& options,
                bool interrupted) {
  std::error_code unreadable;
  const bool has_index = std::filesystem::exists(collection.index_folder(), unreadable);
  if (!interrupted && !has_index) return;
  std::cout << "next: porthole " << (interrupted ? "update " : "serve ")
            << shell_word(options.folder) << '\n';
}

int run_update(const UpdateOptions& options, const Common& common) {
  auto collection = collection::Collection::open(options.folder);
  if (!collection) return report(collection.error(), common);
  const auto age = refresh_age(options, collection->specification());
  if (!age) return report(age.error(), common);
  const auto gather_with = gather_options(options);
  if (!gather_with) return report(gather_with.error(), common);
  advise_against_root("update", *collection, common);
  if (collection::is_private(collection->folder())) ::umask(077);
  auto repository =
      repository::open_repository(collection::storage_of(*collection), repository::Access::kWrite);
  if (!repository) return report(repository.error(), common);
  const auto has_pages = [&] {
    const auto counts = (*repository)->counts();
    return counts && counts->fetched > 0;
  };

  const Interrupt interrupt;
  Update update(*collection, **repository, interrupt, common);
  if (has_pages()) {
    update.run("refresh",
               [&] { return update.refresh(*age, {known_pages(options)}, gather_with->more); });
  }
  update.run("gather", [&] { return update.gather_on(*gather_with); });
  if (has_pages()) {
    update.run("judge", [&] { return update.judge(); });
    update.run("distill", [&] { return update.distill(); });
    update.run("summarize", [&] { return update.summarize(); });
    const operations::Loss loss =
        options.accept_loss ? operations::Loss::kAccept : operations::Loss::kAsk;
    update.run("index", [&] { return update.index(loss); });
    if (operations::has_standing(*collection))
      update.run("standing", [&] { return update.standing(); });
    if (options.keep > 0) update.run("prune", [&] { return update.prune(options.keep); });
  }
  const Result<void> told = update.tell_withheld();
  update.tell_unread();
  if (common.json) {
    print_json(update.report_so_far());
  } else if (in_words(common)) {
    print_next(*collection, options, interrupt.happened());
  }
  if (!told && update.exit_code() == kDone) return report(told.error(), common);
  return update.exit_code();
}

}  // namespace

Action declare_update(Command app) {
  const auto options = std::make_shared<UpdateOptions>();
  app.add_folder(options->folder);
  Option more = app.add_option("--more", options->more,
                               "Fetch N new pages (default: up to the specification's number)")
                    .type_name("N")
                    .within(std::int64_t{1}, std::int64_t{1} << 40, "a number from 1 on");
  app.add_option("--for", options->duration, "Gather new pages for at most this long: 90s, 15m, 2h")
      .type_name("DURATION");
  app.add_option("--refresh", options->refresh,
                 "Fetch all pages again that are this old or older: 12h, 30d (default: <refresh "
                 "after> of the specification)")
      .type_name("AGE");
  app.add_option(
         "--keep-fresh", options->keep_fresh,
         "Spend this share of --more on known pages, by the freshness that their fetch gains "
         "(default: requests for a twentieth of the known pages; docs/strategies.md)")
      .type_name("SHARE")
      .within(0.01, 0.99)
      .needs(more);
  app.add_option("--keep", options->keep,
                 "Keep the newest N captures of each URL in the archive and drop older ones "
                 "(default: keep all)")
      .type_name("N")
      .within(std::int64_t{1}, std::int64_t{1'000'000}, "a number from 1 on");
  app.add_flag("--accept-loss", options->accept_loss,
               "Take pages out of the index however many of a site or of all they are "
               "(docs/on_topic.md)");
  add_keep_free(app, options->keep_free);
  return [options](const Common& common) { return run_update(*options, common); };
}

}  // namespace porthole::cli
