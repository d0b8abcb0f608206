#pragma once

/// Rows of a database as pages: what SQLite, PostgreSQL and MySQL share.
///
/// The options say what a page is: `query` is any SELECT, and of its columns `key` names a row,
/// `title` its page; `text` columns are read, `link` columns lead on. The table is a page of links,
/// a row a page of its own:
///
///   postgresql://host/DATABASE                  the first rows, by key
///   postgresql://host/DATABASE?from=501         those from a place on
///   postgresql://host/DATABASE?key=KEY          a row
///
/// Nothing is written: the session is read-only, and only the option's own query is run.

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
  /// How the database of a URL is named, and opened for reading.
  struct Way {
    std::string name;         ///< One session is kept for it.
    std::string text_type;    ///< What a CAST to text is called.
    std::string placeholder;  ///< For a value that is bound.
    char quote = '"';         ///< Around the name of a column.
    std::function<Poco::Data::Session()> open;
  };
  /// The options that all have; `help` is for about().
  static PluginAbout about_sql(std::string name, std::string help);
  /// Takes the options that are its own. Returns "" or what is wrong.
  virtual std::string configure_own(const OptionValues& options) = 0;
  /// Or why not: 403, 404.
  virtual tl::expected<Way, ProtocolAnswer> way_to(const Url& url, const ProtocolRequest& request) = 0;

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
