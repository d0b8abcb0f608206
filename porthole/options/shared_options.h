#pragma once

/// Options that several verbs have: their declarations, and the parsers of their values.
///
/// Lifetime: what an option fills outlives its Command. Errors of parsers: kUsage.

#include <chrono>
#include <cstdint>
#include <map>
#include <optional>
#include <string>
#include <vector>

#include "base/result.h"
#include "base/text/format.h"
#include "collection/specification.h"
#include "porthole/command_line.h"

namespace porthole::cli {

struct ListenAddress {
  std::string address = "127.0.0.1";
  std::uint16_t port = 0;  ///< 0: any free port.
};

/// Declares --listen.
Option add_listen(Command app, std::string& listen);
/// "127.0.0.1:8080", "[::1]:8080", "localhost:8080", or a port alone.
Result<ListenAddress> parse_listen_address(const std::string& text);

/// True for an address that this machine alone can reach.
bool is_loopback(const std::string& address);

/// Declares --host of a server.
void add_hosts(Command app, std::vector<std::string>& hosts);
/// Names that the Host field of a request may have: without scheme, port and path.
Result<void> check_host_names(const std::vector<std::string>& names);

/// The value of --gateway: an http URL, or "" for no gateway.
Result<void> check_gateway(const std::string& gateway);

/// The value of --public-url.
struct PublicUrl {
  std::string origin;  ///< "https://search.example.org", without a slash at the end.
  std::string host;    ///< "search.example.org", without a port.
};

/// An http or https URL without a path, query, user name or password.
Result<PublicUrl> parse_public_url(const std::string& text);

/// Declares --keep-free of the verbs that crawl. `bytes`: empty for the default
/// (gatherer/crawl/disk_room.h).
Option add_keep_free(Command app, std::optional<std::int64_t>& bytes);

/// Declares --site, --prefix, --exclude, --language and --depth of `new` and `gather`, which fill
/// `choice` as typed (collection/scope_choice.h checks it), and returns them.
std::vector<Option> add_scope_choice(Command app, collection::ScopeChoice& choice);

/// Declares --parents and --backward of `gather`, the same way.
std::vector<Option> add_url_sources(Command app, collection::ScopeChoice& choice);

/// Declares --dry-run. `help` says what is printed.
void add_dry_run(Command app, bool& dry_run, const std::string& help);

/// Parses the value `text` of `option`: 90s, 15m, 2h, 7d.
Result<std::chrono::milliseconds> duration_option(const std::string& option,
                                                  const std::string& text);

/// A question of `query` or `standing`.
struct QuestionChoice {
  std::string sql;
  std::string ready;             ///< The name of a ready query.
  std::vector<std::string> set;  ///< NAME=VALUE, for its parameters.
};
/// Declares SQL, --ready and --set; returns the first two.
std::vector<Option> add_question(Command app, QuestionChoice& choice, const std::string& sql_help);
/// The values of --set, by name.
Result<std::map<std::string, std::string>> values_to_set(const std::vector<std::string>& set);

}  // namespace porthole::cli
