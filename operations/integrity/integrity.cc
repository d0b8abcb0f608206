#include "operations/integrity/integrity.h"

#include <chrono>
#include <cstdint>
#include <filesystem>
#include <functional>
#include <map>
#include <memory>
#include <optional>
#include <random>
#include <set>
#include <string>
#include <string_view>
#include <system_error>
#include <utility>
#include <variant>
#include <vector>

#include "archive/capture_store.h"
#include "archive/digest.h"
#include "archive/place.h"
#include "archive/recorded_web.h"
#include "archive/scan.h"
#include "archive/warc_records.h"
#include "base/text/format.h"
#include "base/text/text.h"
#include "base/url/url.h"
#include "collection/open_collection.h"
#include "indexer/index_check.h"
#include "operations/integrity/fresh_parse.h"
#include "operations/steps/index_round.h"
#include "repository/file_check.h"
#include "repository/query.h"
#include "repository/repository.h"

namespace porthole::operations {
namespace {

namespace fs = std::filesystem;
using archive::Place;
using repository::UrlId;

constexpr std::int64_t kMostFindings = 20;  // A part.

/// Questions to which a sound repository has no answer: rows of a text, which names what is wrong.
struct Question {
  const char* what;  ///< The finding for a row, after its first column.
  const char* sql;
};
constexpr Question kQuestions[] = {
    {" is a page without a URL",
     "SELECT 'page ' || p.id FROM page p LEFT JOIN url u ON u.id = p.id WHERE u.id IS NULL"},
    {" is a page, and its URL is not in the state fetched",
     "SELECT u.key FROM page p JOIN url u ON u.id = p.id WHERE u.state <> 1"},
    {" is in the state fetched and has no page",
     "SELECT u.key FROM url u LEFT JOIN page p ON p.id = u.id WHERE u.state = 1 AND p.id IS NULL"},
    {" has no text",
     "SELECT u.key FROM page p JOIN url u ON u.id = p.id LEFT JOIN page_text t ON t.id = p.id WHERE"
     " t.id IS NULL"},
    {" is not a page and has blocks",
     "SELECT 'page ' || b.page FROM page_block b LEFT JOIN page p ON p.id = b.page WHERE p.id IS"
     " NULL"},
    {" is not a page and has properties",
     "SELECT 'page ' || o.page FROM page_property o LEFT JOIN page p ON p.id = o.page WHERE p.id IS"
     " NULL GROUP BY o.page"},
    {" is not a page and has failures",
     "SELECT 'page ' || f.page FROM page_failure f LEFT JOIN page p ON p.id = f.page WHERE p.id IS"
     " NULL"},
    {" has links to a URL that is not there",
     "SELECT 'page ' || l.source FROM link l LEFT JOIN url u ON u.id = l.target WHERE u.id IS NULL"
     " GROUP BY l.source"},
    // URLs that wait, or that no plug-in reads (reason 32), may have one from what links say.
    {" has a summary and is not a page",
     "SELECT s.href FROM summary s LEFT JOIN page p ON p.id = s.page LEFT JOIN url u ON u.id ="
     " s.page WHERE s.removed = 0 AND p.id IS NULL AND (u.id IS NULL OR NOT (u.state = 0 OR"
     " (u.state = 3 AND u.reason = 32)))"},
    {" is an alias of a URL that is not there",
     "SELECT a.key FROM url a LEFT JOIN url u ON u.id = a.alias_of WHERE a.state = 2 AND u.id IS"
     " NULL"},
};
/// Tables that no other question needs. It has no rows; a table that is gone is an error.
constexpr Question kOtherTables = {
    "",
    "SELECT '' FROM host, term, run, run_option, closed_link, plugin, score, page_visit,"
    " distillation, page_change WHERE 1 = 0"};
// Until a page has the summary that it needs, `stale` says so.
constexpr Question kSummaryQuestions[] = {
    {" has no summary",
     "SELECT u.key FROM page p JOIN url u ON u.id = p.id LEFT JOIN summary s ON s.page = p.id AND"
     " s.removed = 0 WHERE p.stale = 0 AND p.duplicate_of = 0 AND p.noindex = 0 AND s.page IS NULL"
     " AND NOT EXISTS (SELECT 1 FROM page_failure f WHERE f.page = p.id AND f.gone <> 0)"},
    {" is the URL of the summary of another page",
     "SELECT s.href FROM summary s JOIN url u ON u.id = s.page LEFT JOIN page p ON p.id = s.page"
     " WHERE s.removed = 0 AND s.href <> coalesce(u.href, u.key) AND coalesce(p.stale, 0) = 0"},
};

/// A page as its record in the archive should be.
struct ExpectedRecord {
  UrlId id = 0;
  std::string href, digest;
  std::int64_t bytes = 0;
  bool truncated = false;
};

/// The program that wrote the file which begins with this record: "porthole/1.0".
std::string software_of(const archive::WarcRecord& info) {
  constexpr std::string_view kName = "software: ";
  const std::string_view block = info.block;
  const std::size_t at = block.find(kName);
  if (at == std::string_view::npos) return {};
  const std::string_view value = block.substr(at + kName.size());
  return std::string(value.substr(0, value.find_first_of("\r\n")));
}

bool is_parsed_without_plugins(std::string_view media_type) {
  return media_type == "text/html" || media_type == "application/xhtml+xml" ||
         media_type == "text/plain";
}

/// The checks of one collection.
class IntegrityCheck {
 public:
  IntegrityCheck(const collection::Collection& collection, const std::string& folder,
                 const IntegrityOptions& options)
      : collection_(collection),
        storage_(collection::storage_of(collection)),
        folder_(shell_word(folder)),
        options_(options) {}

