#include "gatherer/frontier/url_pattern.h"

#include <re2/re2.h>

#include <utility>

namespace porthole::gatherer {

class UrlPattern::Impl {
 public:
  explicit Impl(const std::string& pattern) : expression(pattern, RE2::Quiet) {}
  RE2 expression;
};

UrlPattern::UrlPattern(std::shared_ptr<const Impl> impl) : impl_(std::move(impl)) {}

Result<UrlPattern> UrlPattern::make(const std::string& pattern) {
  auto impl = std::make_shared<const Impl>(pattern);
  if (!impl->expression.ok()) {
    return fail(ErrorCode::kInvalid,
                "not a valid regular expression: " + pattern + ": " + impl->expression.error(),
                "RE2 syntax: https://github.com/google/re2/wiki/Syntax");
  }
  return UrlPattern(std::move(impl));
}

bool UrlPattern::matches(const Url& url) const {
  return RE2::PartialMatch(url.href(), impl_->expression);
}

}  // namespace porthole::gatherer
