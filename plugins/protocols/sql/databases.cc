// Databases: postgresql://HOST/DATABASE, mysql://HOST/DATABASE (also MariaDB), and sqlite:///FILE,
// a database file below the folder of the option `root`.

#include <Poco/Data/MySQL/Connector.h>
#include <Poco/Data/PostgreSQL/Connector.h>
#include <Poco/Data/SQLite/Connector.h>

#include <algorithm>
#include <array>
#include <filesystem>
#include <fstream>
#include <system_error>
#include <utility>

#include "base/url/percent_encode.h"
#include "plugins/export.h"
#include "plugins/protocols/sql/sql_handler.h"
#include "plugins/protocols/support/answers.h"
#include "plugins/protocols/support/credentials.h"
#include "plugins/protocols/support/page_writer.h"
#include "plugins/protocols/support/root_folder.h"

namespace porthole {
namespace {

using Poco::Data::Session;
using Poco::Data::Keywords::now;

/// Only what cannot end a value, or begin another setting, in what drivers are told.
bool is_plain(const std::string& name) {
  return !name.empty() && std::all_of(name.begin(), name.end(), [](char c) {
    return (c >= '0' && c <= '9') || (c >= 'a' && c <= 'z') || (c >= 'A' && c <= 'Z') || c == '_' ||
           c == '-' || c == '.';
  });
}

/// True for a database with a write-ahead log that has none at present. SQLite would make one,
/// which a worker process may not.
bool has_empty_log(const std::string& path) {
  constexpr std::size_t kVersion = 18;  // https://sqlite.org/fileformat2.html, 1.3.3
  constexpr char kWithLog = 2;
  std::array<char, kVersion + 2> head{};
  std::ifstream(path, std::ios::binary).read(head.data(), head.size());
  std::error_code error;
  const auto size = std::filesystem::file_size(path + "-wal", error);
  return head[kVersion + 1] == kWithLog && (error || size == 0);
}

}  // namespace

/// Common part of the servers: host and credentials.
class SqlServerHandler : public SqlHandler {
 protected:
  static PluginAbout about_server(std::string name, std::string help) {
    PluginAbout about = about_sql(std::move(name), std::move(help));
    for (OptionDeclaration& option : credential_options()) {
      about.options.push_back(std::move(option));
    }
    return about;
  }

  std::string configure_own(const OptionValues& options) override {
    std::string wrong = read_credentials(options, credentials_);
    const std::string both = credentials_.user + credentials_.password;
    if (wrong.empty() && both.find_first_of(" ;='\"\\") != std::string::npos) {
      wrong = "user or password has a space or one of ; = ' \" \\, which the drivers cannot take";
    }
    return wrong;
  }

  tl::expected<Way, ProtocolAnswer> way_to(const Url& url,
                                           const ProtocolRequest& request) override {
    std::string database = percent_decode(url.path());
    if (database.starts_with('/')) database.erase(0, 1);
    if (!is_plain(database) || request.addresses.empty()) {
      return tl::make_unexpected(refusal(404, "no name of a database"));
    }
    const int port = url.effective_port() != 0 ? url.effective_port() : manners().default_port;
    return way(request.addresses.front(), port, database, request.timeout_seconds);
  }

  /// How to open `database` at an address.
  virtual Way way(const std::string& address, int port, const std::string& database,
                  int timeout_seconds) const = 0;

  Credentials credentials_;
};

class PostgresqlHandler final : public SqlServerHandler {
 public:
  PostgresqlHandler() { Poco::Data::PostgreSQL::Connector::registerConnector(); }

  PluginAbout about() const override {
    return about_server("postgresql", "Rows of PostgreSQL databases");
  }

  Manners manners() const override {
    return {.schemes = {"postgresql"}, .open_to_links = false, .default_port = 5432};
  }

 private:
  Way way(const std::string& address, int port, const std::string& database,
          int timeout_seconds) const override {
    const std::string place =
        "host=" + address + " port=" + std::to_string(port) + " dbname=" + database;
    const std::string login =
        " user=" + credentials_.user +
        (credentials_.password.empty() ? "" : " password=" + credentials_.password) +
        " connect_timeout=" + std::to_string(std::max(2, timeout_seconds / 2));
    return {place, "TEXT", "$1", '"', [=] {
              Session session(Poco::Data::PostgreSQL::Connector::KEY, place + login);
              session << "SET SESSION CHARACTERISTICS AS TRANSACTION READ ONLY", now;
              session << "SET statement_timeout = '" + std::to_string(timeout_seconds) + "s'", now;
              return session;
            }};
  }
};

class MysqlHandler final : public SqlServerHandler {
 public:
  MysqlHandler() { Poco::Data::MySQL::Connector::registerConnector(); }

  PluginAbout about() const override {
    return about_server("mysql", "Rows of MySQL and MariaDB databases");
  }

  Manners manners() const override {
    return {.schemes = {"mysql"}, .open_to_links = false, .default_port = 3306};
  }

 private:
  Way way(const std::string& address, int port, const std::string& database,
          int /*timeout_seconds*/) const override {
    const std::string place =
        "host=" + address + ";port=" + std::to_string(port) + ";db=" + database;
    const std::string login = ";user=" + credentials_.user + ";password=" + credentials_.password;
    return {place, "CHAR", "?", '`', [=] {
              Session session(Poco::Data::MySQL::Connector::KEY, place + login);
              session << "SET NAMES utf8mb4", now;
              session << "SET SESSION TRANSACTION READ ONLY", now;
              return session;
            }};
  }
};

class SqliteHandler final : public SqlHandler {
 public:
  SqliteHandler() { Poco::Data::SQLite::Connector::registerConnector(); }

  PluginAbout about() const override {
    PluginAbout about = about_sql("sqlite", "Rows of SQLite databases of this machine");
    about.options.push_back(root_option());
    return about;
  }

  Manners manners() const override {
    return {.schemes = {"sqlite"}, .has_hosts = false, .open_to_links = false};
  }

 private:
  std::string configure_own(const OptionValues& options) override {
    return root_.set(options.text("root"));
  }

  tl::expected<Way, ProtocolAnswer> way_to(const Url& url,
                                           const ProtocolRequest& /*request*/) override {
    const tl::expected<FoundThing, ProtocolAnswer> found = root_.find(url);
    if (!found) return tl::make_unexpected(found.error());
    if (found->is_folder()) return tl::make_unexpected(refusal(404, "a folder, no database"));
    const std::string path = found->path;
    // Asked for each page: when somebody begins to write, it is opened anew.
    const std::string mode = has_empty_log(path) ? "?mode=ro&immutable=1" : "?mode=ro";
    return Way{path + mode, "TEXT", "?", '"', [path, mode] {
                 Poco::Data::Session session(Poco::Data::SQLite::Connector::KEY,
                                             "file:" + encoded_path(path) + mode);
                 session << "PRAGMA query_only = ON", Poco::Data::Keywords::now;
                 return session;
               }};
  }

  RootFolder root_;
};

}  // namespace porthole

PORTHOLE_EXPORT(porthole::SqliteHandler)
PORTHOLE_EXPORT(porthole::PostgresqlHandler)
PORTHOLE_EXPORT(porthole::MysqlHandler)
