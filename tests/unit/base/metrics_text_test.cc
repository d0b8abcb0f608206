#include "base/text/metrics_text.h"

#include <gtest/gtest.h>

namespace porthole {
namespace {

// Prometheus, "Exposition formats": the label value may hold any character, with backslash,
// double quote and line feed escaped.
TEST(MetricsTextTest, WritesNameHelpTypeLabelsAndValues) {
  MetricsText text;
  text.begin("porthole_urls", "gauge", "Known URLs.");
  text.add(std::int64_t{7});
  text.add(std::int64_t{-2}, {{"collection", "a\\b"}, {"reason", "say \"no\"\n"}});
  text.begin("porthole_seconds", "summary", "Time.");
  text.add(0.25, {}, "_sum");
  EXPECT_EQ(text.take(),
            "# HELP porthole_urls Known URLs.\n"
            "# TYPE porthole_urls gauge\n"
            "porthole_urls 7\n"
            "porthole_urls{collection=\"a\\\\b\",reason=\"say \\\"no\\\"\\n\"} -2\n"
            "# HELP porthole_seconds Time.\n"
            "# TYPE porthole_seconds summary\n"
            "porthole_seconds_sum 0.25\n");
}

}  // namespace
}  // namespace porthole
