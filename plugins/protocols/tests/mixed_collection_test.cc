// One specification, twelve protocols and more, and the documents of all formats: gathered by the
// program into one collection.

#include <gmock/gmock.h>
#include <gtest/gtest.h>
#include <sqlite3.h>

#include <filesystem>
#include <iostream>
#include <map>
#include <set>
#include <string>

#include "base/json/json.h"
#include "plugins/protocols/tests/local_servers.h"
#include "plugins/protocols/tests/servers.h"
#include "plugins/protocols/tests/speaker.h"
#include "tests/support/files.h"
#include "tests/support/run_program.h"
#include "tests/support/site_server.h"
#include "tests/support/temp_dir.h"

namespace porthole {
namespace {

namespace fs = std::filesystem;

using ::testing::Ge;
using testing::write_whole_file;

const char* const kProgram = PORTHOLE_BINARY_DIR "/bin/porthole";
const fs::path kDocuments = PORTHOLE_BINARY_DIR "/documents";

/// A <protocol> with its options.
std::string protocol(const std::string& schemes, const std::string& library,
                     const std::string& name, const collection::NamedValues& options = {}) {
  std::string xml = "<protocol scheme=\"" + schemes + "\" library=\"" + library +
                    "\" class=\"porthole::" + name + "\">";
  for (const auto& [option, value] : options)
    xml += "<option name=\"" + option + "\" value=\"" + value + "\"/>";
  return xml + "</protocol>";
}

std::string at(const std::string& scheme, int port, const std::string& path) {
  return scheme + "://127.0.0.1:" + std::to_string(port) + path;
}

/// Files by names that are all links need.
void copy_documents(const fs::path& to) {
  fs::create_directories(to);
  if (!fs::exists(kDocuments)) return;
  for (const auto& entry : fs::recursive_directory_iterator(kDocuments)) {
    const std::string name = entry.path().filename().string();
    if (!entry.is_regular_file() || name.starts_with('.')) continue;
    fs::copy_file(entry.path(), to / (entry.path().parent_path().filename().string() + "-" + name),
                  fs::copy_options::overwrite_existing);
  }
}

/// Serves pages over files, FTP, Gopher and HTTP, and local mail and database rows.
class Served {
 public:
  Served() {
    fs::permissions(folder.path(), fs::perms::others_exec, fs::perm_options::add);  // for servers
    write_whole_file(documents() / "a.txt", "A telescope.\n");
    copy_documents(documents());
    std::string links;
    for (const auto& entry : fs::directory_iterator(documents())) {
      const std::string name = encoded(entry.path().filename().string());
      web.answer("/" + name, "HTTP/1.1 200 OK\r\nContent-Length: " +
                                 std::to_string(fs::file_size(entry.path())) + "\r\n\r\n" +
                                 testing::read_whole_file(entry.path()));
      links += "<a href='" + name + "'>" + name + "</a> ";
    }
    web.answer("/", testing::SiteServer::page("<title>Documents</title><p>" + links));
    fs::create_directories(folder / "mail/cur");
    write_whole_file(folder / "mail/cur/1.a:2,", testing::message("Light curves", "maildir"));
    write_whole_file(folder / "list.mbox", "From a\n" + testing::message("Mirrors", "mbox"));
    sqlite3* database = nullptr;
    sqlite3_open((folder / "stars.db").c_str(), &database);
    sqlite3_exec(
        database,
        "CREATE TABLE stars (id INTEGER, name TEXT); INSERT INTO stars VALUES (1, 'Mizar')",
        nullptr, nullptr, nullptr);
    sqlite3_close(database);
  }
  fs::path documents() const {
    fs::create_directories(folder / "served/documents");
    return folder / "served/documents";
  }

  testing::TempDir folder;
  testing::SiteServer web;

