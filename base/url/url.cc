#include "base/url/url.h"

#include <array>

namespace porthole {

// https://url.spec.whatwg.org/#special-scheme
Url::Scheme Url::special_scheme(std::string_view name) {
  struct Named {
    std::string_view name;
    Scheme scheme;
  };
  constexpr std::array<Named, 6> kSpecial = {{{"https", Scheme::kHttps},
                                              {"http", Scheme::kHttp},
                                              {"file", Scheme::kFile},
                                              {"ftp", Scheme::kFtp},
                                              {"wss", Scheme::kWss},
                                              {"ws", Scheme::kWs}}};
  for (const Named& special : kSpecial) {
    if (special.name == name) return special.scheme;
  }
  return Scheme::kOther;
}

std::optional<std::uint16_t> Url::default_port(Scheme scheme) {
  switch (scheme) {
    case Scheme::kHttp:
    case Scheme::kWs:
      return 80;
    case Scheme::kHttps:
    case Scheme::kWss:
      return 443;
    case Scheme::kFtp:
      return 21;
    case Scheme::kFile:
    case Scheme::kOther:
      break;
  }
  return std::nullopt;
}

std::string_view Url::scheme() const { return view(scheme_); }
std::string_view Url::username() const { return view(username_); }
std::string_view Url::password() const { return view(password_); }
std::string_view Url::host() const { return view(host_); }
std::string_view Url::path() const { return view(path_); }
std::string_view Url::query() const { return view(query_); }
std::string_view Url::fragment() const { return view(fragment_); }

std::uint16_t Url::effective_port() const {
  return port_.value_or(default_port(special_).value_or(0));
}

std::string Url::host_and_port() const {
  std::string out(host());
  if (port_) out.append(":").append(std::to_string(*port_));
  return out;
}

std::string Url::request_target() const {
  return href_.substr(path_.begin, (has_query_ ? query_.end : path_.end) - path_.begin);
}

bool Url::is_web() const { return special_ == Scheme::kHttp || special_ == Scheme::kHttps; }

Url Url::without_fragment() const {
  Url url = *this;
  url.href_.resize(has_query_ ? query_.end : path_.end);
  url.fragment_ = {};
  return url;
}

Url Url::without_credentials() const {
  if (username().empty() && password().empty()) return *this;
  return parse(porthole::without_credentials(href_)).value_or(*this);
}

std::string without_credentials(std::string text) {
  const std::size_t slashes = text.find("//");
  if (slashes == std::string::npos) return text;
  const std::size_t begin = slashes + 2;
  const std::size_t at =
      std::string_view(text).substr(0, text.find_first_of("/\\?#", begin)).rfind('@');
  if (at != std::string::npos && at >= begin) text.erase(begin, at + 1 - begin);
  return text;
}

Url Url::scheme_twin() const {
  if (!is_web()) return *this;
  std::string twin = special_ == Scheme::kHttp ? "https" : "http";
  twin.append(href_, scheme_.end);
  return parse(twin).value_or(*this);
}

}  // namespace porthole
