/// A real browser opens the search page of a real index, types a query, sends it off, and opens the
/// details of a result: headless Chromium, driven over WebDriver by chromedriver.
///
/// Source: https://www.w3.org/TR/webdriver2/ (the commands used here).
/// PORTHOLE_SCREENSHOT names the file for a picture of the results, PNG; none is written without it.

#include <Poco/Base64Decoder.h>
#include <Poco/Net/HTTPClientSession.h>
#include <Poco/Net/HTTPRequest.h>
#include <Poco/Net/HTTPResponse.h>
#include <Poco/Net/NetException.h>
#include <Poco/Pipe.h>
#include <Poco/PipeStream.h>
#include <Poco/Process.h>
#include <Poco/StreamCopier.h>
#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include <cstdlib>
#include <fstream>
#include <map>
#include <nlohmann/json.hpp>
#include <regex>
#include <sstream>

#include "search/server.h"
#include "tests/support/index_folder.h"
#include "tests/support/listed_pages.h"

namespace porthole::search {
namespace {

using nlohmann::json;
using test::said;
using test::summary_of;
using ::testing::HasSubstr;
using ::testing::StartsWith;

const char* find_program(std::initializer_list<const char*> paths) {
  for (const char* path : paths) {
    if (std::filesystem::exists(path)) return path;
  }
  return nullptr;
}

/// chromedriver on a free port. Ends it when it goes.
class Driver {
 public:
  explicit Driver(const std::string& program)
      : process_(Poco::Process::launch(program, {"--port=0"}, nullptr, &output_, nullptr)) {}
  ~Driver() {
    try {
      Poco::Process::kill(process_);
      process_.wait();
    } catch (const Poco::Exception& error) {
      ADD_FAILURE() << "chromedriver did not end: " << error.displayText();
    }
  }

  /// It says "ChromeDriver was started successfully on port 12345."
  Poco::UInt16 announced_port() {
    Poco::PipeInputStream lines(output_);
    std::string line;
    const std::regex announcement("successfully on port ([0-9]+)");
    std::smatch match;
    while (std::getline(lines, line)) {
      if (std::regex_search(line, match, announcement)) return static_cast<Poco::UInt16>(std::stoi(match[1]));
    }
    throw std::runtime_error("chromedriver did not say on which port it listens");
  }
  Poco::ProcessHandle::PID id() const { return process_.id(); }

 private:
  Poco::Pipe output_;
  Poco::ProcessHandle process_;
};

/// One browser session. Ends the browser when it goes.
class Browser {
 public:
  Browser(const std::string& driver, const std::string& chromium) : driver_(driver) {
    session_ = std::make_unique<Poco::Net::HTTPClientSession>("127.0.0.1", driver_.announced_port());
    session_->setTimeout(Poco::Timespan(60, 0));
    session_->setKeepAlive(false);
    profile_ = std::filesystem::temp_directory_path() / ("porthole-browser-" + std::to_string(driver_.id()));
    const json arguments = {"--headless=new", "--no-sandbox", "--disable-gpu", "--disable-quic", "--no-first-run",
                            "--disable-background-networking", "--disable-component-update", "--disable-sync",
                            "--disable-dev-shm-usage", "--hide-scrollbars", "--window-size=1200,900",
                            "--user-data-dir=" + profile_.string()};
    const json options = {{"binary", chromium}, {"args", arguments}};
    const json wanted = {{"capabilities", {{"alwaysMatch", {{"goog:chromeOptions", options}}}}}};
    const json made = call("POST", "/session", wanted);
    base_ = "/session/" + made.at("sessionId").get<std::string>();
  }

  ~Browser() {
    try {
      if (!base_.empty()) call("DELETE", base_, nullptr);
    } catch (const std::exception& error) {
      ADD_FAILURE() << "the browser did not end: " << error.what();
    }
    std::error_code ignored;
    std::filesystem::remove_all(profile_, ignored);
  }

  void open(const std::string& url) { call("POST", base_ + "/url", {{"url", url}}); }
  std::string url() { return call("GET", base_ + "/url", nullptr); }
  std::string title() { return call("GET", base_ + "/title", nullptr); }
  std::string text(const std::string& css) { return call("GET", element(css) + "/text", nullptr); }
  void type(const std::string& css, const std::string& keys) {
    call("POST", element(css) + "/value", {{"text", keys}});
  }
  void click(const std::string& css) { call("POST", element(css) + "/click", json::object()); }
  json run(const std::string& script) {
    return call("POST", base_ + "/execute/sync", {{"script", script}, {"args", json::array()}});
  }

  void screenshot(const std::string& file) {
    std::istringstream encoded(call("GET", base_ + "/screenshot", nullptr).get<std::string>());
    Poco::Base64Decoder decoder(encoded);
    std::ofstream out(file, std::ios::binary);
    Poco::StreamCopier::copyStream(decoder, out);
  }