 private:
  static std::string encoded(const std::string& name) {
    return Url::parse("http://a.test/" + name).value().request_target().substr(1);
  }
};

TEST(MixedCollectionTest, TwelveProtocolsAndAllFormatsGoIntoOneCollection) {
  for (const char* library :
       {"file", "ftp", "gopher", "nntp", "imap", "pop3", "mailbox", "sql", "oai", "ldap"}) {
    if (!fs::exists(std::string(PORTHOLE_BINARY_DIR "/lib/plugins/") + library + ".so")) {
      GTEST_SKIP() << "the plug-in " << library << " was not built";
    }
  }
  NEEDS_PROGRAM("vsftpd", "vsftpd");
  NEEDS_PROGRAM("gophernicus", "gophernicus");
  NEEDS_PROGRAM("public-inbox-nntpd", "public-inbox");
  NEEDS_PROGRAM("dovecot", "dovecot-imapd");
  NEEDS_PROGRAM("/usr/lib/dovecot/pop3", "dovecot-pop3d");
  NEEDS_PROGRAM("slapd", "slapd");
  if (testing::run_program(testing::find_program("perl"), {"-MHTTP::OAI", "-e", "1"}).code != 0) {
    GTEST_SKIP() << "needs the Debian package libhttp-oai-perl";
  }
  Served served;
  const std::string folder = served.folder.path().string();
  const testing::FtpServer ftp(served.documents());
  const testing::GopherServer gopher(served.documents());
  const testing::NewsServer news;
  const testing::MailServer mail;
  const testing::Directory directory;
  const testing::Inetd oai({testing::find_program("perl"), PORTHOLE_SOURCE_DIR
                            "/plugins/protocols/tests/servers/oai_provider.pl"});
  const collection::NamedValues login = {
      {"user", "ann"}, {"password-file", mail.password_file()}, {"tls", "no"}};
  testing::SpecificationText text = testing::speaking(
      {served.web.url("/"), "file://" + served.documents().string() + "/",
       at("ftp", ftp.port(), "/"), at("gopher", gopher.port(), "/"), at("nntp", news.port(), "/"),
       at("imap", mail.imap(), "/"), at("pop3", mail.pop3(), "/"),
       "mbox://" + folder + "/list.mbox", "maildir://" + folder + "/mail/",
       "sqlite://" + folder + "/stars.db", at("oai", oai.port(), "/oai"),
       at("ldap", directory.port(), "/dc=a,dc=test")},
      "",
      protocol("file", "file", "FileHandler", {{"root", folder + "/served"}}) +
          protocol("ftp", "ftp", "FtpHandler") + protocol("gopher", "gopher", "GopherHandler") +
          protocol("nntp", "nntp", "NntpHandler") + protocol("imap", "imap", "ImapHandler", login) +
          protocol("pop3", "pop3", "Pop3Handler", login) +
          protocol("mbox", "mailbox", "MboxHandler", {{"root", folder}}) +
          protocol("maildir", "mailbox", "MaildirHandler", {{"root", folder}}) +
          protocol("sqlite", "sql", "SqliteHandler",
                   {{"root", folder},
                    {"query", "SELECT * FROM stars"},
                    {"key", "id"},
                    {"title", "name"}}) +
          protocol("oai", "oai", "OaiHandler") + protocol("ldap", "ldap", "LdapHandler"));
  text.scope = "<accept host=\"127.0.0.1\"/><accept scheme=\"file mbox maildir sqlite\"/>";
  const testing::TestCollection collection(text);
  const testing::ProgramResult gathered =
      testing::run_program(kProgram, {"gather", collection.folder().string(), "--for", "5m"});
  ASSERT_EQ(gathered.code, 0) << gathered.err;

  std::map<std::string, int> schemes, types;
  ASSERT_TRUE(collection.repository()->pages().for_each(
      {}, [&](const repository::UrlRecord& url, const repository::PageRecord& page, auto, auto) {
        ++schemes[url.href.substr(0, url.href.find(':'))];
        ++types[page.document.media_type];
        return true;
      }));
  std::set<std::string> spoken, read;
  const auto said = testing::run_program(kProgram, {"plugins", "--json"});
  const nlohmann::json declared = nlohmann::json::parse(said.out);
  for (const auto& plugin : declared["plugins"]) {
    for (const auto& scheme : plugin.value("schemes", nlohmann::json::array()))
      spoken.insert(scheme);
    for (const auto& type : plugin.value("types", nlohmann::json::array())) read.insert(type);
  }
  std::cout << spoken.size() << " schemes and " << read.size()
            << " types are plugged in; gathered:\n";
  for (const auto& [scheme, pages] : schemes) std::cout << "  " << scheme << " " << pages << "\n";
  for (const auto& [type, pages] : types) std::cout << "  " << type << " " << pages << "\n";
  EXPECT_THAT(schemes.size(), Ge(12u));
  for (const auto& [scheme, pages] : schemes)
    EXPECT_TRUE(scheme == "http" || spoken.contains(scheme)) << scheme;
  if (fs::exists(kDocuments)) {
    EXPECT_THAT(types.size(), Ge(10u));
  }
}

}  // namespace
}  // namespace porthole
