#pragma once

/// slapd, run by a user without rights: a directory with the suffix dc=a,dc=test.

#include <filesystem>
#include <memory>
#include <stdexcept>
#include <string>

#include "tests/protocols/servers.h"
#include "tests/support/files.h"
#include "tests/support/temp_dir.h"

namespace porthole::testing {

class Directory {
 public:
  Directory() {
    const std::string here = folder_.path().string();
    std::filesystem::create_directories(folder_ / "data");
    write_whole_file(
        folder_ / "slapd.conf",
        "include /etc/ldap/schema/core.schema\ninclude /etc/ldap/schema/cosine.schema\n"
        "include /etc/ldap/schema/inetorgperson.schema\npidfile " +
            here +
            "/pid\n"
            "modulepath /usr/lib/ldap\nmoduleload back_mdb\ndatabase mdb\nmaxsize 10485760\n"
            "suffix \"dc=a,dc=test\"\nrootdn \"cn=root,dc=a,dc=test\"\nrootpw secret\ndirectory " +
            here +
            "/data\naccess to dn.subtree=\"ou=closed,dc=a,dc=test\" by users read\naccess to * by "
            "* read\n");
    write_whole_file(
        folder_ / "entries.ldif",
        "dn: dc=a,dc=test\nobjectClass: dcObject\nobjectClass: organization\ndc: a\no: "
        "Observatory\n\n"
        "dn: ou=people,dc=a,dc=test\nobjectClass: organizationalUnit\nou: people\n\n"
        "dn: cn=Ann Müller,ou=people,dc=a,dc=test\nobjectClass: inetOrgPerson\ncn: Ann Müller\nsn: "
        "Müller\n"
        "description: She measures light curves.\nlabeledURI: http://ann.test/ her page\n"
        "userPassword: hidden\n\n"
        "dn: ou=closed,dc=a,dc=test\nobjectClass: organizationalUnit\nou: closed\n\n");
    hand_over(folder_.path());
    const auto fill =
        without_rights({"slapadd", "-f", here + "/slapd.conf", "-l", here + "/entries.ldif"});
    const auto filled = run_program(fill.front(), {fill.begin() + 1, fill.end()});
    if (filled.code != 0) throw std::runtime_error(filled.err);
    const ReservedPort port;
    server_ =
        std::make_unique<Server>(without_rights({"slapd", "-d", "0", "-f", here + "/slapd.conf",
                                                 "-h", "ldap://127.0.0.1:" + port.text()}),
                                 port.number());
  }
  int port() const { return server_->port(); }

 private:
  TempDir folder_;
  std::unique_ptr<Server> server_;
};

}  // namespace porthole::testing
