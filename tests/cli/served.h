#pragma once

/// `porthole serve` of one collection, on a port of its own, ended with it.

#include <Poco/Net/HTTPClientSession.h>
#include <Poco/Net/HTTPRequest.h>
#include <Poco/Net/HTTPResponse.h>
#include <Poco/StreamCopier.h>
#include <Poco/URI.h>

#include <string>
#include <vector>

#include "tests/cli/command_line.h"

namespace porthole::testing {

struct Fetched {
  int status = 0;
  std::string body;
  std::string type;
  std::string disposition;
};

class Served {
 public:
  explicit Served(const std::string& folder, const std::vector<std::string>& options = {})
      : program_(kProgram, arguments(folder, options)),
        root_(nlohmann::json::parse(program_.first_line()).at("url").get<std::string>()) {}

  /// `host`: the Host field; "" = the address.
  Fetched get(const std::string& target, const std::string& host = "") {
    Poco::Net::HTTPClientSession session(root_.getHost(), root_.getPort());
    Poco::Net::HTTPRequest request("GET", target, "HTTP/1.1");
    if (!host.empty()) request.setHost(host);
    session.sendRequest(request);
    Poco::Net::HTTPResponse response;
    Fetched fetched;
    Poco::StreamCopier::copyToString(session.receiveResponse(response), fetched.body);
    fetched.status = response.getStatus();
    fetched.type = response.getContentType();
    fetched.disposition = response.get("Content-Disposition", "");
    return fetched;
  }

 private:
  static std::vector<std::string> arguments(const std::string& folder,
                                            const std::vector<std::string>& options) {
    std::vector<std::string> all = {"serve", folder, "--listen", "127.0.0.1:0", "--json"};
    all.insert(all.end(), options.begin(), options.end());
    return all;
  }

  Program program_;
  Poco::URI root_;
};

}  // namespace porthole::testing
