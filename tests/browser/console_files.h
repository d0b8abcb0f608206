#pragma once

/// Files of a start in the console: the bookmarks that a person brings, and the audit log.

#include <filesystem>
#include <string>
#include <utility>
#include <vector>

namespace porthole::test {

/// Bookmarks as a browser exports them: folders with their URLs.
std::string bookmarks_html(
    const std::vector<std::pair<std::string, std::vector<std::string>>>& folders);

/// The changes that were done in the console of `collection`, in order: the action, and what it was
/// about.
std::vector<std::string> audited_changes(const std::filesystem::path& collection);

}  // namespace porthole::test
