#include "repository/copied_tables.h"

#include "repository/sql/sql_urls.h"

namespace porthole::repository {
namespace {

constexpr auto kSmall = ColumnType::kSmall;
constexpr auto kInteger = ColumnType::kInteger;
constexpr auto kBig = ColumnType::kBig;
constexpr auto kReal = ColumnType::kReal;
constexpr auto kText = ColumnType::kText;
constexpr auto kBlob = ColumnType::kBlob;

std::vector<BulkPlan::Column> link_columns(std::vector<BulkPlan::Column> columns) {
  for (const char* text : {"anchor", "title", "alt", "name", "onmouseover", "rel", "before",
                           "after", "heading", "fragment"}) {
    columns.push_back({text, kText});
  }
  columns.push_back({"target", kBig});
  columns.push_back({"element", kSmall});
  columns.push_back({"place", kSmall});
  columns.push_back({"first_seen", kBig});
  return columns;
}

}  // namespace

const std::vector<TableToCopy>& tables_to_copy() {
  static const std::vector<TableToCopy> all = {
      {"url", 1, url_columns()},
      {"page",
       1,
       {{"id", kBig},
        {"fetch_order", kBig},
        {"fetched_at", kBig},
        {"http_status", kInteger},
        {"etag", kText},
        {"last_modified", kText},
        {"digest", kText},
        {"bytes", kBig},
        {"truncated", kSmall},
        {"relevance", kReal},
        {"relevant", kSmall},
        {"topic", kText},
        {"duplicate_of", kBig},
        {"noindex", kSmall},
        {"nosnippet", kSmall},
        {"noarchive", kSmall},
        {"archive_file", kText},
        {"archive_offset", kBig},
        {"parse_status", kSmall},
        {"parse_detail", kText},
        {"title", kText},
        {"description", kText},
        {"language", kText},
        {"charset", kText},
        {"media_type", kText},
        {"canonical", kText},
        {"published", kText},
        {"modified", kText},
        {"links_cut", kInteger},
        {"stale", kInteger},
        {"content_length", kBig}}},
      {"page_text", 1, {{"id", kBig}, {"text", kText}}},
      {"link", 2, link_columns({{"source", kBig}, {"position", kInteger}})},
      {"host",
       1,
       {{"name", kText},
        {"robots_status", kInteger},
        {"robots_fetched_at", kBig},
        {"robots_text", kText},
        {"scheme_twin", kSmall}}},
      {"term", 1, {{"term", kText}, {"fetched", kBig}, {"relevant", kBig}}},
      {"run",
       1,
       {{"id", kBig},
        {"started", kBig},
        {"ended", kBig},
        {"strategy", kText},
        {"stop_reason", kText},
        {"fetched", kBig}}},
      {"run_option", 2, {{"run", kBig}, {"position", kInteger}, {"name", kText}, {"value", kText}}},
      {"summary",
       1,
       {{"page", kBig}, {"serial", kBig}, {"href", kText}, {"removed", kSmall}, {"digest", kText}}},
      {"closed_link", 1,
       link_columns({{"rowid", kBig},
                     {"source", kBig},
                     {"position", kInteger},
                     {"last_seen", kBig},
                     {"closed", kBig}})},
      {"page_failure",
       1,
       {{"page", kBig},
        {"failures", kInteger},
        {"first", kBig},
        {"last", kBig},
        {"reason", kSmall},
        {"gone", kBig}}},
      {"page_visit",
       1,
       {{"page", kBig},
        {"visits", kInteger},
        {"changes", kInteger},
        {"first", kBig},
        {"last", kBig}}},
      {"page_property",
       2,
       {{"page", kBig},
        {"position", kInteger},
        {"name", kText},
        {"value", kText},
        {"kind", kSmall}}},
      {"page_block", 1, {{"page", kBig}, {"page_type", kSmall}, {"blocks", kBlob}}},
      {"plugin",
       1,
       {{"name", kText},
        {"version", kText},
        {"used", kBig},
        {"failed", kBig},
        {"last_failure", kText},
        {"set_aside", kSmall}}},
      {"score", 1, {{"page", kBig}, {"hub", kReal}, {"authority", kReal}}},
      // After page, whose triggers log nothing without a row of it.
      {"distillation",
       1,
       {{"id", kSmall}, {"rho", kReal}, {"authority_scale", kReal}, {"hub_scale", kReal}}},
      {"page_change", 1, {{"serial", kBig}, {"page", kBig}}},
      {"page_importance", 1, {{"page", kBig}, {"importance", kReal}}},
      {"meta",
       1,
       {{"name", kText}, {"value", kText}},
       "name NOT IN ('schema', 'checked', 'checked_run') AND name NOT LIKE 'copy %'"},
  };
  return all;
}

}  // namespace porthole::repository
