#include "gatherer/rebuild/rebuild.h"

#include <algorithm>
#include <charconv>
#include <deque>
#include <map>
#include <mutex>
#include <optional>
#include <string>
#include <string_view>
#include <utility>
#include <vector>

#include "archive/capture_store.h"
#include "archive/digest.h"
#include "archive/recorded_web.h"
#include "archive/scan.h"
#include "base/text/text.h"
#include "gatherer/crawl/committer.h"
#include "gatherer/crawl/crawl.h"
#include "gatherer/crawl/crawl_setup.h"
#include "gatherer/fetch/recorded_fetcher.h"
#include "gatherer/rebuild/replay.h"

namespace porthole::gatherer {
namespace {

using archive::Place;
using archive::WarcRecord;

std::string_view without_fragment(std::string_view url) { return url.substr(0, url.find('#')); }

/// The records that are in the archive already: each capture that is "written" is one of them.
///
/// Thread safety: any thread.
class RecordedPlaces final : public archive::CaptureStore {
 public:
  void add(std::string_view url, std::string_view payload_digest, Place place) {
    end_ = place;
    places_[key(url, payload_digest)].push_back(std::move(place));
  }
  void end_at(Place end) { end_ = std::move(end); }

  /// Whether the record has a place that no capture took yet.
  bool is_left(std::string_view url, std::string_view payload_digest, const Place& place) const {
    const std::lock_guard lock(mutex_);
    const auto found = places_.find(key(url, payload_digest));
    return found != places_.end() && !found->second.empty() &&
           !std::less<>{}(place, found->second.front());
  }
  /// Leaves out the record, which no capture is to take.
  void leave_out(std::string_view url, std::string_view payload_digest) {
    const std::lock_guard lock(mutex_);
    auto& places = places_[key(url, payload_digest)];
    if (!places.empty()) places.pop_front();
  }

  Result<Place> write(const archive::Capture& capture) override {
    const std::lock_guard lock(mutex_);
    const auto found =
        places_.find(key(without_fragment(capture.url), archive::sha1_digest(capture.raw_body)));
    if (found == places_.end() || found->second.empty()) return Place{};
    Place place = std::move(found->second.front());
    found->second.pop_front();
    return place;
  }
  Result<void> sync() override { return {}; }
  Result<void> committed() override { return {}; }
  std::string file() const override { return end_.file; }
  std::int64_t size() const override { return end_.offset; }

 private:
  static std::string key(std::string_view url, std::string_view digest) {
    return std::string(digest) + ' ' + std::string(url);
  }

  mutable std::mutex mutex_;
  std::map<std::string, std::deque<Place>> places_;  ///< By payload digest and URL, in order.
  Place end_;
};

/// Nothing is fetched.
class NoFetcher final : public Fetcher {
 public:
  void start(FetchRequest) override {}
  int under_way() const override { return 0; }
  void poll(std::chrono::milliseconds, std::vector<pollfd>&, std::vector<FetchResponse>&) override {
  }
};

bool is_answer(const WarcRecord& record) {
  return record.type() == "response" && record.can_be_sought && !record.block_skipped &&
         record.field("content-type").starts_with("application/http");
}

/// As Committer writes a page inside of another: the head has no reason and no server's address.
bool may_be_member(const WarcRecord& record) {
  return record.block.starts_with("HTTP/1.1 200 \r\n") && record.field("warc-ip-address").empty();
}

/// The value of `name` in application/warc-fields.
std::string_view value_in(std::string_view fields, std::string_view name) {
  while (!fields.empty()) {
    const std::string_view line = fields.substr(0, fields.find('\n'));
    fields.remove_prefix(std::min(line.size() + 1, fields.size()));
    if (line.starts_with(name) && line.substr(name.size()).starts_with(':'))
      return trim(line.substr(name.size() + 1));
  }
  return {};
}

/// 0 for anything but a number.
int number_in(std::string_view text) {
  int number = 0;
  const auto [end, error] = std::from_chars(text.data(), text.data() + text.size(), number);
  return error == std::errc() && number > 0 ? number : 0;
}

/// Goes through the archive twice: for the places of its records, then to replay its answers.
class Rebuild {
 public:
  Rebuild(const collection::Collection& collection, repository::Repository& repository,
          const RebuildOptions& options)
      : collection_(collection), repository_(repository), options_(options) {}

  Result<RebuildReport> run() {
    TRY(find_places());
    GatherOptions gather;
    gather.pages = 0;
    gather.clock = &clock_;
    TRY_AS(rules, choose_rules(collection_, gather));
    TRY_AS(protocols, choose_protocols(collection_.specification()));
    TRY_AS(parsers, start_parsers(collection_, nullptr));
    NoFetcher nobody;
    Committer committer(repository_.crawl(), places_);
    Crawl crawl({.specification = collection_.specification(),
                 .archive_folder = collection_.archive_folder(),
                 .options = gather,
                 .clock = clock_,
                 .scope = rules->scope,
                 .precedence = rules->precedence,
                 .judge = *rules->own_judge,
                 .importance = rules->importance.get(),
                 .manners = manners_of(*protocols),
                 .sources = std::move(rules->sources)},
                {nobody, **parsers, committer, repository_}, std::move(rules->strategy));
    ArchiveReplay replay(crawl, clock_);
    TRY(replay_all(replay));
    TRY(committer.finish());
    TRY(note_run(crawl.strategy()));
    TRY_AS(counts, repository_.counts());
    report_.pages = counts->fetched;
    return report_;
  }

