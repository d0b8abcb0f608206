#pragma once

/// ServerTest: a search server on loopback, with a page and a hostile one.

#include <Poco/Exception.h>
#include <Poco/Net/SocketAddress.h>
#include <Poco/Net/StreamSocket.h>
#include <gtest/gtest.h>

#include <memory>
#include <string>
#include <utility>
#include <vector>

#include "search/site/site.h"
#include "tests/support/index_folder.h"
#include "tests/support/listed_pages.h"

namespace porthole::search {

inline const std::string kTrap =
    "\"><script>alert('x')</script><img src=x onerror=alert(1)>{{title}}\xE2\x80\xAE";

class ServerTest : public ::testing::Test {
 protected:
  ServerTest() {
    summarizer::Summary gears = test::summary_of("https://hubs.example/gears?a=1&b=2", "Hub gears",
                                                 "A planetary gear turns inside the hub.");
    gears.annotations_by_others = {
        test::said("https://a.test/list", "silent transmission"),
        test::said("https://a.test/list", "Good reading", AnnotationKind::kHeading),
        test::said("https://a.test/1", "next"),
        test::said("https://a.test/1", "|"),
        test::said("https://menu.test/1", "Gear menu"),
        test::said("https://menu.test/2", "gear menu"),
        test::said("https://menu.test/3", "Gear menu")};
    gears.resource_class = "JavaClass";
    gears.properties = {{"implements", "Notation"},
                        {"author", "Kento Tamura"},
                        {"lines", "12"},
                        {"relation", "https://spec.test/1", PropertyKind::kUri},
                        {"typedAs", "https://schema.org/Recipe", PropertyKind::kUri}};
    gears.own_annotations = {test::said("https://c.test/", "sprocket sizes")};
    summarizer::Summary evil = test::summary_of(
        "https://evil.example/" + std::string("%3Cscript%3E"), kTrap, kTrap + " planetary");
    evil.description = kTrap;
    evil.resource_class = "urn:x:Evil";
    evil.properties = {{"author", kTrap},
                       {"urn:x:evil", kTrap},
                       {"xmlFragment", kTrap, PropertyKind::kXml},
                       {"cites", "javascript:alert(1)", PropertyKind::kUri}};
    evil.language = "<b>";
    evil.topic = kTrap;
    evil.annotations_by_others = {test::said("javascript:alert(1)", kTrap),
                                  test::said("https://x.test/\"onclick=", kTrap)};
    evil.own_annotations = {test::said("data:text/html,<script>", kTrap)};
    index_.add({gears, evil});
    auto pages = std::make_shared<test::ListedPages>(std::vector<summarizer::Summary>{gears, evil});
    auto started = start_server({{"cycling", index_.path(), pages}}, {});
    EXPECT_TRUE(started) << started.error().to_string();
    server_ = std::move(*started);
  }

  // All that the server answers to `bytes`, until it closes.
  std::string exchange(const std::string& bytes, bool half_close = false) {
    Poco::Net::StreamSocket socket(Poco::Net::SocketAddress("127.0.0.1", server_->port()));
    socket.setReceiveTimeout(Poco::Timespan(20, 0));
    std::string answer;
    try {
      socket.sendBytes(bytes.data(), static_cast<int>(bytes.size()));
      if (half_close) socket.shutdownSend();
      char buffer[4096];
      for (int count; (count = socket.receiveBytes(buffer, sizeof buffer)) > 0;)
        answer.append(buffer, static_cast<std::size_t>(count));
    } catch (const Poco::IOException&) {  // closed in the middle: what came is the answer
    }
    return answer;
  }
  std::string get(const std::string& target) {
    return exchange("GET " + target + " HTTP/1.1\r\nHost: localhost\r\nConnection: close\r\n\r\n");
  }
  static std::string body_of(const std::string& answer) {
    return answer.substr(answer.find("\r\n\r\n") + 4);
  }

  test::IndexFolder index_;
  std::unique_ptr<http::Server> server_;
};

}  // namespace porthole::search
