#pragma once

/// Standing questions: queries that are answered anew after each update, and whose new rows are
/// news.
///
/// In:  a collection; a name and a statement in SQL (repository/query.h).
/// Out: rows that no earlier answer had, kept for a feed (search/site/feeds.h) and a webhook.
///
///   DIR/standing/NAME.json   the question, the rows that were seen (as hashes), and the newest
///                            news; replaced at once, so a crash leaves the old or the new one
///
/// A row is known by its key: the named columns, or all columns that have text; so a page whose
/// share or count has changed is not new again. A row that goes and comes back is not new either.
/// Source: Chakrabarti, van den Berg, Dom 1999 (VLDB), section 1: "to answer a pre-specified set of
/// standing queries continually".
///
/// Thread safety: reading from any thread; one writer (the collection's writer holds its lock, or
/// the user's command).

#include <chrono>
#include <cstdint>
#include <filesystem>
#include <string>
#include <unordered_set>
#include <vector>

#include "base/clock.h"
#include "base/json/json.h"
#include "base/result.h"
#include "repository/open_repository.h"

namespace porthole::search {

/// Rows of an answer that are looked at.
inline constexpr std::size_t kMostStandingRows = 10'000;
/// News that a question keeps.
inline constexpr std::size_t kMostNews = 200;

/// A row that was new.
struct StandingNews {
  std::int64_t serial = 0;  ///< From 1 in the order of their finding.
  WallTime found{};
  std::vector<std::string> values;  ///< A text for each column.
};

struct StandingQuestion {
  std::string name;
  std::string title;
  std::string sql;
  std::vector<std::string> key;  ///< Columns; empty: those that have text.
  std::string webhook;           ///< URL; "" = none.
  std::vector<std::string> columns;
  std::vector<StandingNews> news;  ///< The newest kMostNews, oldest first.
  std::int64_t serial = 0;         ///< Serial of the newest row.
  std::int64_t delivered = 0;      ///< Serial of the last row that the webhook took.
  WallTime answered{};             ///< The epoch: never.
  std::unordered_set<std::string> seen;
};

/// True for a name of 1 to 64 small letters, digits and hyphens.
bool is_standing_name(const std::string& name);

/// The folder of the questions of a collection in `folder`.
std::filesystem::path standing_folder(const std::filesystem::path& folder);

/// The questions in the order of their names. Errors: those of read_standing().
Result<std::vector<StandingQuestion>> standing_questions(const std::filesystem::path& standing);

/// Errors: kUsage for an invalid name, kNotFound when there is none; kInvalid for a damaged file;
/// kStorage.
Result<StandingQuestion> read_standing(const std::filesystem::path& standing,
                                       const std::string& name);

/// Errors: kPermission, kDiskFull, kStorage.
Result<void> write_standing(const std::filesystem::path& standing,
                            const StandingQuestion& question);

/// Errors: kUsage, kNotFound as read_standing(); kPermission.
Result<void> remove_standing(const std::filesystem::path& standing, const std::string& name);

/// Answers `question` on the repository and adds the rows that are new, in the order of the answer;
/// returns their number. The rows of the first answer are the state to begin with.
///
/// Errors: kUsage for a column of the key that the answer lacks; those of run_query(). The question
/// is then as before.
Result<std::size_t> answer_standing(StandingQuestion& question,
                                    const repository::StoragePlace& place,
                                    std::chrono::seconds limit, WallTime now);

/// {"name","title","sql","key","webhook","answered","known","delivered","news":[{"serial","found",
/// COLUMN: TEXT}]}
nlohmann::ordered_json standing_as_json(const StandingQuestion& question);

/// The rows that the webhook has not taken, as it gets them: {"question","title","rows":[{"serial",
/// "found",COLUMN: TEXT}]}. Null when there are none.
nlohmann::ordered_json undelivered(const StandingQuestion& question);

}  // namespace porthole::search