 private:
  bool stopping() {
    if (options_.stop != nullptr && options_.stop->load()) report_.stopped = true;
    return report_.stopped;
  }

  Result<void> find_places() {
    total_ = archive::archive_bytes(collection_.archive_folder());
    archive::ScanReceivers receivers;
    Place end;
    receivers.record = [&](const Place& place, const WarcRecord& record, bool) {
      end = {place.file, place.offset + record.stored_size};
      if (!is_answer(record)) return;
      ++report_.answers;
      places_.add(record.target(), record.field("warc-payload-digest"), place);
    };
    receivers.fault = [&](const archive::ScanFault&) { ++report_.damaged; };
    receivers.progress = [&](std::int64_t) { return !stopping(); };
    auto scanned = archive::scan_archive(collection_.archive_folder(), {}, receivers);
    places_.end_at(std::move(end));
    return scanned;
  }

  Result<void> replay_all(ArchiveReplay& replay) {
    if (auto begun = replay.begin(); !begun) return begun;
    std::optional<Error> failure;
    archive::ScanReceivers receivers;
    receivers.record = [&](const Place& place, const WarcRecord& record, bool) {
      if (failure) return;
      if (auto taken = take(replay, place, record); !taken) failure = taken.error();
    };
    receivers.progress = [&](std::int64_t bytes) {
      if (options_.progress) options_.progress(bytes, total_);
      return !failure && !stopping();
    };
    auto scanned = archive::scan_archive(collection_.archive_folder(), {}, receivers);
    if (!scanned) return scanned;
    if (!failure) {
      if (auto sent = send(replay); !sent) failure = sent.error();
    }
    if (failure) return fail(*failure);
    return replay.end();
  }

  /// An answer is held until its metadata comes, which says where its URL was found.
  Result<void> take(ArchiveReplay& replay, const Place& place, const WarcRecord& record) {
    if (record.type() == "metadata" && held_ && record.field("warc-concurrent-to") == held_id_) {
      held_->via = value_in(record.block, "via");
      held_->hops = number_in(value_in(record.block, "hopsFromSeed"));
      return send(replay);
    }
    if (!is_answer(record)) return {};
    if (auto sent = send(replay); !sent) return sent;
    return hold(replay, place, record);
  }

  Result<void> hold(ArchiveReplay& replay, const Place& place, const WarcRecord& record) {
    const std::string_view digest = record.field("warc-payload-digest");
    if (may_be_member(record)) {  // Its container brought it, and took its place.
      if (auto written = replay.flush(); !written) return written;
      if (!places_.is_left(record.target(), digest, place)) return {};
    }
    RecordedCapture capture;
    capture.url = record.target();
    capture.response.address = record.field("warc-ip-address");
    const auto date = parse_time(record.field("warc-date"));
    if (date) capture.response.started = *date;
    if (last_date_ < capture.response.started) last_date_ = capture.response.started;
    if (first_date_ == WallTime{}) first_date_ = capture.response.started;
    auto answer = archive::answer_of(record);
    if (answer) {
      take_recorded(std::move(*answer), collection_.specification().limits.body, capture.response);
    } else {
      capture.response.status = FetchStatus::kMalformed;
      capture.response.detail = answer.error().message;
    }
    held_ = std::move(capture);
    held_id_ = record.id();
    held_digest_ = digest;
    return {};
  }

  Result<void> send(ArchiveReplay& replay) {
    if (!held_) return {};
    const std::string url = held_->url;
    TRY_AS(taken, replay.take(std::move(*std::exchange(held_, std::nullopt))));
    if (!*taken) {
      ++report_.refused;
      places_.leave_out(url, held_digest_);
    }
    return {};
  }

  /// The dates of the one run that stands for all.
  Result<void> note_run(const Strategy& strategy) {
    repository::RunRecord run;
    run.started = first_date_;
    run.ended = last_date_;
    run.strategy = std::string(strategy.name());
    run.stop_reason = repository::StopReason::kInterrupted;
    TRY_AS(id, repository_.crawl().begin_run(run));
    run.id = *id;
    return repository_.crawl().end_run(run);
  }

  const collection::Collection& collection_;
  repository::Repository& repository_;
  const RebuildOptions& options_;
  RebuildReport report_;
  RecordedPlaces places_;
  ReplayClock clock_;
  std::int64_t total_ = 0;
  std::optional<RecordedCapture> held_;
  std::string held_id_, held_digest_;
  WallTime first_date_{}, last_date_{};
};

}  // namespace

Result<RebuildReport> rebuild_repository(const collection::Collection& collection,
                                         repository::Repository& repository,
                                         const RebuildOptions& options) {
  return Rebuild(collection, repository, options).run();
}

}  // namespace porthole::gatherer
