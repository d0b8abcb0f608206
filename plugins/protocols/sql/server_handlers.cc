#include "plugins/protocols/sql/server_handlers.h"

#include <Poco/ClassLibrary.h>
#include <Poco/Data/MySQL/Connector.h>
#include <Poco/Data/PostgreSQL/Connector.h>

#include <algorithm>
#include <utility>

#include "base/url/percent_encode.h"
#include "plugins/protocols/sql/sqlite_handler.h"
#include "plugins/protocols/support/answers.h"

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

}  // namespace

PluginAbout SqlServerHandler::about_server(std::string name, std::string help) {
  PluginAbout about = about_sql(std::move(name), std::move(help));
  for (OptionDeclaration& option : credential_options()) {
    about.options.push_back(std::move(option));
  }
  return about;
}

std::string SqlServerHandler::configure_own(const OptionValues& options) {
  std::string wrong = read_credentials(options, credentials_);
  const std::string both = credentials_.user + credentials_.password;
  if (wrong.empty() && both.find_first_of(" ;='\"\\") != std::string::npos) {
    wrong = "user or password has a space or one of ; = ' \" \\, which the drivers cannot take";
  }
  return wrong;
}

tl::expected<SqlHandler::Way, ProtocolAnswer> SqlServerHandler::way_to(
    const Url& url, const ProtocolRequest& request) {
  std::string database = percent_decode(url.path());
  if (database.starts_with('/')) database.erase(0, 1);
  if (!is_plain(database) || request.addresses.empty()) {
    return tl::make_unexpected(refusal(404, "no name of a database"));
  }
  const int port = url.effective_port() != 0 ? url.effective_port() : manners().default_port;
  return way(request.addresses.front(), port, database, request.timeout_seconds);
}

PostgresqlHandler::PostgresqlHandler() { Poco::Data::PostgreSQL::Connector::registerConnector(); }

PluginAbout PostgresqlHandler::about() const {
  return about_server("postgresql", "Rows of PostgreSQL databases");
}

SqlHandler::Way PostgresqlHandler::way(const std::string& address, int port,
                                       const std::string& database, int timeout_seconds) const {
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

MysqlHandler::MysqlHandler() { Poco::Data::MySQL::Connector::registerConnector(); }

PluginAbout MysqlHandler::about() const {
  return about_server("mysql", "Rows of MySQL and MariaDB databases");
}

SqlHandler::Way MysqlHandler::way(const std::string& address, int port, const std::string& database,
                                  int) const {
  const std::string place = "host=" + address + ";port=" + std::to_string(port) + ";db=" + database;
  const std::string login = ";user=" + credentials_.user + ";password=" + credentials_.password;
  return {place, "CHAR", "?", '`', [=] {
            Session session(Poco::Data::MySQL::Connector::KEY, place + login);
            session << "SET NAMES utf8mb4", now;
            session << "SET SESSION TRANSACTION READ ONLY", now;
            return session;
          }};
}

}  // namespace porthole

extern "C" POCO_LIBRARY_API int porthole_plugin_abi() { return porthole::kPluginAbi; }

POCO_BEGIN_MANIFEST(porthole::Plugin)
POCO_EXPORT_CLASS(porthole::SqliteHandler)
POCO_EXPORT_CLASS(porthole::PostgresqlHandler)
POCO_EXPORT_CLASS(porthole::MysqlHandler)
POCO_END_MANIFEST
