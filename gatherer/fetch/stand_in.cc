#include "gatherer/fetch/stand_in.h"

#include <algorithm>
#include <array>
#include <cctype>
#include <functional>
#include <span>

#include "base/text/text.h"
#include "gatherer/fetch/challenge_marks.h"
#include "gatherer/fetch/fetcher.h"

namespace porthole::gatherer {
namespace {

constexpr std::size_t kSearched = 128 << 10;   // bytes of the markup
constexpr std::size_t kMostLinks = 12;         // of a challenge: its makers, help, terms
constexpr std::size_t kWordsOfTitled = 120;    // of a page that is told by its title or words
constexpr std::size_t kFirstBytes = 400;       // of its text, where its words must stand
constexpr std::size_t kWordsWithCaptcha = 60;  // of a page that asks for a captcha
constexpr std::size_t kWordsOfCaptcha = 2;     // of a page that is one
constexpr std::size_t kWordsOfError = 40;      // of an error that was sent as a page
constexpr std::size_t kWordsOfLogin = 120;

std::string_view head_of(const FetchResponse& response) {
  return std::string_view(response.body).substr(0, kSearched);
}

bool is_html(const FetchResponse& response) {
  const std::string type = ascii_lower(response.header("content-type"));
  return type.empty() || type.find("html") != std::string::npos;
}

bool begins(std::string_view value, std::string_view prefix) {
  return equals_ignoring_case(value.substr(0, prefix.size()), prefix);
}

bool counts(HeaderMark::When when, bool is_page, std::size_t words) {
  if (!is_page || when == HeaderMark::When::kAlways) return true;
  return when == HeaderMark::When::kThin && words <= kWordsOfTitled;
}

/// The product that a field of the head names.
std::string_view product_in_head(const FetchResponse& response, bool is_page, std::size_t words) {
  for (const auto& [name, value] : response.headers) {
    for (const HeaderMark& mark : kHeaderMarks) {
      const bool is_named = mark.name.ends_with('-') ? name.starts_with(mark.name)  // a family
                                                     : name == mark.name;
      if (is_named && begins(trim(std::string_view(value)), mark.value) &&
          counts(mark.when, is_page, words)) {
        return mark.product;
      }
    }
    if (is_page || name != "set-cookie") continue;
    for (const CookieMark& mark : kCookieMarks) {
      if (value.starts_with(mark.begin)) return mark.product;
    }
  }
  return {};
}

/// The product of the first mark in `markup` that `text`, what is seen of it, does not show.
std::string_view product_in(std::span<const BodyMark> marks, std::string_view markup,
                            std::string_view text, std::size_t words) {
  for (const BodyMark& mark : marks) {
    if (words > mark.words || markup.find(mark.text) == std::string_view::npos) continue;
    if (text.find(mark.text) == std::string_view::npos) return mark.product;
  }
  return {};
}

/// In lower case, with straight apostrophes.
std::string plain(std::string_view text) {
  std::string out = ascii_lower(fold_space(text));
  for (const std::string_view apostrophe : {"\u2019", "&#39;", "&#x27;", "&apos;", "&rsquo;"}) {
    for (std::size_t at = 0; (at = out.find(apostrophe, at)) != std::string::npos;)
      out.replace(at, apostrophe.size(), "'");
  }
  return out;
}

/// The title as it is sent: that of the document may be a heading, or without the site's name.
std::string title_in(std::string_view markup) {
  for (const std::string_view tag : {"<title", "<TITLE"}) {
    const std::size_t element = markup.find(tag);
    if (element == std::string_view::npos) continue;
    const std::string_view rest = markup.substr(element, kFirstBytes);
    const std::size_t begin = std::min(rest.find('>'), rest.size() - 1) + 1;
    return plain(rest.substr(begin, rest.find('<', begin) - begin));
  }
  return {};
}

StandIn challenge_of(std::string_view product) {
  return {DropReason::kChallenge, std::string(product)};
}

/// `title` is `words`, perhaps with the name of a site or a mark behind it.
bool is_titled(const std::string& title, std::string_view words) {
  if (!title.starts_with(words)) return false;
  const std::size_t next = title.find_first_not_of(' ', words.size());
  return next == std::string::npos || !std::isalnum(static_cast<unsigned char>(title[next]));
}

/// Words that several products use must be the first; others may have a name before them.
std::optional<StandIn> challenge_in_words(const std::string& title, const std::string& text) {
  constexpr std::size_t kFirst = 120;
  for (const WordsMark& mark : kChallengeTitles) {
    if (is_titled(title, mark.words)) return challenge_of(mark.product);
  }
  for (const WordsMark& mark : kChallengeWords) {
    const std::size_t at = text.find(mark.words);
    if (at <= kFirst || (at != std::string::npos && !mark.product.empty()))
      return challenge_of(mark.product);
  }
  return std::nullopt;
}

/// "503 Service Unavailable": the status that a title says; 0 when it says none.
int status_said_by(const std::string& title) {
  constexpr std::array kPhrases = {std::pair{400, "bad request"},
                                   std::pair{401, "unauthorized"},
                                   std::pair{403, "forbidden"},
                                   std::pair{404, "not found"},
                                   std::pair{429, "too many requests"},
                                   std::pair{500, "internal server error"},
                                   std::pair{502, "bad gateway"},
                                   std::pair{503, "service unavailable"},
                                   std::pair{503, "service temporarily"},
                                   std::pair{503, "temporarily unavailable"},
                                   std::pair{504, "gateway time"},
                                   std::pair{500, "establishing a database"},
                                   std::pair{503, "site under maintenance"}};
  for (const auto& [status, phrase] : kPhrases) {
    const std::string number = std::to_string(status);
    std::string_view rest = title;
    for (const std::string_view lead :
         {std::string_view("error "), std::string_view("http "), std::string_view(number),
          std::string_view(" "), std::string_view("- "), std::string_view(": ")}) {
      if (rest.starts_with(lead)) rest.remove_prefix(lead.size());
    }
    const bool has_number = title.find(number) != std::string::npos;
    const bool is_alone = rest == phrase || rest == std::string(phrase) + "!";
    if (rest.starts_with(phrase) && (has_number || is_alone || status >= 500)) return status;
  }
  return 0;
}

std::optional<StandIn> captcha_of(std::string_view markup, const Document& document,
                                  std::size_t words, const std::string& title,
                                  const std::string& text) {
  if (words > kWordsWithCaptcha) return std::nullopt;
  const std::string_view product = product_in(kCaptchaMarks, markup, document.text, words);
  if (product.empty()) return std::nullopt;
  const bool is_alone = words <= kWordsOfCaptcha && document.links.empty();
  const bool asks = title.find("captcha") != std::string::npos ||
                    title.find("security check") != std::string::npos ||
                    text.find("complete the captcha") != std::string::npos;
  return is_alone || asks ? std::optional(challenge_of(product)) : std::nullopt;
}

std::optional<StandIn> thin_stand_in(const FetchResponse& response, const Document& document,
                                     std::size_t words) {
  const std::string_view markup = head_of(response);
  if (const auto product = product_in(kBodyMarks, markup, document.text, words); !product.empty())
    return challenge_of(product);
  if (words > kWordsOfTitled) return std::nullopt;
  const std::string title = title_in(markup);
  const std::string text = plain(cut(std::string_view(document.text), kFirstBytes));
  if (auto told = challenge_in_words(title, text)) return told;
  if (auto captcha = captcha_of(markup, document, words, title, text)) return captcha;
  const int status = words <= kWordsOfError ? status_said_by(title) : 0;
  if (status == 0) return std::nullopt;
  return StandIn{repository::http_reason(status),
                 "its title says so, with status " + std::to_string(response.http_status)};
}

}  // namespace

std::optional<StandIn> stand_in_of(const FetchResponse& response) {
  if (response.status != FetchStatus::kAnswer || !is_refusal(response.http_status))
    return std::nullopt;
  if (const auto product = product_in_head(response, false, 0); !product.empty())
    return challenge_of(product);
  if (!is_html(response)) return std::nullopt;
  const std::string_view markup = head_of(response);
  for (const auto& marks :
       {std::span<const BodyMark>(kBodyMarks), std::span<const BodyMark>(kCaptchaMarks)}) {
    if (const auto product = product_in(marks, markup, {}, 0); !product.empty())
      return challenge_of(product);
  }
  const std::string title = title_in(markup);
  const bool is_plain_denial = title.starts_with("access denied");  // Any server may say that.
  return is_plain_denial ? std::nullopt : challenge_in_words(title, "");
}

std::optional<StandIn> stand_in_of(const FetchResponse& response, const Document& document) {
  const std::size_t words = count_words(document.text, kMostWordsOfChallenge + 1);
  if (const auto product = product_in_head(response, true, words); !product.empty())
    return challenge_of(product);
  if (words > kMostWordsOfChallenge || document.links.size() > kMostLinks ||
      !has_content(document.status) || !is_html(response)) {
    return std::nullopt;
  }
  return thin_stand_in(response, document, words);
}

std::optional<StandIn> stand_in_at(const Url& target) {
  const std::string href = ascii_lower(target.href());
  for (const std::string_view place :
       {"/.within.website/", "/sorry/index", "/showcaptcha", "validate.perfdrive.com", "x5secdata",
        "captcha-delivery.com", "/.well-known/sgcaptcha/", "consent.google.com"}) {
    if (href.find(place) != std::string::npos) return challenge_of("");
  }
  std::string path = ascii_lower(target.request_target());
  path.resize(std::min(path.find('?'), path.size()));
  for (const std::string_view segment : split(std::string_view(path), '/')) {
    const std::string_view name = segment.substr(0, segment.find('.'));
    for (const std::string_view login :
         {"login", "log-in", "signin", "sign-in", "sign_in", "logon", "wp-login", "anmelden",
          "anmeldung", "sso", "connexion", "accounts-login", "user-login"}) {
      if (name == login) return StandIn{DropReason::kLoginPage, target.href()};
    }
  }
  return std::nullopt;
}

bool is_login_page(const FetchResponse& response, const Document& document) {
  if (!is_html(response) || count_words(document.text, kWordsOfLogin + 1) > kWordsOfLogin)
    return false;
  const std::string markup = ascii_lower(head_of(response));
  return markup.find("type=\"password\"") != std::string::npos ||
         markup.find("type=password") != std::string::npos ||
         markup.find("type='password'") != std::string::npos;
}

std::size_t count_words(std::string_view text, std::size_t most) {
  constexpr std::size_t kBytesOfPiece = 8;
  const std::size_t pieces = text.size() / kBytesOfPiece;
  if (pieces >= most) return most;
  std::size_t words = 0;
  bool within = false;
  for (const char c : text) {
    const bool is_space = c == ' ' || c == '\n' || c == '\t';
    if (!is_space && !within && ++words >= most) return most;
    within = !is_space;
  }
  return std::max(words, pieces);
}

std::uint64_t print_of(std::string_view text) {
  constexpr std::uint64_t kPrime = 0x100000001B3;
  constexpr std::string_view kSpace = " \n\t";
  std::uint64_t print = 0xCBF29CE484222325;
  while (true) {
    const std::size_t begin = text.find_first_not_of(kSpace);
    if (begin == std::string_view::npos) return print;
    text.remove_prefix(begin);
    const std::string_view word = text.substr(0, text.find_first_of(kSpace));
    text.remove_prefix(word.size());
    if (word.find_first_of("0123456789/") != std::string_view::npos) continue;
    print = (print ^ std::hash<std::string_view>{}(word)) * kPrime;
  }
}

}  // namespace porthole::gatherer
