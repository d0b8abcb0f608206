#include "collection/specification.h"

#include <algorithm>
#include <array>

#include "base/text/text.h"
#include "base/url/site.h"
#include "base/url/url.h"

namespace porthole::collection {
namespace {

/// Placeholder domains, which RFC 2606 and RFC 6761 reserve for examples and tests.
bool is_placeholder_host(std::string_view host) {
  return std::ranges::any_of(std::array{"example.com", "example.org", "example.net", "example",
                                        "invalid", "test", "localhost"},
                             [&](const char* domain) { return is_below(host, domain); });
}

bool is_placeholder_text(std::string_view text) {
  const std::string lower = ascii_lower(text);
  if (lower.empty() || lower.starts_with("your-")) return true;
  return std::ranges::any_of(
      std::array{"://your-", "@your-", "://your.", "@your.domain", "://my.domain", "@my.domain"},
      [&](const char* part) { return lower.find(part) != lower.npos; });
}

bool reaches_by_mail(std::string_view email) {
  email = trim(email);
  const std::size_t at = email.find('@');
  if (is_placeholder_text(email) || at == std::string_view::npos || at == 0) return false;
  const std::string host = ascii_lower(email.substr(at + 1));
  const bool plausible = host.find('.') != std::string::npos &&
                         host.find('@') == std::string::npos &&
                         email.find_first_of(" <>()\",;\t\r\n") == std::string_view::npos;
  return plausible && !is_placeholder_host(host);
}

bool reaches_by_web(std::string_view text) {
  text = trim(text);
  if (is_placeholder_text(text)) return false;
  const Result<Url> url = Url::parse(text);
  return url && url->is_web() && !is_placeholder_host(url->host());
}

/// Characters allowed in a comment of a User-Agent header (RFC 9110, 5.6.5 and 10.1.5) without
/// quoting.
std::string header_text(std::string_view text) {
  std::string out;
  for (const char c : trim(text)) {
    if (c > 0x20 && c < 0x7F && c != '(' && c != ')' && c != '\\') out += c;
  }
  return out;
}

}  // namespace

bool Agent::has_contact() const { return reaches_by_mail(email) || reaches_by_web(url); }

std::string Agent::user_agent() const {
  std::string out = header_text(name);
  if (!version.empty()) out += "/" + header_text(version);
  const std::string home = header_text(url);
  const std::string mail = header_text(email);
  if (home.empty() && mail.empty()) return out;
  out += " (";
  if (!home.empty()) out += "+" + home;
  if (!home.empty() && !mail.empty()) out += "; ";
  return out + mail + ")";
}

Result<void> check_contact(const std::string& contact) {
  Agent agent;
  agent.url = contact;
  agent.email = contact;
  if (contact.empty() || agent.has_contact()) return {};
  return fail(ErrorCode::kUsage, "not a usable contact: " + contact,
              "give your own e-mail address, or the URL of a page about your crawler");
}

Error no_contact(const Specification& specification, std::string_view so) {
  const Agent& agent = specification.agent;
  const std::string& given = agent.email.empty() ? agent.url : agent.email;
  const std::string what = given.empty() ? " has no contact address, so "
                                         : "'s contact " + given + " is a placeholder, so ";
  return {.code = ErrorCode::kIncomplete,
          .message = "the agent" + what + std::string(so),
          .file = specification.file.string(),
          .hint = "tell web masters how to reach you: <agent name=\"" + agent.name +
                  "\" email=\"ADDRESS\"/> with your own e-mail address in place of ADDRESS (or "
                  "url=\"...\")"};
}

}  // namespace porthole::collection
