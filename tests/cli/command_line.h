#pragma once

/// Fixture for tests of the command line: runs the program, and makes a small collection.

#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include <source_location>
#include <sstream>
#include <string>
#include <vector>

#include "base/json/json.h"
#include "repository/repository.h"
#include "tests/support/files.h"
#include "tests/support/run_program.h"
#include "tests/support/temp_dir.h"

namespace porthole::testing {

inline const char* const kProgram = PORTHOLE_BINARY_DIR "/bin/porthole";

inline ProgramResult porthole(const std::vector<std::string>& arguments) {
  return run_program(kProgram, arguments);
}

using Here = std::source_location;

/// The program ends with `code`, and its errors have each of `parts`.
inline void expect_error(const std::vector<std::string>& arguments, int code,
                         const std::vector<std::string>& parts, Here here = Here::current()) {
  const ::testing::ScopedTrace trace(here.file_name(), static_cast<int>(here.line()),
                                     ::testing::PrintToString(arguments));
  const ProgramResult said = porthole(arguments);
  EXPECT_EQ(said.code, code) << said.err;
  for (const std::string& part : parts) EXPECT_THAT(said.err, ::testing::HasSubstr(part));
}

/// The program succeeds, and its output has each of `parts`.
inline void expect_output(const std::vector<std::string>& arguments,
                          const std::vector<std::string>& parts, Here here = Here::current()) {
  const ::testing::ScopedTrace trace(here.file_name(), static_cast<int>(here.line()),
                                     ::testing::PrintToString(arguments));
  const ProgramResult said = porthole(arguments);
  EXPECT_EQ(said.code, 0) << said.err;
  for (const std::string& part : parts) EXPECT_THAT(said.out, ::testing::HasSubstr(part));
}

inline std::vector<nlohmann::json> json_lines(const std::string& text) {
  std::vector<nlohmann::json> lines;
  std::istringstream in(text);
  for (std::string line; std::getline(in, line);) {
    if (!nlohmann::json::accept(line)) throw std::runtime_error("not JSON: " + text);
    lines.push_back(nlohmann::json::parse(line));
  }
  return lines;
}

/// Has a folder of its own.
class CommandLineTest : public ::testing::Test {
 protected:
  std::string path(const std::string& name) const { return (folder_ / name).string(); }

  /// A collection with a topic, one seed and a contact, never gathered.
  std::string collection(const std::string& name = "cycling") {
    const ProgramResult made = porthole({"new", path(name), "--topic", "bicycle", "--seed",
                                         "https://a.org/", "--contact", "me@bicycle.club"});
    EXPECT_EQ(made.code, 0) << made.err;
    return path(name);
  }

  /// A collection as after a crawl: a.org and b.org are fetched and a.org links to b.org
  /// and c.org, which is queued; c.org/old is an alias of that, d.org was dropped.
  std::string gathered_collection() {
    const std::string folder = collection();
    auto repository =
        repository::open_sqlite(folder + "/repository.db", repository::Access::kWrite);
    EXPECT_TRUE(repository);
    EXPECT_TRUE((*repository)->crawl().apply(small_web()));
    repository::RunRecord run;
    run.started = WallTime{std::chrono::seconds(1'790'000'000)};
    run.ended = run.started + std::chrono::seconds(10);
    run.strategy = "rw";
    run.stop_reason = repository::StopReason::kBudget;
    run.fetched = 2;
    run.id = (*repository)->crawl().begin_run(run).value();
    EXPECT_TRUE((*repository)->crawl().end_run(run));
    return folder;
  }

  TempDir folder_;

 private:
  static repository::UrlRecord url(repository::UrlId id, const std::string& host,
                                   const std::string& rest, repository::UrlState state) {
    repository::UrlRecord record;
    record.id = id;
    record.key = record.href = "https://" + host + rest;
    record.host = record.site = host;
    record.state = state;
    return record;
  }

  static repository::PageRecord page(repository::UrlId id, const std::string& title) {
    repository::PageRecord record;
    record.id = record.order = id;
    record.fetched_at = WallTime{std::chrono::seconds(1'790'000'000)};
    record.digest = "sha1:" + std::to_string(id);
    record.topic = "bicycle";
    record.document.title = title;
    record.document.text = title + " has a text.";
    record.document.language = "en";
    record.document.media_type = "text/html";
    return record;
  }

  static repository::Batch small_web() {
    using repository::UrlState;
    repository::Batch batch;
    batch.new_urls = {
        url(1, "a.org", "/", UrlState::kFetched), url(2, "b.org", "/", UrlState::kFetched),
        url(3, "c.org", "/", UrlState::kQueued), url(4, "c.org", "/old", UrlState::kAlias),
        url(5, "d.org", "/", UrlState::kDropped)};
    batch.new_urls[0].seed = true;
    batch.new_urls[1].found_on = batch.new_urls[2].found_on = batch.new_urls[4].found_on = 1;
    batch.new_urls[3].alias_of = 3;
    batch.new_urls[3].reason = repository::DropReason::kRedirect;
    batch.new_urls[4].reason = repository::DropReason::kRobots;
    batch.new_urls[4].detail = "Disallow: /";
    batch.pages = {page(1, "Wheels, spokes and \"hubs\""), page(2, "Freewheels")};
    batch.pages[1].document.text += " A bicycle has them.";
    batch.pages[1].relevant = true;
    batch.pages[1].relevance = Relevance(0.75);
    repository::LinkRecord link;
    link.source = 1;
    link.target = 2;
    link.link.anchor = "a page about sprockets";
    link.link.heading = "Bicycle parts";
    batch.links = {link};
    link.position = 1;
    link.target = 3;
    link.link.anchor = "another bicycle";
    batch.links.push_back(link);
    batch.terms = {{"sprocket", 8, 8}};
    return batch;
  }
};

}  // namespace porthole::testing
