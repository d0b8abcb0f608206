#pragma once

/// A collection in a temporary folder, with accessors for the results of a crawl.

#include <gtest/gtest.h>

#include <cstdint>
#include <filesystem>
#include <map>
#include <memory>
#include <optional>
#include <set>
#include <string>
#include <utility>
#include <vector>

#include "base/url/url.h"
#include "collection/collection.h"
#include "gatherer/crawl/gather.h"
#include "repository/repository.h"
#include "tests/support/files.h"
#include "tests/support/temp_dir.h"

namespace porthole::testing {

/// A specification, part by part, each as it stands in the XML.
struct SpecificationText {
  std::vector<std::string> seeds;
  std::string network;  ///< Inside of <network>.
  std::string scope;    ///< Inside of <scope>.
  std::string scope_attributes;
  std::string topic =
      "<topic title=\"Astronomy\"><term>telescope</term><term>light curve</term></topic>";
  std::string strategy = "<strategy name=\"breadth-first\"/>";
  std::string politeness;  ///< The element.

  std::string xml() const {
    std::string text =
        "<?xml version=\"1.0\" encoding=\"UTF-8\"?>\n"
        "<collection xmlns=\"urn:porthole:specification:1\" name=\"test\">\n"
        "<agent name=\"porthole\" version=\"1.0\" email=\"crawl@porthole-tests.net\"/>\n" +
        topic + "\n<seeds>";
    for (const std::string& seed : seeds) text += "<seed url=\"" + seed + "\"/>\n";
    text += "</seeds>\n<scope" + scope_attributes + ">" + scope + "</scope>\n" + strategy + "\n" +
            politeness + "\n<network>" + network + "</network>\n</collection>\n";
    return text;
  }
};

inline std::string gateway_to(const std::string& url) { return "<gateway url=\"" + url + "\"/>"; }

/// Options of a run: so many pages in all, so many more, by another strategy.
inline gatherer::GatherOptions up_to(std::int64_t pages) {
  gatherer::GatherOptions options;
  options.pages = pages;
  return options;
}
inline gatherer::GatherOptions more(std::int64_t pages) {
  gatherer::GatherOptions options;
  options.more = pages;
  return options;
}
inline gatherer::GatherOptions by(std::string strategy) {
  gatherer::GatherOptions options;
  options.strategy = std::move(strategy);
  return options;
}

/// Each call opens and closes the collection as a program would.
class TestCollection {
 public:
  explicit TestCollection(const SpecificationText& text) {
    const auto made = collection::Collection::create(folder(), text.xml());
    EXPECT_TRUE(made) << made.error().to_string();
  }

  std::filesystem::path folder() const { return temporary_ / "collection"; }

  /// Writes another specification over the one that is there.
  void respecify(const SpecificationText& text) const {
    write_whole_file(folder() / "porthole.xml", text.xml());
  }

  collection::Collection open() const { return collection::Collection::open(folder()).value(); }
  std::unique_ptr<repository::Repository> repository(
      repository::Access access = repository::Access::kRead) const {
    auto opened = repository::open_sqlite(open().repository_file(), access);
    EXPECT_TRUE(opened) << opened.error().to_string();
    return std::move(*opened);
  }

  Result<gatherer::GatherReport> try_gather(const gatherer::GatherOptions& options = {}) const {
    const auto written = repository(repository::Access::kWrite);
    return gatherer::gather(open(), *written, options);
  }
  gatherer::GatherReport gather(const gatherer::GatherOptions& options = {}) const {
    const auto report = try_gather(options);
    EXPECT_TRUE(report) << report.error().to_string();
    return report.value_or(gatherer::GatherReport());
  }

  /// The href of every page that was gathered. Fails when one is there twice.
  std::set<std::string> pages() const {
    std::set<std::string> pages;
    const auto read =
        repository()->pages().for_each({}, [&](const auto& url, const auto&, auto, auto) {
          EXPECT_TRUE(pages.insert(url.href).second) << url.href << " is there twice";
          return true;
        });
    EXPECT_TRUE(read);
    return pages;
  }

  repository::UrlRecord url(const std::string& url) const {
    const auto found = repository()->urls().find(Url::parse(url).value().key());
    EXPECT_TRUE(found && *found) << url << " is not known";
    return found && *found ? **found : repository::UrlRecord();
  }
  repository::PageRecord page(const std::string& href) const {
    const auto found = repository()->pages().get(url(href).id);
    EXPECT_TRUE(found && *found) << href << " is not a page";
    return found && *found ? **found : repository::PageRecord();
  }
  /// "dropped: robots.txt", "fetched", "alias: redirect", ...
  std::string state(const std::string& href) const {
    const repository::UrlRecord record = url(href);
    const std::string name(name_of(record.state));
    const std::string reason = name_of(record.reason);
    return reason.empty() ? name : name + ": " + reason;
  }

 private:
  TempDir temporary_;
};

}  // namespace porthole::testing
