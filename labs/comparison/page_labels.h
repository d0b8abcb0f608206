#pragma once

/// Topic labels of pages, read from a file: an independent judgement for comparisons.
///
/// In:  a text file, a page a line: URL TAB topic, and further columns that are not read. A first
///      line that does not begin with a web URL is a heading; empty lines and those that begin with
///      # are passed over.
/// Out: whether a page is on one of the topics that are wanted.
///
/// A URL may have several topics, on a line each. Pages are known by Url::key(), and http and https
/// are one page unless both are labelled.
///
/// Thread safety: const members, any thread.

#include <cstddef>
#include <filesystem>
#include <map>
#include <optional>
#include <string>
#include <unordered_map>
#include <vector>

#include "base/result.h"
#include "base/url/url.h"

namespace porthole::labs {

/// The key of the page under http, whether it was asked for by http or https.
std::string twin_key(const Url& url);

class PageLabels {
 public:
  /// `wanted` are topics as the file writes them (letter case aside) or paths above them: science
  /// takes in science/math. Errors: kNotFound, kPermission, kTooLarge; kInvalid with file and line
  /// for a line without URL or topic, and when no label has a wanted topic (the hint names those
  /// that there are).
  static Result<PageLabels> read(const std::filesystem::path& file,
                                 const std::vector<std::string>& wanted);
  static Result<PageLabels> parse(std::string_view text, const std::string& file,
                                  const std::vector<std::string>& wanted);

  /// Empty for a page without a label.
  std::optional<bool> on_topic(const Url& url) const;

  std::size_t pages() const { return by_key_.size(); }
  std::size_t pages_on_topic() const;
  /// The topics that were found wanted, as the file writes them.
  const std::vector<std::string>& topics() const { return topics_; }

 private:
  void add(const Url& url, bool on_topic);

  std::unordered_map<std::string, bool> by_key_;
  std::unordered_map<std::string, bool> by_twin_key_;
  std::vector<std::string> topics_;
};

}  // namespace porthole::labs
