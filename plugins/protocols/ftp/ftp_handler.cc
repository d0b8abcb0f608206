// ftp and ftps: a file is a document, a folder (its path ends in a slash) a page of links.
//
// Listings are taken apart by libcurl, those of Unix and of Windows alike. The address that a
// server names for data is ignored: data comes from where the control connection went.
//
// Source: RFC 959, RFC 1738 3.2, RFC 4217; https://curl.se/libcurl/c/CURLOPT_WILDCARDMATCH.html.

#include <memory>
#include <string>
#include <utility>
#include <vector>

#include "base/url/url.h"
#include "plugins/export.h"
#include "plugins/protocol_handler.h"
#include "plugins/protocols/curl_base/curl_transfer.h"
#include "plugins/protocols/support/answers.h"
#include "plugins/protocols/support/page_writer.h"

namespace porthole {
namespace {

constexpr std::size_t kMostNames = 100'000;

/// The listing of a folder, collected from libcurl piece by piece.
struct Listing {
  struct Entry {
    std::string name;
    std::string note;
  };
  std::vector<Entry> entries;

  static long take(const curl_fileinfo* info, void* self, int) noexcept {
    auto& entries = static_cast<Listing*>(self)->entries;
    const std::string name = info->filename;
    if (name == "." || name == ".." || name.find('/') != std::string::npos) {
      return CURL_CHUNK_BGN_FUNC_SKIP;
    }
    const bool folder = info->filetype == CURLFILETYPE_DIRECTORY;
    const bool listed =
        folder || info->filetype == CURLFILETYPE_FILE || info->filetype == CURLFILETYPE_SYMLINK;
    if (listed && entries.size() < kMostNames) {
      entries.push_back(
          {name + (folder ? "/" : ""), info->strings.time == nullptr ? "" : info->strings.time});
    }
    return CURL_CHUNK_BGN_FUNC_SKIP;
  }
};

ProtocolAnswer page_of(const Listing& listing, const Url& url, std::int64_t limit) {
  PageWriter page(without_credentials(url), limit);
  for (const auto& [name, note] : listing.entries) {
    if (!page.link("./" + encoded_path(name), name, note)) break;
  }
  return std::move(page).answer();
}

class FtpHandler final : public ProtocolHandler {
 public:
  PluginAbout about() const override {
    PluginAbout about{.name = "ftp",
                      .version = "1.0",
                      .help = "Files and folders of FTP servers, by libcurl",
                      .options = tls_options("no")};
    for (OptionDeclaration& option : credential_options()) {
      about.options.push_back(std::move(option));
    }
    return about;
  }

  Manners manners() const override {
    return {.schemes = {"ftp", "ftps"}, .has_robots = true, .default_port = 990};
  }
  std::string configure(const OptionValues& options) override {
    std::string wrong = read_settings(options, settings_);
    if (!wrong.empty()) return wrong;
    curl_ = std::make_unique<CurlTransferrer>(settings_);
    curl_easy_setopt(curl_->get(), CURLOPT_FILETIME, 1L);
    return {};
  }

  ProtocolAnswer fetch(const ProtocolRequest& request) override {
    const Result<Url> url = Url::parse(request.url);
    if (!url) return refusal(404, "no URL");
    if (url->path().ends_with('/')) return folder(*url, request);
    CurlResult got = curl_->transfer(*url, without_credentials(*url), request);
    if (got.status == 421) return refusal(503, got.why);
    ProtocolAnswer answer = answer_of(std::move(got), content_type_of(url->path()));
    if (answer.status != 404) return answer;
    // RFC 959 has one number for what is missing and for what is a folder.
    const std::string inside = without_credentials(*url) + "/";
    const Result<Url> as_folder = Url::parse(inside);
    if (as_folder && folder(*as_folder, request).status == 200) return moved_to(inside);
    return answer;
  }

 private:
  ProtocolAnswer folder(const Url& url, const ProtocolRequest& request) const {
    Listing listing;
    CurlTransferrer lister(
        settings_);  // libcurl 7.88 crashes when a handle that has listed goes on
    CURL* easy = lister.get();
    curl_easy_setopt(easy, CURLOPT_WILDCARDMATCH, 1L);
    curl_easy_setopt(easy, CURLOPT_CHUNK_BGN_FUNCTION, &Listing::take);
    curl_easy_setopt(easy, CURLOPT_CHUNK_DATA, &listing);
    ProtocolRequest whole = request;
    whole.last_modified.clear();
    const CurlResult got = lister.transfer(url, without_credentials(url) + "*", whole);
    const bool is_empty = got.code == CURLE_REMOTE_FILE_NOT_FOUND && got.status < 400;
    if (got.code != CURLE_OK && !is_empty) {
      if (got.status == 421) return refusal(503, got.why);
      if (got.status == 550) return refusal(404, got.why);
      return answer_for_failure(got.code, got.why);
    }
    return page_of(listing, url, request.body_limit);
  }

  CurlSettings settings_{.protocols = "ftp,ftps"};
  std::unique_ptr<CurlTransferrer> curl_;
};

}  // namespace
}  // namespace porthole

PORTHOLE_EXPORT(porthole::FtpHandler)
