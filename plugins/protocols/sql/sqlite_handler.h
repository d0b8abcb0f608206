#pragma once

/// SqliteHandler: sqlite:///FILE, a database file below the folder of the option `root`.

#include "plugins/protocols/sql/sql_handler.h"
#include "plugins/protocols/support/root_folder.h"

namespace porthole {

class SqliteHandler final : public SqlHandler {
 public:
  SqliteHandler();
  PluginAbout about() const override;
  Manners manners() const override {
    return {.schemes = {"sqlite"}, .has_hosts = false, .open_to_links = false};
  }

 private:
  std::string configure_own(const OptionValues& options) override {
    return root_.set(options.text("root"));
  }
  tl::expected<Way, ProtocolAnswer> way_to(const Url& url, const ProtocolRequest& request) override;

  RootFolder root_;
};

}  // namespace porthole
