#pragma once

/// What a plug-in implements to decide which URLs belong to a collection.
///
/// In:  a URL.
/// Out: accept, reject, or no opinion.
///
/// A rule stands among the others of <scope>, which are read from top to bottom; the last one that
/// has an opinion decides:
///
///   <scope>
///     <accept scheme="http https"/>
///     <rule library="seasons" class="example::Seasons"><option name="month" value="7"/></rule>
///   </scope>
///
/// It runs in the process of the crawl and is trusted; its exceptions are contained: a rule that
/// throws cannot decide, the URL is rejected and counted ("scope rule failed").
///
/// Thread safety: decide() is called by one thread at a time, once for a URL; the answer to one URL
/// should stay the same within a run.

#include <string>
#include <string_view>

#include "plugins/plugin.h"

namespace porthole {

/// A URL in its parts, each as the URL standard serialises it (percent-encoded).
struct UrlParts {
  std::string_view url;     ///< The whole, without user name, password and fragment.
  std::string_view scheme;  ///< Without the colon.
  std::string_view host;    ///< Without the port; "" when there is none.
  std::string_view path;    ///< With its leading slash.
  std::string_view query;   ///< Without "?".
};

enum class Verdict { kNoOpinion, kAccept, kReject };

class __attribute__((visibility("default"))) ScopeRulePlugin : public Plugin {
 public:
  PluginKind kind() const final { return PluginKind::kScopeRule; }
  virtual Verdict decide(const UrlParts& url) = 0;
};

}  // namespace porthole
