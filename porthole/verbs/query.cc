#include "repository/query.h"

#include <algorithm>
#include <cstdio>
#include <iostream>
#include <iterator>
#include <memory>
#include <optional>

#include "base/text/text.h"
#include "collection/collection.h"
#include "collection/open_collection.h"
#include "operations/questions/question_json.h"
#include "porthole/exit_code.h"
#include "porthole/options/shared_options.h"
#include "porthole/output.h"
#include "porthole/verb.h"
#include "repository/query_process.h"
#include "repository/ready_query.h"
#include "sampling/ready_statement.h"
#include "summarizer/export/csv.h"

namespace porthole::cli {
namespace {

using repository::QueryRows;
using repository::QueryValue;
using repository::ReadyQuery;

constexpr std::size_t kWidestAnswer = 60;
constexpr std::size_t kLongestQuery = std::size_t{1} << 20;
constexpr std::uint64_t kLimit = 100;  // rows, unless --limit is given

struct QueryOptions {
  std::string folder;
  QuestionChoice question;
  bool list = false;
  bool csv = false;
  std::optional<std::uint64_t> limit;
  int seconds = 60;
};

Result<std::string> sql_of(const QueryOptions& options) {
  if (options.question.sql != "-") return options.question.sql;
  std::string text;
  char buffer[4096];
  while (text.size() <= kLongestQuery &&
         (std::cin.read(buffer, sizeof buffer), std::cin.gcount() > 0)) {
    text.append(buffer, static_cast<std::size_t>(std::cin.gcount()));
  }
  return text;
}

std::string number_text(double value) {
  char text[32];
  std::snprintf(text, sizeof text, "%.10g", value);
  return text;
}

std::string text_of(const QueryValue& value) {
  if (const auto* whole = std::get_if<std::int64_t>(&value)) return std::to_string(*whole);
  if (const auto* number = std::get_if<double>(&value)) return number_text(*number);
  const auto* text = std::get_if<std::string>(&value);
  return text == nullptr ? std::string() : *text;
}

/// The number of columns of a text; wide scripts are counted as narrow.
std::size_t columns_taken(const std::string& text) {
  return static_cast<std::size_t>(
      std::count_if(text.begin(), text.end(), [](char c) { return (c & 0xc0) != 0x80; }));
}

/// Cut for a terminal alone: a URL in its middle, since URLs of a site begin alike.
std::string cell_of(std::string text, bool is_cut) {
  if (!is_cut || text.size() <= kWidestAnswer) return text;
  if (text.find("://") == std::string::npos)
    return shortened(std::move(text), kWidestAnswer - 3) + "...";
  constexpr std::size_t kHalf = (kWidestAnswer - 3) / 2;
  std::size_t end = text.size() - kHalf;
  while (end < text.size() && (text[end] & 0xc0) == 0x80) ++end;  // not within a character
  return std::string(cut(text, kHalf)) + "..." + text.substr(end);
}

void print_table(const QueryRows& found) {
  const bool is_cut = standard_output_is_terminal();
  std::vector<std::vector<std::string>> cells = {found.columns};
  for (const auto& row : found.rows) {
    std::vector<std::string>& line = cells.emplace_back();
    for (const QueryValue& value : row)
      line.push_back(printable(cell_of(fold_space(text_of(value)), is_cut)));
  }
  std::vector<std::size_t> widths(found.columns.size(), 0);
  for (const auto& line : cells) {
    for (std::size_t i = 0; i < line.size(); ++i)
      widths[i] = std::max(widths[i], columns_taken(line[i]));
  }
  for (std::size_t row = 0; row < cells.size(); ++row) {
    std::string out;
    for (std::size_t i = 0; i < cells[row].size(); ++i) {
      const std::string padding(widths[i] - columns_taken(cells[row][i]), ' ');
      const bool is_number =
          row > 0 && !std::holds_alternative<std::string>(found.rows[row - 1][i]);
      out += (i == 0 ? "" : "  ") + (is_number ? padding + cells[row][i] : cells[row][i] + padding);
    }
    out.erase(out.find_last_not_of(' ') + 1);
    std::cout << out << '\n';
  }
  if (found.rows.empty()) std::cout << "0 rows\n";
}

void print_csv(const QueryRows& found) {
  std::cout << summarizer::csv_record(found.columns);
  for (const auto& row : found.rows) {
    std::vector<std::string> fields;
    std::transform(row.begin(), row.end(), std::back_inserter(fields), text_of);
    std::cout << summarizer::csv_record(fields);
  }
}

int list_queries(const repository::StoragePlace& place, const Common& common) {
  const auto tables = repository::tables_of(place);
  if (!tables) return report(tables.error(), common);
  if (common.json) {
    print_json(operations::questions_as_json(*tables));
    return kDone;
  }
  std::cout << "ready queries (porthole query " << shell_word(common.folder) << " --ready NAME)\n";
  for (const ReadyQuery& query : repository::ready_queries()) {
    std::printf("  %-19s %s\n", query.name.c_str(), query.title.c_str());
    for (const repository::QueryParameter& one : query.parameters) {
      std::printf("  %-19s   %s=%s: %s\n", "", one.name.c_str(),
                  one.fallback ? one.fallback->c_str() : "VALUE", one.meaning.c_str());
    }
  }
  std::fflush(stdout);
  std::cout << "\ntables (what their columns mean: schemas/sql/)\n";
  for (const repository::QueryTable& table : *tables) {
    std::cout << "  " << table.name << ":";
    for (const std::string& column : table.columns) std::cout << ' ' << column;
    std::cout << '\n';
  }
  return kDone;
}

int run(const QueryOptions& options, const Common& common) {
  Result<collection::Collection> collection = collection::Collection::open(options.folder);
  if (!collection) return report(collection.error(), common);
  const repository::StoragePlace place = collection::storage_of(*collection);
  if (options.list) return list_queries(place, common);
  Result<std::string> sql;
  if (options.question.ready.empty()) {
    sql = sql_of(options);
  } else {
    const auto set = values_to_set(options.question.set);
    if (!set) return report(set.error(), common);
    auto ready = sampling::ready_statement(options.question.ready, *set, *collection);
    if (!ready) return report(ready.error(), common);
    sql = std::move(ready->sql);
  }
  if (!sql) return report(sql.error(), common);
  const std::uint64_t limit = options.limit.value_or(kLimit);
  const auto found = repository::run_query_apart(
      place, *sql, {.rows = limit, .time = std::chrono::seconds(options.seconds)});
  if (!found) return report(found.error(), common);
  if (common.json) {
    print_json(operations::answer_as_json(*found));
  } else if (options.csv) {
    print_csv(*found);
  } else {
    print_table(*found);
  }
  std::cout << std::flush;
  if (found->more)
    note("there are more than " + counted(static_cast<std::int64_t>(limit), "row"),
         options.limit ? "give a larger --limit" : "give --limit N", common);
  return kDone;
}

}  // namespace

Action declare_query(Command app) {
  const auto options = std::make_shared<QueryOptions>();
  app.add_folder(options->folder);
  const std::vector<Option> asked =
      add_question(app, options->question, "One SELECT statement; - reads it from standard input");
  app.add_flag("--list", options->list, "List the ready-made queries, the tables and their columns")
      .excludes(asked[0])
      .excludes(asked[1]);
  app.add_flag("--csv", options->csv, "Print CSV instead of a table");
  app.add_option("--limit", options->limit, "Maximum number of rows")
      .type_name("N")
      .within(std::size_t{1}, std::size_t{100'000'000})
      .default_str(std::to_string(kLimit));
  app.add_option("--seconds", options->seconds, "Time limit")
      .type_name("N")
      .within(1, 86'400)
      .capture_default_str();
  return [options](const Common& common) { return run(*options, common); };
}

}  // namespace porthole::cli
