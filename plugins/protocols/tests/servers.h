#pragma once

/// Servers of Debian's packages, started by a test on loopback as a user without rights, on a port
/// that the system gives, and ended with the test.

#include <gtest/gtest.h>
#include <sys/types.h>

#include <atomic>
#include <filesystem>
#include <functional>
#include <memory>
#include <mutex>
#include <stdexcept>
#include <string>
#include <thread>
#include <vector>

#include "tests/support/run_program.h"
#include "tests/support/temp_dir.h"

namespace porthole::testing {

/// Ends a test as skipped where a program is missing, naming its package.
#define NEEDS_PROGRAM(program, package)                   \
  if (::porthole::testing::find_program(program).empty()) \
  GTEST_SKIP() << "needs the Debian package " package

/// The path of a program; "" if it is not installed.
std::string find_program(const std::string& name);

/// The command as it has to be run so that a server of a test has no rights: by the user `nobody`
/// where the test is root, else as it is.
std::vector<std::string> without_rights(std::vector<std::string> command);
/// The user that such a command runs as.
std::string user_without_rights();
/// Lets that user have `path` and all below it.
void hand_over(const std::filesystem::path& path);

/// A port of 127.0.0.1 that the system gives to nobody else while this lives. It is bound and not
/// listened on, so a server that sets SO_REUSEADDR, as those of Debian do, can listen on it.
class ReservedPort {
 public:
  ReservedPort();
  ~ReservedPort();
  ReservedPort(const ReservedPort&) = delete;
  ReservedPort& operator=(const ReservedPort&) = delete;

  int number() const { return number_; }
  std::string text() const { return std::to_string(number_); }

 private:
  int socket_ = -1;
  int number_ = 0;
};

/// Listens on loopback and runs `command` for each connection, which is its standard input and
/// output, as inetd does.
class Inetd {
 public:
  explicit Inetd(std::vector<std::string> command);
  ~Inetd();
  Inetd(const Inetd&) = delete;
  Inetd& operator=(const Inetd&) = delete;

  int port() const { return port_; }

 private:
  void serve();

  std::vector<std::string> command_;
  int socket_ = -1;
  int port_ = 0;
  std::vector<pid_t> children_;
  std::thread thread_;
};

/// A server with a port of its own; the constructor returns when it accepts connections.
class Server {
 public:
  /// Fails the test when the server ends, or does not listen within half a minute.
  Server(const std::vector<std::string>& command, int port);
  ~Server();

  int port() const { return port_; }

 private:
  std::unique_ptr<Program> program_;
  int port_;
};

/// A server that runs a script for one client after another.
class ScriptedServer {
 public:
  /// The server's end of one connection.
  class Client {
   public:
    explicit Client(int socket) : socket_(socket) {}
    void say(const std::string& bytes);
    std::string line();  ///< The client's next line, "" when it is gone.
    void wait_for_hang_up();

   private:
    int socket_;
  };
  using Script = std::function<void(Client&)>;

  explicit ScriptedServer(Script script);
  ~ScriptedServer();
  ScriptedServer(const ScriptedServer&) = delete;
  ScriptedServer& operator=(const ScriptedServer&) = delete;

  int port() const { return port_; }

 private:
  void serve();

  Script script_;
  int socket_ = -1;
  int port_ = 0;
  std::mutex mutex_;
  std::vector<int> clients_;
  std::vector<std::thread> threads_;
  std::thread thread_;
};

/// A short message for mailboxes and newsgroups, with LF alone. `more` is further lines of the
/// header.
inline std::string message(const std::string& subject, const std::string& id,
                           const std::string& more = "") {
  return "From: Ann <ann@a.test>\nTo: list@a.test\nSubject: " + subject +
         "\nDate: Mon, 1 Jan 2024 12:00:00 +0000\nMessage-ID: <" + id + "@a.test>\n" + more +
         "\nThis is the text of " + id + ".\n";
}

/// The state of a message after a crawl: fetched, and kept if the plug-in that reads messages was
/// built.
inline std::string state_of_messages() {
  return std::filesystem::exists(PORTHOLE_BINARY_DIR "/lib/plugins/mail.so")
             ? "fetched"
             : "dropped: unsupported type";
}

/// A certificate for 127.0.0.1, made by openssl for one test.
class TestCertificate {
 public:
  TestCertificate() {
    const ProgramResult made =
        run_program(find_program("openssl"),
                    {"req", "-x509", "-newkey", "rsa:2048", "-nodes", "-days", "2", "-subj",
                     "/CN=porthole test", "-addext", "subjectAltName=IP:127.0.0.1", "-keyout",
                     key(), "-out", chain()});
    if (made.code != 0) throw std::runtime_error("openssl: " + made.err);
  }
  const std::filesystem::path& folder() const { return folder_.path(); }
  std::string key() const { return (folder_ / "key.pem").string(); }
  std::string chain() const { return (folder_ / "certificate.pem").string(); }
  std::string issuer() const { return chain(); }

 private:
  TempDir folder_;
};

}  // namespace porthole::testing
