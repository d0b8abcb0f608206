#include "collection/edit/slow_hosts.h"

#include <cstdint>
#include <optional>
#include <string_view>
#include <utility>

#include "base/file_limits.h"
#include "base/text/number.h"
#include "base/text/text.h"
#include "base/xml/tree.h"
#include "collection/specification_values.h"
#include "collection/xml_edit.h"

namespace porthole::collection {
namespace {

using xml::XmlElement;

constexpr double kLongest = 86'400;  // seconds
constexpr double kMilliseconds = 1000;

std::string seconds_of(std::chrono::milliseconds time) {
  std::string text = std::to_string(time.count() / 1000);
  const auto rest = static_cast<int>(time.count() % 1000);
  if (rest == 0) return text;
  return text + "." + std::to_string(1000 + rest).substr(1);
}

std::chrono::milliseconds milliseconds_of(double seconds) {
  return std::chrono::milliseconds(static_cast<std::int64_t>(seconds * kMilliseconds));
}

const XmlElement* slow_host_in(const XmlElement* politeness, const std::string& host) {
  if (politeness == nullptr) return nullptr;
  for (const XmlElement& child : politeness->children) {
    const std::string* name = child.attribute("name");
    if (child.local == "host" && name != nullptr && ascii_lower(trim(*name)) == host) return &child;
  }
  return nullptr;
}

}  // namespace

Result<SlowHost> slow_host_of(const std::string& words) {
  const std::size_t sign = words.find('=');
  const std::string host = words.substr(0, sign);
  const std::string name = ascii_lower(trim(host));
  const std::string value = sign == std::string::npos ? "" : words.substr(sign + 1);
  const std::optional<double> seconds = parse_number(trim(value));
  if (!is_host_name(name) || !seconds || !(*seconds >= 0 && *seconds <= kLongest)) {
    return fail(ErrorCode::kUsage, "not a host with its seconds: " + words,
                "write HOST=SECONDS, at most 86400; 0 for the ordinary delay");
  }
  return SlowHost{name, milliseconds_of(*seconds)};
}

std::vector<SlowHost> slow_hosts_in(const std::filesystem::path& file) {
  std::vector<SlowHost> hosts;
  const Result<std::string> text = xml::read_file(file, kLargestSpecification);
  if (!text) return hosts;
  const Result<XmlElement> root = xml::read_tree(*text, file.string());
  const XmlElement* politeness = root ? root->child("politeness") : nullptr;
  if (politeness == nullptr) return hosts;
  for (const XmlElement& child : politeness->children) {
    const std::string* name = child.attribute("name");
    const std::string* delay = child.attribute("delay");
    if (child.local != "host" || name == nullptr || delay == nullptr) continue;
    hosts.push_back(
        {ascii_lower(trim(*name)), milliseconds_of(parse_number(trim(*delay)).value_or(0))});
  }
  return hosts;
}

Result<std::string> set_slow_host(const std::string& text, const SlowHost& host) {
  TRY_AS(root, xml::read_tree(text, "porthole.xml"));
  const XmlElement* known = slow_host_in(root->child("politeness"), host.name);
  if (host.delay.count() == 0)
    return known == nullptr ? text : edited(text, {take_out(text, *known)});
  const std::string set = attribute("delay", seconds_of(host.delay));
  if (known != nullptr) {
    const auto [begin, end] = find_attribute(text, *known, "delay");
    return edited(text, {{begin, end, set}});
  }
  const std::string line =
      "<" + prefix_of(text, *root) + "host" + attribute("name", host.name) + set + "/>";
  return put_line(text, *root, "politeness", line);
}

}  // namespace porthole::collection
