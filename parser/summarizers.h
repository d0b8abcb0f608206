#pragma once

/// Summarizers: selects and runs the format plug-ins in a parser process.
///
/// In:  the host's setup (plugins/host/setup.h); a page.
/// Out: the page's Document from the first summarizer that accepts it (order:
///      plugins/format_summarizer.h, Formats), with limits and form enforced.
///
/// A summarizer is loaded on first use. Thread safety: none.

#include <functional>
#include <memory>
#include <optional>
#include <set>
#include <string>
#include <string_view>
#include <vector>

#include "base/document.h"
#include "base/result.h"
#include "parser/parse_input.h"
#include "plugins/format_summarizer.h"
#include "plugins/host/setup.h"

namespace porthole::parser {

class Summarizers {
 public:
  using Load = std::function<Result<std::unique_ptr<FormatSummarizer>>(const plugins::PluginUse&)>;
  using Notice = std::function<void(const std::string& name)>;

  /// `load` creates a configured summarizer; `notice` is told which one runs next. `words` are the
  /// names of all classes and properties (plugins::Setup::words): a document with others keeps
  /// them, and its status_detail lists them.
  Summarizers(std::vector<plugins::PluginUse> uses, Load load, Notice notice,
              std::vector<std::string> words = {});

  /// True if a summarizer reads this media type.
  bool is_read(std::string_view media_type) const;

  using Parse = Document (*)(const ParseInput& input, Summarizers* summarizers, int depth);

  /// The Document; absent if no summarizer accepts the page. `depth` is 0 for a page, more for a
  /// member of a container, which `parse` reads.
  std::optional<Document> read(const ParseInput& input, int depth, Parse parse);
  /// The summarizers that claimed the last page, which none accepted: "archive, epub"; "" for none.
  const std::string& refused() const { return refused_; }

 private:
  struct Entry {
    plugins::PluginUse use;
    std::unique_ptr<FormatSummarizer> loaded;
    std::string problem{};  ///< Why loading failed.
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
  std::string refused_;
};

/// True if a summarizer of these formats is asked about a document that is served as, or detected
/// to be, of the type, or has this URL.
bool claims(const Formats& formats, std::string_view media_type, std::string_view url);

/// Enforces `limits` and schemas/summary.rdfs on the output of a plug-in: excess is cut; a property
/// or class with an invalid name is removed and counted in status_detail.
void make_proper(Document& document, const SummaryLimits& limits);

}  // namespace porthole::parser
