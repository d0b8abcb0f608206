// TLS: accepted and rejected certificates (cases H53 to H56 of docs/limits.md).

#include <fcntl.h>
#include <gmock/gmock.h>
#include <gtest/gtest.h>
#include <signal.h>
#include <stdio.h>
#include <stdlib.h>
#include <sys/wait.h>
#include <unistd.h>

#include <array>
#include <filesystem>
#include <string>

#include "gatherer/fetch/curl_fetcher.h"
#include "tests/support/fetching.h"
#include "tests/support/site_server.h"

namespace porthole::gatherer {
namespace {

using std::chrono::milliseconds;
using testing::curl_options;
using testing::fetch;
using ::testing::HasSubstr;
using testing::SiteConnection;
using testing::SiteServer;

/// A certificate that nobody but the test vouches for, and `openssl s_server` that shows it.
class TlsServer {
 public:
  /// `alternative` is the subject alternative name ("IP:127.0.0.1"); `days` how long it is valid.
  TlsServer(const std::string& alternative, int days) {
    std::string pattern = std::filesystem::temp_directory_path() / "porthole-tls-XXXXXX";
    folder_ = ::mkdtemp(pattern.data());
    const std::string make =
        "openssl req -new -newkey rsa:2048 -nodes -subj /CN=test -addext subjectAltName=" +
        alternative + " -keyout " + key() + " -out " + request() + " 2>/dev/null && " +
        "openssl x509 -req -copy_extensions copyall -in " + request() + " -signkey " + key() +
        " -days " + std::to_string(days) + " -out " + certificate() + " 2>/dev/null";
    if (::system(make.c_str()) != 0) return;
    serve();
  }

  ~TlsServer() {
    if (process_ > 0) {
      ::kill(process_, SIGKILL);
      ::waitpid(process_, nullptr, 0);
    }
    std::filesystem::remove_all(folder_);
  }
  TlsServer(const TlsServer&) = delete;
  TlsServer& operator=(const TlsServer&) = delete;

  /// 0 when there is no openssl program.
  int port() const { return port_; }
  std::string certificate() const { return folder_ / "certificate.pem"; }
  std::string url() const { return "https://127.0.0.1:" + std::to_string(port_) + "/"; }

 private:
  std::string request() const { return folder_ / "request.pem"; }
  std::string key() const { return folder_ / "key.pem"; }

  /// Starts s_server on a port of the system's choice, and reads from its output which that is.
  void serve() {
    std::array<int, 2> output{};
    if (::pipe(output.data()) != 0) return;
    process_ = ::fork();
    if (process_ == 0) {
      ::dup2(output[1], STDOUT_FILENO);
      ::dup2(::open("/dev/null", O_WRONLY), STDERR_FILENO);
      ::execlp("openssl", "openssl", "s_server", "-accept", "127.0.0.1:0", "-www", "-key",
               key().c_str(), "-cert", certificate().c_str(), nullptr);
      ::_exit(127);
    }
    ::close(output[1]);
    FILE* lines = ::fdopen(output[0], "r");
    std::array<char, 200> line{};
    while (port_ == 0 && ::fgets(line.data(), line.size(), lines) != nullptr) {
      ::sscanf(line.data(), "ACCEPT 127.0.0.1:%d", &port_);
    }
    ::fclose(lines);
  }

  std::filesystem::path folder_;
  pid_t process_ = -1;
  int port_ = 0;
};

constexpr const char* kNoServer = "the openssl program is needed to make a certificate and show it";

TEST(CurlFetcherTlsTest, BelievesACertificateThatATrustedIssuerSigned) {
  const TlsServer server("IP:127.0.0.1", 2);
  if (server.port() == 0) GTEST_SKIP() << kNoServer;
  CurlFetcherOptions options = curl_options();
  options.certificates = server.certificate();
  const FetchResponse response = fetch(server.url(), options);
  EXPECT_EQ(response.status, FetchStatus::kAnswer) << response.detail;
  EXPECT_EQ(response.http_status, 200);
}

TEST(CurlFetcherTlsTest, H53RefusesASelfSignedCertificate) {
  const TlsServer server("IP:127.0.0.1", 2);
  if (server.port() == 0) GTEST_SKIP() << kNoServer;
  const FetchResponse response = fetch(server.url());
  EXPECT_EQ(response.status, FetchStatus::kTlsFailed);
  EXPECT_THAT(response.detail, HasSubstr("self"));
  EXPECT_FALSE(worth_retrying(response.status));
}

TEST(CurlFetcherTlsTest, H53RefusesACertificateForAnotherHost) {
  const TlsServer server("DNS:example.org", 2);
  if (server.port() == 0) GTEST_SKIP() << kNoServer;
  CurlFetcherOptions options = curl_options();
  options.certificates = server.certificate();
  EXPECT_EQ(fetch(server.url(), options).status, FetchStatus::kTlsFailed);
}

TEST(CurlFetcherTlsTest, H53RefusesAnExpiredCertificate) {
  const TlsServer server("IP:127.0.0.1", -1);
  if (server.port() == 0) GTEST_SKIP() << kNoServer;
  CurlFetcherOptions options = curl_options();
  options.certificates = server.certificate();
  const FetchResponse response = fetch(server.url(), options);
  EXPECT_EQ(response.status, FetchStatus::kTlsFailed);
  EXPECT_THAT(response.detail, HasSubstr("expired"));
}

std::string https_url(const SiteServer& server) {
  return "https://127.0.0.1:" + std::to_string(server.port()) + "/";
}

TEST(CurlFetcherTlsTest, BelievesNobodyWhenTheFileOfIssuersCannotBeRead) {
  SiteServer server;
  server.on_connection([](SiteConnection& connection) { connection.wait_for_hang_up(); });
  CurlFetcherOptions options = curl_options();
  options.certificates = "/nowhere/issuers.pem";
  const FetchResponse response = fetch(https_url(server), options);
  EXPECT_EQ(response.status, FetchStatus::kTlsFailed);
  EXPECT_THAT(response.detail, HasSubstr("/nowhere/issuers.pem"));
}

TEST(CurlFetcherTlsTest, H54AStalledHandshakeIsATimeout) {
  SiteServer server;
  server.on_connection([](SiteConnection& connection) { connection.wait_for_hang_up(); });
  CurlFetcherOptions options = curl_options();
  options.timeouts.connect = milliseconds(300);
  EXPECT_EQ(fetch(https_url(server), options).status, FetchStatus::kTimeout);
}

TEST(CurlFetcherTlsTest, H55PlainTextOnATlsPortIsNoPage) {
  SiteServer server;
  server.on_connection([](SiteConnection& connection) {
    connection.send(SiteServer::page("in clear"));
    connection.wait_for_hang_up();
  });
  EXPECT_EQ(fetch(https_url(server)).status, FetchStatus::kTlsFailed);
  EXPECT_TRUE(server.requests().empty());
}

TEST(CurlFetcherTlsTest, H56GarbageRecordsAreNoHandshake) {
  SiteServer server;
  server.on_connection([](SiteConnection& connection) {
    connection.send(std::string(1000, '\x16'));
    connection.wait_for_hang_up();
  });
  EXPECT_EQ(fetch(https_url(server)).status, FetchStatus::kTlsFailed);
}

}  // namespace
}  // namespace porthole::gatherer
