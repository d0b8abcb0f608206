#include "parser/parser_pool.h"

#include <algorithm>
#include <iterator>
#include <optional>
#include <string>
#include <utility>

#include "parser/limits.h"
#include "parser/wire.h"
#include "parser/worker_process.h"

namespace porthole::parser {
namespace {

using namespace std::chrono_literals;

SteadyTime now() { return std::chrono::steady_clock::now(); }

/// What is left of a page that no worker survived.
Document empty_document(std::string why) {
  Document document;
  document.status = ParseStatus::kFallback;
  document.status_detail = std::move(why);
  return document;
}

}  // namespace

class ParserPool::Impl {
 public:
  explicit Impl(Options options) : options_(std::move(options)) {}

  Result<void> start_workers() {
    const int count = std::max(options_.workers, 1);
    for (int i = 0; i < count; ++i) {
      auto process = WorkerProcess::start(options_.program, options_.memory_bytes);
      if (!process) return fail(process.error());
      workers_.push_back({std::move(*process), std::nullopt});
    }
    return {};
  }

  bool idle() const {
    return std::any_of(workers_.begin(), workers_.end(), [](const Worker& w) { return !w.job; });
  }

  bool submit(std::uint64_t ticket, ParseInput input) {
    const auto free = std::find_if(workers_.begin(), workers_.end(),
                                   [](const Worker& worker) { return !worker.job; });
    if (free == workers_.end()) return false;
    if (input.body.size() > kMaxPageBytes / 2) input.body.resize(kMaxPageBytes / 2);
    DocumentMemory::Key key{};
    if (options_.memory != nullptr) {
      key = DocumentMemory::key_of(input);
      if (auto document = options_.memory->find(key)) {
        remembered_.push_back({ticket, std::move(*document)});
        return true;
      }
    }
    free->job.emplace();
    free->job->key = key;
    free->job->ticket = ticket;
    free->job->request.input = std::move(input);
    free->job->request.cpu_seconds = static_cast<std::uint32_t>(options_.cpu.count());
    if (!free->process || !free->process->is_alive()) restart(*free);
    begin(*free);
    return true;
  }

  void add_poll_fds(std::vector<pollfd>& fds) const {
    for (const Worker& worker : workers_) {
      if (!worker.job || !worker.process) continue;
      fds.push_back({worker.process->descriptor(), worker.process->events(), 0});
    }
  }

  SteadyTime deadline() const {
    auto earliest = SteadyTime::max();
    for (const Worker& worker : workers_) {
      if (worker.job) earliest = std::min(earliest, worker.job->deadline);
    }
    return earliest;
  }

  bool ready() const { return !remembered_.empty(); }

  void collect(std::vector<Parsed>& done) {
    statistics_.parsed += remembered_.size();
    std::move(remembered_.begin(), remembered_.end(), std::back_inserter(done));
    remembered_.clear();
    for (Worker& worker : workers_) {
      if (worker.job) advance(worker, done);
    }
  }

  int under_way() const {
    const auto working = std::count_if(workers_.begin(), workers_.end(),
                                       [](const Worker& w) { return w.job.has_value(); });
    return static_cast<int>(working) + static_cast<int>(remembered_.size());
  }

  const Statistics& statistics() const { return statistics_; }
  void use(DocumentMemory* memory) { options_.memory = memory; }
  void clear_statistics() { statistics_ = {}; }

 private:
  struct Job {
    std::uint64_t ticket = 0;
    Request request;  ///< Kept until the page is done: it may have to be sent again.
    SteadyTime deadline;
    DocumentMemory::Key key{};
  };

  struct Worker {
    std::unique_ptr<WorkerProcess> process;  ///< Null when the system refused to start one.
    std::optional<Job> job;
  };

  void restart(Worker& worker) {
    worker.process.reset();
    auto process = WorkerProcess::start(options_.program, options_.memory_bytes);
    if (process) worker.process = std::move(*process);
  }

  /// Sends the worker's job; without a process the job is over at the next collect.
  void begin(Worker& worker) {
    worker.job->deadline = worker.process ? now() + options_.wall : now();
    if (!worker.process) return;
    worker.process->send(encode_request(worker.job->request));
  }

