// ldap and ldaps: an entry of a directory is a page of what it says, with links to the entries
// below it and to the addresses in it.
//
//   ldap://host/DN        an entry, and those below it
//
// Source: RFC 4516 (URLs), RFC 4511, by libcurl with libldap. Referrals are not followed.

#include <memory>
#include <string>
#include <string_view>
#include <utility>
#include <vector>

#include "base/text/text.h"
#include "base/url/url.h"
#include "plugins/export.h"
#include "plugins/protocol_handler.h"
#include "plugins/protocols/curl_base/curl_transfer.h"
#include "plugins/protocols/ldap/ldif.h"
#include "plugins/protocols/support/answers.h"
#include "plugins/protocols/support/page_writer.h"

namespace porthole {
namespace {

constexpr std::int64_t kMostOfAnAnswer = 16 << 20;
constexpr std::string_view kPassword = "userPassword";

std::string_view title_of(const LdapEntry& entry) {
  for (const char* name : {"displayName", "cn", "ou", "o"}) {
    if (const std::string_view found = entry.first(name); !found.empty()) return found;
  }
  return entry.dn;
}

/// A path's worth of a distinguished name; commas and equals signs stay as they are.
std::string encoded_dn(std::string_view dn) {
  std::string out;
  for (const char& c : dn) {
    if (c == '/' || c == '?' || c == '%') {
      out += encoded_segment(std::string_view(&c, 1));
    } else {
      out += encoded_path(std::string_view(&c, 1));
    }
  }
  return out;
}

class LdapHandler final : public ProtocolHandler {
 public:
  PluginAbout about() const override {
    PluginAbout about{.name = "ldap",
                      .version = "1.0",
                      .help = "Entries of directories, by libcurl",
                      .options = credential_options()};
    about.options.push_back({.name = "certificates",
                             .help = "a PEM file of trusted issuers, in place of the system's"});
    return about;
  }

  Manners manners() const override {
    return {.schemes = {"ldap", "ldaps"}, .open_to_links = false, .default_port = 389};
  }
  std::string configure(const OptionValues& options) override {
    CurlSettings settings{.protocols = "ldap,ldaps"};
    std::string wrong = read_settings(options, settings);
    if (wrong.empty()) curl_ = std::make_unique<CurlTransferrer>(settings);
    return wrong;
  }
  ProtocolAnswer fetch(const ProtocolRequest& request) override {
    const Result<Url> url = Url::parse(request.url);
    if (!url) return refusal(404, "no URL");
    const std::string dn(url->path().empty() ? "/" : url->path());
    const CurlResult own = search(*url, dn + "??base?(objectClass=*)", request);
    if (own.code == CURLE_LDAP_SEARCH_FAILED) return refusal(404, own.why);
    if (own.code == CURLE_LDAP_CANNOT_BIND) return refusal(403, own.why);
    if (own.code != CURLE_OK) return answer_for_failure(own.code, own.why);
    const std::vector<LdapEntry> entries = read_ldif(own.body);
    if (entries.empty()) return refusal(404, "no such entry");

    const LdapEntry& entry = entries.front();
    PageWriter page(title_of(entry), request.body_limit);
    page.meta("description", entry.first("description"));
    for (const auto& [name, value] : entry.attributes) {
      if (equals_ignoring_case(name, kPassword)) continue;
      const std::string_view address = std::string_view(value).substr(0, value.find(' '));
      const Result<Url> link = Url::parse(address);  // labeledURI: an address and its label
      if (link && !link->host().empty()) {
        page.link(address, value, name);
      } else {
        page.text(name + ": " + value);
      }
    }
    const CurlResult below = search(*url, dn + "?cn,ou,o,displayName?one?(objectClass=*)", request);
    for (const LdapEntry& each : read_ldif(below.code == CURLE_OK ? below.body : "")) {
      if (!page.link("/" + encoded_dn(each.dn), title_of(each), each.dn)) break;
    }
    return std::move(page).answer();
  }

 private:
  CurlResult search(const Url& url, const std::string& what, const ProtocolRequest& request) {
    ProtocolRequest whole = request;
    whole.body_limit = kMostOfAnAnswer;
    whole.last_modified.clear();
    return curl_->transfer(url, server_of(url) + what, whole);
  }

  std::unique_ptr<CurlTransferrer> curl_;
};

}  // namespace
}  // namespace porthole

PORTHOLE_EXPORT(porthole::LdapHandler)
