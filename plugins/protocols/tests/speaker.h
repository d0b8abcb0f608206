#pragma once

/// Speaker: fetches single pages over a protocol as a crawl does, with the handler in a sandbox
/// process.
///
///   Speaker ftp("ftp", "ftp", "porthole::FtpHandler");
///   const FetchResponse got = ftp.fetch("ftp://127.0.0.1:2121/pub/");
///   EXPECT_THAT(links_of(got), Contains("ftp://127.0.0.1:2121/pub/a.txt"));

#include <gtest/gtest.h>
#include <poll.h>

#include <chrono>
#include <filesystem>
#include <optional>
#include <set>
#include <string>
#include <utility>
#include <vector>

#include "gatherer/fetch/protocol_worker.h"
#include "parser/parse.h"
#include "plugins/host/plugin_host.h"
#include "tests/support/test_collection.h"

namespace porthole::testing {

/// Skips a test whose plug-in was left out of the build.
#define NEEDS_PLUGIN(library, package)                                             \
  if (!std::filesystem::exists(PORTHOLE_BINARY_DIR "/lib/plugins/" library ".so")) \
  GTEST_SKIP() << "the plug-in " library " was not built: it needs the Debian package " package

enum class Loopback : std::uint8_t { kAllowed, kForbidden };

class Speaker {
 public:
  Speaker(std::vector<std::string> schemes, std::string library, std::string class_name,
          collection::NamedValues options = {}, Loopback loopback = Loopback::kAllowed,
          std::chrono::milliseconds patience = std::chrono::seconds(30),
          std::vector<std::pair<int, int>> ports = {}) {
    collection::Specification specification;
    specification.protocols = {
        {std::move(schemes), std::move(library), std::move(class_name), std::move(options), 1}};
    const auto chosen = gatherer::choose_protocols(specification);
    if (!chosen) {
      refusal_ = chosen.error().to_string();
      return;
    }
    std::vector<collection::AllowedAddresses> allow;
    if (loopback == Loopback::kAllowed) allow.push_back({{"127.0.0.0/8"}, std::move(ports)});
    auto made = gatherer::ProtocolWorker::make(chosen->front(), patience, allow);
    if (made) worker_.emplace(std::move(*made));
  }

  /// Why the options were refused, "" when they were not.
  const std::string& refusal() const { return refusal_; }

  gatherer::FetchResponse fetch(const std::string& url, const std::string& last_modified = {},
                                std::int64_t limit = 4 << 20) {
    std::vector<gatherer::FetchResponse> done;
    if (!worker_) {
      ADD_FAILURE() << refusal_;
      return {};
    }
    gatherer::FetchRequest request;
    request.url = Url::parse(url).value();
    request.last_modified = last_modified;
    request.body_limit = limit;
    worker_->start(std::move(request));
    while (done.empty()) {
      std::vector<pollfd> fds;
      worker_->add_poll_fds(fds);
      ::poll(fds.data(), fds.size(), 100);
      worker_->collect(done);
    }
    return std::move(done.front());
  }

 private:
  std::string refusal_;
  std::optional<gatherer::ProtocolWorker> worker_;
};

/// Parses the page as a crawl does.
inline Document read_page(const gatherer::FetchResponse& page, const std::string& url) {
  parser::ParseInput input;
  input.url = url;
  input.content_type = std::string(page.header("content-type"));
  input.body = page.body;
  return parser::parse_document(input, nullptr);
}

inline std::vector<std::string> links_of(const gatherer::FetchResponse& page,
                                         const std::string& url) {
  std::vector<std::string> links;
  for (const Link& link : read_page(page, url).links) links.push_back(link.url);
  return links;
}

/// A specification whose seeds are spoken to by `protocols`, the <protocol> elements.
inline SpecificationText speaking(std::vector<std::string> seeds, const std::string& schemes,
                                  const std::string& protocols) {
  SpecificationText text;
  text.seeds = std::move(seeds);
  text.scope = "<accept scheme=\"" + schemes + "\"/>";
  text.network = "<allow addresses=\"127.0.0.0/8\"/>";
  text.politeness =
      "<politeness delay=\"0\" min-delay=\"0\"/><protocols>" + protocols + "</protocols>";
  return text;
}

}  // namespace porthole::testing
