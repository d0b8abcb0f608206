#pragma once

/// A headless Chromium, driven over WebDriver by chromedriver.
///
/// Source: https://www.w3.org/TR/webdriver2/ (the commands used here); the browser's log is an
/// addition of chromedriver's.

#include <Poco/Net/HTTPClientSession.h>
#include <Poco/Pipe.h>
#include <Poco/Process.h>

#include <filesystem>
#include <memory>
#include <optional>
#include <string>

#include "base/json/json.h"

namespace porthole::test {

/// Where the programs of the browser are; null when there is none.
struct BrowserPrograms {
  const char* chromium = nullptr;
  const char* driver = nullptr;
};
BrowserPrograms find_browser();

struct BrowserOptions {
  int width = 1200;
  int height = 900;
  bool script = true;  ///< Pages may run scripts.
  bool dark = false;   ///< People prefer dark colours.
};

/// chromedriver on a free port. Ends it when it goes.
class Driver {
 public:
  explicit Driver(const std::string& program);
  ~Driver();
  /// It says "ChromeDriver was started successfully on port 12345."
  Poco::UInt16 announced_port();
  Poco::ProcessHandle::PID id() const { return process_.id(); }

 private:
  Poco::ProcessHandle launch();
  /// None if it ended without saying so.
  std::optional<Poco::UInt16> read_port();

  std::string program_;
  Poco::Pipe output_;
  Poco::ProcessHandle process_;
};

/// One browser session. Ends the browser when it goes. Members throw std::runtime_error with what
/// the browser said when it refuses.
class Browser {
 public:
  explicit Browser(const BrowserPrograms& programs, const BrowserOptions& options = {});
  ~Browser();

  void open(const std::string& url);
  std::string url();
  /// Waits until the page that is open has an address with `part` in it. A key that sends a form
  /// off is answered before the browser has set out for the next page.
  void arrive_at(const std::string& part);
  std::string title();
  /// The text of the first element that matches the CSS selector; waits for one, as type() and
  /// click() do.
  std::string text(const std::string& css);
  void type(const std::string& css, const std::string& keys);
  void click(const std::string& css);
  /// The texts of all elements that match now.
  std::size_t count(const std::string& css);
  /// Presses a key wherever the focus is: "\uE004" is Tab, "\uE007" Enter (WebDriver,
  /// section 17.4.2).
  void press(const std::string& key);
  /// The return value of the function body `script`, run beside the page's own scripts.
  nlohmann::json run(const std::string& script);
  /// Messages of the browser console since the last call: errors, and violations of the content
  /// security policy.
  nlohmann::json log();

 private:
  std::string element(const std::string& css);
  nlohmann::json call(const std::string& method, const std::string& path,
                      const nlohmann::json& body);

  Driver driver_;
  std::unique_ptr<Poco::Net::HTTPClientSession> session_;
  std::filesystem::path profile_;
  std::string base_;
};

}  // namespace porthole::test
