#include "search/standing/standing_question.h"

#include <algorithm>
#include <cstdio>
#include <fstream>
#include <iterator>
#include <optional>
#include <utility>

#include "base/text/format.h"
#include "base/text/text.h"
#include "collection/collection.h"
#include "repository/query_process.h"

namespace porthole::search {
namespace {

using nlohmann::ordered_json;
using repository::QueryRows;
using repository::QueryValue;

constexpr std::size_t kLongestName = 64;
constexpr const char* kSuffix = ".json";

std::string text_of(const QueryValue& value) {
  if (const auto* whole = std::get_if<std::int64_t>(&value)) return std::to_string(*whole);
  if (const auto* number = std::get_if<double>(&value)) {
    char text[32];
    std::snprintf(text, sizeof text, "%.10g", *number);
    return text;
  }
  const auto* text = std::get_if<std::string>(&value);
  return text == nullptr ? std::string() : *text;
}

/// FNV-1a, 64 bits, as 16 digits.
std::string hash_of(const std::vector<std::string>& parts) {
  std::uint64_t hash = 14695981039346656037ULL;
  const auto add = [&](unsigned char byte) { hash = (hash ^ byte) * 1099511628211ULL; };
  for (const std::string& part : parts) {
    for (const char c : part) add(static_cast<unsigned char>(c));
    add(0xff);  // no byte of UTF-8
  }
  char text[17];
  std::snprintf(text, sizeof text, "%016llx", static_cast<unsigned long long>(hash));
  return text;
}

/// The places of the key's columns; empty: the columns that have text.
Result<std::vector<std::size_t>> key_places(const StandingQuestion& question,
                                            const QueryRows& found) {
  std::vector<std::size_t> places;
  for (const std::string& name : question.key) {
    const auto at = std::find(found.columns.begin(), found.columns.end(), name);
    if (at == found.columns.end()) {
      return fail(ErrorCode::kUsage, "the answer has no column " + name,
                  "--key names columns of the answer");
    }
    places.push_back(static_cast<std::size_t>(at - found.columns.begin()));
  }
  return places;
}

std::string key_of(const std::vector<QueryValue>& row, const std::vector<std::size_t>& places) {
  std::vector<std::string> parts;
  for (const std::size_t place : places) parts.push_back(text_of(row[place]));
  for (std::size_t i = 0; places.empty() && i < row.size(); ++i) {
    if (std::holds_alternative<std::string>(row[i]))
      parts.push_back(std::to_string(i) + text_of(row[i]));
  }
  if (!parts.empty()) return hash_of(parts);
  std::transform(row.begin(), row.end(), std::back_inserter(parts), text_of);
  return hash_of(parts);
}

std::int64_t seconds_of(WallTime time) {
  return std::chrono::duration_cast<std::chrono::seconds>(time.time_since_epoch()).count();
}
WallTime time_of(std::int64_t seconds) { return WallTime{std::chrono::seconds(seconds)}; }

ordered_json json_of(const StandingQuestion& question) {
  ordered_json news = ordered_json::array();
  for (const StandingNews& one : question.news) {
    news.push_back(
        {{"serial", one.serial}, {"found", seconds_of(one.found)}, {"values", one.values}});
  }
  std::vector<std::string> seen(question.seen.begin(), question.seen.end());
  std::sort(seen.begin(), seen.end());
  return {{"title", question.title},     {"sql", question.sql},
          {"key", question.key},         {"webhook", question.webhook},
          {"columns", question.columns}, {"answered", seconds_of(question.answered)},
          {"serial", question.serial},   {"delivered", question.delivered},
          {"news", std::move(news)},     {"seen", std::move(seen)}};
}

StandingQuestion question_of(std::string name, const ordered_json& json) {
  StandingQuestion question;
  question.name = std::move(name);
  json.at("title").get_to(question.title);
  json.at("sql").get_to(question.sql);
  json.at("key").get_to(question.key);
  json.at("webhook").get_to(question.webhook);
  json.at("columns").get_to(question.columns);
  question.answered = time_of(json.at("answered").get<std::int64_t>());
  json.at("serial").get_to(question.serial);
  json.at("delivered").get_to(question.delivered);
  for (const ordered_json& one : json.at("news")) {
    question.news.push_back({one.at("serial").get<std::int64_t>(),
                             time_of(one.at("found").get<std::int64_t>()),
                             one.at("values").get<std::vector<std::string>>()});
    if (question.news.back().values.size() != question.columns.size())
      throw ordered_json::out_of_range::create(401, "a row has other columns", &one);
  }
  for (const ordered_json& one : json.at("seen")) question.seen.insert(one.get<std::string>());
  return question;
}

}  // namespace

bool is_standing_name(const std::string& name) {
  return !name.empty() && name.size() <= kLongestName &&
         std::all_of(name.begin(), name.end(), [](char c) {
           return (c >= 'a' && c <= 'z') || (c >= '0' && c <= '9') || c == '-';
         });
}

std::filesystem::path standing_folder(const std::filesystem::path& folder) {
  return folder / "standing";
}

Result<std::vector<StandingQuestion>> standing_questions(const std::filesystem::path& standing) {
  std::vector<std::string> names;
  std::error_code code;
  for (const auto& entry : std::filesystem::directory_iterator(standing, code)) {
    const std::string name = entry.path().stem().string();
    if (entry.path().extension() == kSuffix && is_standing_name(name)) names.push_back(name);
  }
  std::sort(names.begin(), names.end());
  std::vector<StandingQuestion> questions;
  for (const std::string& name : names) {
    TRY_AS(question, read_standing(standing, name));
    questions.push_back(std::move(*question));
  }
  return questions;
}

Result<StandingQuestion> read_standing(const std::filesystem::path& standing,
                                       const std::string& name) {
  if (!is_standing_name(name)) {
    return fail(ErrorCode::kUsage, "not a valid name of a standing question: " + name,
                "use small letters, digits and hyphens, at most 64");
  }
  const std::filesystem::path file = standing / (name + kSuffix);
  std::ifstream in(file, std::ios::binary);
  if (!in) {
    return fail(ErrorCode::kNotFound, "there is no standing question \"" + name + "\"",
                "porthole standing list DIR names them");
  }
  const ordered_json json = ordered_json::parse(in, nullptr, false);
  try {
    return question_of(name, json);
  } catch (const ordered_json::exception&) {
    return fail({ErrorCode::kInvalid, "not a valid standing question", file.string(), 0, 0,
                 "delete the file, and add the question again"});
  }
}

Result<void> write_standing(const std::filesystem::path& standing,
                            const StandingQuestion& question) {
  std::error_code code;
  std::filesystem::create_directories(standing, code);
  if (code)
    return fail(ErrorCode::kPermission, "no folder for standing questions can be made in " +
                                            standing.parent_path().string() + ": " +
                                            code.message());
  return collection::replace_file(
      standing / (question.name + kSuffix),
      json_of(question).dump(1, ' ', false, ordered_json::error_handler_t::replace) + "\n");
}

Result<void> remove_standing(const std::filesystem::path& standing, const std::string& name) {
  const Result<StandingQuestion> question = read_standing(standing, name);
  if (!question && question.error().code != ErrorCode::kInvalid) return fail(question.error());
  std::error_code code;
  std::filesystem::remove(standing / (name + kSuffix), code);
  if (code)
    return fail(ErrorCode::kPermission, "the question cannot be removed: " + code.message());
  return {};
}

Result<std::size_t> answer_standing(StandingQuestion& question,
                                    const repository::StoragePlace& place,
                                    std::chrono::seconds limit, WallTime now) {
  const auto found =
      repository::run_query_apart(place, question.sql, {.rows = kMostStandingRows, .time = limit});
  if (!found) return fail(found.error());
  TRY_AS(places, key_places(question, *found));
  const bool counts = question.answered != WallTime{};
  if (question.columns != found->columns) question.news.clear();
  question.columns = found->columns;
  std::size_t added = 0;
  for (const auto& row : found->rows) {
    if (!question.seen.insert(key_of(row, *places)).second || !counts) continue;
    StandingNews& news = question.news.emplace_back();
    news.serial = ++question.serial;
    news.found = now;
    std::transform(row.begin(), row.end(), std::back_inserter(news.values), text_of);
    ++added;
  }
  if (question.news.size() > kMostNews)
    question.news.erase(question.news.begin(), question.news.end() - kMostNews);
  question.answered = now;
  return added;
}

ordered_json standing_as_json(const StandingQuestion& question) {
  ordered_json rows = ordered_json::array();
  for (const StandingNews& news : question.news) {
    ordered_json row = {{"serial", news.serial}, {"found", format_time(news.found)}};
    for (std::size_t i = 0; i < news.values.size(); ++i) row[question.columns[i]] = news.values[i];
    rows.push_back(std::move(row));
  }
  return {{"name", question.name},         {"title", question.title},
          {"sql", question.sql},           {"key", question.key},
          {"webhook", question.webhook},   {"answered", format_time(question.answered)},
          {"known", question.seen.size()}, {"delivered", question.delivered},
          {"news", std::move(rows)}};
}

ordered_json undelivered(const StandingQuestion& question) {
  ordered_json rows = ordered_json::array();
  for (const StandingNews& one : question.news) {
    if (one.serial <= question.delivered) continue;
    ordered_json row = {{"serial", one.serial}, {"found", format_time(one.found)}};
    for (std::size_t i = 0; i < one.values.size(); ++i) row[question.columns[i]] = one.values[i];
    rows.push_back(std::move(row));
  }
  if (rows.empty()) return nullptr;
  return {{"question", question.name}, {"title", question.title}, {"rows", std::move(rows)}};
}

}  // namespace porthole::search
