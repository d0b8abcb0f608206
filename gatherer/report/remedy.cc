#include "gatherer/report/remedy.h"

#include "base/clock.h"
#include "base/text/format.h"
#include "base/url/url.h"

namespace porthole::gatherer {
namespace {

using repository::DropReason;

/// The command that queues all URLs dropped for the same reason again.
std::string retry(const repository::UrlRecord& url,
                  const collection::Specification& specification) {
  const std::string reason = name_of(url.reason);
  const bool needs_quotes = reason.find(' ') != std::string::npos;
  const std::string quote = needs_quotes ? "\"" : "";
  return "porthole gather " + shell_word(specification.file.parent_path().string()) + " --retry " +
         quote + reason + quote;
}

/// How to let the crawl ask a private address, or a port of another service.
std::string allow(const repository::UrlRecord& url,
                  const collection::Specification& specification) {
  const Result<Url> parsed = Url::parse(url.href);
  const bool is_address = parsed && parsed->host_is_address();
  std::string host = is_address ? std::string(parsed->host()) : "ADDRESS";
  if (host.starts_with('[')) host = host.substr(1, host.size() - 2);
  const int port = parsed ? parsed->effective_port() : 0;
  return (is_address ? host + " is" : "it has") +
         " an internal address, or the port of another service; if that is meant, write into "
         "<network> of " +
         specification.file.string() + ": <allow addresses=\"" + host + "\" ports=\"" +
         (port != 0 ? std::to_string(port) : "PORT") + "\"/> (porthole new --allow " + host +
         " writes it into a new collection)";
}

std::string look_at_it(const repository::UrlRecord& url,
                       const collection::Specification& specification) {
  if (url.href.starts_with("file:"))
    return "let this user read it (ls -l shows who may); then: " + retry(url, specification);
  return "look at it in a browser; when it is there again: " + retry(url, specification);
}

}  // namespace

std::string remedy_for(const repository::UrlRecord& url,
                       const collection::Specification& specification) {
  const std::string again = url.seed ? "" : "; then: " + retry(url, specification);
  if (repository::http_status_of(url.reason) != 0) return look_at_it(url, specification);
  switch (url.reason) {
    case DropReason::kUnresolvable:
      return specification.network.is_live() ? "check the spelling of its host, and that this "
                                               "machine is online and resolves names" +
                                                   again
                                             : "check the spelling of its host, and that the "
                                               "gateway or the recorded web has it" +
                                                   again;
    case DropReason::kForbiddenAddress:
      return allow(url, specification) + again;
    case DropReason::kTls:
      return "check the date of this machine and the certificate of the server in a browser" +
             again;
    case DropReason::kConnectFailed:
    case DropReason::kTimeout:
    case DropReason::kBroken:
    case DropReason::kExhausted:
      return "check that the server is up and lets this machine in" + again;
    case DropReason::kRobotsUnreachable:
      return "nothing is fetched while robots.txt is unreachable; it is requested again after " +
             format_time(url.not_before) + ", at once by: " + retry(url, specification);
    case DropReason::kNofollow:
      return "another link without nofollow would lead to it; to fetch it all the same: porthole "
             "seeds add " +
             specification.file.parent_path().string() + " " + url.href;
    case DropReason::kLanguage:
      return "to keep pages in this language, add " + url.detail + " to <scope languages> of " +
             specification.file.string();
    case DropReason::kChallenge:
    case DropReason::kLoginPage:
    case DropReason::kOneTextForAll:
      return "its server gives no pages to crawlers: ask the site's owner to let in \"" +
             specification.agent.name + "\" by its name and address (docs/bot_page.md); then: " +
             (url.state == repository::UrlState::kFetched
                  ? "porthole update " + shell_word(specification.file.parent_path().string())
                  : retry(url, specification));
    case DropReason::kRobots:
      return "its owner keeps crawlers out: choose another page, or ask the owner";
    case DropReason::kBadRedirect:
    case DropReason::kTooManyRedirects:
    case DropReason::kRedirectLoop:
      return look_at_it(url, specification);
    case DropReason::kDecodeFailed:
    case DropReason::kMalformed:
    case DropReason::kUnsupportedType:
    case DropReason::kUnreadNoindex:
      return "choose a page that can be read; docs/formats.md lists what is read";
    default:
      return "";
  }
}

}  // namespace porthole::gatherer
