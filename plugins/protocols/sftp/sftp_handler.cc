// sftp: a file is a document, a folder (its path ends in a slash) a page of links. Paths are those
// of the machine; /~/ is the user's own folder.
//
// A server has to prove who it is: by a file of known hosts, as OpenSSH writes it, or by the
// fingerprint of its key.
//
// Source: draft-ietf-secsh-filexfer-02, by libcurl with libssh2.

#include <filesystem>
#include <memory>
#include <string>
#include <string_view>
#include <utility>

#include "base/text/text.h"
#include "base/url/url.h"
#include "plugins/export.h"
#include "plugins/protocol_handler.h"
#include "plugins/protocols/curl_base/curl_transfer.h"
#include "plugins/protocols/support/answers.h"
#include "plugins/protocols/support/page_writer.h"

namespace porthole {
namespace {

constexpr std::int64_t kMostOfAListing = 16 << 20;
constexpr std::string_view kPointsTo = " -> ";
constexpr int kFieldsBeforeTheName = 8;  // mode, links, user, group, size, month, day, time

/// A line of a listing, in the form of ls -l: the name, with a slash for a folder; "" for what is
/// neither file, folder nor link to one.
std::string name_in(std::string_view line) {
  const char kind = line.empty() ? ' ' : line.front();
  if (kind != '-' && kind != 'd' && kind != 'l') return {};
  for (int field = 0; field < kFieldsBeforeTheName; ++field) {
    const std::size_t space = line.find(' ');
    if (space == std::string_view::npos) return {};
    line.remove_prefix(std::min(line.size(), line.find_first_not_of(' ', space)));
  }
  if (kind == 'l') line = line.substr(0, line.find(kPointsTo));
  if (line.empty() || line == "." || line == ".." || line.find('/') != std::string_view::npos)
    return {};
  return std::string(line) + (kind == 'd' ? "/" : "");
}

class SftpHandler final : public ProtocolHandler {
 public:
  PluginAbout about() const override {
    PluginAbout about{.name = "sftp",
                      .version = "1.0",
                      .help = "Files and folders of SSH servers, by libcurl",
                      .options = credential_options()};
    about.options.push_back(
        {.name = "key-file", .help = "a private key to log in with, readable by its owner alone"});
    about.options.push_back(
        {.name = "known-hosts", .help = "a file of servers and their keys, as OpenSSH writes it"});
    about.options.push_back(
        {.name = "fingerprint",
         .help = "the server's key: SHA-256 in base64, as ssh-keygen -l shows it"});
    return about;
  }

  Manners manners() const override {
    return {.schemes = {"sftp"}, .open_to_links = false, .default_port = 22};
  }
  std::string configure(const OptionValues& options) override {
    CurlSettings settings{.protocols = "sftp"};
    if (std::string wrong = read_settings(options, settings); !wrong.empty()) return wrong;
    if (settings.credentials.user.empty()) return "user is missing";
    const std::string key = options.text("key-file");
    if (!key.empty()) {
      if (std::string wrong = why_not_private(key, "key-file"); !wrong.empty()) return wrong;
    } else if (settings.credentials.password.empty()) {
      return "give password-file or key-file";
    }
    const std::string known = options.text("known-hosts");
    std::string fingerprint = options.text("fingerprint");
    if (known.empty() == fingerprint.empty()) return "give either known-hosts or fingerprint";
    if (!known.empty() && !std::filesystem::exists(known))
      return "known-hosts is not there: " + known;
    if (fingerprint.starts_with("SHA256:")) fingerprint.erase(0, 7);
    curl_ = std::make_unique<CurlTransferrer>(settings);
    CURL* easy = curl_->get();
    curl_easy_setopt(easy, CURLOPT_FILETIME, 1L);
    curl_easy_setopt(
        easy, CURLOPT_SSH_AUTH_TYPES,
        static_cast<long>(key.empty() ? CURLSSH_AUTH_PASSWORD : CURLSSH_AUTH_PUBLICKEY));
    if (!key.empty()) {
      curl_easy_setopt(easy, CURLOPT_SSH_PRIVATE_KEYFILE, key.c_str());
      curl_easy_setopt(easy, CURLOPT_KEYPASSWD, settings.credentials.password.c_str());
    }
    if (!known.empty()) curl_easy_setopt(easy, CURLOPT_SSH_KNOWNHOSTS, known.c_str());
    if (!fingerprint.empty())
      curl_easy_setopt(easy, CURLOPT_SSH_HOST_PUBLIC_KEY_SHA256, fingerprint.c_str());
    return {};
  }

  ProtocolAnswer fetch(const ProtocolRequest& request) override {
    const Result<Url> url = Url::parse(request.url);
    if (!url) return refusal(404, "no URL");
    if (url->path().empty() || url->path().ends_with('/')) return folder(*url, request);
    const CurlResult got = curl_->transfer(*url, without_credentials(*url), request);
    if (got.code == CURLE_OK) return answer_of(got, content_type_of(url->path()));
    // A folder cannot be read as a file; servers say so in different words.
    const std::string inside = without_credentials(*url) + "/";
    const Result<Url> as_folder = Url::parse(inside);
    if (as_folder && got.code != CURLE_LOGIN_DENIED && got.code != CURLE_PEER_FAILED_VERIFICATION &&
        curl_->transfer(*as_folder, inside, request).code == CURLE_OK) {
      return moved_to(inside);
    }
    return answer_for_failure(got.code, got.why);
  }

 private:
  ProtocolAnswer folder(const Url& url, const ProtocolRequest& request) {
    ProtocolRequest whole = request;
    whole.body_limit = kMostOfAListing;
    whole.last_modified.clear();
    const CurlResult got = curl_->transfer(url, without_credentials(url), whole);
    if (got.code != CURLE_OK) return answer_for_failure(got.code, got.why);
    PageWriter page(without_credentials(url), request.body_limit);
    for (std::string_view line : split(got.body, '\n')) {
      if (line.ends_with('\r')) line.remove_suffix(1);
      const std::string name = name_in(line);
      if (!name.empty() && !page.link("./" + encoded_path(name), name)) break;
    }
    return std::move(page).answer();
  }

  std::unique_ptr<CurlTransferrer> curl_;
};

}  // namespace
}  // namespace porthole

PORTHOLE_EXPORT(porthole::SftpHandler)
