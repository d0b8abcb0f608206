// Plug-ins that do to their worker what the URL or the page tells them to.

#include <Poco/ClassLibrary.h>
#include <signal.h>
#include <unistd.h>

#include <cstdio>
#include <cstdlib>
#include <stdexcept>
#include <string>

#include "plugins/format_summarizer.h"
#include "plugins/protocol_handler.h"
#include "plugins/scope_rule.h"
#include "plugins/strategy_plugin.h"
#include "plugins/tool_folders.h"

namespace porthole::testing {

/// Returns only for what means no trouble.
void make_trouble(const std::string& what) {
  if (what.find("throw") != std::string::npos) throw std::runtime_error("I was told to throw");
  if (what.starts_with("needs ")) throw std::runtime_error(not_installed(what.substr(6)));
  if (what.find("damage") != std::string::npos) throw UnreadablePage("half of it is missing");
  if (what.find("oddity") != std::string::npos) throw 7;  // not even a std::exception
  if (what.find("crash") != std::string::npos) ::raise(SIGSEGV);
  if (what.find("exit") != std::string::npos) std::_Exit(3);
  if (what.find("print") != std::string::npos) {
    std::printf("a library says what nobody asked it\n");
    std::fflush(stdout);
  }
  if (what.find("hang") != std::string::npos) ::pause();
  if (what.find("spin") != std::string::npos) {
    for (volatile unsigned turn = 0;;) turn = turn + 1;
  }
  if (what.find("memory") != std::string::npos) {
    for (std::string all = "x";;) all += all;
  }
}

class TroubleSummarizer final : public FormatSummarizer {
 public:
  PluginAbout about() const override {
    return {.name = "trouble", .version = "0.1", .help = "Does what a page tells it to"};
  }
  Formats formats() const override {
    return {.types = {"application/x-trouble"}, .suffixes = {".trouble"}};
  }
  std::string summarize(const PageBytes& page, Document& document) override {
    const std::string what(page.body);
    make_trouble(what);
    document.text = what;
    document.resource_class = what == "nonsense" ? "no name" : "Dataset";
    document.properties.push_back({what == "nonsense" ? "<p>" : "told", what});
    if (what == "members" || what == "many members") {
      const int count = what == "members" ? 100 : page.limits.members + 100;
      for (int i = 0; i < count; ++i) {
        document.members.push_back(
            {"page " + std::to_string(i), "", "text/plain", "inside " + std::to_string(i)});
      }
    }
    if (what == "inside") {
      document.title = page.inner->read(page.url, "text/html", "<title>inner</title>").title;
    }
    return what == "partly" ? "only a part" : "";
  }
};

class TroubleHandler final : public ProtocolHandler {
 public:
  PluginAbout about() const override {
    return {.name = "trouble-protocol", .version = "0.1", .help = "Does what a URL tells it to"};
  }
  Manners manners() const override {
    return {.schemes = {"trouble", "test", "other"}, .has_hosts = false};
  }
  ProtocolAnswer fetch(const ProtocolRequest& request) override {
    make_trouble(request.url);
    const auto at = request.url.find("status=");
    const int status = at == std::string::npos ? 200 : std::atoi(request.url.c_str() + at + 7);
    ProtocolAnswer answer{status, {{"Content-Type", "text/plain"}}, request.url, false};
    if (const auto size = request.url.find("size="); size != std::string::npos) {
      answer.body.assign(std::strtoul(request.url.c_str() + size + 5, nullptr, 10), 'x');
    }
    if (request.url.find("forge") != std::string::npos) {
      answer.headers = {
          {"location", "a\r\nset: b\r\n\r\n<p>"}, {"bad name", "x"}, {"bad:", "x"}, {"", "x"}};
    }
    if (request.url.find("many") != std::string::npos) answer.headers.resize(1000, {"x", "y"});
    if (request.url.find("transfer") != std::string::npos) {
      answer.headers = {{"content-length", "9"}, {"content-encoding", "gzip"}};
    }
    return answer;
  }
};

/// Nobody but its own pages leads to its pages.
class ClosedHandler final : public ProtocolHandler {
 public:
  PluginAbout about() const override {
    return {.name = "closed", .version = "0.1", .help = "A box that the web may not open"};
  }
  Manners manners() const override {
    return {.schemes = {"closed"}, .has_hosts = false, .open_to_links = false};
  }
  ProtocolAnswer fetch(const ProtocolRequest& request) override {
    return {200, {{"content-type", "text/html"}}, request.url + "<a href='/inside'>in</a>", false};
  }
};

/// One that names a server, and says which addresses it got.
class HostHandler final : public ProtocolHandler {
 public:
  PluginAbout about() const override {
    return {.name = "host", .version = "0.1", .help = "Says whom it may connect to"};
  }
  Manners manners() const override { return {.schemes = {"host"}, .default_port = 70}; }
  ProtocolAnswer fetch(const ProtocolRequest& request) override {
    std::string body;
    for (const std::string& address : request.addresses) body += address + "\n";
    return {200, {{"content-type", "text/plain"}}, body, false};
  }
};

class TroubleStrategy final : public StrategyPlugin {
 public:
  PluginAbout about() const override {
    return {.name = "trouble-strategy",
            .version = "0.1",
            .help = "Rates by number, or throws",
            .options = {{.name = "throw", .type = OptionType::kYesNo, .otherwise = "no"}}};
  }
  std::string configure(const OptionValues& options) override {
    throws_ = options.yes("throw");
    return "";
  }
  Priority rate(std::uint64_t target, int, bool) override {
    if (throws_) throw std::runtime_error("no idea");
    return {static_cast<double>(target), false};
  }

 private:
  bool throws_ = false;
};

class TroubleRule final : public ScopeRulePlugin {
 public:
  PluginAbout about() const override {
    return {.name = "trouble-rule",
            .version = "0.1",
            .help = "Decides by the path and TROUBLE_RULE_REJECTS, or throws"};
  }
  Verdict decide(const UrlParts& url) override {
    const char* const rejected = std::getenv("TROUBLE_RULE_REJECTS");
    if (rejected != nullptr && url.path == rejected) return Verdict::kReject;
    if (url.path.find("throw") != std::string_view::npos) throw std::runtime_error("cannot decide");
    if (url.path.find("no") != std::string_view::npos) return Verdict::kReject;
    return url.path.find("yes") != std::string_view::npos ? Verdict::kAccept : Verdict::kNoOpinion;
  }
};

}  // namespace porthole::testing

extern "C" POCO_LIBRARY_API int porthole_plugin_abi() { return porthole::kPluginAbi; }

POCO_BEGIN_MANIFEST(porthole::Plugin)
POCO_EXPORT_CLASS(porthole::testing::TroubleSummarizer)
POCO_EXPORT_CLASS(porthole::testing::TroubleHandler)
POCO_EXPORT_CLASS(porthole::testing::ClosedHandler)
POCO_EXPORT_CLASS(porthole::testing::HostHandler)
POCO_EXPORT_CLASS(porthole::testing::TroubleStrategy)
POCO_EXPORT_CLASS(porthole::testing::TroubleRule)
POCO_END_MANIFEST
