#pragma once

/// MetricsText: numbers in the text format of Prometheus.
///
///   MetricsText text;
///   text.begin("porthole_pages", "gauge", "Pages that were fetched.");
///   text.add(45, {{"collection", "cycling"}});
///   text.take();  // "# HELP porthole_pages Pages that were fetched.\n# TYPE ..."
///
/// Source: Prometheus, "Exposition formats", text format 0.0.4.
///
/// Thread safety: one thread.

#include <cstdint>
#include <string>
#include <string_view>
#include <utility>
#include <vector>

namespace porthole {

class MetricsText {
 public:
  using Labels = std::vector<std::pair<std::string_view, std::string>>;

  /// Media type of an answer with this text.
  static constexpr const char* kType = "text/plain; version=0.0.4; charset=utf-8";

  /// Begins a metric; each name once. `type`: "counter", "gauge", "histogram", "summary".
  void begin(std::string_view name, std::string_view type, std::string_view help);
  /// A value of the metric that was begun last. `suffix` is added to its name ("_count").
  void add(std::int64_t value, const Labels& labels = {}, std::string_view suffix = {});
  void add(double value, const Labels& labels = {}, std::string_view suffix = {});

  /// The shortest text that reads as `value`.
  static std::string number(double value);

  std::string take() { return std::move(text_); }

 private:
  void add_text(std::string_view value, const Labels& labels, std::string_view suffix);

  std::string name_;
  std::string text_;
};

}  // namespace porthole
