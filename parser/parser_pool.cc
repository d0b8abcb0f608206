#include "parser/parser_pool.h"

#include <algorithm>
#include <iterator>
#include <optional>
#include <string>
#include <unordered_map>
#include <utility>

#include "base/url/url.h"
#include "parser/limits.h"
#include "parser/wire.h"
#include "plugins/host/worker_pool.h"
#include "plugins/tool_folders.h"

namespace porthole::parser {
namespace {

using namespace std::chrono_literals;
using Documents = std::vector<std::pair<std::uint64_t, Document>>;  // by ticket

SteadyTime now() { return std::chrono::steady_clock::now(); }

/// Removes user names and passwords from URLs: they are neither stored nor shown.
void drop_credentials(Document& document) {
  const auto clean = [](std::string& url) {
    if (url.find('@') != std::string::npos) url = without_credentials(std::move(url));
  };
  clean(document.canonical);
  clean(document.refresh);
  for (Link& link : document.links) clean(link.url);
  for (Member& member : document.members) clean(member.url);
  for (Property& property : document.properties) {
    if (property.kind == PropertyKind::kUri) clean(property.value);
  }
}

/// The expected reply of a working process to its first page.
bool is_ready(const Document& answer) {
  return answer.status == ParseStatus::kParsed && answer.title == "ready";
}

/// The Document of a page that crashed all processes.
Document empty_document(std::string why) {
  Document document;
  document.status = ParseStatus::kFallback;
  document.status_detail = std::move(why);
  return document;
}

}  // namespace

class ParserPool::Impl {
 public:
  Impl(Options options, plugins::WorkerPool workers)
      : options_(std::move(options)), workers_(std::move(workers)), health_(options_.summarizers) {}

  static plugins::WorkerPool::Options worker_options(const Options& options) {
    plugins::WorkerPool::Options workers;
    workers.workers = options.workers;
    workers.wall = options.wall;
    workers.memory_bytes = options.memory_bytes;
    workers.max_reply_bytes = kMaxDocumentBytes + 64 * 1024;
    workers.program = options.program;
    workers.setup = setup_of(options);
    const bool has_summarizers = !options.summarizers.empty();
    workers.confinement = {.worker_class = has_summarizers ? confinement::WorkerClass::kSummarizer
                                                           : confinement::WorkerClass::kParser,
                           .readable = plugins::readable_by(options.summarizers)};
    return workers;
  }

  Result<void> start_workers() { return workers_.start_all(); }
  const std::filesystem::path& program() const { return workers_.program(); }

  bool idle() const { return workers_.idle(); }

  bool submit(std::uint64_t ticket, ParseInput input) {
    if (!workers_.idle()) return false;
    if (input.body.size() > kMaxPageBytes / 2) input.body.resize(kMaxPageBytes / 2);
    DocumentCache::Key key{};
    if (options_.memory != nullptr) {
      key = DocumentCache::key_of(input);
      if (auto document = options_.memory->find(key)) {
        remembered_.push_back({ticket, std::move(*document)});
        return true;
      }
    }
    Job& job = jobs_[ticket];
    job.key = key;
    job.request.input = std::move(input);
    job.request.cpu_seconds = static_cast<std::uint32_t>(options_.cpu.count());
    return workers_.submit(ticket, encode_request(job.request));
  }

  void add_poll_fds(std::vector<pollfd>& fds) const { workers_.add_poll_fds(fds); }
  SteadyTime deadline() const { return workers_.deadline(); }
  bool ready() const { return !remembered_.empty(); }

  void collect(Documents& done) {
    statistics_.parsed += remembered_.size();
    std::move(remembered_.begin(), remembered_.end(), std::back_inserter(done));
    remembered_.clear();
    answers_.clear();
    workers_.collect(answers_);
    for (plugins::WorkerPool::Done& answer : answers_) take(answer, done);
    for (auto& [ticket, document] : done) drop_credentials(document);
  }

  int under_way() const { return workers_.under_way() + static_cast<int>(remembered_.size()); }

  const Statistics& statistics() const { return statistics_; }
  const plugins::Health& health() const { return health_; }
  const std::vector<plugins::PluginUse>& summarizers() const { return options_.summarizers; }
  void use(DocumentCache* memory) { options_.memory = memory; }
  void clear_statistics() { statistics_ = {}; }

 private:
  struct Job {
    Request request;  ///< Kept until the page is done, in case it must be sent again.
    DocumentCache::Key key{};
  };

  static std::string setup_of(const Options& options) {
    return options.summarizers.empty()
               ? ""
               : plugins::encode_setup({options.summarizers, {}, options.words});
  }

