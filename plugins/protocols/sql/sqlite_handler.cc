#include "plugins/protocols/sql/sqlite_handler.h"

#include <Poco/Data/SQLite/Connector.h>

#include <array>
#include <filesystem>
#include <fstream>
#include <system_error>

#include "plugins/protocols/support/answers.h"
#include "plugins/protocols/support/page_writer.h"

namespace porthole {

using Poco::Data::SQLite::Connector;

namespace {

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
  // Asked for each page: when somebody begins to write, it is opened anew.
  const std::string mode = has_empty_log(path) ? "?mode=ro&immutable=1" : "?mode=ro";
  return Way{path + mode, "TEXT", "?", '"', [path, mode] {
               Poco::Data::Session session(Connector::KEY, "file:" + encoded_path(path) + mode);
               session << "PRAGMA query_only = ON", Poco::Data::Keywords::now;
               return session;
             }};
}

}  // namespace porthole
