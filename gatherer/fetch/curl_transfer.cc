#include "gatherer/fetch/curl_transfer.h"

#include <sys/socket.h>

#include <algorithm>
#include <cerrno>
#include <new>
#include <utility>

#include "archive/http_message.h"

namespace porthole::gatherer {
namespace {

using archive::DecodeStatus;

constexpr long kReceiveBuffer = 64 << 10;
constexpr std::int64_t kMostReserved = 1 << 20;

std::string origin_of(const Url& url) {
  return std::string(url.scheme()) + "://" + url.host_and_port() + "/";
}

std::string seconds_text(std::chrono::milliseconds time) {
  if (time.count() % 1000 == 0) return std::to_string(time.count() / 1000) + " s";
  return std::to_string(time.count()) + " ms";
}

FetchStatus status_of_failure(CURLcode result) {
  switch (result) {
    case CURLE_COULDNT_RESOLVE_HOST:
    case CURLE_URL_MALFORMAT:
      return FetchStatus::kUnresolvable;
    case CURLE_COULDNT_CONNECT:
    case CURLE_INTERFACE_FAILED:
      return FetchStatus::kConnectFailed;
    case CURLE_OPERATION_TIMEDOUT:
      return FetchStatus::kTimeout;
    case CURLE_SSL_CONNECT_ERROR:
    case CURLE_SSL_CERTPROBLEM:
    case CURLE_SSL_CIPHER:
    case CURLE_SSL_CACERT_BADFILE:
    case CURLE_SSL_CRL_BADFILE:
    case CURLE_SSL_ISSUER_ERROR:
    case CURLE_SSL_INVALIDCERTSTATUS:
    case CURLE_PEER_FAILED_VERIFICATION:
      return FetchStatus::kTlsFailed;
    case CURLE_WEIRD_SERVER_REPLY:    // A head with NUL, a line without a colon, an invalid length.
    case CURLE_UNSUPPORTED_PROTOCOL:  // No head at all (HTTP/0.9), or an unknown version.
      return FetchStatus::kMalformed;
    default:
      return FetchStatus::kBroken;
  }
}

}  // namespace

CurlTransfer::CurlTransfer(const CurlFetcherOptions& options)
    : options_(options), easy_(curl_easy_init()) {
  if (!easy_) throw std::bad_alloc();  // not tested: no memory is left
  set_constant_options();
  set_callbacks();
}

void CurlTransfer::set_constant_options() {
  CURL* easy = easy_.get();
  curl_easy_setopt(easy, CURLOPT_PRIVATE, this);
  curl_easy_setopt(easy, CURLOPT_ERRORBUFFER, error_);
  curl_easy_setopt(easy, CURLOPT_NOSIGNAL, 1L);
  curl_easy_setopt(easy, CURLOPT_PROTOCOLS_STR, "http,https");
  curl_easy_setopt(easy, CURLOPT_REDIR_PROTOCOLS_STR, "http,https");
  curl_easy_setopt(easy, CURLOPT_HTTP_VERSION, static_cast<long>(CURL_HTTP_VERSION_1_1));
  curl_easy_setopt(easy, CURLOPT_HTTP09_ALLOWED, 0L);
  curl_easy_setopt(easy, CURLOPT_FOLLOWLOCATION, 0L);
  curl_easy_setopt(easy, CURLOPT_NETRC, static_cast<long>(CURL_NETRC_IGNORED));
  curl_easy_setopt(easy, CURLOPT_PROXY, "");  // Ignores the environment's proxy, too.
  curl_easy_setopt(easy, CURLOPT_SSL_VERIFYPEER, 1L);
  curl_easy_setopt(easy, CURLOPT_SSL_VERIFYHOST, 2L);
  if (!options_.certificates.empty()) {
    curl_easy_setopt(easy, CURLOPT_CAINFO, options_.certificates.c_str());
  }
  curl_easy_setopt(easy, CURLOPT_USERAGENT, options_.user_agent.c_str());
  curl_easy_setopt(easy, CURLOPT_BUFFERSIZE, kReceiveBuffer);
  curl_easy_setopt(easy, CURLOPT_CONNECTTIMEOUT_MS,
                   static_cast<long>(options_.timeouts.connect.count()));
  curl_easy_setopt(easy, CURLOPT_TIMEOUT_MS, static_cast<long>(options_.timeouts.whole.count()));
  if (options_.gateway) {
    curl_easy_setopt(easy, CURLOPT_URL, origin_of(*options_.gateway).c_str());
  }
}

void CurlTransfer::set_callbacks() {
  CURL* easy = easy_.get();
  curl_easy_setopt(easy, CURLOPT_HEADERFUNCTION, &CurlTransfer::on_header);
  curl_easy_setopt(easy, CURLOPT_HEADERDATA, this);
  curl_easy_setopt(easy, CURLOPT_WRITEFUNCTION, &CurlTransfer::on_body);
  curl_easy_setopt(easy, CURLOPT_WRITEDATA, this);
  curl_easy_setopt(easy, CURLOPT_PREREQFUNCTION, &CurlTransfer::on_request);
  curl_easy_setopt(easy, CURLOPT_PREREQDATA, this);
  curl_easy_setopt(easy, CURLOPT_OPENSOCKETFUNCTION, &CurlTransfer::on_open_socket);
  curl_easy_setopt(easy, CURLOPT_OPENSOCKETDATA, this);
  curl_easy_setopt(easy, CURLOPT_DEBUGFUNCTION, &CurlTransfer::on_debug);
  curl_easy_setopt(easy, CURLOPT_DEBUGDATA, this);
  curl_easy_setopt(easy, CURLOPT_VERBOSE, 1L);  // on_debug gets the request only if this is set.
}

void CurlTransfer::prepare(FetchRequest request) {
  request_ = std::move(request);
  response_ = {};
  response_.ticket = request_.ticket;
  response_.started = system_clock().wall();
  decoder_.reset();
  verdict_.reset();
  head_complete_ = false;
  header_bytes_ = 0;
  header_lines_ = 0;
  refused_address_.clear();
  tried_address_ = false;
  no_descriptor_ = false;
  sent_at_.reset();
  window_began_.reset();
  window_bytes_ = 0;
  error_[0] = '\0';
  if (!options_.gateway)
    curl_easy_setopt(easy_.get(), CURLOPT_URL, origin_of(request_.url).c_str());
  curl_easy_setopt(easy_.get(), CURLOPT_REQUEST_TARGET, request_.url.request_target().c_str());
  set_headers(request_);
}

void CurlTransfer::add_header(const std::string& line) {
  curl_slist* longer = curl_slist_append(headers_.get(), line.c_str());
  if (longer == nullptr) throw std::bad_alloc();  // not tested: no memory is left
  (void)headers_.release();                       // Owned by `longer` now.
  headers_.reset(longer);
}

void CurlTransfer::set_headers(const FetchRequest& request) {
  headers_.reset();
  add_header("Host: " + request.url.host_and_port());
  add_header("Accept: text/html,application/xhtml+xml,*/*;q=0.8");
  add_header("Accept-Encoding: gzip, deflate, br");
  if (!options_.accept_language.empty()) add_header("Accept-Language: " + options_.accept_language);
  if (!request.etag.empty()) add_header("If-None-Match: " + request.etag);
  if (!request.last_modified.empty()) add_header("If-Modified-Since: " + request.last_modified);
  if (options_.gateway && request.url.scheme() == "https") add_header("X-Forwarded-Proto: https");
  curl_easy_setopt(easy_.get(), CURLOPT_HTTPHEADER, headers_.get());
}

std::string CurlTransfer::stall(SteadyTime now) {
  const FetchTimeouts& timeouts = options_.timeouts;
  if (!sent_at_) return {};
  if (!window_began_) {
    if (now - *sent_at_ < timeouts.first_byte) return {};
    return "no answer within " + seconds_text(timeouts.first_byte);
  }
  if (now - *window_began_ < timeouts.low_speed_window) return {};
  if (window_bytes_ * 1000 < timeouts.low_speed * timeouts.low_speed_window.count()) {
    return "less than " + std::to_string(timeouts.low_speed) + " bytes a second for " +
           seconds_text(timeouts.low_speed_window);
  }
  window_began_ = now;
  window_bytes_ = 0;
  return {};
}

bool CurlTransfer::refuse(FetchStatus status, std::string detail) {
  verdict_ = Verdict{status, std::move(detail)};
  return false;
}

bool CurlTransfer::take_header(std::string_view line) {
  header_bytes_ += line.size();
  header_lines_ += 1;
  window_bytes_ += static_cast<std::int64_t>(line.size());
  if (!window_began_) window_began_ = std::chrono::steady_clock::now();
  if (header_bytes_ > kMaxHeaderBytes) {
    return refuse(FetchStatus::kMalformed,
                  "more than " + std::to_string(kMaxHeaderBytes) + " bytes of headers");
  }
  if (header_lines_ > kMaxHeaderLines) {
    return refuse(FetchStatus::kMalformed,
                  "more than " + std::to_string(kMaxHeaderLines) + " header lines");
  }
  if (head_complete_) return true;  // A trailer: counted, but not part of the head.
  if (line.starts_with("HTTP/"))
    response_.response_head.clear();  // The previous head was interim (1xx).
  response_.response_head.append(line);
  if (line == "\r\n" || line == "\n") {
    long status = 0;
    curl_easy_getinfo(easy_.get(), CURLINFO_RESPONSE_CODE, &status);
    head_complete_ = status >= kFirstFinalStatus;
  }
  return true;
}

bool CurlTransfer::make_decoder() {
  auto head = archive::parse_response_head(response_.response_head);
  if (!head) return refuse(FetchStatus::kMalformed, head.error().message);
  const std::string coding = archive::joined_values(head->fields, "content-encoding");
  auto decoder = archive::ContentDecoder::make(coding, request_.body_limit,
                                               archive::first_value(head->fields, "content-type"));
  if (!decoder) return refuse(FetchStatus::kDecodeFailed, decoder.error().message);
  decoder_ = std::move(*decoder);
  curl_off_t length = -1;
  curl_easy_getinfo(easy_.get(), CURLINFO_CONTENT_LENGTH_DOWNLOAD_T, &length);
  length = std::min({static_cast<std::int64_t>(length), request_.body_limit, kMostReserved});
  if (length > 0) response_.body.reserve(static_cast<std::size_t>(length));
  return true;
}

bool CurlTransfer::take_body(std::string_view bytes) {
  window_bytes_ += static_cast<std::int64_t>(bytes.size());
  if (!decoder_ && !make_decoder()) return false;
  const DecodeStatus status = decoder_->feed(bytes, response_.body);
  if (decoder_->changes_bytes()) response_.raw_body.append(bytes);
  switch (status) {  // not tested: the enum has no other value
    case DecodeStatus::kGoingOn:
      return true;
    case DecodeStatus::kLimit:
      response_.truncated = true;
      return refuse(FetchStatus::kAnswer,
                    "cut at " + std::to_string(request_.body_limit) + " bytes");
    case DecodeStatus::kCorrupt:
      verdict_ = judge_part("the content coding is corrupt");
      return false;
    case DecodeStatus::kBomb:
      return refuse(FetchStatus::kDecodeFailed, "a decompression bomb");
  }
  return false;
}

std::size_t CurlTransfer::on_header(char* line, std::size_t size, std::size_t count,
                                    void* self) noexcept {
  return static_cast<CurlTransfer*>(self)->take_header({line, size * count}) ? size * count : 0;
}

std::size_t CurlTransfer::on_body(char* bytes, std::size_t size, std::size_t count,
                                  void* self) noexcept {
  return static_cast<CurlTransfer*>(self)->take_body({bytes, size * count}) ? size * count : 0;
}

int CurlTransfer::on_request(void* self, char*, char*, int, int) noexcept {
  CurlTransfer& transfer = *static_cast<CurlTransfer*>(self);
  transfer.sent_at_ = std::chrono::steady_clock::now();
  const MayAsk& may_ask = transfer.options_.may_ask;
  return !may_ask || may_ask() ? CURL_PREREQFUNC_OK : CURL_PREREQFUNC_ABORT;
}

int CurlTransfer::on_debug(CURL*, curl_infotype type, char* bytes, std::size_t size,
                           void* self) noexcept {
  if (type != CURLINFO_HEADER_OUT) return 0;
  std::string& head = static_cast<CurlTransfer*>(self)->response_.request_head;
  if (head.ends_with("\r\n\r\n")) head.clear();  // The request is repeated on another connection.
  head.append(bytes, size);
  return 0;
}

curl_socket_t CurlTransfer::on_open_socket(void* self, curlsocktype,
                                           curl_sockaddr* address) noexcept {
  auto* transfer = static_cast<CurlTransfer*>(self);
  const CurlFetcherOptions& options = transfer->options_;
  std::string why;
  if (!options.gateway && options.address_allowed &&
      !options.address_allowed(&address->addr, address->addrlen, why)) {
    transfer->refused_address_ = why.empty() ? "the address may not be connected to" : why;
    return CURL_SOCKET_BAD;
  }
  transfer->tried_address_ = true;
  const int made = ::socket(address->family, address->socktype | SOCK_CLOEXEC, address->protocol);
  transfer->no_descriptor_ = made < 0 && (errno == EMFILE || errno == ENFILE);
  return made;
}

CurlTransfer::Verdict CurlTransfer::judge(CURLcode result) {
  if (verdict_) return *verdict_;
  return result == CURLE_OK ? judge_answer() : judge_failure(result);
}

CurlTransfer::Verdict CurlTransfer::judge_answer() {
  long status = 0;
  curl_easy_getinfo(easy_.get(), CURLINFO_RESPONSE_CODE, &status);
  if (status < kFirstFinalStatus || status > kLastStatus) {
    return {FetchStatus::kMalformed, "nonsense status " + std::to_string(status)};
  }
  if (decoder_ && decoder_->finish(response_.body) != DecodeStatus::kGoingOn)
    return judge_part("the content coding ends in the middle");
  return {FetchStatus::kAnswer, {}};
}

// As browsers do, what there is is read.
CurlTransfer::Verdict CurlTransfer::judge_part(const char* problem) {
  if (response_.body.empty()) return {FetchStatus::kDecodeFailed, problem};
  response_.truncated = response_.broke_off = true;
  return {FetchStatus::kAnswer, problem};
}

CurlTransfer::Verdict CurlTransfer::judge_failure(CURLcode result) {
  if (result == CURLE_PARTIAL_FILE && !response_.body.empty())
    return judge_part("the body ends before its stated end");
  if (no_descriptor_) return {FetchStatus::kExhausted, "too many open files"};
  if (!refused_address_.empty() && !tried_address_)
    return {FetchStatus::kForbidden, refused_address_};
  return {status_of_failure(result), error_[0] != '\0' ? error_ : curl_easy_strerror(result)};
}

FetchResponse CurlTransfer::finish(CURLcode result) { return respond(judge(result)); }

FetchResponse CurlTransfer::give_up(std::string why) {
  return respond({FetchStatus::kTimeout, std::move(why)});
}

FetchResponse CurlTransfer::respond(Verdict verdict) {
  FetchResponse response = std::move(response_);
  curl_off_t microseconds = 0;
  curl_easy_getinfo(easy_.get(), CURLINFO_TOTAL_TIME_T, &microseconds);
  response.took = std::chrono::milliseconds(microseconds / 1000);
  const char* address = nullptr;
  curl_easy_getinfo(easy_.get(), CURLINFO_PRIMARY_IP, &address);
  if (address != nullptr) response.address = address;  // not tested: libcurl gives "" for none
  if (verdict.status == FetchStatus::kAnswer) {
    if (auto head = archive::parse_response_head(response.response_head)) {
      response.http_status = head->status;
      response.headers = std::move(head->fields);
    } else {
      verdict = {FetchStatus::kMalformed, head.error().message};
    }
  }
  if (options_.gateway && response.http_status == 502 &&
      response.header("x-webbox") == "unknown-host") {
    verdict = {FetchStatus::kUnresolvable,
               "the gateway knows no host " + request_.url.host_and_port()};
  }
  if (verdict.status != FetchStatus::kAnswer) {  // The body is missing, so the head is dropped.
    response.http_status = 0;
    response.response_head.clear();
    response.headers.clear();
    response.body.clear();
    response.raw_body.clear();
    response.truncated = false;
  }
  response.status = verdict.status;
  response.detail = std::move(verdict.detail);
  return response;
}

}  // namespace porthole::gatherer
