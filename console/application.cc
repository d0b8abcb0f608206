#include "console/application.h"

#include <algorithm>
#include <array>
#include <exception>
#include <utility>

#include "base/log.h"
#include "base/text/metrics_text.h"
#include "base/text/text.h"
#include "collection/collection.h"
#include "collection/open_collection.h"
#include "console/access/guard.h"
#include "console/access/sessions.h"
#include "console/metrics.h"
#include "console/web_files.h"
#include "http/json_response.h"
#include "http/parameters.h"
#include "http/response.h"
#include "repository/open_repository.h"

namespace porthole::console {
namespace {

using http::json_error;
using http::json_response;
using http::Response;
using nlohmann::ordered_json;

constexpr const char* kPlainType = "text/plain; charset=utf-8";
constexpr const char* kTokenField = "X-Porthole-Token";
constexpr int kMinute = 60;
constexpr int kRetry = 10;                    // seconds
constexpr std::size_t kLongestDetail = 2048;  // bytes in a line of the audit log
constexpr std::size_t kLongestSecret = 256;
constexpr std::size_t kMostLoginBody = 4096;
constexpr std::string_view kLoginPath = "/api/v1/login";
constexpr int kDone = 200;
constexpr int kBadRequest = 400;
constexpr std::size_t kLongestKey = 255;  // bytes of a folder's name

struct Asset {
  std::string_view path, file;
  const char* type;
};
constexpr std::array kAssets = {
    Asset{"/", "index.html", "text/html; charset=utf-8"},
    Asset{"/console.js", "console.js", "text/javascript; charset=utf-8"},
    Asset{"/console.css", "console.css", "text/css; charset=utf-8"},
    Asset{"/logo.svg", "porthole.svg", "image/svg+xml"},
};

Response asset(const Asset& asset) {
  // Revalidated by no-store: a page of an older program would call what is gone.
  return {kDone, asset.type, std::string(web_file(asset.file)), 0, 0};
}

int status_of(ErrorCode code) {
  switch (code) {
    case ErrorCode::kUsage:
    case ErrorCode::kInvalid:
    case ErrorCode::kIncomplete:
    case ErrorCode::kUnsupported:
      return 422;
    case ErrorCode::kNotFound:
      return 404;
    case ErrorCode::kBusy:
      return 409;
    case ErrorCode::kTooLarge:
      return 413;
    case ErrorCode::kTimeout:
    case ErrorCode::kNetwork:
      return 503;
    default:
      return 500;
  }
}

Response error_answer(const Error& error, int status) {
  std::string place = error.file;
  if (error.line > 0) place += ":" + std::to_string(error.line);
  return json_error(status, error_code_name(error.code),
                    place.empty() ? error.message : place + ": " + error.message, error.hint);
}

Response error_answer(const Error& error) { return error_answer(error, status_of(error.code)); }

/// An error of Members: the request does not have the form of this call.
Response member_error(const Error& error) {
  return error.code == ErrorCode::kUsage ? error_answer(error, kBadRequest) : error_answer(error);
}

/// The error that an answer of the API tells; "done" without one.
std::string message_of(const Response& answer) {
  if (answer.status == kDone) return "done";
  const auto read = nlohmann::json::parse(answer.body, nullptr, false);
  if (!read.is_object() || !read.contains("error") || !read["error"].is_object()) return "failed";
  return read["error"].value("message", "failed");
}

/// `body` for the audit log: without the secret, and not too long.
ordered_json detail_of(const nlohmann::json& body) {
  ordered_json detail = body;
  if (detail.is_object()) detail.erase("secret");
  const std::string text = detail.dump(-1, ' ', false, nlohmann::json::error_handler_t::replace);
  if (text.size() <= kLongestDetail) return detail;
  return {{"bytes", text.size()}, {"begins", clean_utf8(text.substr(0, kLongestDetail))}};
}

/// Browsers keep cookies of a host for all of its ports, so the port is in the name.
std::string cookie_name(const http::Request& request) {
  const std::string_view host = request.field("Host");
  const std::size_t colon = host.rfind(':');
  const bool has_port = colon != std::string_view::npos && !host.ends_with(']');
  return "__Host-porthole" + (has_port ? "-" + std::string(host.substr(colon + 1)) : "");
}

Response foreign_page() {
  return json_error(403, "foreign-page", "the request does not come from a page of this console",
                    "open the console itself");
}

Response no_session() { return json_error(401, "no-session", "nobody is logged in", "log in"); }

Response too_often(const char* message) {
  Response answer = json_error(429, "too-often", message, "wait a minute");
  answer.retry_after = kMinute;
  return answer;
}

}  // namespace

/// A request on its way through the checks.
struct ConsoleApplication::Asked {
  const http::Request& request;
  std::string_view path;
  http::Parameters parameters;
  nlohmann::json body = nlohmann::json::object();
  std::optional<Session> session{};
  std::string action{};      ///< Name of a change in the audit log.
  std::string set_cookie{};  ///< For the answer; "" for none.
};

ConsoleApplication::ConsoleApplication(const Folders& folders, LoginSecrets secrets,
                                       std::unique_ptr<AuditLog> audit,
                                       std::vector<std::string> hosts, const Clock& clock)
    : folders_(folders),
      secrets_(std::move(secrets)),
      audit_(std::move(audit)),
      hosts_(std::move(hosts)),
      sessions_(clock),
      logins_(clock, kLogins, std::chrono::minutes(1)),
      reads_(clock, kReads, std::chrono::minutes(1)),
      changes_(clock, kChanges, std::chrono::minutes(1)),
      refusals_(clock, kRefusals, std::chrono::minutes(1)) {}

Response ConsoleApplication::refuse(int status, http::RefusalForm) const {
  return json_error(status, "refused", http::reason_phrase(status), "");
}

Response ConsoleApplication::answer(const http::Request& request) const {
  Asked asked{request, request.path(), http::Parameters(request.query())};
  Response response;
  try {
    response = answer_asked(asked);
  } catch (const std::exception& error) {
    log(LogLevel::kError, "console", error.what());
    response = json_error(500, "internal", "something went wrong", "the log of the console tells");
  }
  if (!asked.set_cookie.empty()) response.fields.emplace_back("Set-Cookie", asked.set_cookie);
  return response;
}

Response ConsoleApplication::answer_asked(Asked& asked) const {
  const http::Request& request = asked.request;
  if (!is_own_host(request.field("Host"), hosts_))
    return json_error(421, "foreign-host", "this name is not served here",
                      "use 127.0.0.1, localhost, or a name given by --host");
  const bool reads = request.method != "POST";
  const auto file = std::find_if(kAssets.begin(), kAssets.end(),
                                 [&](const Asset& one) { return one.path == asked.path; });
  if (reads && file != kAssets.end()) return asset(*file);
  if (reads && asked.path == "/healthz") return {kDone, kPlainType, "ok\n", 0, 0};
  if (reads && asked.path == "/readyz") return readiness();
  if (reads && !may_read(request)) return foreign_page();
  if (reads && asked.path == "/metrics") return metrics();
  if (!reads && asked.path == kLoginPath) {
    asked.action = "login";
    return noted(asked, login(asked));
  }
  if (const std::string id = cookie(request, cookie_name(request)); !id.empty())
    asked.session = sessions_.find(id);
  if (!reads && asked.path == "/api/v1/logout") {
    asked.action = "logout";
    return noted(asked, logout(asked));
  }
  if (reads && asked.path == "/api/v1/session" && asked.session)
    return show_session(*asked.session);
  const auto found = http::find_route(routes(), request);
  if (found.row != nullptr) return answer_route(asked, *found.row);
  const bool is_own =
      asked.path == "/api/v1/session" || asked.path == kLoginPath || asked.path == "/api/v1/logout";
  if (!found.is_path && !is_own) return json_error(404, "not-found", "there is no such call", "");
  if (!asked.session) return no_session();
  return json_error(405, "method", "this call has another method", "");
}

/// Ready when what every collection has stored can be read.
Response ConsoleApplication::readiness() const {
  for (const auto& folder : folders_.all()) {
    if (!folder->is_collection()) continue;
    const auto opened = folder->open();
    if (opened && repository::open_if_there(collection::storage_of(*opened))) continue;
    return {503, kPlainType, folder->key() + " cannot be read\n", 0, kRetry};
  }
  return {kDone, kPlainType, "ready\n", 0, 0};
}

Response ConsoleApplication::metrics() const {
  const auto text = metrics_.get([&] { return metrics_of(folders_); });
  if (!text) return error_answer(text.error());
  return {kDone, MetricsText::kType, *text, 0, 0};
}

/// The first check that a change fails, or status 200. Fills asked.body.
Response ConsoleApplication::check_change(Asked& asked) const {
  if (!is_of_own_page(asked.request)) return foreign_page();
  if (!is_json(asked.request))
    return json_error(415, "not-json", "the request is not in JSON",
                      "send Content-Type: application/json");
  // JSON takes many times its size in memory: nobody's is read, but for a secret.
  const bool is_login = asked.path == kLoginPath;
  if (!is_login && !asked.session) return no_session();
  if (is_login && asked.request.body.size() > kMostLoginBody)
    return json_error(413, "too-large", "a login is shorter", "");
  asked.body = http::read_client_json(asked.request.body);
  if (!asked.body.is_object()) {
    asked.body = nlohmann::json::object();
    return json_error(400, "not-json", "the request is not a JSON object", "");
  }
  return {};
}

Response ConsoleApplication::login(Asked& asked) const {
  if (Response bad = check_change(asked); bad.status != kDone) return bad;
  if (asked.request.field(kTokenField).empty()) return foreign_page();
  Members members(asked.body);
  const std::string secret = members.text("secret", kMostLoginBody);
  if (const auto read = members.finish(); !read) return member_error(read.error());
  const std::optional<Role> role =
      secret.size() > kLongestSecret ? std::nullopt : secrets_.use(secret);
  if (!role) {
    if (!logins_.take("")) return too_often("there were too many attempts to log in");
    return json_error(401, "wrong-secret", "this link does not log anybody in",
                      "a link works once: porthole console DIR --link prints a new one");
  }
  if (const std::string old = cookie(asked.request, cookie_name(asked.request)); !old.empty())
    sessions_.close(old);
  asked.session = sessions_.open(*role);
  asked.set_cookie = cookie_name(asked.request) + "=" + asked.session->id +
                     "; Path=/; Secure; HttpOnly; SameSite=Strict";
  return show_session(*asked.session);
}

Response ConsoleApplication::logout(Asked& asked) const {
  if (Response bad = check_change(asked); bad.status != kDone) return bad;
  if (!is_same_secret(asked.request.field(kTokenField), asked.session->token))
    return foreign_page();
  sessions_.close(asked.session->id);
  asked.set_cookie =
      cookie_name(asked.request) + "=; Path=/; Secure; HttpOnly; SameSite=Strict; Max-Age=0";
  return json_response(ordered_json{{"role", nullptr}});
}

Response ConsoleApplication::show_session(const Session& session) const {
  ordered_json collections = ordered_json::array();
  for (const auto& folder : folders_.all()) {
    const auto opened = folder->open();
    collections.push_back({{"key", folder->key()},
                           {"is_there", folder->is_collection()},
                           {"title", opened ? opened->specification().topic.title : ""}});
  }
  return json_response(ordered_json{{"role", name_of(session.role)},
                                    {"actor", session.actor},
                                    {"token", session.token},
                                    {"version", PORTHOLE_VERSION},
                                    {"collections", std::move(collections)}});
}

Response ConsoleApplication::answer_route(Asked& asked, const Route& route) const {
  asked.action = route.access.action;
  if (route.method == "GET") return run(asked, route);
  if (Response bad = check_change(asked); bad.status != kDone) return noted(asked, bad);
  return noted(asked, run(asked, route));
}

Response ConsoleApplication::run(Asked& asked, const Route& route) const {
  if (!asked.session) return no_session();
  const Session& session = *asked.session;
  if (route.method == "POST") {
    if (!is_same_secret(asked.request.field(kTokenField), session.token)) return foreign_page();
    if (!changes_.take(session.id)) return too_often("there were too many changes");
  } else if (!reads_.take(session.id)) {
    return too_often("there were too many requests");
  }
  if (route.access.role == Role::kOperate && session.role != Role::kOperate)
    return json_error(403, "role", "this login may read and nothing else",
                      "porthole console DIR --link makes one that may operate");
  Members members(asked.body);
  std::string key = members.optional_text("collection", kLongestKey);
  if (members.error()) return member_error(*members.error());
  if (key.empty()) key = asked.parameters.text("collection");
  ServedFolder* const folder = folders_.find(key);
  if (folder == nullptr)
    return json_error(404, "no-collection", "this console has no such collection", "");
  Result<Response> made =
      route.handler({asked.request, asked.parameters, members, session, *folder});
  if (members.error()) return member_error(*members.error());
  return made ? std::move(*made) : error_answer(made.error());
}

/// Writes the change down. One that cannot be is answered as failed.
Response ConsoleApplication::noted(const Asked& asked, Response answer) const {
  const bool is_refused = !asked.session || answer.status == 429;
  if (is_refused && !refusals_.take("")) return answer;
  AuditEntry entry;
  entry.actor = asked.session ? asked.session->actor : "";
  entry.client = asked.request.client;
  entry.action = asked.action;
  const auto named = asked.body.find("collection");
  if (named != asked.body.end() && named->is_string()) entry.collection = *named;
  entry.detail = detail_of(asked.body);
  entry.status = answer.status;
  entry.result = message_of(answer);
  if (const auto added = audit_->add(entry); !added) {
    log(LogLevel::kError, "console", added.error().to_string());
    return json_error(500, "audit", "the audit log cannot be written", "free some space");
  }
  return answer;
}

}  // namespace porthole::console
