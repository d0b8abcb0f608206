#include "tests/fuzz/mutation_run.h"

#include <poll.h>

#include <algorithm>
#include <memory>
#include <stdexcept>
#include <utility>

#include "parser/parser_pool.h"
#include "plugins/formats/tests/installed_summarizers.h"
#include "tests/fuzz/mutation.h"
#include "tests/support/files.h"

namespace porthole::testing {
namespace {

namespace fs = std::filesystem;
using parser::ParserPool;

constexpr std::size_t kMostReasonBytes = 32;

struct Original {
  std::string path;  ///< Below the folder.
  std::string bytes;
};

std::vector<Original> originals(const MutationOptions& options) {
  std::vector<Original> found;
  if (!fs::exists(options.documents)) return found;
  for (const auto& file : fs::recursive_directory_iterator(options.documents)) {
    const std::string path = fs::relative(file.path(), options.documents).string();
    const bool is_hidden = file.path().filename().string().starts_with('.');
    if (!file.is_regular_file() || is_hidden || path.find(options.only) == std::string::npos)
      continue;
    found.push_back({path, read_whole_file(file.path())});
  }
  std::sort(found.begin(), found.end(),
            [](const Original& a, const Original& b) { return a.path < b.path; });
  return found;
}

class Run {
 public:
  Run(const MutationOptions& options, MutationProgress progress)
      : options_(options), progress_(std::move(progress)), originals_(originals(options)) {
    if (originals_.empty()) {
      throw std::runtime_error("no documents in " + options.documents.string() +
                               " (plugins/formats/tests/make_documents makes them)");
    }
    if (options_.count == 0) options_.count = originals_.size();
    summarizers_ = installed_summarizers();
  }

  MutationReport all() {
    const std::size_t end = options_.first + options_.count;
    std::size_t next = options_.first;
    while (report_.read < options_.count) {
      // One that fails often is disabled: the next ones would not be read by it.
      if (!pool_ || (has_set_aside() && pool_->under_way() == 0)) start();
      while (next < end && pool_->idle() && !has_set_aside()) submit(next++);
      collect();
    }
    return std::move(report_);
  }

 private:
  void start() {
    ParserPool::Options options;
    options.workers = options_.workers;
    options.program = options_.worker_program;
    options.summarizers = summarizers_;
    auto started = ParserPool::start(std::move(options));
    if (!started) throw std::runtime_error(started.error().to_string());
    pool_ = std::move(*started);
  }

  bool has_set_aside() const {
    const auto troubled = pool_->health().in_trouble();
    return std::any_of(troubled.begin(), troubled.end(),
                       [](const PluginRecord& record) { return record.set_aside; });
  }

  /// Which document is mutated, and how, depends on the seed and its number alone. Each has its
  /// turn, those of one format far from each other.
  std::pair<const Original*, std::string> mutated(std::size_t number) const {
    Chance chance(options_.seed * 1'000'003 + number);
    const Original& original = originals_[number * 7919 % originals_.size()];
    const Original& other = originals_[chance.below(originals_.size())];
    return {&original, mutate(original.bytes, other.bytes, chance)};
  }

  void submit(std::size_t number) {
    auto [original, bytes] = mutated(number);
    pool_->submit(number, {"https://files.example/" + original->path, "", std::move(bytes)});
  }

  void collect() {
    std::vector<pollfd> fds;
    pool_->add_poll_fds(fds);
    const auto left = std::chrono::ceil<std::chrono::milliseconds>(
        pool_->deadline() - std::chrono::steady_clock::now());
    const auto wait = pool_->ready() ? 0 : std::clamp<std::int64_t>(left.count(), 0, 60'000);
    ::poll(fds.data(), fds.size(), static_cast<int>(wait));
    std::vector<std::pair<std::uint64_t, Document>> done;
    pool_->collect(done);
    for (const auto& [ticket, document] : done) {
      note(ticket, document);
      if (progress_) progress_(report_);
    }
  }

  void note(std::uint64_t ticket, const Document& document) {
    ++report_.read;
    ++report_.statuses[parse_status_name(document.status)];
    if (document.status == ParseStatus::kParsed) return;
    ++report_.reasons[document.status_detail.substr(0, kMostReasonBytes)];
    const auto says = [&](std::string_view words) {
      return document.status_detail.find(words) != std::string::npos;
    };
    const bool is_crash = says("the worker was ended") || says("stack or crashed") ||
                          says("the worker ended") || says("more memory than allowed");
    const bool is_over = says("more CPU time than allowed") || says("longer than allowed") ||
                         says("more than 5 s") || says("more than 15 s");
    if (!is_crash && !is_over) return;
    auto [original, bytes] = mutated(ticket);
    Ended ended{ticket, original->path, document.status_detail, std::move(bytes)};
    (is_crash ? report_.crashed : report_.over_limit).push_back(std::move(ended));
  }

  MutationOptions options_;
  MutationProgress progress_;
  std::vector<Original> originals_;
  std::vector<plugins::PluginUse> summarizers_;
  std::unique_ptr<ParserPool> pool_;
  MutationReport report_;
};

}  // namespace

MutationReport read_mutated(const MutationOptions& options, const MutationProgress& progress) {
  return Run(options, progress).all();
}

}  // namespace porthole::testing
