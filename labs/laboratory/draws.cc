#include "labs/laboratory/draws.h"

#include <atomic>
#include <limits>
#include <optional>
#include <thread>

namespace porthole::labs {

void Series::set(std::size_t draw, const std::string& name, double value) {
  const std::lock_guard lock(mutex_);
  std::vector<double>& values = values_[name];
  values.resize(draws_, std::numeric_limits<double>::quiet_NaN());
  values[draw] = value;
}

const std::vector<double>& Series::operator[](const std::string& name) const {
  const std::lock_guard lock(mutex_);
  std::vector<double>& values = values_[name];
  values.resize(draws_, std::numeric_limits<double>::quiet_NaN());
  return values;
}

Result<void> run_draws(const WebDials& dials, const DrawOptions& options,
                       const Experiment& experiment) {
  std::atomic<std::size_t> next{0};
  std::mutex mutex;
  std::optional<Error> error;
  const auto run_web = [&](std::size_t number) -> Result<void> {
    TRY_AS(web, GeneratedWeb::generate(dials, options.first_seed + number));
    TRY_AS(judged, JudgedWeb::train(std::move(*web)));
    for (std::size_t topic = 0; topic < options.topics; ++topic) {
      const TopicDraw draw{number * options.topics + topic, static_cast<std::uint16_t>(topic)};
      if (auto done = experiment(*judged, draw); !done) return done;
    }
    return {};
  };
  const auto work = [&] {
    for (std::size_t number; (number = next++) < options.webs;) {
      const Result<void> done = run_web(number);
      const std::lock_guard lock(mutex);
      if (!done && !error) error = done.error();
      if (error) return;
    }
  };
  std::vector<std::thread> threads;
  for (unsigned i = 0; i < options.threads; ++i) threads.emplace_back(work);
  for (std::thread& thread : threads) thread.join();
  if (error) return fail(*error);
  return {};
}

}  // namespace porthole::labs