  Result<Integrity> run() {
    TRY(check_repository());
    TRY(check_archive());
    if (is_readable_) {
      TRY(check_summaries());
    }
    check_index();
    for (const auto& [part, count] : faults_) {
      if (count <= kMostFindings) continue;
      found_fault(out_.findings, part,
                  with_commas(count - kMostFindings) + " more of this part are not listed",
                  repair());
    }
    return std::move(out_);
  }

 private:
  std::string repair() const { return "porthole repair " + folder_; }

  void fault(bool Integrity::*part, const char* name, std::string what, std::string remedy) {
    out_.*part = false;
    if (++faults_[name] <= kMostFindings)
      found_fault(out_.findings, name, std::move(what), std::move(remedy));
  }
  void repository_fault(std::string what) {
    fault(&Integrity::repository_is_sound, "repository", std::move(what), repair());
  }
  void archive_fault(std::string what, std::string remedy) {
    fault(&Integrity::archive_is_sound, "archive", std::move(what), std::move(remedy));
  }
  void summary_fault(std::string what) {
    fault(&Integrity::summaries_are_sound, "summaries", std::move(what), repair());
  }

  bool stopping() {
    if (options_.stop != nullptr && options_.stop->load()) out_.stopped = true;
    return out_.stopped;
  }
  void show(const char* part, std::int64_t done, std::int64_t total) const {
    if (options_.progress) options_.progress(part, done, total);
  }

  Result<void> check_repository() {
    show("repository", 0, 0);
    const auto checked = repository::check_repository(storage_, repository::FileReading::kWhole);
    if (!checked && checked.error().code == ErrorCode::kNotFound) {
      if (archive::archive_bytes(collection_.archive_folder()) > 0)
        repository_fault("there is an archive, and no repository: " + storage_.shown());
      return {};
    }
    // A server that does not answer says nothing about the repository.
    if (!checked && (checked.error().code == ErrorCode::kPermission || storage_.is_postgres()))
      return fail(checked.error());
    if (!checked) {
      repository_fault(checked.error().message);
      return {};
    }
    for (const std::string& what : checked->faults) repository_fault(what);
    if (!checked->faults.empty()) return {};
    if (checked->version == 0) {
      repository_fault("it has no tables");
      return {};
    }
    if (checked->version != checked->current_version) {
      found_warning(out_.findings, "repository",
                    "it has version " + std::to_string(checked->version) + ", and this program " +
                        std::to_string(checked->current_version) +
                        ": its content was not looked at",
                    "migrate it, then check it again: porthole status " + folder_);
      return {};
    }
    return check_rows();
  }

