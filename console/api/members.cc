#include "console/api/members.h"

#include <algorithm>
#include <utility>

#include "base/text/text.h"

namespace porthole::console {
namespace {

constexpr std::size_t kLongestShown = 100;  // bytes of a name that a client made up
constexpr const char* kText = "a text";
constexpr const char* kFlag = "true or false";
constexpr const char* kValues = "an object of texts";

std::string quoted(const std::string& name) { return "\"" + name + "\""; }

std::string whole_number(std::int64_t low, std::int64_t high) {
  return "a whole number from " + std::to_string(low) + " to " + std::to_string(high);
}

}  // namespace

void Members::keep(ErrorCode code, std::string message, std::string hint) {
  if (error_) return;
  error_.emplace();
  error_->code = code;
  error_->message = std::move(message);
  error_->hint = std::move(hint);
}

void Members::refuse(const char* name, const std::string& expected) {
  keep(ErrorCode::kUsage, "not a valid " + quoted(name) + " in the request: expected " + expected,
       "send " + expected);
}

const nlohmann::json* Members::find(const char* name) {
  known_.emplace_back(name);
  const auto found = body_.find(name);
  return found == body_.end() ? nullptr : &*found;
}

const nlohmann::json* Members::find_needed(const char* name, const std::string& expected) {
  const Json* const found = find(name);
  if (found == nullptr) {
    keep(ErrorCode::kUsage, quoted(name) + " is missing in the request: expected " + expected,
         "send " + expected);
  }
  return found;
}

std::string Members::text_of(const Json* value, const char* name, std::size_t most) {
  if (value == nullptr) return {};
  if (!value->is_string()) {
    refuse(name, kText);
    return {};
  }
  auto text = value->get<std::string>();
  if (text.size() > most) {
    keep(ErrorCode::kTooLarge, quoted(name) + " is too long",
         "send at most " + std::to_string(most) + " bytes");
  }
  return error_ ? std::string() : text;
}

std::string Members::text(const char* name, std::size_t most) {
  return text_of(find_needed(name, kText), name, most);
}

std::string Members::optional_text(const char* name, std::size_t most) {
  return text_of(find(name), name, most);
}

std::int64_t Members::number_of(const Json& value, const char* name, std::int64_t low,
                                std::int64_t high, const std::string& expected) {
  const bool fits = value.is_number_unsigned() ? value.get<std::uint64_t>() <= INT64_MAX
                                               : value.is_number_integer();
  const std::int64_t number = fits ? value.get<std::int64_t>() : 0;
  if (!fits || number < low || number > high) refuse(name, expected);
  return error_ ? 0 : number;
}

std::int64_t Members::number(const char* name, std::int64_t low, std::int64_t high) {
  const std::string expected = whole_number(low, high);
  const Json* const value = find_needed(name, expected);
  return value == nullptr ? 0 : number_of(*value, name, low, high, expected);
}

std::optional<std::int64_t> Members::optional_number(const char* name, std::int64_t low,
                                                     std::int64_t high) {
  const Json* const value = find(name);
  if (value == nullptr) return std::nullopt;
  return number_of(*value, name, low, high, whole_number(low, high));
}

bool Members::flag(const char* name) {
  const Json* const value = find_needed(name, kFlag);
  if (value == nullptr) return false;
  if (!value->is_boolean()) refuse(name, kFlag);
  return !error_ && value->get<bool>();
}

bool Members::optional_flag(const char* name) { return find(name) != nullptr && flag(name); }

std::vector<std::string> Members::optional_texts(const char* name, std::size_t most) {
  std::vector<std::string> texts;
  const Json* const value = find(name);
  if (value == nullptr) return texts;
  const bool is_good =
      value->is_array() && value->size() <= most &&
      std::all_of(value->begin(), value->end(), [](const Json& one) { return one.is_string(); });
  if (!is_good) refuse(name, "a list of at most " + std::to_string(most) + " texts");
  if (error_) return texts;
  for (const Json& one : *value) texts.push_back(one.get<std::string>());
  return texts;
}

std::map<std::string, std::string> Members::optional_values(const char* name) {
  std::map<std::string, std::string> values;
  const Json* const value = find(name);
  if (value == nullptr) return values;
  const bool is_good =
      value->is_object() &&
      std::all_of(value->begin(), value->end(), [](const Json& one) { return one.is_string(); });
  if (!is_good) refuse(name, kValues);
  if (error_) return values;
  for (auto one = value->begin(); one != value->end(); ++one)
    values[one.key()] = one->get<std::string>();
  return values;
}

Result<void> Members::finish() {
  for (auto one = body_.begin(); !error_ && one != body_.end(); ++one) {
    if (std::find(known_.begin(), known_.end(), one.key()) != known_.end()) continue;
    std::string known;
    for (const std::string& name : known_) known += (known.empty() ? "" : ", ") + name;
    keep(ErrorCode::kUsage,
         "unknown member " + quoted(clean_utf8(one.key().substr(0, kLongestShown))) +
             " in the request",
         "known: " + known);
  }
  if (error_) return fail(*error_);
  return {};
}

}  // namespace porthole::console
