#pragma once

/// SqlHandler: common part of the handlers for SQLite, PostgreSQL and MySQL: rows of a query as
/// pages.
///
/// The options define the pages: `query` is any SELECT; of its columns, `key` identifies a row,
/// `title` is the title of its page, `text` columns are its text, `link` columns its links. The
/// table is a page of links, each row a page:
///
///   postgresql://host/DATABASE                  the first rows, by key
///   postgresql://host/DATABASE?from=501         the rows from an offset on
///   postgresql://host/DATABASE?key=KEY          a row
///
/// Nothing is written: the session is read-only, and only the configured query is run.

#include <Poco/Data/Session.h>

#include <functional>
#include <memory>
#include <string>
#include <tl/expected.hpp>
#include <vector>

#include "base/url/url.h"
#include "plugins/protocol_handler.h"

namespace porthole {

class SqlHandler : public ProtocolHandler {
 public:
  std::string configure(const OptionValues& options) override;
  ProtocolAnswer fetch(const ProtocolRequest& request) override;

 protected:
  /// How to open the database of a URL for reading.
  struct Way {
    std::string name;         ///< Identifies the cached session.
    std::string text_type;    ///< The SQL type for a CAST to text.
    std::string placeholder;  ///< For a bound value.
    char quote = '"';         ///< Quote character of column names.
    std::function<Poco::Data::Session()> open;
  };
  /// The common options; `help` is for about().
  static PluginAbout about_sql(std::string name, std::string help);
  /// Takes the handler's own options. Returns "" or the problem.
  virtual std::string configure_own(const OptionValues& options) = 0;
  /// How to open the database, or a response: 403, 404.
  virtual tl::expected<Way, ProtocolAnswer> way_to(const Url& url,
                                                   const ProtocolRequest& request) = 0;

 private:
  ProtocolAnswer answer(Poco::Data::Session& session, const Way& way, const Url& url,
                        const ProtocolRequest& request) const;
  ProtocolAnswer table(Poco::Data::Session& session, const Way& way, const Url& url,
                       std::int64_t limit) const;
  ProtocolAnswer row(Poco::Data::Session& session, const Way& way, const std::string& key,
                     std::int64_t limit) const;

  std::string query_;
  std::string key_;
  std::string title_;
  std::vector<std::string> texts_;
  std::vector<std::string> links_;
  std::int64_t page_size_ = 0;
  std::string kept_name_;
  std::unique_ptr<Poco::Data::Session> kept_;
};

}  // namespace porthole
