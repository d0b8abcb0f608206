#include "plugins/support/yaml_reader.h"

#include <yaml.h>

#include <memory>
#include <vector>

namespace porthole {
namespace {

constexpr std::size_t kMaxDepth = 100;
constexpr int kMaxNodes = 500'000;

/// A mapping or sequence that is open.
struct Open {
  bool is_mapping = false;
  bool is_key = false;        ///< It stands for a key itself.
  bool awaits_value = false;  ///< A key has been read.
  std::string key{};
};

class YamlWalk {
 public:
  explicit YamlWalk(const std::function<void(const YamlScalar&)>& take) : take_(take) {}

  void take(const yaml_event_t& event) {
    switch (event.type) {
      case YAML_SCALAR_EVENT:
        return scalar(
            {reinterpret_cast<const char*>(event.data.scalar.value), event.data.scalar.length});
      case YAML_MAPPING_START_EVENT:
        return begin(true);
      case YAML_SEQUENCE_START_EVENT:
        return begin(false);
      case YAML_MAPPING_END_EVENT:
      case YAML_SEQUENCE_END_EVENT:
        return end();
      case YAML_ALIAS_EVENT:
        return alias();
      default:
        return;
    }
  }

  bool is_too_deep() const { return open_.size() > kMaxDepth; }

 private:
  void scalar(std::string value) {
    if (is_key()) return key_read(std::move(value));
    take_({key(), std::move(value), depth_});
    value_read();
  }

  void begin(bool is_mapping) {
    if (!open_.empty() && open_.back().awaits_value) take_({key(), "", depth_});
    open_.push_back({is_mapping, is_key()});
    if (is_mapping) ++depth_;
  }

  void end() {
    if (open_.empty()) return;
    if (open_.back().is_mapping) --depth_;
    const bool was_key = open_.back().is_key;
    open_.pop_back();
    was_key ? key_read("") : value_read();
  }

  void alias() { is_key() ? key_read("") : value_read(); }

  /// The next node of the innermost mapping is a key.
  bool is_key() const {
    return !open_.empty() && open_.back().is_mapping && !open_.back().awaits_value;
  }

  void key_read(std::string name) {
    open_.back().key = std::move(name);
    open_.back().awaits_value = true;
  }
  void value_read() {
    if (!open_.empty()) open_.back().awaits_value = false;
  }

  std::string key() const {
    for (auto at = open_.rbegin(); at != open_.rend(); ++at) {
      if (at->is_mapping) return at->key;
    }
    return "";
  }

  const std::function<void(const YamlScalar&)>& take_;
  std::vector<Open> open_;
  int depth_ = 0;
};

}  // namespace

std::string read_yaml(std::string_view text, const std::function<void(const YamlScalar&)>& take) {
  yaml_parser_t parser;
  if (yaml_parser_initialize(&parser) == 0) return "not enough memory";
  const std::unique_ptr<yaml_parser_t, void (*)(yaml_parser_t*)> closing(&parser,
                                                                         yaml_parser_delete);
  yaml_parser_set_encoding(&parser, YAML_UTF8_ENCODING);
  yaml_parser_set_input_string(&parser, reinterpret_cast<const unsigned char*>(text.data()),
                               text.size());
  YamlWalk walk(take);
  for (int nodes = 0; nodes < kMaxNodes; ++nodes) {
    yaml_event_t event;
    if (yaml_parser_parse(&parser, &event) == 0) {
      return "no YAML from line " + std::to_string(parser.problem_mark.line + 1) + " on";
    }
    const std::unique_ptr<yaml_event_t, void (*)(yaml_event_t*)> freeing(&event, yaml_event_delete);
    if (event.type == YAML_STREAM_END_EVENT) return "";
    walk.take(event);
    if (walk.is_too_deep()) return "nested deeper than " + std::to_string(kMaxDepth) + " levels";
  }
  return "more than " + std::to_string(kMaxNodes) + " nodes";
}

}  // namespace porthole