  Result<void> check_rows() {
    const auto tell = [this](std::string what) { repository_fault(std::move(what)); };
    for (const Question& question : kQuestions) {
      if (stopping()) return {};
      if (auto asked = ask(question, tell); !asked) return asked;
    }
    if (auto asked = ask(kOtherTables, tell); !asked) return asked;
    if (auto read = read_pages(); !read) return damage_or_error(read.error(), tell);
    is_readable_ = out_.repository_is_sound;
    return {};
  }

  using Tell = std::function<void(std::string what)>;

  /// Tells an error that is damage by `tell`; another one ends the check. Where a table is gone
  /// SQLite does not understand a query.
  static Result<void> damage_or_error(const Error& error, const Tell& tell) {
    if (error.code != ErrorCode::kStorage && error.code != ErrorCode::kUsage) return fail(error);
    tell(error.message);
    return {};
  }

  /// Tells each row of the answer by `tell`.
  Result<void> ask(const Question& question, const Tell& tell) const {
    constexpr std::size_t kRows = 1000;
    const auto rows = repository::run_query(storage_, question.sql,
                                            {.rows = kRows, .time = std::chrono::hours(24)});
    if (!rows) return damage_or_error(rows.error(), tell);
    for (const auto& row : rows->rows) tell(std::get<std::string>(row.front()) + question.what);
    return {};
  }

  /// Reads the records that the archive must have.
  Result<void> read_pages() {
    TRY_AS(repository, repository::open_repository(storage_, repository::Access::kRead));
    repository_ = std::move(*repository);
    const auto read = repository_->pages().for_each(
        {}, [&](const repository::UrlRecord& url, const repository::PageRecord& page, auto, auto) {
          ++out_.pages;
          // A page that was not archived.
          if (page.archive_file.empty()) return !stopping();
          ExpectedRecord expected;
          expected.id = url.id;
          expected.href = url.href;
          expected.digest = page.digest;
          expected.bytes = page.bytes;
          expected.truncated = page.truncated;
          const Place place{page.archive_file, page.archive_offset};
          expected_.emplace(place, std::move(expected));
          return !stopping();
        });
    if (!read) return read;
    // Afterwards: a crawl may have committed pages meanwhile.
    TRY_AS(end, repository_->crawl().archive_end());
    end_ = {std::move(end->first), end->second};
    return {};
  }

  /// Chooses the pages that are parsed again: every step_-th, from another one each time.
  void begin_fresh_parse() {
    const auto pages = static_cast<std::int64_t>(expected_.size());
    if (pages == 0 || !is_readable_ || options_.parsed_pages <= 0) return;
    step_ = (pages - 1) / options_.parsed_pages + 1;
    until_next_ = std::uniform_int_distribution<std::int64_t>(0, step_ - 1)(random_);
    auto parse = FreshParse::start(collection_.specification(), *repository_);
    if (parse) {
      parse_.emplace(std::move(*parse));
      return;
    }
    found_warning(out_.findings, "repository",
                  "no page was parsed again: " + parse.error().to_string(), parse.error().hint);
  }

  Result<void> end_fresh_parse() {
    if (!parse_) return {};
    if (auto finished = parse_->finish(); !finished) return finished;
    out_.parsed = parse_->compared();
    out_.passed_over = parse_->passed_over();
    for (const StoredOtherwise& page : parse_->take_found()) tell_otherwise(page);
    return {};
  }

  /// A difference is damage where the same program wrote what is stored, without a plug-in or tool
  /// whose version may have changed.
  void tell_otherwise(const StoredOtherwise& page) {
    const std::string what = page.href + " is stored with another " + page.parts +
                             " than a fresh parse of its record gives";
    const archive::WarcWriterOptions ours;
    const bool is_ours =
        software_[page.place.file] == ours.software && is_parsed_without_plugins(page.media_type);
    if (is_ours) return repository_fault(what + " (or another build of this version parsed it)");
    if (++otherwise_ > kMostFindings) return;
    found_warning(out_.findings, "repository",
                  what +
                      ": it is damaged, or another version of the program or of a plug-in parsed"
                      " it",
                  "fetch it again, or build the repository again from the archive: " + repair());
  }

