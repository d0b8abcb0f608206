#include "plugins/protocols/sql/sql_handler.h"

#include <Poco/Data/DataException.h>
#include <Poco/Data/RecordSet.h>
#include <Poco/Data/Statement.h>

#include <algorithm>
#include <stdexcept>
#include <utility>

#include "base/text/text.h"
#include "plugins/protocols/support/answers.h"
#include "plugins/protocols/support/message_list.h"
#include "plugins/protocols/support/page_writer.h"

namespace porthole {
namespace {

using Poco::Data::RecordSet;
using Poco::Data::Session;
using Poco::Data::Statement;

/// `name` as the name of a column.
std::string quoted_name(const std::string& name, char quote) {
  std::string out(1, quote);
  for (const char c : name) {
    if (c == quote) out += c;
    out += c;
  }
  return out + quote;
}

std::string value_of(const RecordSet& rows, const std::string& column, std::size_t row) {
  const Poco::Dynamic::Var value = rows.value(column, row);
  return value.isEmpty() ? "" : value.convert<std::string>();
}

/// The first row that `sql` has with `key` in the place of its placeholder; nothing when there is
/// none, or the key cannot be compared with the column ("abc" with a number).
std::unique_ptr<RecordSet> row_with(Session& session, const std::string& sql, std::string key) {
  try {
    Statement statement(session);
    statement << sql, Poco::Data::Keywords::use(key);
    statement.execute();
    auto rows = std::make_unique<RecordSet>(statement);
    // Some databases take "1x" for the number 1: then it is another row's name.
    if (rows->rowCount() > 0 && value_of(*rows, "page_key", 0) == key) return rows;
  } catch (const Poco::Data::DataException&) {
  }
  return nullptr;
}

}  // namespace

PluginAbout SqlHandler::about_sql(std::string name, std::string help) {
  return {
      .name = std::move(name),
      .version = "1.0",
      .help = std::move(help),
      .options = {{.name = "query", .help = "a SELECT whose rows are the pages", .required = true},
                  {.name = "key", .help = "the column that names a row", .required = true},
                  {.name = "title", .help = "the column with a row's title", .required = true},
                  {.name = "text", .help = "a column with text to be read", .repeated = true},
                  {.name = "link", .help = "a column with an address", .repeated = true},
                  page_size_option()}};
}

std::string SqlHandler::configure(const OptionValues& options) {
  query_ = trimmed(options.text("query"));
  while (query_.ends_with(';')) query_ = trimmed(query_.substr(0, query_.size() - 1));
  const std::string first = ascii_lower(query_.substr(0, 6));
  if (first != "select" && !first.starts_with("with ")) return "query is not a SELECT statement";
  key_ = options.text("key");
  title_ = options.text("title");
  texts_ = options.all("text");
  links_ = options.all("link");
  page_size_ = options.whole("page-size");
  return configure_own(options);
}

ProtocolAnswer SqlHandler::fetch(const ProtocolRequest& request) {
  const Result<Url> url = Url::parse(request.url);
  if (!url) return refusal(404, "no URL");
  const tl::expected<Way, ProtocolAnswer> way = way_to(*url, request);
  if (!way) return way.error();
  try {
    if (!kept_ || kept_name_ != way->name || !kept_->isGood()) {
      kept_.reset();
      kept_ = std::make_unique<Session>(way->open());
      kept_name_ = way->name;
    }
    return answer(*kept_, *way, *url, request);
  } catch (const Poco::Exception& failure) {
    kept_.reset();
    throw std::runtime_error(clean_utf8(failure.displayText()));
  }
}

ProtocolAnswer SqlHandler::answer(Session& session, const Way& way, const Url& url,
                                  const ProtocolRequest& request) const {
  const std::string key = query_value(url.query(), "key");
  return key.empty() ? table(session, way, url, request.body_limit)
                     : row(session, way, key, request.body_limit);
}

ProtocolAnswer SqlHandler::table(Session& session, const Way& way, const Url& url,
                                 std::int64_t limit) const {
  const std::int64_t from = std::max<std::int64_t>(1, query_number(url.query(), "from", 1));
  const std::string key = quoted_name(key_, way.quote);
  const std::string title = quoted_name(title_, way.quote);
  const auto as_text = [&](const std::string& column) {
    return "CAST(" + column + " AS " + way.text_type + ")";
  };
  Statement statement(session);
  statement << "SELECT " + as_text(key) + " AS page_key, " + as_text(title) +
                   " AS page_title FROM (" + query_ + ") AS pages ORDER BY " + key + " LIMIT " +
                   std::to_string(page_size_ + 1) + " OFFSET " + std::to_string(from - 1);
  statement.execute();
  const RecordSet rows(statement);
  PageWriter page(url.path(), limit);
  const auto count = static_cast<std::int64_t>(rows.rowCount());
  for (std::int64_t i = 0; i < std::min(count, page_size_); ++i) {
    const auto row = static_cast<std::size_t>(i);
    const std::string name = value_of(rows, "page_key", row);
    const std::string text = value_of(rows, "page_title", row);
    page.link("?key=" + encoded_segment(name), text.empty() ? name : text);
  }
  if (count > page_size_) page.link("?from=" + std::to_string(from + page_size_), "more");
  return std::move(page).answer();
}

ProtocolAnswer SqlHandler::row(Session& session, const Way& way, const std::string& key,
                               std::int64_t limit) const {
  const std::string column = quoted_name(key_, way.quote);
  std::string columns = "CAST(" + column + " AS " + way.text_type + ") AS page_key, CAST(" +
                        quoted_name(title_, way.quote) + " AS " + way.text_type + ") AS page_title";
  std::vector<std::string> all = texts_;
  all.insert(all.end(), links_.begin(), links_.end());
  for (std::size_t i = 0; i < all.size(); ++i) {
    columns += ", CAST(" + quoted_name(all[i], way.quote) + " AS " + way.text_type + ") AS page_" +
               std::to_string(i);
  }
  const std::string select = "SELECT " + columns + " FROM (" + query_ + ") AS pages WHERE ";
  const std::string equals = " = " + way.placeholder + " LIMIT 1";
  // As the column's own type, for which there may be an index; else as text.
  std::unique_ptr<RecordSet> rows = row_with(session, select + column + equals, key);
  if (!rows) {
    rows =
        row_with(session, select + "CAST(" + column + " AS " + way.text_type + ")" + equals, key);
  }
  if (!rows) return refusal(404, "no such row");
  PageWriter page(value_of(*rows, "page_title", 0), limit);
  for (std::size_t i = 0; i < all.size(); ++i) {
    const std::string value = value_of(*rows, "page_" + std::to_string(i), 0);
    if (value.empty()) continue;
    if (i < texts_.size()) {
      page.heading(all[i]);
      page.text(value);
    } else {
      page.link(trim(value), all[i]);
    }
  }
  return std::move(page).answer();
}

}  // namespace porthole
