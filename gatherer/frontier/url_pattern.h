#pragma once

/// UrlPattern: an RE2 regular expression that is searched in serialised URLs.
///
/// Thread safety: const members, any thread.

#include <memory>
#include <string>

#include "base/result.h"
#include "base/url/url.h"

namespace porthole::gatherer {

class UrlPattern {
 public:
  /// Errors: kInvalid with the reason for a pattern that is not valid RE2 syntax.
  static Result<UrlPattern> make(const std::string& pattern);
  bool matches(const Url& url) const;

 private:
  class Impl;
  explicit UrlPattern(std::shared_ptr<const Impl> impl);
  std::shared_ptr<const Impl> impl_;
};

}  // namespace porthole::gatherer
