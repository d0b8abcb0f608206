#include "training/local_page.h"

#include <utility>

#include "base/file_limits.h"
#include "base/xml/tree.h"
#include "repository/url_state.h"

namespace porthole::training {

Result<LocalPage> LocalPages::read(const std::filesystem::path& file) {
  if (parsers_ == nullptr) {
    parser::ParserPool::Options one;
    one.workers = 1;
    TRY_AS(started, parser::ParserPool::start(std::move(one)));
    parsers_ = std::move(*started);
  }
  LocalPage page;
  Result<std::string> body = xml::read_file(file, kLargestPage);
  if (!body) {
    page.failure = body.error().message;
    return page;
  }
  parser::ParseInput input;
  input.url = "file://" + file.string();
  input.body = std::move(*body);
  page.document = parsers_->parse_one(std::move(input));
  if (page.document.status == ParseStatus::kUnsupported) {
    page.failure =
        name_of(repository::DropReason::kUnsupportedType) + " " + page.document.media_type;
  }
  return page;
}

}  // namespace porthole::training
