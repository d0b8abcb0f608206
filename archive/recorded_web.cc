#include "archive/recorded_web.h"

#include <unistd.h>

#include <algorithm>
#include <array>
#include <cerrno>
#include <charconv>
#include <cstdlib>
#include <fstream>
#include <unordered_map>
#include <utility>

#include "archive/content_decoder.h"
#include "archive/file.h"
#include "archive/record_bytes.h"
#include "archive/wacz_parts.h"
#include "base/json/json.h"
#include "base/text/text.h"

namespace porthole::archive {
namespace {

/// A `resource` record holds the thing itself, of the type that its head names; a `conversion`, its
/// text.
bool holds_resource(const WarcRecord& record) {
  return equals_ignoring_case(record.type(), "resource") ||
         equals_ignoring_case(record.type(), "conversion");
}

bool begins_answer(std::string_view block) {
  return equals_ignoring_case(block.substr(0, 5), "HTTP/");
}

/// "application/http" with or without parameters is the type of a recorded answer; some programs
/// write that of the page.
bool holds_answer(const WarcRecord& record) {
  const std::string_view type = record.field("content-type");
  return equals_ignoring_case(record.type(), "response") &&
         (type.empty() || equals_ignoring_case(type.substr(0, 16), "application/http") ||
          begins_answer(record.block));
}

/// The block from its last head on: without answers of the kind of 100 Continue, and what a proxy
/// said before the server did.
std::string_view final_answer(std::string_view block) {
  while (begins_answer(block)) {
    const std::size_t size = head_size(block);
    if (size == std::string_view::npos || !begins_answer(block.substr(size))) break;
    block.remove_prefix(size);
  }
  return block;
}

RecordedAnswer resource_of(const WarcRecord& record) {
  RecordedAnswer answer;
  answer.head.status = 200;
  answer.head.fields = {{"content-type", std::string(record.field("content-type"))}};
  answer.head.text =
      "HTTP/1.1 200 OK\r\nContent-Type: " + answer.head.fields[0].second + "\r\n\r\n";
  answer.raw_body = record.block;
  answer.truncated = !record.field("warc-truncated").empty();
  return answer;
}

/// The file without its compression, which has no name and goes when it is closed.
Result<File> unpacked_copy(File packed) {
  std::string name = (std::filesystem::temp_directory_path() / "porthole-warc-XXXXXX").string();
  const int made = ::mkstemp(name.data());
  if (made < 0) return fail(system_error("make the temporary file", name, errno));
  ::close(made);
  TRY_AS(copy, File::open(name, OpenMode::kUpdate));
  std::filesystem::remove(name);
  RecordBytes bytes(std::move(packed));
  TRY(bytes.start());
  std::int64_t written = 0;
  while (true) {
    const auto step = bytes.more();
    const bool is_damaged = !step && step.error().code == ErrorCode::kInvalid;
    if (!step && !is_damaged) return fail(step.error());
    TRY(copy->write_at(written, bytes.available()));
    written += static_cast<std::int64_t>(bytes.available().size());
    bytes.consume(bytes.available().size());
    if (is_damaged || *step == RecordBytes::Step::kFileEnd)
      return std::move(*copy);  // A damaged end is a cut one.
  }
}

Error in_file(Error error, const std::filesystem::path& file) {
  if (error.file.empty()) error.file = file.string();
  return error;
}

Error changed(const std::filesystem::path& file) {
  Error error;
  error.code = ErrorCode::kStorage;
  error.file = file.string();
  error.message = "the file has changed since it was opened";
  return error;
}

Error not_cdxj(const std::filesystem::path& file, int line) {
  Error error;
  error.file = file.string();
  error.line = line;
  error.message = "not a line of CDXJ";
  error.hint = "expected a key, a time and an object with url, filename and offset";
  return error;
}

struct IndexLine {
  std::string url, file;
  std::int64_t offset = 0;
  bool is_answer = true;  ///< False for a revisit, which has no body.
};

/// A number, or a string with one, as both are in use.
std::optional<std::int64_t> number_in(const nlohmann::json& object, const char* name) {
  const auto member = object.find(name);
  if (member == object.end()) return std::nullopt;
  if (member->is_number_integer()) return member->get<std::int64_t>();
  if (!member->is_string()) return std::nullopt;
  const auto& text = member->get_ref<const std::string&>();
  std::int64_t number = 0;
  const auto [end, error] = std::from_chars(text.data(), text.data() + text.size(), number);
  if (error != std::errc() || end != text.data() + text.size()) return std::nullopt;
  return number;
}

std::optional<IndexLine> parse_index_line(const std::string& line) {
  const std::size_t begin = line.find('{');
  if (begin == std::string::npos) return std::nullopt;
  const auto object = nlohmann::json::parse(line.begin() + static_cast<std::ptrdiff_t>(begin),
                                            line.end(), nullptr, false);
  if (!object.is_object()) return std::nullopt;
  const auto text = [&](const char* name) {
    const auto member = object.find(name);
    return member != object.end() && member->is_string() ? member->get<std::string>()
                                                         : std::string();
  };
  const std::optional<std::int64_t> offset = number_in(object, "offset");
  IndexLine entry;
  entry.url = text("url");
  entry.file = std::filesystem::path(text("filename")).filename().string();
  entry.is_answer = text("mime") != "warc/revisit";
  if (!offset || *offset < 0 || entry.url.empty() || entry.file.empty()) return std::nullopt;
  entry.offset = *offset;
  return entry;
}

/// True for bytes that documents and pictures begin with: they were decoded before they were
/// written.
bool begins_file(std::string_view bytes) {
  constexpr std::array<std::string_view, 5> kBeginnings = {"%PDF-", "\x89PNG", "GIF8",
                                                           "\xFF\xD8\xFF", "PK\x03\x04"};
  return std::any_of(kBeginnings.begin(), kBeginnings.end(),
                     [bytes](std::string_view one) { return bytes.starts_with(one); });
}

}  // namespace

Result<RecordedAnswer::Body> RecordedAnswer::body(std::int64_t limit) const {
  TRY_AS(decoder, ContentDecoder::make(joined_values(head.fields, "content-encoding"), limit,
                                       head.field("content-type")));
  Body body;
  DecodeStatus status = (*decoder)->feed(raw_body, body.bytes);
  if (status == DecodeStatus::kGoingOn && !truncated) status = (*decoder)->finish(body.bytes);
  if (status == DecodeStatus::kCorrupt && begins_file(raw_body)) {
    body.bytes = raw_body.substr(0, static_cast<std::size_t>(std::max<std::int64_t>(limit, 0)));
    body.cut = truncated || body.bytes.size() < raw_body.size();
    return body;
  }
  if (status == DecodeStatus::kCorrupt && body.bytes.empty())
    return fail(ErrorCode::kInvalid, "the content coding is corrupt");
  if (status == DecodeStatus::kBomb) return fail(ErrorCode::kInvalid, "a decompression bomb");
  body.coded = (*decoder)->changes_bytes();
  body.cut = truncated || status != DecodeStatus::kGoingOn;
  return body;
}

class RecordedWeb::Impl {
 public:
  Result<void> add(const std::filesystem::path& path);
  /// Looks the answers that revisits named up again, once all files were added.
  void add_revisits();
  Result<std::optional<RecordedAnswer>> find(const Url& url);

