// Schema properties of pages, and the success and failure counts of plug-ins.

#include "repository/sqlite_repository.h"

namespace porthole::repository {
namespace {

/// The name under which the class of a resource is kept.
constexpr std::string_view kType = "rdf:type";

}  // namespace

Result<void> SqliteRepository::write_properties(UrlId page, const Document& document) {
  if (!insert_property_) {
    insert_property_.emplace(*database_, "INSERT INTO page_property VALUES (?, ?, ?, ?, ?)");
    delete_properties_.emplace(*database_, "DELETE FROM page_property WHERE page = ?");
  }
  if (auto done = delete_properties_->bind_all(page).run(); !done) return done;
  int position = 0;
  const auto write = [&](std::string_view name, std::string_view value, PropertyKind kind) {
    return insert_property_->bind_all(page, position++, name, value, static_cast<int>(kind)).run();
  };
  if (!document.resource_class.empty()) {
    if (auto done = write(kType, document.resource_class, PropertyKind::kUri); !done) return done;
  }
  for (const Property& property : document.properties) {
    if (auto done = write(property.name, property.value, property.kind); !done) return done;
  }
  return {};
}

Result<void> SqliteRepository::read_properties(UrlId page, Document& document) {
  if (!select_properties_) {
    select_properties_.emplace(
        *database_, "SELECT name, value, kind FROM page_property WHERE page = ? ORDER BY position");
  }
  select_properties_->bind_all(page);
  while (select_properties_->step()) {
    const Statement& row = *select_properties_;
    if (row.view(0) == kType) {
      document.resource_class = row.text(1);
    } else {
      document.properties.push_back(
          {row.text(0), row.text(1), static_cast<PropertyKind>(row.small(2))});
    }
  }
  if (select_properties_->failed()) return select_properties_->error();
  select_properties_->reset();
  return {};
}

Result<void> SqliteRepository::write_plugins(const std::vector<PluginRecord>& plugins) {
  if (auto done = database_->execute("DELETE FROM plugin"); !done) return done;
  Statement insert = database_->prepare("INSERT OR REPLACE INTO plugin VALUES (?, ?, ?, ?, ?, ?)");
  for (const PluginRecord& plugin : plugins) {
    auto done = insert
                    .bind_all(plugin.name, plugin.version, plugin.used, plugin.failed,
                              plugin.last_failure, plugin.set_aside)
                    .run();
    if (!done) return done;
  }
  return {};
}

Result<std::vector<PluginRecord>> SqliteRepository::plugins() {
  std::vector<PluginRecord> plugins;
  Statement rows = database_->prepare(
      "SELECT name, version, used, failed, last_failure, set_aside FROM plugin ORDER BY name");
  while (rows.step()) {
    plugins.push_back({rows.text(0), rows.text(1), rows.integer(2), rows.integer(3), rows.text(4),
                       rows.small(5) != 0});
  }
  if (rows.failed()) return rows.error();
  return plugins;
}

}  // namespace porthole::repository