  Result<void> check_archive() {
    if (stopping()) return {};
    begin_fresh_parse();
    const fs::path folder = collection_.archive_folder();
    const std::int64_t total = archive::archive_bytes(folder);
    if (fs::is_directory(folder / "committed"))
      archive_fault("archive/committed is a folder, not a file", "move it away");
    archive::ScanReceivers receivers;
    receivers.record = [&](const Place& place, const archive::WarcRecord& record, bool is_sound) {
      ++out_.records;
      if (record.type() == "warcinfo") software_[place.file] = software_of(record);
      if (is_sound) compare(place, record);
    };
    receivers.fault = [this](const archive::ScanFault& found) {
      damaged_.insert(found.place);
      archive_fault(in_words(found.place) + ": " + found.what, kFromCopy);
    };
    receivers.progress = [&](std::int64_t bytes) {
      show("archive", bytes, total);
      if (parse_ && parse_->failed()) return false;
      return !stopping();
    };
    if (auto scanned = archive::scan_archive(folder, end_, receivers); !scanned) return scanned;
    if (auto ended = end_fresh_parse(); !ended) return ended;
    if (auto looked = look_elsewhere(); !looked) return looked;
    if (stopping()) return {};
    for (const auto& [place, page] : expected_) {
      archive_fault(page.href + " has no record at " + in_words(place), kFromCopy);
    }
    return {};
  }

  /// Reads the archive again for pages that have no record at their place: where it is at another
  /// one, the repository is damaged and not the archive. A page that was fetched twice without a
  /// change, whose newer file is gone, is told so, too: `repair` gives it the older record.
  Result<void> look_elsewhere() {
    if (expected_.empty() || stopping()) return {};
    std::multimap<std::string, Place, std::less<>> places;  // By the key of the page's URL.
    for (const auto& [place, page] : expected_) {
      if (!damaged_.contains(place)) places.emplace(key_of(page.href), place);
    }
    archive::ScanReceivers receivers;
    receivers.record = [&](const Place& place, const archive::WarcRecord& record, bool is_sound) {
      if (!is_sound || record.type() != "response") return;
      const auto [first, last] = places.equal_range(key_of(record.target()));
      if (first == last) return;
      const auto answer = archive::answer_of(record);
      if (!answer) return;
      for (auto at = first; at != last; ++at) {
        const auto found = expected_.find(at->second);
        if (found == expected_.end() || !has_content(*answer, found->second)) continue;
        repository_fault(found->second.href + ": its record is at " + in_words(place) +
                         ", and not at " + in_words(found->first));
        expected_.erase(found);
        return;
      }
    };
    const std::int64_t total = archive::archive_bytes(collection_.archive_folder());
    receivers.progress = [&](std::int64_t bytes) {
      show("archive", bytes, total);
      return !expected_.empty() && !stopping();
    };
    return archive::scan_archive(collection_.archive_folder(), end_, receivers);
  }

  static std::string key_of(std::string_view href) {
    const Result<Url> url = Url::parse(href);
    if (!url) return std::string(href);
    return url->without_fragment().key();
  }
  static std::string in_words(const Place& place) {
    return place.file + ", byte " + std::to_string(place.offset);
  }
  static bool has_content(const archive::RecordedAnswer& answer, const ExpectedRecord& page) {
    const auto body = answer.body(most_bytes(page));
    if (!body) return false;
    return archive::sha1_digest(body->bytes) == page.digest;
  }
  /// How much of a body is compared: more than the page has, unless it was cut.
  static std::int64_t most_bytes(const ExpectedRecord& page) {
    return page.truncated ? page.bytes : page.bytes + 1;
  }

