#pragma once

/// Tells answers that stand in the place of a page: a challenge that asks whether a person is
/// there, and an error that was sent as a page.
///
/// In:  an answer, and its document if it was parsed.
/// Out: the reason for which its URL fails, and the product that sent it.
///
/// A page is told by few words and few links together with what a product sends (challenge_marks.h)
/// in its head, markup, title or first words; so a page of substance that names a product, or has a
/// captcha in a form, is a page. A mark that the page shows is a mention. An answer with
/// another status is never a page, so a mark alone is enough there.
///
/// A page with more words than that costs the count of its first words; only thin ones are
/// searched.
///
/// Thread safety: pure functions.

#include <optional>
#include <string>

#include "base/document.h"
#include "gatherer/fetch/fetcher.h"

namespace porthole::gatherer {

struct StandIn {
  DropReason reason = DropReason::kChallenge;
  std::string detail;  ///< For people: "Cloudflare"; "" when the product is not known.
};

/// Judges an answer whose status is not that of a page.
std::optional<StandIn> stand_in_of(const FetchResponse& response);
/// Judges a page.
std::optional<StandIn> stand_in_of(const FetchResponse& response, const Document& document);
/// Judges a redirect to `target`: a challenge, or a page to log in, at an address of its own.
std::optional<StandIn> stand_in_at(const Url& target);

/// The page is little else than a form with a password.
bool is_login_page(const FetchResponse& response, const Document& document);

/// The number of words of `text`, at most `most`; where words are not set apart, of pieces as long.
std::size_t count_words(std::string_view text, std::size_t most);

/// Equal for texts that differ in nothing but words with digits and addresses: times, numbers of
/// requests, the URL that was asked for.
std::uint64_t print_of(std::string_view text);

}  // namespace porthole::gatherer
