#include "search/index/page_store.h"

#include <mutex>

#include "base/url/url.h"
#include "repository/known_url.h"
#include "repository/repository.h"

namespace porthole::search {
namespace {

using repository::Repository;
using repository::UrlRecord;
using repository::UrlState;

class RepositoryPageStore final : public PageStore {
 public:
  explicit RepositoryPageStore(std::filesystem::path file) : file_(std::move(file)) {}

  Result<std::optional<std::string>> rdf(std::string_view url) override {
    const std::lock_guard lock(mutex_);
    const bool was_open = repository_ != nullptr;
    Result<std::optional<std::string>> found = look_up(url);
    if (!found) repository_.reset();
    // A writer may have started since it was opened; a reader without write access must reopen it.
    if (!found && was_open) found = look_up(url);
    return found;
  }

 private:
  Result<std::optional<std::string>> look_up(std::string_view url) {
    const Result<Url> parsed = Url::parse(url);
    if (!parsed) return std::nullopt;
    if (repository_ == nullptr) {
      auto opened = repository::open_sqlite(file_, repository::Access::kRead);
      if (!opened && opened.error().code == ErrorCode::kNotFound) return std::nullopt;
      if (!opened) return fail(opened.error());
      repository_ = std::move(*opened);
    }
    auto record = repository::find_known_url(*repository_, *parsed);
    if (!record) return fail(record.error());
    if (!*record) return std::nullopt;
    const UrlRecord& known = **record;
    const auto id =
        known.state == UrlState::kAlias && known.alias_of != 0 ? known.alias_of : known.id;
    auto summary = repository_->summary(id);
    if (!summary) return fail(summary.error());
    if (!*summary || (*summary)->removed) return std::nullopt;
    return std::move((*summary)->rdf);
  }

  std::filesystem::path file_;
  std::mutex mutex_;
  std::unique_ptr<Repository> repository_;
};

}  // namespace

std::unique_ptr<PageStore> make_page_store(std::filesystem::path file) {
  return std::make_unique<RepositoryPageStore>(std::move(file));
}

}  // namespace porthole::search