 private:
  std::string element(const std::string& css) {
    const json found = call("POST", base_ + "/element", {{"using", "css selector"}, {"value", css}});
    return base_ + "/element/" + found.begin().value().get<std::string>();
  }

  json call(const std::string& method, const std::string& path, const json& body) {
    const std::string text = body.is_null() ? "" : body.dump();
    Poco::Net::HTTPRequest request(method, path, Poco::Net::HTTPRequest::HTTP_1_1);
    request.setContentType("application/json; charset=utf-8");
    request.setContentLength(static_cast<std::streamsize>(text.size()));
    session_->sendRequest(request) << text;
    Poco::Net::HTTPResponse response;
    std::string answer;
    Poco::StreamCopier::copyToString(session_->receiveResponse(response), answer);
    const json value = json::parse(answer).at("value");
    if (response.getStatus() != 200) throw std::runtime_error(method + " " + path + ": " + value.dump());
    return value;
  }

  Driver driver_;
  std::unique_ptr<Poco::Net::HTTPClientSession> session_;
  std::filesystem::path profile_;
  std::string base_;
};

summarizer::Summary page(const char* url, const char* title, const char* text, std::vector<summarizer::Annotation> others) {
  summarizer::Summary summary = summary_of(url, title, text);
  summary.annotations_by_others = std::move(others);
  summary.relevance = Relevance(0.87);
  return summary;
}

std::vector<summarizer::Summary> cycling_pages() {
  auto hub = page("https://wheels.example/hub-gears/", "Hub gears: how a planetary gear works",
                  "Inside a hub gear a planetary gear set turns the pedalling force into the speed that the road asks for. "
                  "The sun wheel stands on the axle, planet wheels roll around it, and the ring carries the shell. "
                  "Because everything is closed in, rain and salt stay out, and a hub runs for years on one filling of oil.",
                  {said("https://club.example/reading", "the clearest account of planetary gears in bicycles"),
                   said("https://repairs.example/links", "Hub gears explained"),
                   said("https://club.example/reading", "Gears and transmission", AnnotationKind::kHeading)});
  hub.description = "What happens inside a hub gear, with drawings.";
  hub.resource_class = "Text";
  hub.properties = {{"author", "Ada Miller"}, {"typedAs", "https://schema.org/Article", PropertyKind::kUri}};
  hub.own_annotations = {said("https://gearbox.example/", "a gearbox at the crank"),
                         said("https://club.example/", "the club's reading list")};
  return {hub,
          page("https://gearbox.example/", "Gearboxes at the crank",
               "A gearbox at the crank needs a frame made for it. Its planetary gear is larger than that of a hub gear and turns slower.",
               {said("https://wheels.example/hub-gears/", "a gearbox at the crank")}),
          page("https://repairs.example/hub/oil.html", "Changing the oil of a hub gear",
               "Every five thousand kilometres the oil of a hub gear wants changing. Rinse, drain, fill, and turn the planetary gear by hand.",
               {said("https://club.example/reading", "an oil change, step by step")}),
          page("https://evil.example/", "<script>document.title='owned'</script>Tuning",
               "<img src=x onerror=\"document.title='owned'\"> tuning <b>bold</b> \xE2\x80\xAE" "evil",
               {said("https://evil.example/2", "<svg onload=\"document.title='owned'\">")})};
}

class SearchPageTest : public ::testing::Test {
 protected:
  void SetUp() override {
    chromium_ = find_program({"/usr/bin/chromium", "/usr/bin/chromium-browser", "/usr/bin/google-chrome"});
    driver_ = find_program({"/usr/bin/chromedriver", "/usr/lib/chromium/chromedriver"});
    if (chromium_ == nullptr) GTEST_SKIP() << "there is no browser: install the package chromium";
    if (driver_ == nullptr) GTEST_SKIP() << "there is no WebDriver: install the package chromium-driver";
    const auto pages = cycling_pages();
    index_.add(pages);
    auto started = SearchServer::start({{"Cycling", index_.path(), std::make_shared<test::ListedPages>(pages)}}, {});
    ASSERT_TRUE(started) << started.error().to_string();
    server_ = std::move(*started);
    browser_ = std::make_unique<Browser>(driver_, chromium_);
  }