  /// Compares the page whose record this is with it. Pages that are left over have none.
  void compare(const Place& place, const archive::WarcRecord& record) {
    const auto found = expected_.find(place);
    if (found == expected_.end()) return;
    const ExpectedRecord page = std::move(found->second);
    expected_.erase(found);
    const std::string where = page.href + ": its record at " + in_words(place);
    if (record.block == archive::kRedactionLine)
      return fault(&Integrity::repository_is_sound, "repository",
                   page.href + " is out of the archive: its removal did not end",
                   "end it: porthole remove " + folder_ + " " + shell_word(page.href));
    if (record.type() != "response")
      return repository_fault(where + " is not an answer but of the type " +
                              std::string(record.type()));
    if (!is_same_page(record.target(), page.href))
      return repository_fault(where + " is of " + std::string(record.target()));
    if (!record.field("content-type").starts_with("application/http") || record.block_skipped)
      return;
    auto answer = archive::answer_of(record);
    if (!answer) return archive_fault(where + " holds no HTTP answer", kFromCopy);
    if (!has_content(*answer, page))
      return repository_fault(where + " has another content than the page");
    if (!parse_ || until_next_-- > 0) return;
    until_next_ = step_ - 1;
    parse_->add({page.id, page.href, place, most_bytes(page)}, std::move(*answer));
  }

  static bool is_same_page(std::string_view recorded, const std::string& href) {
    if (recorded == href) return true;
    return key_of(recorded) == key_of(href);
  }

  Result<void> check_summaries() {
    for (const Question& question : kSummaryQuestions) {
      if (stopping()) return {};
      auto asked = ask(question, [this](std::string what) { summary_fault(std::move(what)); });
      if (!asked) return asked;
    }
    TRY_AS(last, repository_->summaries().last_serial());
    last_serial_ = *last;
    TRY_AS(counts, repository_->counts());
    out_.summaries = counts->summaries;
    return {};
  }

  void check_index() {
    if (stopping()) return;
    show("index", 0, 0);
    const auto damaged = [&](std::string what) {
      fault(&Integrity::index_is_sound, "index", std::move(what), repair());
    };
    std::error_code ignored;
    if (fs::is_regular_file(collection_.index_folder(), ignored))
      return damaged("it is a file, and not a folder");
    const auto index = indexer::check_index(collection_.index_folder());
    if (!index && index.error().code == ErrorCode::kNotFound) return;
    out_.index_is_compared = index && index->is_compared;
    if (!index && index.error().code == ErrorCode::kPermission)
      return found_warning(out_.findings, "index", index.error().message, index.error().hint);
    if (!index) return damaged(index.error().message);
    out_.documents = index->documents;
    for (const std::string& what : index->faults) damaged(what);
    if (is_readable_ && index->serial > last_serial_)
      damaged("it has summaries that the repository does not have");
    if (is_readable_ && out_.is_sound() && index->is_current && index->serial == last_serial_)
      compare_documents();
  }

  /// A crawl may have taken the repository on meanwhile: no difference is damage.
  void compare_documents() {
    const auto counts = repository_->counts();
    if (!counts || counts->stale > 0) return;
    if (const auto done = compare_index(collection_, *repository_, folder_, out_.findings); !done)
      found_warning(out_.findings, "index", done.error().to_string(), done.error().hint);
  }

  static constexpr const char* kFromCopy =
      "put the file back from a copy (docs/backup.md); without one, what its other records say is "
      "kept";

  const collection::Collection& collection_;
  const repository::StoragePlace storage_;
  const std::string folder_;  ///< As a word of a shell.
  const IntegrityOptions& options_;
  Integrity out_;
  std::map<std::string, std::int64_t> faults_;  ///< By part.
  std::unique_ptr<repository::Repository> repository_;
  bool is_readable_ = false;  ///< The repository, whose rows agree with each other.
  Place end_;
  std::map<Place, ExpectedRecord> expected_;  ///< Those that were not seen yet.
  std::set<Place> damaged_;                   ///< Where the archive cannot be read.
  std::int64_t last_serial_ = 0;
  std::optional<FreshParse> parse_;
  std::random_device random_;
  std::int64_t step_ = 1, until_next_ = 0;  ///< Between the pages that are parsed again.
  std::map<std::string, std::string, std::less<>> software_;  ///< That wrote a file of the archive.
  std::int64_t otherwise_ = 0;  ///< Pages that another version may have parsed.
};

}  // namespace

Result<Integrity> check_integrity(const collection::Collection& collection,
                                  const std::string& folder, const IntegrityOptions& options) {
  return IntegrityCheck(collection, folder, options).run();
}

}  // namespace porthole::operations