  struct Entry {
    std::size_t file = 0;
    std::int64_t offset = 0;
    std::string url;
  };
  std::unordered_map<std::string, Entry> index;
  std::vector<std::filesystem::path> cut_files;

 private:
  struct OpenFile {
    std::filesystem::path path;
    std::unique_ptr<WarcReader> reader;
    std::optional<WaczPart> part{};  ///< The part of the file that it is.
  };
  Result<void> add_wacz(const std::filesystem::path& path);
  Result<void> add_index(const std::filesystem::path& path);
  Result<void> scan(const std::filesystem::path& path);
  Result<void> scan_records();
  Result<void> unpack();
  void note(const WarcRecord& record, const Url& url);

  std::vector<OpenFile> files_;
  bool whole_ = false;                                ///< The last file is compressed as a whole.
  std::unordered_map<std::string, Entry> by_digest_;  ///< Answers of the last file.
  std::vector<std::pair<std::string, std::string>>
      revisits_;  ///< Those whose answer was not there yet.
};

void RecordedWeb::Impl::note(const WarcRecord& record, const Url& url) {
  if (record.block_skipped) return;
  const std::string digest(record.field("warc-payload-digest"));
  if (equals_ignoring_case(record.type(), "revisit")) {
    const Result<Url> same = Url::parse(record.field("warc-refers-to-target-uri"));
    const auto named = same ? index.find(same->key()) : index.end();
    const auto equal = by_digest_.find(digest);
    if (named != index.end()) {
      index.try_emplace(url.key(), named->second);
    } else if (equal != by_digest_.end()) {
      index.try_emplace(url.key(), equal->second);
    } else if (same) {
      revisits_.emplace_back(url.key(), same->key());
    }
    return;
  }
  if (!holds_answer(record) && !holds_resource(record)) return;
  whole_ = whole_ || !record.can_be_sought;
  const Entry entry{files_.size() - 1, record.offset, std::string(record.target())};
  index.try_emplace(url.key(), entry);
  if (!digest.empty()) by_digest_.try_emplace(digest, entry);
}

void RecordedWeb::Impl::add_revisits() {
  for (const auto& [url, named] : revisits_) {
    const auto found = index.find(named);
    if (found != index.end()) index.try_emplace(url, found->second);
  }
}

/// No record of it can be found again.
Result<void> RecordedWeb::Impl::unpack() {
  std::erase_if(index, [this](const auto& one) { return one.second.file == files_.size() - 1; });
  OpenFile& file = files_.back();
  TRY_AS(packed, file.part ? File::open_part(file.path, file.part->begin, file.part->size)
                           : File::open(file.path, OpenMode::kRead));
  TRY_AS(copy, unpacked_copy(std::move(*packed)));
  TRY_AS(reader, WarcReader::read(std::move(*copy)));
  file.reader = std::move(*reader);
  return scan_records();
}

Result<void> RecordedWeb::Impl::add(const std::filesystem::path& path) {
  if (path.extension() == ".cdxj") return add_index(path);
  if (is_zip(path)) return add_wacz(path);
  TRY_AS(reader, WarcReader::open(path));
  files_.push_back({path, std::move(*reader)});
  return scan(path);
}

Result<void> RecordedWeb::Impl::add_wacz(const std::filesystem::path& path) {
  TRY_AS(parts, wacz_parts(path));
  for (const WaczPart& part : *parts) {
    TRY_AS(file, File::open_part(path, part.begin, part.size));
    TRY_AS(reader, WarcReader::read(std::move(*file)));
    files_.push_back({path, std::move(*reader), part});
    if (auto scanned = scan(path); !scanned) return scanned;
  }
  return {};
}

Result<void> RecordedWeb::Impl::add_index(const std::filesystem::path& path) {
  std::error_code ignored;
  if (std::filesystem::is_fifo(path, ignored))  // It would be waited for.
    return fail(ErrorCode::kInvalid, path.string() + ": this is a pipe, not a file");
  std::ifstream in(path);
  if (!in) return fail(system_error("open the file", path, errno));
  std::unordered_map<std::string, std::size_t> places;  // The place of each WARC file in files_.
  std::string line;
  for (int number = 1; std::getline(in, line); ++number) {
    const std::optional<IndexLine> entry = parse_index_line(line);
    if (!entry) return fail(not_cdxj(path, number));
    const auto [place, is_new] = places.try_emplace(entry->file, files_.size());
    if (is_new) {
      const std::filesystem::path warc = path.parent_path() / entry->file;
      TRY_AS(reader, WarcReader::open(warc));
      files_.push_back({warc, std::move(*reader)});
    }
    const Result<Url> url = Url::parse(entry->url);
    if (entry->is_answer && url && url->is_web())
      index.try_emplace(url->key(), Entry{place->second, entry->offset, entry->url});
  }
  return {};
}

/// Indexes the records of the last file of files_.
Result<void> RecordedWeb::Impl::scan(const std::filesystem::path& path) {
  whole_ = false;
  Result<void> scanned = scan_records();
  if (scanned && whole_) scanned = unpack();
  if (!scanned) return fail(in_file(scanned.error(), path));
  if (files_.back().reader->is_cut()) cut_files.push_back(path);
  return {};
}

Result<void> RecordedWeb::Impl::scan_records() {
  by_digest_.clear();
  while (true) {
    TRY_AS(record, files_.back().reader->next());
    if (!*record) break;
    const Result<Url> url = Url::parse((*record)->target());
    if (url && url->is_web()) note(**record, *url);
  }
  return {};
}

Result<RecordedAnswer> answer_of(const WarcRecord& record) {
  if (holds_resource(record)) return resource_of(record);
  const std::string_view block = final_answer(record.block);
  const std::size_t size = std::min(head_size(block), block.size());
  TRY_AS(head, parse_response_head(block.substr(0, size)));
  RecordedAnswer answer;
  answer.head = std::move(*head);
  answer.truncated = !record.field("warc-truncated").empty();
  answer.raw_body = block.substr(size);
  const std::string coding = ascii_lower(joined_values(answer.head.fields, "transfer-encoding"));
  if (coding.find("chunked") == std::string::npos) return answer;
  if (Result<std::string> body = without_chunks(answer.raw_body))
    answer.raw_body = std::move(*body);
  return answer;
}

/// The answer in the record at `offset` of `path`, which `reader` reads.
Result<RecordedAnswer> read_answer(WarcReader& reader, const std::filesystem::path& path,
                                   std::int64_t offset) {
  reader.seek(offset);
  TRY_AS(record, reader.next());
  if (!*record) return fail(changed(path));
  Result<RecordedAnswer> answer = answer_of(**record);
  if (!answer) return fail(in_file(answer.error(), path));
  return answer;
}

Result<std::optional<RecordedAnswer>> RecordedWeb::Impl::find(const Url& url) {
  const auto found = index.find(url.key());
  if (found == index.end()) return std::optional<RecordedAnswer>();
  const OpenFile& file = files_[found->second.file];
  TRY_AS(answer, read_answer(*file.reader, file.path, found->second.offset));
  return std::optional<RecordedAnswer>(std::move(*answer));
}

Result<RecordedAnswer> read_answer(const std::filesystem::path& path, std::int64_t offset) {
  TRY_AS(reader, WarcReader::open(path));
  return read_answer(**reader, path, offset);
}

RecordedWeb::RecordedWeb(std::unique_ptr<Impl> impl) : impl_(std::move(impl)) {}
RecordedWeb::RecordedWeb(RecordedWeb&&) noexcept = default;
RecordedWeb& RecordedWeb::operator=(RecordedWeb&&) noexcept = default;
RecordedWeb::~RecordedWeb() = default;

Result<RecordedWeb> RecordedWeb::open(const std::vector<std::filesystem::path>& files) {
  auto impl = std::make_unique<Impl>();
  for (const std::filesystem::path& file : files) {
    TRY(impl->add(file));
  }
  impl->add_revisits();
  return RecordedWeb(std::move(impl));
}

Result<std::optional<RecordedAnswer>> RecordedWeb::find(const Url& url) { return impl_->find(url); }
std::size_t RecordedWeb::size() const { return impl_->index.size(); }
const std::vector<std::filesystem::path>& RecordedWeb::cut_files() const {
  return impl_->cut_files;
}

std::vector<std::string> RecordedWeb::urls() const {
  std::vector<std::string> urls;
  urls.reserve(impl_->index.size());
  for (const auto& [key, entry] : impl_->index) urls.push_back(entry.url);
  return urls;
}

}  // namespace porthole::archive
