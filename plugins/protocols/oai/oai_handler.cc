// oai (over http) and oais (over https): a repository of OAI-PMH is a page of links to its records,
// each with its title and what it says of itself; a record is a page of its own, with its links.
//
//   oai://host/PATH                        records, of the base URL http://host/PATH
//   oai://host/PATH?set=SET                those of a set
//   oai://host/PATH?resumptionToken=T      the rest
//   oai://host/PATH?identifier=ID          a record
//
// Source: OAI-PMH 2.0, metadata in oai_dc.

#include <memory>
#include <string>
#include <string_view>
#include <utility>

#include "base/text/text.h"
#include "base/url/url.h"
#include "plugins/export.h"
#include "plugins/protocol_handler.h"
#include "plugins/protocols/curl_base/curl_transfer.h"
#include "plugins/protocols/oai/oai_answer.h"
#include "plugins/protocols/support/answers.h"
#include "plugins/protocols/support/page_writer.h"

namespace porthole {
namespace {

constexpr std::size_t kMostOfANote = 500;
constexpr std::int64_t kMostOfAnAnswer = 16 << 20;

/// The value of the last line `name` of a head, "" when there is none.
std::string header(std::string_view head, std::string_view name) {
  std::string found;
  for (const std::string_view line : split(head, '\n')) {
    const std::size_t colon = line.find(':');
    if (colon != std::string_view::npos && equals_ignoring_case(line.substr(0, colon), name)) {
      found = trim(line.substr(colon + 1));
    }
  }
  return found;
}

/// The request that `url` stands for, below the base URL.
std::string request_for(const Url& url) {
  const std::string identifier = query_value(url.query(), "identifier");
  const std::string token = query_value(url.query(), "resumptionToken");
  const std::string set = query_value(url.query(), "set");
  if (!identifier.empty()) {
    return "verb=GetRecord&metadataPrefix=oai_dc&identifier=" + encoded_segment(identifier);
  }
  if (!token.empty()) return "verb=ListRecords&resumptionToken=" + encoded_segment(token);
  return "verb=ListRecords&metadataPrefix=oai_dc" +
         (set.empty() ? "" : "&set=" + encoded_segment(set));
}

ProtocolAnswer page_of_list(const OaiAnswer& list, const Url& url, std::int64_t limit) {
  PageWriter page(server_of(url) + std::string(url.path()), limit);
  for (const OaiRecord& record : list.records) {
    if (record.deleted || record.identifier.empty()) continue;
    const std::string_view title = record.first("title");
    page.link("?identifier=" + encoded_segment(record.identifier),
              title.empty() ? std::string_view(record.identifier) : title,
              cut(record.first("description"), kMostOfANote));
  }
  if (!list.token.empty()) page.link("?resumptionToken=" + encoded_segment(list.token), "more");
  return std::move(page).answer();
}

ProtocolAnswer page_of_record(const OaiRecord& record, std::int64_t limit) {
  if (record.deleted) return refusal(410, "the record was deleted");
  const std::string_view title = record.first("title");
  PageWriter page(title.empty() ? std::string_view(record.identifier) : title, limit);
  for (const auto& [name, value] : record.fields) page.meta("dc." + name, value);
  page.meta("description", record.first("description"));
  for (const auto& [name, value] : record.fields) {
    const Result<Url> link = Url::parse(value);
    if (link && !link->host().empty()) {
      page.link(value, value, name);
    } else if (name != "title") {
      page.text(name + ": " + value);
    }
  }
  return std::move(page).answer();
}

class OaiHandler final : public ProtocolHandler {
 public:
  PluginAbout about() const override {
    return {.name = "oai",
            .version = "1.0",
            .help = "Records of OAI-PMH repositories (oai_dc)",
            .options = {{.name = "certificates",
                         .help = "a PEM file of trusted issuers, in place of the system's"}}};
  }
  Manners manners() const override { return {.schemes = {"oai", "oais"}, .default_port = 80}; }
  std::string configure(const OptionValues& options) override {
    CurlSettings settings{.protocols = "http,https"};
    std::string wrong = read_settings(options, settings);
    if (wrong.empty()) curl_ = std::make_unique<CurlTransferrer>(settings);
    return wrong;
  }
  ProtocolAnswer fetch(const ProtocolRequest& request) override {
    const Result<Url> url = Url::parse(request.url);
    if (!url) return refusal(404, "no URL");
    const std::string web = (url->scheme() == "oais" ? "https://" : "http://") +
                            std::string(url->host()) + ":" + std::to_string(port_of(*url)) +
                            std::string(url->path());
    ProtocolRequest whole = request;
    whole.body_limit = kMostOfAnAnswer;
    whole.last_modified.clear();
    const CurlResult got = curl_->transfer(*url, web + "?" + request_for(*url), whole);
    if (got.code != CURLE_OK) return answer_for_failure(got.code, got.why);
    if (got.status != 200) {
      ProtocolAnswer answer = refusal(static_cast<int>(got.status), "the repository says so");
      const std::string location = header(got.head, "location");
      if (location.starts_with("http"))
        answer.headers.emplace_back("location", "oai" + location.substr(4));
      const std::string wait = header(got.head, "retry-after");
      if (!wait.empty()) answer.headers.emplace_back("retry-after", wait);
      return answer;
    }
    const Result<OaiAnswer> read = read_oai(got.body, request.url);
    if (!read) throw CurlFailure(CURLE_WEIRD_SERVER_REPLY, read.error().to_string());
    if (read->error_code == "noRecordsMatch") return page_of_list(*read, *url, request.body_limit);
    if (!read->error_code.empty()) return refusal(404, read->error_code + ": " + read->error);
    if (query_value(url->query(), "identifier").empty()) {
      return page_of_list(*read, *url, request.body_limit);
    }
    return read->records.empty() ? refusal(404, "no such record")
                                 : page_of_record(read->records.front(), request.body_limit);
  }

 private:
  std::unique_ptr<CurlTransferrer> curl_;
};

}  // namespace
}  // namespace porthole

PORTHOLE_EXPORT(porthole::OaiHandler)
