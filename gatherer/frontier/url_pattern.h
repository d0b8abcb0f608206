#pragma once

/// A regular expression over whole URLs.
///
/// Source: RE2 syntax; the pattern is found somewhere in the serialised URL. Thread safety: const members, any
/// thread.

#include <memory>
#include <string>

#include "base/result.h"
#include "base/url/url.h"

namespace porthole::gatherer {

class UrlPattern {
 public:
  /// Errors: kInvalid with what is wrong for a pattern that is no RE2.
  static Result<UrlPattern> make(const std::string& pattern);
  bool matches(const Url& url) const;

 private:
  class Impl;
  explicit UrlPattern(std::shared_ptr<const Impl> impl);
  std::shared_ptr<const Impl> impl_;
};

}  // namespace porthole::gatherer
