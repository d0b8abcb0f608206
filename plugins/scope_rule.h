#pragma once

/// ScopeRulePlugin: the plug-in interface for scope rules, which decide which URLs belong to a
/// collection.
///
/// In:  a URL.
/// Out: accept, reject, or no opinion.
///
/// A rule is one of those in <scope>, which are evaluated from top to bottom; the last one with an
/// opinion decides:
///
///   <scope>
///     <accept scheme="http https"/>
///     <rule library="seasons" class="example::Seasons"><option name="month" value="7"/></rule>
///   </scope>
///
/// It runs in the crawl process and is trusted. If it throws, the URL is rejected and counted
/// ("scope rule failed").
///
/// Thread safety: decide() is called by one thread at a time, once for a URL; it should be
/// deterministic within a run.

#include <string>
#include <string_view>

#include "plugins/plugin.h"

namespace porthole {

/// The parts of a URL, each serialised by the URL standard (percent-encoded).
struct UrlParts {
  std::string_view url;     ///< The whole URL, without user name, password and fragment.
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
