#pragma once

/// A certificate for 127.0.0.1, made by openssl for one test.

#include <stdexcept>
#include <string>

#include "tests/protocols/servers.h"
#include "tests/support/run_program.h"
#include "tests/support/temp_dir.h"

namespace porthole::testing {

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
