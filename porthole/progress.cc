#include "porthole/progress.h"

#include <sys/ioctl.h>
#include <unistd.h>

#include <algorithm>
#include <iostream>
#include <memory>
#include <optional>
#include <utility>

#include "base/json/json.h"
#include "base/json/json_line.h"
#include "porthole/output.h"

namespace porthole::cli {
namespace {

constexpr auto kBetweenLines = std::chrono::seconds(10);
constexpr auto kBetweenDrawings = std::chrono::milliseconds(100);

constexpr int kCells = 24;

std::size_t terminal_width() {
  winsize size{};
  return ::ioctl(STDERR_FILENO, TIOCGWINSZ, &size) == 0 && size.ws_col > 0 ? size.ws_col : 80;
}

std::string count_of(const std::string& label, std::int64_t done, std::int64_t total) {
  return label + " " + with_commas(done) + (total > 0 ? " of " + with_commas(total) : "");
}

std::string bar_of(std::int64_t done, std::int64_t total) {
  const double share = std::clamp(static_cast<double>(done) / static_cast<double>(total), 0.0, 1.0);
  std::string bar;
  for (int i = 0; i < kCells; ++i)
    bar += i < static_cast<int>(kCells * share) ? "\u2588" : "\u2591";
  return bar;
}

/// The text cut to `width` columns; notes are ASCII, or cut() keeps whole characters.
std::string fitted(const std::string& count, const std::string& bar,
                   const std::vector<std::string>& notes, std::size_t width) {
  std::string tail;
  std::size_t used = count.size();
  for (const std::string& note : notes) {
    if (note.empty()) continue;
    const std::string_view between = tail.empty() ? " " : ", ";
    if (used + between.size() + note.size() > width) break;
    used += between.size() + note.size();
    tail.append(between).append(note);
  }
  const bool room_for_bar = !bar.empty() && used + 1 + kCells <= width;
  return std::string(cut(count, width)) + (room_for_bar ? " " + bar : "") + tail;
}

}  // namespace

ProgressBar::ProgressBar(std::string label, const Common& common)
    : label_(std::move(label)),
      quiet_(common.quiet),
      json_(common.json),
      terminal_(standard_error_is_terminal()),
      last_(std::chrono::steady_clock::now() -
            (terminal_ ? kBetweenDrawings : std::chrono::milliseconds(0))) {}

ProgressBar::~ProgressBar() { clear(); }

void ProgressBar::clear() {
  if (drawn_) std::cerr << "\r\033[K" << std::flush;
  drawn_ = false;
}

void ProgressBar::show(std::int64_t done, std::int64_t total,
                       const std::vector<std::string>& notes) {
  const auto now = std::chrono::steady_clock::now();
  if (quiet_ ||
      now - last_ < (terminal_ ? std::chrono::milliseconds(kBetweenDrawings) : kBetweenLines))
    return;
  last_ = now;
  if (!terminal_) return print_line(done, total, notes);
  // The last column stays empty: some terminals wrap when it is filled.
  std::cerr << "\r\033[K"
            << fitted(count_of(label_, done, total), total > 0 ? bar_of(done, total) : "", notes,
                      terminal_width() - 1)
            << std::flush;
  drawn_ = true;
}

void ProgressBar::print_line(std::int64_t done, std::int64_t total,
                             const std::vector<std::string>& notes) const {
  if (json_) {
    const nlohmann::ordered_json line = {
        {"progress", {{"label", label_}, {"done", done}, {"total", total}, {"notes", notes}}}};
    std::cerr << json_line(line);
    return;
  }
  std::cerr << count_of(label_, done, total);
  for (const std::string& note : notes) std::cerr << (note.empty() ? "" : ", ") << note;
  std::cerr << '\n';
}

operations::StepWatch step_watch(const Interrupt& interrupt, const Common& common) {
  const auto bar = std::make_shared<std::optional<ProgressBar>>();
  operations::StepWatch watch;
  watch.show = [bar, common](const std::string& label, std::int64_t done, std::int64_t total,
                             const std::vector<std::string>& notes) {
    if (!*bar) bar->emplace(label, common);
    (*bar)->show(done, total, notes);
  };
  watch.ended = [bar] { bar->reset(); };
  watch.signals = &interrupt.count();
  watch.stop = &interrupt.stop();
  watch.on_termination = end_with_error(common);
  return watch;
}

}  // namespace porthole::cli