  const char* chromium_ = nullptr;
  const char* driver_ = nullptr;
  test::IndexFolder index_;
  std::unique_ptr<SearchServer> server_;
  std::unique_ptr<Browser> browser_;
};

TEST_F(SearchPageTest, SearchesAndOpensTheDetailsOfAResult) {
  browser_->open(server_->url());
  EXPECT_THAT(browser_->title(), HasSubstr("Cycling"));
  browser_->type("#q", "planetary gear");
  browser_->click("button[type=submit]");

  EXPECT_THAT(browser_->url(), HasSubstr("/search?q=planetary+gear"));
  EXPECT_EQ(browser_->run("return document.querySelectorAll('.results > li').length"), 3);
  EXPECT_EQ(browser_->text(".results h2"), "Hub gears: how a planetary gear works");
  EXPECT_EQ(browser_->text(".results .snippet b:last-of-type"), "gear");
  EXPECT_THAT(browser_->text(".results blockquote"), HasSubstr("the clearest account of planetary gears"));
  if (const char* file = std::getenv("PORTHOLE_SCREENSHOT")) browser_->screenshot(file);

  browser_->click(".results .more a");
  EXPECT_THAT(browser_->url(), HasSubstr("/page?url="));
  EXPECT_EQ(browser_->text("h1"), "Hub gears: how a planetary gear works");
  EXPECT_THAT(browser_->text("section[aria-labelledby=others]"), HasSubstr("Hub gears explained"));
  EXPECT_THAT(browser_->text("section[aria-labelledby=others]"), HasSubstr("Gears and transmission"));
  EXPECT_THAT(browser_->text("section[aria-labelledby=own]"), HasSubstr("a gearbox at the crank"));
  browser_->click(".back a");
  EXPECT_THAT(browser_->url(), HasSubstr("/search?q=planetary%20gear"));
}

TEST_F(SearchPageTest, OffersFieldsAndValuesWhileAQueryIsTyped) {
  const char* const kOffered =
      "return new Promise(done => { const list = document.getElementById('completions');"
      "  const look = () => list.options.length > 0 ? done([...list.options].map(one => one.value)) : setTimeout(look, 20);"
      "  look(); })";
  browser_->open(server_->url());
  browser_->type("#q", "planetary auth");
  EXPECT_EQ(browser_->run(kOffered), json({"planetary author:"}));
  browser_->run("document.getElementById('completions').replaceChildren()");
  browser_->type("#q", "or:ada");
  EXPECT_EQ(browser_->run(kOffered)[0], "planetary author:\"ada miller\"");
}

TEST_F(SearchPageTest, LeadsFromAPropertyToThePagesThatHaveIt) {
  browser_->open(server_->url() + "page?url=https%3A%2F%2Fwheels.example%2Fhub-gears%2F");
  EXPECT_EQ(browser_->text(".class a"), "Text");
  EXPECT_THAT(browser_->text(".properties"), HasSubstr("Ada Miller"));
  browser_->click(".properties a");
  EXPECT_THAT(browser_->url(), HasSubstr("/search?q=author%3A%22Ada%20Miller%22"));
  EXPECT_EQ(browser_->run("return document.querySelectorAll('.results > li').length"), 1);
  browser_->open(server_->url() + "fields");
  browser_->click("#author .values a");
  EXPECT_EQ(browser_->text(".results h2"), "Hub gears: how a planetary gear works");
}

TEST_F(SearchPageTest, SaysWhichFieldWasMeant) {
  browser_->open(server_->url());
  browser_->type("#q", "auhtor:ada\n");
  EXPECT_THAT(browser_->text(".nothing"), HasSubstr("There is no field \"auhtor\""));
  EXPECT_THAT(browser_->text(".nothing"), HasSubstr("Did you mean author:?"));
  browser_->click(".nothing a");
  EXPECT_THAT(browser_->url(), HasSubstr("/fields"));
}

// Reliability F1, F2: what was crawled stays text in a browser, too.
TEST_F(SearchPageTest, RunsNothingThatWasCrawled) {
  for (const char* path : {"search?q=evil", "page?url=https%3A%2F%2Fevil.example%2F",
                           "search?q=%3Cscript%3Edocument.title%3D%27owned%27%3C%2Fscript%3E"}) {
    browser_->open(server_->url() + path);
    EXPECT_NE(browser_->title(), "owned") << path;
    EXPECT_EQ(browser_->run("return document.querySelectorAll('main script, main svg, main img').length"), 0) << path;
  }
  browser_->open(server_->url() + "search?q=tuning");
  EXPECT_THAT(browser_->text(".results h2"), StartsWith("<script>"));
}

TEST_F(SearchPageTest, SaysWhyThereIsNothingAndWhatToTry) {
  browser_->open(server_->url());
  browser_->type("#q", "zeppelin\n");
  EXPECT_THAT(browser_->text(".nothing"), HasSubstr("None of the 4 pages gathered here has these words."));
  EXPECT_THAT(browser_->text(".nothing"), HasSubstr("Check the spelling"));
}

}  // namespace
}  // namespace porthole::search
