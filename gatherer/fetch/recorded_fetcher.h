#pragma once

/// RecordedFetcher: the Fetcher that serves recorded WARC files instead of using the network.
///
/// URLs are looked up by key (Url::key()), http and https separately. A URL that was not recorded
/// gets status 404; one that is neither http nor https is kForbidden. Conditional headers are
/// ignored: the response is always the recorded one. `request_head` and `address` stay empty,
/// `took` is zero.
///
/// Thread safety: one thread.

#include <chrono>
#include <cstdint>
#include <deque>
#include <filesystem>
#include <vector>

#include "archive/place.h"
#include "archive/recorded_web.h"
#include "base/result.h"
#include "gatherer/fetch/fetcher.h"

namespace porthole::gatherer {

/// Fills `response` with a recorded answer: status, headers, head and body, at most `body_limit`
/// bytes of it; with kMalformed or kDecodeFailed where it cannot be read.
void take_recorded(archive::RecordedAnswer recorded, std::int64_t body_limit,
                   FetchResponse& response);

class RecordedFetcher : public Fetcher {
 public:
  explicit RecordedFetcher(archive::RecordedWeb web) : web_(std::move(web)) {}

  void start(FetchRequest request) override { waiting_.push_back(std::move(request)); }
  int under_way() const override { return static_cast<int>(waiting_.size()); }
  void poll(std::chrono::milliseconds timeout, std::vector<pollfd>& others,
            std::vector<FetchResponse>& done) override;

 private:
  FetchResponse answer(const FetchRequest& request);

  archive::RecordedWeb web_;
  std::deque<FetchRequest> waiting_;
};

/// The answer that the archive has at `place`, as it was fetched, with at most `body_limit` bytes,
/// and without FetchResponse::response_head, so that it is not archived once more. Errors: those of
/// archive::read_answer() and RecordedAnswer::body().
Result<FetchResponse> answer_at(const std::filesystem::path& archive_folder,
                                const archive::Place& place, std::int64_t body_limit);

}  // namespace porthole::gatherer
