#pragma once

/// The summarizers of a worker, and which of them reads a page.
///
/// In:  what the host sent (plugins/host/setup.h); a page.
/// Out: the page's Document by the first summarizer that takes it (the order stands in
///      plugins/format_summarizer.h, Formats), within the limits and in the form that others expect.
///
/// A summarizer is loaded when it is first needed. Thread safety: none.

#include <functional>
#include <memory>
#include <optional>
#include <set>
#include <string>
#include <string_view>
#include <vector>

#include "base/document.h"
#include "base/result.h"
#include "plugins/host/setup.h"
#include "parser/parse_input.h"
#include "plugins/format_summarizer.h"

namespace porthole::parser {

class Summarizers {
 public:
  using Load = std::function<Result<std::unique_ptr<FormatSummarizer>>(const plugins::PluginUse&)>;
  using Notice = std::function<void(const std::string& name)>;

  /// `load` makes one that is configured; `notice` hears which one is about to be asked. `words` are
  /// the names of all classes and properties (plugins::Setup::words): a document with others keeps
  /// them, and its status_detail names them.
  Summarizers(std::vector<plugins::PluginUse> uses, Load load, Notice notice,
              std::vector<std::string> words = {});

  /// Somebody reads this media type.
  bool is_read(std::string_view media_type) const;

  using Parse = Document (*)(const ParseInput& input, Summarizers* summarizers, int depth);

  /// Nothing when nobody takes the page. `depth` is 0 for a page, more for what is inside of one, which `parse` reads.
  std::optional<Document> read(const ParseInput& input, int depth, Parse parse);

 private:
  struct Entry {
    plugins::PluginUse use;
    std::unique_ptr<FormatSummarizer> loaded;
    std::string problem{};  ///< Why it could not be loaded.
  };

  std::vector<Entry*> candidates(const PageBytes& page);
  FormatSummarizer* loaded(Entry& entry);
  static std::string type_for(const Entry& entry, const PageBytes& page);
  Document summarized(Entry& entry, const PageBytes& page);
  void tell_unknown_words(Document& document) const;

  std::vector<Entry> entries_;
  Load load_;
  Notice notice_;
  std::set<std::string, std::less<>> words_;
};

/// Makes what a plug-in wrote fit `limits` and schemas/summary.rdfs: what is beyond is cut, a
/// property or class whose name can be none is left out, which status_detail says.
void make_proper(Document& document, const SummaryLimits& limits);

}  // namespace porthole::parser
