#include "labs/webbox/pattern.h"

#include <Poco/Exception.h>
#include <Poco/RegularExpression.h>

#include <cctype>
#include <cstdlib>

namespace porthole::labs {
namespace {

using Poco::RegularExpression;

// PCRE_PARTIAL_SOFT (pcreapi(3)), for which Poco has no name; it hands the option on, and reports
// the outcome PCRE_ERROR_PARTIAL by an exception with that code in its text.
constexpr int kPartial = 0x8000;
constexpr std::string_view kPartialOutcome = "-12";

/// "... (at offset 7)": where PCRE stopped, from 1; 0 when the message does not say.
int column_of(const std::string& message) {
  constexpr std::string_view kPlace = "at offset ";
  const auto place = message.rfind(kPlace);
  return place == std::string::npos ? 0 : std::atoi(message.c_str() + place + kPlace.size()) + 1;
}

}  // namespace

Result<Pattern> Pattern::compile(const std::string& text) {
  try {
    Pattern pattern;
    pattern.compiled_ =
        std::make_shared<const RegularExpression>(text, RegularExpression::RE_DOLLAR_ENDONLY);
    return pattern;
  } catch (const Poco::Exception& e) {
    Error error;
    error.message = "not a regular expression: " + e.message();
    error.column = column_of(e.message());
    return fail(std::move(error));
  }
}

bool Pattern::is_found_in(const std::string& subject) const {
  try {
    RegularExpression::Match match;
    return compiled_->match(subject, match) > 0;
  } catch (const Poco::Exception&) {
    return false;
  }
}

std::optional<std::vector<std::string>> Pattern::match_start(const std::string& subject) const {
  try {
    RegularExpression::MatchVec matches;
    if (compiled_->match(subject, 0, matches, RegularExpression::RE_ANCHORED) == 0) {
      return std::nullopt;
    }
    std::vector<std::string> groups;
    for (const auto& match : matches) {
      groups.push_back(match.offset == std::string::npos
                           ? std::string()
                           : subject.substr(match.offset, match.length));
    }
    return groups;
  } catch (const Poco::Exception&) {
    return std::nullopt;
  }
}

bool Pattern::may_continue(const std::string& prefix) const {
  try {
    RegularExpression::Match match;
    return compiled_->match(prefix, 0, match, RegularExpression::RE_ANCHORED | kPartial) > 0;
  } catch (const Poco::Exception& e) {
    return e.message().find(kPartialOutcome) != std::string::npos;
  }
}

std::string expand_groups(std::string_view form, const std::vector<std::string>& groups) {
  std::string out;
  for (std::size_t i = 0; i < form.size(); ++i) {
    if (form[i] != '\\' || i + 1 == form.size()) {
      out += form[i];
      continue;
    }
    const char next = form[++i];
    if (!std::isdigit(static_cast<unsigned char>(next))) {
      out += next;
    } else if (const auto number = static_cast<std::size_t>(next - '0'); number < groups.size()) {
      out += groups[number];
    }
  }
  return out;
}

}  // namespace porthole::labs
