#include "plugins/protocols/sql/sqlite_handler.h"

#include <Poco/Data/SQLite/Connector.h>

#include "plugins/protocols/support/answers.h"
#include "plugins/protocols/support/page_writer.h"

namespace porthole {

using Poco::Data::SQLite::Connector;

SqliteHandler::SqliteHandler() { Connector::registerConnector(); }

PluginAbout SqliteHandler::about() const {
  PluginAbout about = about_sql("sqlite", "Rows of SQLite databases of this machine");
  about.options.push_back(root_option());
  return about;
}

tl::expected<SqlHandler::Way, ProtocolAnswer> SqliteHandler::way_to(const Url& url,
                                                                    const ProtocolRequest&) {
  const tl::expected<FoundThing, ProtocolAnswer> found = root_.find(url);
  if (!found) return tl::make_unexpected(found.error());
  if (found->is_folder()) return tl::make_unexpected(refusal(404, "a folder, no database"));
  const std::string path = found->path;
  return Way{path, "TEXT", "?", '"', [path] {
               Poco::Data::Session session(Connector::KEY,
                                           "file:" + encoded_path(path) + "?mode=ro");
               session << "PRAGMA query_only = ON", Poco::Data::Keywords::now;
               return session;
             }};
}

}  // namespace porthole
