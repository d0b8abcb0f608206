#include "tests/browser/browser.h"

#include <Poco/Net/HTTPRequest.h>
#include <Poco/Net/HTTPResponse.h>
#include <Poco/Net/NetException.h>
#include <Poco/PipeStream.h>
#include <Poco/StreamCopier.h>
#include <gtest/gtest.h>

#include <chrono>
#include <initializer_list>
#include <regex>
#include <thread>

namespace porthole::test {
namespace {

using nlohmann::json;

constexpr int kMostClicks = 5;  // on what is replaced again and again
constexpr int kMostMilliseconds =
    30'000;  // until an element is there or a page is reached, on a machine that has much to do

const char* find_program(std::initializer_list<const char*> paths) {
  for (const char* path : paths) {
    if (std::filesystem::exists(path)) return path;
  }
  return nullptr;
}

json capabilities(const char* chromium, const std::filesystem::path& profile,
                  const BrowserOptions& options) {
  json arguments = {
      "--headless=new",
      "--no-sandbox",
      "--disable-gpu",
      "--disable-quic",
      "--no-first-run",
      "--disable-background-networking",
      "--disable-component-update",
      "--disable-sync",
      "--disable-dev-shm-usage",
      "--hide-scrollbars",
      "--window-size=" + std::to_string(options.width) + "," + std::to_string(options.height),
      "--user-data-dir=" + profile.string()};
  if (options.dark) arguments.push_back("--force-dark-mode");
  json chrome = {{"binary", chromium}, {"args", arguments}};
  if (!options.script)
    chrome["prefs"] = {{"profile.managed_default_content_settings.javascript", 2}};
  if (options.width < 500) {  // narrower than a window can be
    chrome["mobileEmulation"] = {{"deviceMetrics",
                                  {{"width", options.width},
                                   {"height", options.height},
                                   {"pixelRatio", 2.0},
                                   {"mobile", true},
                                   {"touch", true}}}};
  }
  return {{"capabilities",
           {{"alwaysMatch",
             {{"goog:chromeOptions", chrome},
              {"goog:loggingPrefs", {{"browser", "ALL"}}},
              {"timeouts", {{"implicit", kMostMilliseconds}}}}}}}};
}

}  // namespace

BrowserPrograms find_browser() {
  return {
      find_program({"/usr/bin/chromium", "/usr/bin/chromium-browser", "/usr/bin/google-chrome"}),
      find_program({"/usr/bin/chromedriver", "/usr/lib/chromium/chromedriver"})};
}

Driver::Driver(const std::string& program) : program_(program), process_(launch()) {}

Poco::ProcessHandle Driver::launch() {
  return Poco::Process::launch(program_, {"--port=0"}, nullptr, &output_, nullptr);
}

Driver::~Driver() {
  try {
    Poco::Process::kill(process_);
    process_.wait();
  } catch (const Poco::Exception& error) {
    ADD_FAILURE() << "chromedriver did not end: " << error.displayText();
  }
}

// The port that chromedriver chose for IPv6 may be taken for IPv4: then it ends, and is started
// again.
Poco::UInt16 Driver::announced_port() {
  constexpr int kTries = 5;
  for (int i = 1; i <= kTries; ++i) {
    if (const auto port = read_port()) return *port;
    if (i == kTries) break;
    process_.wait();
    output_ = Poco::Pipe();
    process_ = launch();
  }
  throw std::runtime_error("chromedriver did not say on which port it listens");
}

std::optional<Poco::UInt16> Driver::read_port() {
  Poco::PipeInputStream lines(output_);
  std::string line;
  const std::regex announcement("successfully on port ([0-9]+)");
  std::smatch match;
  while (std::getline(lines, line)) {
    if (std::regex_search(line, match, announcement))
      return static_cast<Poco::UInt16>(std::stoi(match[1]));
  }
  return std::nullopt;
}

Browser::Browser(const BrowserPrograms& programs, const BrowserOptions& options)
    : driver_(programs.driver) {
  session_ = std::make_unique<Poco::Net::HTTPClientSession>("127.0.0.1", driver_.announced_port());
  session_->setTimeout(Poco::Timespan(60, 0));
  session_->setKeepAlive(false);
  profile_ =
      std::filesystem::temp_directory_path() / ("porthole-browser-" + std::to_string(driver_.id()));
  const json made = call("POST", "/session", capabilities(programs.chromium, profile_, options));
  base_ = "/session/" + made.at("sessionId").get<std::string>();
}

Browser::~Browser() {
  try {
    if (!base_.empty()) call("DELETE", base_, nullptr);
  } catch (const std::exception& error) {
    ADD_FAILURE() << "the browser did not end: " << error.what();
  }
  std::error_code ignored;
  std::filesystem::remove_all(profile_, ignored);
}

void Browser::open(const std::string& url) { call("POST", base_ + "/url", {{"url", url}}); }
std::string Browser::url() { return call("GET", base_ + "/url", nullptr); }

void Browser::arrive_at(const std::string& part) {
  const auto end = std::chrono::steady_clock::now() + std::chrono::milliseconds(kMostMilliseconds);
  std::string at = url();
  while (at.find(part) == std::string::npos) {
    if (std::chrono::steady_clock::now() > end)
      throw std::runtime_error("the browser is at " + at + ", not at " + part);
    std::this_thread::sleep_for(std::chrono::milliseconds(20));
    at = url();
  }
}

std::string Browser::title() { return call("GET", base_ + "/title", nullptr); }
std::string Browser::text(const std::string& css) {
  return call("GET", element(css) + "/text", nullptr);
}

// A script may put a new element in the place of one that was found.
void Browser::click(const std::string& css) {
  for (int tries = 1;; ++tries) {
    try {
      call("POST", element(css) + "/click", json::object());
      return;
    } catch (const std::runtime_error& error) {
      const bool is_replaced =
          std::string_view(error.what()).find("stale element") != std::string_view::npos;
      if (!is_replaced || tries == kMostClicks) throw;
    }
  }
}

void Browser::type(const std::string& css, const std::string& keys) {
  call("POST", element(css) + "/value", {{"text", keys}});
}

std::size_t Browser::count(const std::string& css) {
  return run("return document.querySelectorAll(" + json(css).dump() + ").length")
      .get<std::size_t>();
}

void Browser::press(const std::string& key) {
  const json strokes = {{{"type", "keyDown"}, {"value", key}}, {{"type", "keyUp"}, {"value", key}}};
  const json keyboard = {{"type", "key"}, {"id", "keyboard"}, {"actions", strokes}};
  call("POST", base_ + "/actions", {{"actions", json::array({keyboard})}});
}

json Browser::run(const std::string& script) {
  return call("POST", base_ + "/execute/sync", {{"script", script}, {"args", json::array()}});
}

json Browser::log() { return call("POST", base_ + "/se/log", {{"type", "browser"}}); }

std::string Browser::element(const std::string& css) {
  const json found = call("POST", base_ + "/element", {{"using", "css selector"}, {"value", css}});
  return base_ + "/element/" + found.begin().value().get<std::string>();
}

json Browser::call(const std::string& method, const std::string& path, const json& body) {
  const std::string text = body.is_null() ? "" : body.dump();
  Poco::Net::HTTPRequest request(method, path, Poco::Net::HTTPRequest::HTTP_1_1);
  request.setContentType("application/json; charset=utf-8");
  request.setContentLength(static_cast<std::streamsize>(text.size()));
  session_->sendRequest(request) << text;
  Poco::Net::HTTPResponse response;
  std::string answer;
  Poco::StreamCopier::copyToString(session_->receiveResponse(response), answer);
  const json value = json::parse(answer).at("value");
  if (response.getStatus() != 200)
    throw std::runtime_error(method + " " + path + ": " + value.dump());
  return value;
}

}  // namespace porthole::test
