#pragma once

/// How a result names its site: a coloured letter and the path as breadcrumbs. Nothing is asked of
/// the site itself, so that no site learns who searches.
///
/// Thread safety: functions without state.

#include <string>
#include <vector>

namespace porthole::search {

/// The first letter or digit of the site's name, upper case, without "www."; "" when it has none.
std::string site_letter(const std::string& host);
/// 0 to kLetterColours - 1, the same for each host: a class of style.css.
int letter_colour(const std::string& host);
inline constexpr int kLetterColours = 12;

/// The segments of the path, decoded and cut: at most kCrumbs, the middle ones left out as "…"; a
/// query makes the last one end in "?…"; those of a member's name follow. The path of a local
/// document begins in that of `folders` (URLs that end in a slash) in which it lies.
std::vector<std::string> breadcrumbs(const std::string& url,
                                     const std::vector<std::string>& folders = {});
/// The site of a URL that is not http or https: its host; of a local document the name of the
/// folder of `folders` in which it lies, else its scheme ("file:").
std::string other_site(const std::string& url, const std::vector<std::string>& folders);
inline constexpr std::size_t kCrumbs = 4;
/// Those that a page states, cut in the same way.
std::vector<std::string> stated_breadcrumbs(std::vector<std::string> crumbs);

}  // namespace porthole::search
