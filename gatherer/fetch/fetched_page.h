#pragma once

/// A request with its answer, and later with its document: the one type that travels from the
/// fetcher through the parsers to the archive and the repository.
///
/// Thread safety: values.

#include <cstdint>
#include <string>

#include "archive/place.h"
#include "base/document.h"
#include "base/result.h"
#include "base/url/url.h"
#include "gatherer/fetch/fetcher.h"
#include "gatherer/fetch/frontier.h"
#include "gatherer/fetch/robots_keeper.h"

namespace porthole::gatherer {

enum class FetchKind : std::uint8_t {
  kPage,
  kMember,     ///< A page inside of another; its bytes came with its container.
  kContainer,  ///< A page from the archive, parsed again for its members alone.
  kRobots,
  kSitemap,
};

struct FetchedPage {
  FetchKind kind = FetchKind::kPage;
  UrlId id = 0;               ///< The caller's number of the URL; 0 for robots.txt and sitemaps.
  HostId queue = 0;           ///< The host queue that the request was counted for.
  AuthorityId authority = 0;  ///< Whose robots.txt holds for the URL.
  Url url = {};               ///< As asked for.
  FetchResponse response = {};
  std::string from = {};         ///< The collection whose archive had the answer; "" for a request.
  archive::Place archived = {};  ///< Where the archive has the answer; without a file: not yet.
};

struct ParsedPage {
  FetchedPage fetched;
  Document document;
};

/// The ways on from an answer.
enum class FetchOutcome : std::uint8_t {
  kDocument,  ///< 200 or 203: to be parsed.
  kPart,      ///< The same, but it broke off: to be parsed when a later try brings no more.
  kRedirect,
  kTryAgain,  ///< 429, 5xx or a network failure that a later try may change.
  kFailed,    ///< Another status, or a failure that stays.
};
FetchOutcome outcome_of(const FetchResponse& response);

/// Where a redirect leads, without user name and password. Errors: kInvalid when it has no Location
/// or one that is not a valid URL.
Result<Url> redirect_target(const FetchedPage& page);

}  // namespace porthole::gatherer
