#include "porthole/options/shared_options.h"

#include <charconv>
#include <string_view>

#include "base/url/url.h"
#include "porthole/verb.h"

namespace porthole::cli {

Option add_listen(Command app, std::string& listen) {
  return app
      .add_option("--listen", listen, "Address and port to listen at; port 0 takes any free port")
      .type_name("ADDR:PORT");
}

Result<ListenAddress> parse_listen_address(const std::string& text) {
  const auto colon = text.rfind(':');
  const std::string_view whole = text;
  const std::string_view port = colon == std::string::npos ? whole : whole.substr(colon + 1);
  std::string_view host = colon == std::string::npos ? "127.0.0.1" : whole.substr(0, colon);
  if (host.starts_with('[') && host.ends_with(']')) host = host.substr(1, host.size() - 2);
  ListenAddress out;
  const auto [end, error] = std::from_chars(port.data(), port.data() + port.size(), out.port);
  if (host.empty() || port.empty() || error != std::errc() || end != port.data() + port.size()) {
    return fail(ErrorCode::kUsage, "not a valid address and port: --listen " + text,
                "write --listen 127.0.0.1:8080; port 0 takes any free port");
  }
  out.address = host == "localhost" ? "127.0.0.1" : std::string(host);
  return out;
}

bool is_loopback(const std::string& address) {
  return address.starts_with("127.") || address == "::1";
}

void add_hosts(Command app, std::vector<std::string>& hosts) {
  app.add_option(
         "--host", hosts,
         "A host name that browsers may use, as that of a proxy in front, besides localhost "
         "and IP addresses; may be repeated")
      .repeatable()
      .type_name("NAME");
}

Result<void> check_host_names(const std::vector<std::string>& names) {
  for (const std::string& name : names) {
    const Result<Url> url = Url::parse("http://" + name + "/");
    if (url && url->host_and_port() == url->host() && url->request_target() == "/" &&
        name.find_first_of(" \t\r\n:/?#@") == std::string::npos)
      continue;
    return fail(ErrorCode::kUsage, "not the name of a host: --host " + name,
                "write it without scheme and port: --host search.example.org");
  }
  return {};
}

Result<void> check_gateway(const std::string& gateway) {
  const Result<Url> url = Url::parse(gateway);
  if (gateway.empty() || (url && url->scheme() == "http" && !url->host().empty())) return {};
  return fail(ErrorCode::kUsage, "not a valid http URL: --gateway " + gateway,
              "give the URL of the server: --gateway http://127.0.0.1:8090");
}

Result<PublicUrl> parse_public_url(const std::string& text) {
  const Result<Url> url = Url::parse(text);
  if (!url || !url->is_web() || url->request_target() != "/" ||
      text.find_first_of("@?#") != std::string::npos) {
    return fail(ErrorCode::kUsage, "not the address of a server: --public-url " + text,
                "give scheme and host alone: --public-url https://search.example.org");
  }
  return PublicUrl{std::string(url->scheme()) + "://" + url->host_and_port(),
                   std::string(url->host())};
}

Option add_keep_free(Command app, std::optional<std::int64_t>& bytes) {
  return app
      .add_option("--keep-free", bytes,
                  "Wait while less than this is free on the disk: 256MiB, 2GiB (default: 256 MiB, "
                  "or 1 % of a small disk)")
      .type_name("SIZE")
      .in_bytes()
      .envname("PORTHOLE_KEEP_FREE");
}

std::vector<Option> add_scope_choice(Command app, collection::ScopeChoice& choice) {
  constexpr int kDeepest = 1'000'000;
  return {app.add_option("--site", choice.sites,
                         "Only this host and those below it (example.org and "
                         "www.example.org); may be repeated")
              .repeatable()
              .type_name("HOST"),
          app.add_option("--prefix", choice.prefixes,
                         "Only URLs that begin so; may be repeated, beside --site")
              .repeatable()
              .type_name("URL"),
          app.add_option("--exclude", choice.excludes,
                         "No URL with this pattern (RE2) in path or query; may be repeated")
              .repeatable()
              .type_name("PATTERN"),
          app.add_option("--language", choice.languages,
                         "Keep pages in this language only (en, de), and those whose "
                         "language is unknown; may be repeated")
              .repeatable()
              .type_name("CODE"),
          app.add_option("--depth", choice.depth, "At most N links from the nearest seed")
              .type_name("N")
              .within(1, kDeepest, "a number from 1 on")};
}

std::vector<Option> add_url_sources(Command app, collection::ScopeChoice& choice) {
  return {app.add_flag("--parents", choice.parents,
                       "Try the folders above relevant pages, too, up to the front page"),
          app.add_option("--backward", choice.backward,
                         "Try the pages, too, that link to relevant pages by this file: "
                         "source and target, one pair a line; may be repeated")
              .repeatable()
              .type_name("FILE")
              .existing_file()};
}

void add_dry_run(Command app, bool& dry_run, const std::string& help) {
  app.add_flag("--dry-run", dry_run, help);
}

Result<std::chrono::milliseconds> duration_option(const std::string& option,
                                                  const std::string& text) {
  if (const auto duration = parse_duration(text)) return *duration;
  return fail(ErrorCode::kUsage, "not a valid duration: " + option + " " + text,
              "write 90s, 15m, 2h or 7d");
}

std::vector<Option> add_question(Command app, QuestionChoice& choice, const std::string& sql_help) {
  Option sql = app.add_option("SQL", choice.sql, sql_help);
  Option ready = app.add_option("--ready", choice.ready,
                                "A ready-made query (porthole query DIR --list names them)")
                     .type_name("NAME")
                     .excludes(sql);
  app.add_option("--set", choice.set, "Set a parameter of the ready-made query")
      .repeatable()
      .type_name("NAME=VALUE")
      .needs(ready);
  return {sql, ready};
}

Result<std::map<std::string, std::string>> values_to_set(const std::vector<std::string>& set) {
  std::map<std::string, std::string> values;
  for (const std::string& one : set) {
    const std::size_t equals = one.find('=');
    if (equals == std::string::npos || equals == 0) {
      return fail(ErrorCode::kUsage, "not a valid --set: " + one,
                  "write --set NAME=VALUE; --list names the parameters");
    }
    values[one.substr(0, equals)] = one.substr(equals + 1);
  }
  return values;
}

}  // namespace porthole::cli
