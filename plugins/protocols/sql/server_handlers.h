#pragma once

/// Protocol handlers for database servers: postgresql://HOST/DATABASE and mysql://HOST/DATABASE
/// (also MariaDB).

#include "plugins/protocols/sql/sql_handler.h"
#include "plugins/protocols/support/credentials.h"

namespace porthole {

/// Common part: host and credentials.
class SqlServerHandler : public SqlHandler {
 protected:
  static PluginAbout about_server(std::string name, std::string help);
  std::string configure_own(const OptionValues& options) override;
  tl::expected<Way, ProtocolAnswer> way_to(const Url& url, const ProtocolRequest& request) override;
  /// How to open `database` at an address.
  virtual Way way(const std::string& address, int port, const std::string& database,
                  int timeout_seconds) const = 0;

  Credentials credentials_;
};

class PostgresqlHandler final : public SqlServerHandler {
 public:
  PostgresqlHandler();
  PluginAbout about() const override;
  Manners manners() const override {
    return {.schemes = {"postgresql"}, .open_to_links = false, .default_port = 5432};
  }

 private:
  Way way(const std::string& address, int port, const std::string& database,
          int timeout_seconds) const override;
};

class MysqlHandler final : public SqlServerHandler {
 public:
  MysqlHandler();
  PluginAbout about() const override;
  Manners manners() const override {
    return {.schemes = {"mysql"}, .open_to_links = false, .default_port = 3306};
  }

 private:
  Way way(const std::string& address, int port, const std::string& database,
          int timeout_seconds) const override;
};

}  // namespace porthole
