// Fuzzer for Url: the input up to the first newline is a base, the rest a reference to resolve.
//
//   cmake --preset fuzz && ninja -C build/fuzz url_fuzzer && build/fuzz/bin/url_fuzzer -max_len=512
//   -max_total_time=60

#include <cstdint>
#include <string_view>

#include "base/url/url.h"
#include "tests/fuzz/laws.h"

namespace porthole {
namespace {

void demand(bool law, const char* name, const Url& url) { testing::demand(law, name, url.href()); }

bool has_same_parts(const Url& a, const Url& b) {
  return a.scheme() == b.scheme() && a.username() == b.username() && a.password() == b.password() &&
         a.host() == b.host() && a.port() == b.port() && a.path() == b.path() &&
         a.query() == b.query() && a.fragment() == b.fragment() &&
         a.host_is_address() == b.host_is_address() && a.has_opaque_path() == b.has_opaque_path();
}

void check_laws(const Url& url, const Url* base) {
  const Result<Url> again = Url::parse(url.href());
  demand(again && again->href() == url.href(), "parse(href) == href", url);
  demand(has_same_parts(*again, url), "the parts of parse(href)", url);
  if (base != nullptr) {
    const Result<Url> resolved = Url::parse(url.href(), base);
    demand(resolved && *resolved == url, "an absolute URL ignores its base", url);
  }
  const Result<Url> key = Url::parse(url.key());
  demand(key && key->href() == url.key(), "a key is a serialised URL", url);
  demand(key->key() == url.key(), "a key is its own key", url);
  demand(key->is_web() == url.is_web(), "a key keeps the kind of scheme", url);
  demand(url.without_fragment().key() == url.key(), "the fragment is not in the key", url);
  demand(url.scheme_twin().path() == url.path(), "a twin has the same path", url);
  const std::string domain = registrable_domain(url.host());
  demand(registrable_domain(domain) == domain, "a registrable domain is its own", url);
}

}  // namespace
}  // namespace porthole

extern "C" int LLVMFuzzerTestOneInput(const std::uint8_t* data, std::size_t size) {
  using porthole::Url;
  const std::string_view text(reinterpret_cast<const char*>(data), size);
  const std::size_t newline = text.find('\n');
  const auto base = Url::parse(text.substr(0, newline));
  if (base) porthole::check_laws(*base, nullptr);
  if (newline == std::string_view::npos) return 0;
  const Url* page = base ? &*base : nullptr;
  const auto url = Url::parse(text.substr(newline + 1), page);
  if (url) porthole::check_laws(*url, page);
  return 0;
}
