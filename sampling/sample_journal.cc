#include "sampling/sample_journal.h"

#include <fcntl.h>
#include <unistd.h>

#include <cerrno>
#include <cstring>
#include <fstream>
#include <system_error>
#include <utility>

#include "base/xml/tree.h"
#include "training/training.h"

namespace porthole::sampling {
namespace {

using nlohmann::json;

constexpr const char* kJournalFile = "journal.jsonl";
constexpr const char* kLockFile = "journal.lock";
constexpr std::size_t kLargestJournal = std::size_t{8} << 30;

tl::unexpected<Error> journal_failed(const std::filesystem::path& file, const char* what) {
  Error error;
  error.code = errno == ENOSPC || errno == EDQUOT  ? ErrorCode::kDiskFull
               : errno == EACCES || errno == EROFS ? ErrorCode::kPermission
                                                   : ErrorCode::kStorage;
  error.message = std::string(what) + ": " + std::strerror(errno);
  error.file = file.string();
  return fail(std::move(error));
}

std::string journal_line(const json& value) {
  return value.dump(-1, ' ', false, json::error_handler_t::replace) + "\n";
}

json journaled_page_as_json(const SampledPage& page) {
  json line = {{"asked", page.asked}, {"url", page.url}, {"fetched", page.fetched}};
  if (!page.failure.empty()) {
    line["failure"] = page.failure;
    return line;
  }
  line.update({{"on_topic", page.on_topic},
               {"in_wider", page.in_wider},
               {"relevance", page.relevance},
               {"topic", page.topic},
               {"links", page.links},
               {"in_links", page.in_links},
               {"out_degree", page.out_degree},
               {"language", page.language},
               {"media_type", page.media_type},
               {"year", page.year}});
  return line;
}

SampledPage sampled_page_of(const json& line) {
  SampledPage page;
  page.asked = line.at("asked");
  page.url = line.at("url");
  page.fetched = line.at("fetched");
  page.failure = line.value("failure", "");
  if (!page.failure.empty()) return page;
  page.on_topic = line.at("on_topic");
  page.in_wider = line.at("in_wider");
  page.relevance = line.at("relevance");
  page.topic = line.at("topic");
  page.links = line.at("links").get<std::vector<std::string>>();
  page.in_links = line.at("in_links").get<std::vector<std::string>>();
  page.out_degree = line.at("out_degree");
  page.language = line.at("language");
  page.media_type = line.at("media_type");
  page.year = line.at("year");
  return page;
}

/// The first option that differs, as "walk was hard and is ancestor".
std::string option_that_differs(const json& before, const json& now) {
  for (const auto& [name, value] : now.items()) {
    const json old = before.contains(name) ? before.at(name) : json();
    if (old != value) return name + " was " + old.dump() + " and is " + value.dump();
  }
  return {};
}

/// All that is in the folder but the lock that this process has.
Result<void> throw_away(const std::filesystem::path& folder) {
  std::error_code code;
  for (std::filesystem::directory_iterator entry(folder, code), end; !code && entry != end;
       entry.increment(code)) {
    if (entry->path().filename() != kLockFile) std::filesystem::remove_all(entry->path(), code);
    if (code) break;
  }
  if (code)
    return fail({ErrorCode::kPermission, "the sample cannot be thrown away: " + code.message(),
                 folder.string(), 0, 0, ""});
  return {};
}

}  // namespace

Result<void> for_each_journaled_page(const std::filesystem::path& folder,
                                     const std::function<void(const SampledPage&)>& visit) {
  std::ifstream in(folder / kJournalFile);
  if (!in) return journal_failed(folder / kJournalFile, "the journal of the sample cannot be read");
  for (std::string text; std::getline(in, text);) {
    const json line = json::parse(text, nullptr, false);
    if (!line.is_object() || !line.contains("asked")) continue;
    try {
      visit(sampled_page_of(line));
    } catch (const json::exception&) {
      continue;
    }
  }
  return {};
}

SampleJournal::SampleJournal(std::filesystem::path file, repository::Lock lock, int descriptor)
    : file_(std::move(file)), lock_(std::move(lock)), descriptor_(descriptor) {}

SampleJournal::SampleJournal(SampleJournal&& other) noexcept
    : file_(std::move(other.file_)),
      lock_(std::move(other.lock_)),
      descriptor_(std::exchange(other.descriptor_, -1)),
      size_(other.size_),
      begun_(std::move(other.begun_)),
      pages_(std::move(other.pages_)),
      fetched_(other.fetched_),
      end_(std::move(other.end_)) {}

SampleJournal::~SampleJournal() {
  if (descriptor_ >= 0) ::close(descriptor_);
}

Result<SampleJournal> SampleJournal::open(const std::filesystem::path& folder, const json& begin,
                                          bool afresh) {
  std::error_code code;
  std::filesystem::create_directories(folder, code);
  if (code) {
    errno = code.value();
    return journal_failed(folder, "the folder of the sample cannot be made");
  }
  TRY_AS(lock, repository::Lock::take(folder / kLockFile));
  if (afresh) {
    TRY(throw_away(folder));
  }
  const std::filesystem::path file = folder / kJournalFile;
  const int descriptor = ::open(file.c_str(), O_RDWR | O_CREAT | O_CLOEXEC, 0644);
  if (descriptor < 0) return journal_failed(file, "the journal of the sample cannot be opened");
  SampleJournal journal(file, std::move(*lock), descriptor);
  TRY(journal.load(begin));
  return journal;
}

Result<void> SampleJournal::load(const json& begin) {
  TRY_AS(text, xml::read_file(file_, kLargestJournal));
  std::string_view rest = *text;
  int number = 0;
  for (std::size_t end = rest.find('\n'); end != std::string_view::npos; end = rest.find('\n')) {
    ++number;
    const json line = json::parse(rest.substr(0, end), nullptr, false);
    try {
      take(line);
    } catch (const json::exception&) {
      return fail({ErrorCode::kInvalid, "malformed line in the journal of a sample", file_.string(),
                   number, 0, "begin the sample anew with --fresh, or under another --name"});
    }
    rest.remove_prefix(end + 1);
    size_ += static_cast<std::int64_t>(end) + 1;
  }
  if (number == 0) {
    begun_ = begin;
    return write(journal_line(begin));
  }
  const std::string differs = option_that_differs(begun_.at("options"), begin.at("options"));
  if (differs.empty()) return {};
  return fail({ErrorCode::kUsage, "this sample was begun with other options: " + differs,
               file_.string(), 0, 0,
               "give the same, choose another --name, or begin anew with --fresh"});
}

void SampleJournal::take(const json& line) {
  if (begun_.is_null()) {
    (void)line.at("options");
    (void)line.at("starts");
    begun_ = line;
    return;
  }
  if (line.contains("archive_file")) {
    end_ = {line.at("archive_file"), line.at("archive_size")};
    return;
  }
  put(sampled_page_of(line));
}

void SampleJournal::put(SampledPage page) {
  if (page.fetched) ++fetched_;
  std::string key = training::key_of_url(page.asked);
  pages_.insert_or_assign(std::move(key), std::move(page));
}

const SampledPage* SampleJournal::find(const std::string& key) const {
  const auto found = pages_.find(key);
  return found == pages_.end() ? nullptr : &found->second;
}

Result<void> SampleJournal::append(std::vector<SampledPage> pages, const ArchiveEnd& end) {
  std::string lines;
  // First, so that no page is known whose records would be cut off.
  if (end.file != end_.file || end.size != end_.size) {
    lines += journal_line({{"archive_file", end.file}, {"archive_size", end.size}});
  }
  for (const SampledPage& page : pages) lines += journal_line(journaled_page_as_json(page));
  if (Result<void> written = write(lines); !written) return written;
  end_ = end;
  for (SampledPage& page : pages) put(std::move(page));
  return {};
}

Result<void> SampleJournal::write(const std::string& lines) {
  std::size_t done = 0;
  while (done < lines.size()) {
    const ssize_t wrote = ::pwrite(descriptor_, lines.data() + done, lines.size() - done,
                                   size_ + static_cast<std::int64_t>(done));
    if (wrote < 0 && errno == EINTR) continue;
    if (wrote <= 0) {
      const auto why = journal_failed(file_, "the journal of the sample cannot be written");
      (void)!::ftruncate(descriptor_, size_);
      return why;
    }
    done += static_cast<std::size_t>(wrote);
  }
  const std::int64_t size = size_ + static_cast<std::int64_t>(lines.size());
  // The rest of a line that a crash truncated may be longer.
  if (::ftruncate(descriptor_, size) != 0 || ::fdatasync(descriptor_) != 0) {
    return journal_failed(file_, "the journal of the sample cannot be written");
  }
  size_ = size;
  return {};
}

}  // namespace porthole::sampling