  void take(plugins::WorkerPool::Done& answer, Documents& done) {
    Job& job = jobs_[answer.ticket];
    if (answer.lost) {
      plugins::Ending ending = std::move(*answer.lost);
      if (ending.by_cpu) {
        ending.reason = "more than " + std::to_string(options_.cpu.count()) + " s CPU";
      }
      return lost(answer, std::move(ending), done);
    }
    std::optional<Document> document = decode_document(answer.reply);
    if (!document) return lost(answer, {false, false, "the parser's reply is invalid"}, done);
    const bool failed = document->status == ParseStatus::kFailed;
    // A program that is missing is not the summarizer's fault: others of its pages need none.
    const bool is_at_fault = failed && missing_program(document->status_detail).empty();
    blame(answer.notice, is_at_fault ? document->status_detail : "");
    if (options_.memory != nullptr && job.request.fallback_reason.empty() && !failed) {
      options_.memory->put(job.key, std::move(answer.reply));
    }
    finish(answer.ticket, std::move(*document), done);
  }

  /// Records the outcome for the summarizer that the process named, if any.
  void blame(const std::string& summarizer, const std::string& failure) {
    if (summarizer.empty() || !health_.note(summarizer, failure)) return;
    std::erase_if(options_.summarizers,
                  [&](const plugins::PluginUse& use) { return use.name == summarizer; });
    workers_.set_setup(plugins::encode_setup({options_.summarizers, {}, options_.words}));
  }

  /// Replaces a process that died or sent invalid data. The page is sent again for a linear scan;
  /// if that was the cause, the page has failed.
  void lost(const plugins::WorkerPool::Done& answer, plugins::Ending ending, Documents& done) {
    ++(ending.by_time ? statistics_.timed_out : statistics_.crashed);
    blame(answer.notice, ending.reason);
    Job& job = jobs_[answer.ticket];
    std::string& reason = job.request.fallback_reason;
    if (!reason.empty()) {
      return finish(answer.ticket, empty_document(reason + "; the linear scan: " + ending.reason),
                    done);
    }
    reason = std::move(ending.reason);
    workers_.submit(answer.ticket, encode_request(job.request));
  }

  void finish(std::uint64_t ticket, Document document, Documents& done) {
    ++statistics_.parsed;
    done.push_back({ticket, std::move(document)});
    jobs_.erase(ticket);
  }

  Options options_;
  plugins::WorkerPool workers_;
  plugins::Health health_;
  std::unordered_map<std::uint64_t, Job> jobs_;
  std::vector<plugins::WorkerPool::Done> answers_;
  Documents remembered_;
  Statistics statistics_;
};

ParserPool::ParserPool(std::unique_ptr<Impl> impl) : impl_(std::move(impl)) {}
ParserPool::~ParserPool() = default;

Result<std::unique_ptr<ParserPool>> ParserPool::start(Options options) {
  DocumentCache* const memory = std::exchange(options.memory, nullptr);  // not for the test page
  TRY_AS(workers, plugins::WorkerPool::make(Impl::worker_options(options)));
  auto impl = std::make_unique<Impl>(std::move(options), std::move(*workers));
  const std::string program = impl->program().string();
  TRY(impl->start_workers());
  std::unique_ptr<ParserPool> pool(new ParserPool(std::move(impl)));
  // A process may be killed while it starts, for example when memory is short: it is tried twice.
  Document answer;
  for (int tries = 0; tries < 2 && !is_ready(answer); ++tries) {
    answer = pool->parse_one({"http://localhost/", "text/html", "<title>ready</title>"});
  }
  if (!is_ready(answer)) {
    return fail(ErrorCode::kUnsupported,
                program + " does not work as a parser: " + answer.status_detail,
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
void ParserPool::collect(Documents& done) { impl_->collect(done); }
int ParserPool::under_way() const { return impl_->under_way(); }
const ParserPool::Statistics& ParserPool::statistics() const { return impl_->statistics(); }
const plugins::Health& ParserPool::health() const { return impl_->health(); }
const std::vector<plugins::PluginUse>& ParserPool::summarizers() const {
  return impl_->summarizers();
}

Document ParserPool::parse_one(ParseInput input) {
  submit(0, std::move(input));
  Documents done;
  std::vector<pollfd> fds;
  while (done.empty()) {
    fds.clear();
    add_poll_fds(fds);
    const auto left =
        ready() ? 0ms : std::chrono::ceil<std::chrono::milliseconds>(deadline() - now());
    ::poll(fds.data(), fds.size(), static_cast<int>(std::max<std::int64_t>(left.count(), 0)));
    collect(done);
  }
  return std::move(done.front().second);
}

}  // namespace porthole::parser
