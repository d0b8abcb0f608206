// file: for documents of this machine, below the folder that the option `root` names.
//
// Each document has one URL: whatever else leads to it below the root (a symbolic link, a folder
// without its slash, a query) is redirected there.

#include <cerrno>
#include <chrono>
#include <optional>
#include <string>
#include <utility>
#include <vector>

#include "base/clock.h"
#include "base/url/percent_encode.h"
#include "base/url/url.h"
#include "plugins/export.h"
#include "plugins/protocol_handler.h"
#include "plugins/protocols/support/answers.h"
#include "plugins/protocols/support/page_writer.h"
#include "plugins/protocols/support/root_folder.h"

namespace porthole {
namespace {

ProtocolAnswer folder(const FoundThing& found, std::int64_t limit) {
  const std::optional<std::vector<std::string>> names = names_in(found, limit);
  if (!names) return refusal_for(errno);
  PageWriter page(found.path, limit);
  for (const std::string& name : *names) {
    // The dot and slash keep a name with a colon from being read as a scheme.
    if (!page.link("./" + encoded_path(name), name)) break;
  }
  ProtocolAnswer answer = std::move(page).answer();
  answer.headers.emplace_back("x-robots-tag", "noindex");  // A way to documents, and none itself.
  return answer;
}

ProtocolAnswer file(const FoundThing& found, std::int64_t limit) {
  tl::expected<std::string, ProtocolAnswer> bytes = read_part(found, 0, limit + 1);
  if (!bytes) return std::move(bytes.error());
  ProtocolAnswer answer =
      document(std::string(content_type_of(found.path)), std::move(*bytes), limit);
  const WallTime changed{std::chrono::seconds(found.about.st_mtim.tv_sec)};
  answer.headers.emplace_back("last-modified", format_http_date(changed));
  return answer;
}

class FileHandler final : public ProtocolHandler {
 public:
  PluginAbout about() const override {
    return {.name = "file",
            .version = "1.0",
            .help = "Documents of this machine, below one folder",
            .options = {root_option()}};
  }
  Manners manners() const override { return {.schemes = {"file"}, .has_hosts = false}; }
  std::string configure(const OptionValues& options) override {
    return root_.set(options.text("root"));
  }
  ProtocolAnswer fetch(const ProtocolRequest& request) override {
    const Result<Url> url = Url::parse(request.url);
    if (!url || url->scheme() != "file") return refusal(404, "no file: URL");
    tl::expected<FoundThing, ProtocolAnswer> found = root_.find(*url);
    if (!found) return std::move(found.error());
    if (found->path != percent_decode(url->path()) || !url->query().empty()) {
      return moved_to("file://" + encoded_path(found->path));
    }
    return found->is_folder() ? folder(*found, request.body_limit)
                              : file(*found, request.body_limit);
  }

 private:
  RootFolder root_;
};

}  // namespace
}  // namespace porthole

PORTHOLE_EXPORT(porthole::FileHandler)
