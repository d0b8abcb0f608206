#include "search/index/page_store.h"

#include <mutex>

#include "archive/recorded_web.h"
#include "base/log.h"
#include "base/url/url.h"
#include "repository/known_url.h"
#include "repository/repository.h"

namespace porthole::search {
namespace {

using repository::Repository;
using repository::UrlRecord;
using repository::UrlState;
using summarizer::Summary;

constexpr std::string_view kUnknownType = "application/octet-stream";
constexpr std::int64_t kLargestDocument = std::int64_t{64} << 20;

class RepositoryPageStore final : public PageStore {
 public:
  RepositoryPageStore(repository::StoragePlace place, std::string name,
                      std::filesystem::path archive, std::string topic_title)
      : place_(std::move(place)),
        name_(std::move(name)),
        archive_(std::move(archive)),
        topic_title_(std::move(topic_title)) {}

  Result<std::optional<Summary>> summary(std::string_view url) override {
    return read<Summary>([&] { return look_up_summary(url); });
  }

  Result<std::optional<summarizer::PageContent>> content(std::string_view url) override {
    return read<summarizer::PageContent>([&] { return look_up_content(url); });
  }

  Result<std::optional<StoredDocument>> document(std::string_view url) override {
    std::string href;
    TRY_AS(page, read<repository::PageRecord>([&] { return look_up_page(url, href); }));
    if (!*page || (*page)->archive_file.empty() || (*page)->noarchive || (*page)->nosnippet)
      return std::nullopt;
    return read_document(**page, std::move(href));
  }

  Result<std::vector<Backlink>> backlinks(std::string_view url) override {
    TRY_AS(found, read<std::vector<Backlink>>([&] { return look_up_backlinks(url); }));
    return *found ? std::move(**found) : std::vector<Backlink>();
  }

  std::optional<WallTime> last_crawl() override {
    const auto found = read<WallTime>([&] { return look_up_crawl(); });
    if (found) return *found;
    log(LogLevel::kWarning, "search", found.error().to_string());
    return std::nullopt;
  }

 private:
  /// The result of `look_up` on the open repository; absent without a repository.
  template <class Found, class LookUp>
  Result<std::optional<Found>> read(LookUp look_up) {
    const std::lock_guard lock(mutex_);
    const bool was_open = repository_ != nullptr;
    Result<std::optional<Found>> found = open_and<Found>(look_up);
    if (!found) close();
    // A writer may have started since it was opened; a reader without write access must reopen it.
    if (!found && was_open) found = open_and<Found>(look_up);
    return found;
  }

  template <class Found, class LookUp>
  Result<std::optional<Found>> open_and(LookUp look_up) {
    if (repository_ == nullptr) {
      auto opened = repository::open_repository(place_, repository::Access::kRead);
      if (!opened && opened.error().code == ErrorCode::kNotFound) return std::nullopt;
      if (!opened) return fail(opened.error());
      repository_ = std::move(*opened);
    }
    TRY(begin_maker());
    return look_up();
  }

  Result<std::optional<WallTime>> look_up_crawl() {
    TRY_AS(run, repository_->crawl().last_run());
    if (!*run) return std::nullopt;
    return (*run)->ended == WallTime{} ? (*run)->started : (*run)->ended;
  }

  void close() {
    maker_.reset();
    repository_.reset();
  }

  /// Makes the maker, which has learned of the sites, anew when summaries have changed.
  Result<void> begin_maker() {
    TRY_AS(serial, repository_->summaries().last_serial());
    if (maker_ != nullptr && serial_ == *serial) return {};
    maker_ = std::make_unique<summarizer::SummaryMaker>(*repository_, topic_title_);
    serial_ = *serial;
    return {};
  }

  /// The page with this URL or alias; nothing when it has no summary.
  Result<std::optional<repository::UrlId>> find(std::string_view url) {
    const Result<Url> parsed = Url::parse(url);
    if (!parsed) return std::nullopt;
    TRY_AS(record, repository::find_known_url(*repository_, *parsed));
    if (!*record) return std::nullopt;
    const UrlRecord& known = **record;
    const auto id =
        known.state == UrlState::kAlias && known.alias_of != 0 ? known.alias_of : known.id;
    TRY_AS(is_there, repository_->summaries().has(id));
    return *is_there ? std::optional(id) : std::nullopt;
  }

  Result<std::optional<Summary>> look_up_summary(std::string_view url) {
    TRY_AS(page, find(url));
    if (!*page) return std::nullopt;
    return maker_->make(**page);
  }

  Result<std::optional<summarizer::PageContent>> look_up_content(std::string_view url) {
    TRY_AS(page, find(url));
    if (!*page) return std::nullopt;
    return maker_->read(**page);
  }

  /// The page with its URL in `href`; nothing when it has no summary.
  Result<std::optional<repository::PageRecord>> look_up_page(std::string_view url,
                                                             std::string& href) {
    TRY_AS(page, find(url));
    if (!*page) return std::nullopt;
    TRY_AS(known, repository_->urls().get(**page));
    if (*known) href = (*known)->href;
    return repository_->pages().get(**page);
  }

  /// Needs no lock: files of the archive are only added to.
  Result<std::optional<StoredDocument>> read_document(const repository::PageRecord& page,
                                                      std::string href) const {
    TRY_AS(answer, archive::read_answer(archive_ / page.archive_file, page.archive_offset));
    TRY_AS(body, answer->body(kLargestDocument));
    StoredDocument document{std::move(href), std::string(answer->head.field("content-type")),
                            std::move(body->bytes), body->cut};
    std::string& type = document.content_type;
    if (type.empty() || type == kUnknownType) type = page.document.media_type;
    const bool lacks_charset = type.starts_with("text/") && type.find(';') == std::string::npos;
    if (lacks_charset && !page.document.charset.empty())
      type += "; charset=" + page.document.charset;
    return document;
  }

  Result<std::optional<std::vector<Backlink>>> look_up_backlinks(std::string_view url) {
    const Result<Url> parsed = Url::parse(url);
    if (!parsed) return std::nullopt;
    TRY_AS(found, backlinks_in(*repository_, *parsed, name_));
    return std::move(*found);
  }

  repository::StoragePlace place_;
  std::string name_;
  std::filesystem::path archive_;
  std::string topic_title_;
  std::mutex mutex_;
  std::unique_ptr<Repository> repository_;
  std::unique_ptr<summarizer::SummaryMaker> maker_;
  std::int64_t serial_ = 0;  ///< That of the last summary when `maker_` was made.
};

}  // namespace

std::unique_ptr<PageStore> make_page_store(repository::StoragePlace place, std::string name,
                                           std::filesystem::path archive, std::string topic_title) {
  return std::make_unique<RepositoryPageStore>(std::move(place), std::move(name),
                                               std::move(archive), std::move(topic_title));
}

}  // namespace porthole::search