  void advance(Worker& worker, std::vector<Parsed>& done) {
    if (!worker.process) {
      return finish(worker, empty_document("no parser process could be started"), done);
    }
    switch (worker.process->pump()) {
      case WorkerProcess::Progress::kReply:
        if (auto document = decode_document(worker.process->reply())) {
          const bool in_peace = worker.job->request.fallback_reason.empty();
          if (options_.memory != nullptr && in_peace) {
            options_.memory->put(worker.job->key, std::string(worker.process->reply()));
          }
          return finish(worker, std::move(*document), done);
        }
        return lost(worker, Ending{false, "the parser's answer made no sense"}, done);
      case WorkerProcess::Progress::kBroken:
        return lost(worker, ending(worker), done);
      case WorkerProcess::Progress::kUnderWay:
        break;
    }
    if (now() < worker.job->deadline) return;
    lost(worker, {true, "more than " + std::to_string(options_.wall.count()) + " s"}, done);
  }

  Ending ending(Worker& worker) {
    const Ending end = worker.process->end();
    if (!end.by_time) return end;
    return {true, "more than " + std::to_string(options_.cpu.count()) + " s CPU"};
  }

  /// The worker is gone or not to be trusted any more: a new one gets the page for a linear scan,
  /// or if that was what ended it, the page is given up.
  void lost(Worker& worker, Ending ending, std::vector<Parsed>& done) {
    ++(ending.by_time ? statistics_.timed_out : statistics_.crashed);
    restart(worker);
    std::string& reason = worker.job->request.fallback_reason;
    if (!reason.empty()) {
      return finish(worker, empty_document(reason + "; the linear scan: " + ending.reason), done);
    }
    reason = std::move(ending.reason);
    begin(worker);
  }

  void finish(Worker& worker, Document document, std::vector<Parsed>& done) {
    ++statistics_.parsed;
    done.push_back({worker.job->ticket, std::move(document)});
    worker.job.reset();
  }

  Options options_;
  std::vector<Worker> workers_;
  std::vector<Parsed> remembered_;
  Statistics statistics_;
};

ParserPool::ParserPool(std::unique_ptr<Impl> impl) : impl_(std::move(impl)) {}
ParserPool::~ParserPool() = default;

Result<std::unique_ptr<ParserPool>> ParserPool::start(Options options) {
  if (options.program.empty()) {
    auto program = find_worker_program();
    if (!program) return fail(program.error());
    options.program = std::move(*program);
  }
  const std::string program = options.program.string();
  DocumentMemory* const memory = std::exchange(options.memory, nullptr);  // the first page is for the worker
  auto impl = std::make_unique<Impl>(std::move(options));
  if (auto started = impl->start_workers(); !started) return fail(started.error());
  std::unique_ptr<ParserPool> pool(new ParserPool(std::move(impl)));
  const Document answer =
      pool->parse_one({"http://localhost/", "text/html", "<title>ready</title>"});
  if (answer.status != ParseStatus::kParsed || answer.title != "ready") {
    return fail(ErrorCode::kUnsupported,
                program + " does not answer as a parser: " + answer.status_detail,
                "build porthole-parser from the same sources as this program");
  }
  pool->impl_->clear_statistics();
  pool->impl_->use(memory);
  return pool;
}

bool ParserPool::idle() const { return impl_->idle(); }
bool ParserPool::submit(std::uint64_t ticket, ParseInput input) {
  return impl_->submit(ticket, std::move(input));
}
void ParserPool::add_poll_fds(std::vector<pollfd>& fds) const { impl_->add_poll_fds(fds); }
bool ParserPool::ready() const { return impl_->ready(); }
SteadyTime ParserPool::deadline() const { return impl_->deadline(); }
void ParserPool::collect(std::vector<Parsed>& done) { impl_->collect(done); }
int ParserPool::under_way() const { return impl_->under_way(); }
const ParserPool::Statistics& ParserPool::statistics() const { return impl_->statistics(); }

Document ParserPool::parse_one(ParseInput input) {
  submit(0, std::move(input));
  std::vector<Parsed> done;
  std::vector<pollfd> fds;
  while (done.empty()) {
    fds.clear();
    add_poll_fds(fds);
    const auto left = ready() ? 0ms : std::chrono::ceil<std::chrono::milliseconds>(deadline() - now());
    ::poll(fds.data(), fds.size(), static_cast<int>(std::max<std::int64_t>(left.count(), 0)));
    collect(done);
  }
  return std::move(done.front().document);
}

}  // namespace porthole::parser
