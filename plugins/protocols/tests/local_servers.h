#pragma once

/// The servers that the tests of protocols speak to, each over files or messages of its own.

#include <filesystem>
#include <memory>
#include <stdexcept>
#include <string>

#include "plugins/protocols/tests/servers.h"
#include "tests/support/files.h"
#include "tests/support/temp_dir.h"

namespace porthole::testing {

/// vsftpd with anonymous access.
class FtpServer {
 public:
  /// The files below `root`; `more` is further lines of its configuration.
  explicit FtpServer(const std::filesystem::path& root, const std::string& more = "")
      : inetd_(without_rights({"vsftpd", (folder_ / "vsftpd.conf").string()})) {
    write_whole_file(folder_ / "vsftpd.conf",
                     "listen=NO\nrun_as_launching_user=YES\nanonymous_enable=YES\nlocal_enable=NO\n"
                     "seccomp_sandbox=NO\nbackground=NO\nno_anon_password=YES\nanon_root=" +
                         root.string() + "\nanon_world_readable_only=NO\n" + more);
    hand_over(folder_.path());
    hand_over(root.parent_path());
  }
  int port() const { return inetd_.port(); }

 private:
  TempDir folder_;
  Inetd inetd_;
};

/// gophernicus.
class GopherServer {
 public:
  explicit GopherServer(const std::filesystem::path& root)
      : inetd_(without_rights({"sh", (folder_ / "serve").string()})) {
    // It writes its port into its menus, and the port is known once somebody listens.
    write_whole_file(folder_ / "serve",
                     "exec " + find_program("gophernicus") + " -nm -h 127.0.0.1 -p " +
                         std::to_string(inetd_.port()) + " -r " + root.string() + "\n");
    hand_over(folder_.path());
    hand_over(root.parent_path());
  }
  int port() const { return inetd_.port(); }

 private:
  TempDir folder_;
  Inetd inetd_;
};

/// public-inbox, a news server of mailing lists, with three articles in the group a.test.stars.
class NewsServer {
 public:
  NewsServer() {
    write_whole_file(folder_ / "1", message("Light curves", "first"));
    write_whole_file(folder_ / "2",
                     message("Re: Light curves", "second", "References: <first@a.test>\n"));
    write_whole_file(folder_ / "3", message("=?utf-8?q?Caf=C3=A9?=", "third"));
    const std::string here = folder_.path().string();
    write_whole_file(folder_ / "fill",
                     "set -e\ncd " + here + "\nexport HOME=" + here + " PI_CONFIG=" + here +
                         "/config ORIGINAL_RECIPIENT=list@a.test\n"
                         "public-inbox-init -V2 -L basic --ng a.test.stars stars inbox "
                         "http://a.test/ list@a.test\n"
                         "git config -f config publicinboxmda.spamcheck none\n"
                         "for n in 1 2 3; do public-inbox-mda --no-precheck <$n; done\n");
    hand_over(folder_.path());
    const auto fill = without_rights({"sh", (folder_ / "fill").string()});
    const auto filled = run_program(fill.front(), {fill.begin() + 1, fill.end()});
    if (filled.code != 0) throw std::runtime_error(filled.err);
    const ReservedPort port;
    server_ = std::make_unique<Server>(
        without_rights({"env", "HOME=" + here, "PI_CONFIG=" + here + "/config",
                        find_program("public-inbox-nntpd"), "-W0", "-l",
                        "nntp://127.0.0.1:" + port.text()}),
        port.number());
  }
  int port() const { return server_->port(); }

 private:
  TempDir folder_;
  std::unique_ptr<Server> server_;
};

/// slapd, run by a user without rights: a directory with the suffix dc=a,dc=test.
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

/// Dovecot, run by a user without rights with a configuration of its own: three messages in the
/// inbox, one in "Old papers".
class MailServer {
 public:
  MailServer() {
    for (const char* folder : {"mail/cur", "mail/new", "mail/tmp", "mail/.Old papers/cur",
                               "mail/.Old papers/new", "mail/.Old papers/tmp", "run"}) {
      std::filesystem::create_directories(folder_ / folder);
    }
    write_whole_file(folder_ / "mail/cur/1.a:2,", message("Light curves", "first"));
    write_whole_file(folder_ / "mail/cur/2.b:2,", message("=?utf-8?q?Caf=C3=A9?=", "second"));
    write_whole_file(folder_ / "mail/cur/3.c:2,", message("Third", "third"));
    write_whole_file(folder_ / "mail/.Old papers/cur/4.d:2,", message("An old one", "old"));
    write_whole_file(folder_ / "users", "ann:{PLAIN}secret\n");
    write_whole_file(folder_ / "password", "secret\n");
    std::filesystem::permissions(folder_ / "password", std::filesystem::perms::owner_read);
    write_whole_file(folder_ / "dovecot.conf", configuration());
    hand_over(folder_.path());
    hand_over(certificate_.folder());
    const auto command =
        without_rights({"dovecot", "-F", "-c", (folder_ / "dovecot.conf").string()});
    server_ = std::make_unique<Server>(command, imap());
  }

  int imap() const { return imap_.number(); }
  int imaps() const { return imaps_.number(); }
  int pop3() const { return pop3_.number(); }
  /// Has the Maildir `mail`, the log, and a file with the password of the user ann.
  const TempDir& folder() const { return folder_; }
  std::string password_file() const { return (folder_ / "password").string(); }
  std::string issuer() const { return certificate_.issuer(); }

 private:
  std::string configuration() const {
    const std::string user = user_without_rights();
    const std::string group = user == "nobody" ? "nogroup" : user;
    const std::string here = folder_.path().string();
    const auto listener = [](const std::string& name, const ReservedPort& port,
                             const char* more = "") {
      return " inet_listener " + name + " {\n address = 127.0.0.1\n port = " + port.text() + "\n" +
             more + " }\n";
    };
    return "base_dir = " + here + "/run\nstate_dir = " + here + "/run\nlog_path = " + here +
           "/log\nprotocols = imap pop3\nlisten = 127.0.0.1\ndefault_internal_user = " + user +
           "\ndefault_internal_group = " + group + "\ndefault_login_user = " + user +
           "\nfirst_valid_uid = 1\ndisable_plaintext_auth = no\nssl = yes\nssl_cert = <" +
           certificate_.chain() + "\nssl_key = <" + certificate_.key() +
           "\nmail_location = maildir:" + here + "/mail\nmail_home = " + here +
           "\npassdb {\n driver = passwd-file\n args = " + here +
           "/users\n}\nuserdb {\n driver = static\n args = uid=" + user + " gid=" + group +
           "\n}\nservice imap-login {\n chroot =\n" + listener("imap", imap_) +
           listener("imaps", imaps_, " ssl = yes\n") + "}\nservice pop3-login {\n chroot =\n" +
           listener("pop3", pop3_) +
           " inet_listener pop3s {\n port = 0\n }\n}\nservice anvil {\n chroot =\n}\n"
           "service stats {\n chroot =\n}\n";
  }

  TempDir folder_;
  TestCertificate certificate_;
  ReservedPort imap_;
  ReservedPort imaps_;
  ReservedPort pop3_;
  std::unique_ptr<Server> server_;
};

}  // namespace porthole::testing
