#pragma once

/// Dovecot, run by a user without rights with a configuration of its own: three messages in the
/// inbox, one in "Old papers".

#include <filesystem>
#include <memory>
#include <string>

#include "tests/protocols/messages.h"
#include "tests/protocols/servers.h"
#include "tests/protocols/tls.h"
#include "tests/support/files.h"
#include "tests/support/temp_dir.h"

namespace porthole::testing {

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
