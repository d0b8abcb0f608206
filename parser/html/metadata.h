#pragma once

/// Metadata: collects a page's metadata: description, robots directives, structured data.

#include <string>
#include <string_view>
#include <utility>

#include "base/document.h"
#include "parser/html/elements.h"
#include "parser/properties/evidence.h"
#include "parser/robots_directives.h"
#include "parser/structured/statements.h"

namespace porthole::parser {

/// If several elements state the same field, the first of the most specific kind counts:
/// `description` before Open Graph's before Dublin Core's.
class Metadata {
 public:
  /// `agent`: the robot's name, as of RobotsStatements.
  explicit Metadata(std::string agent = "") : robots_(std::move(agent)) {}

  /// A meta element: name or property with content, or http-equiv with content.
  void meta(const Attributes& attributes);
  /// The text of a script of type application/ld+json.
  void structured_data(std::string_view json);
  /// Receives the statements of microdata and RDFa.
  Statements& statements() { return statements_; }

  /// Statements of title, author, dates and site.
  Evidence& evidence() { return evidence_; }
  const Evidence& evidence() const { return evidence_; }

  /// The target of a meta refresh as written, "" when there is none.
  const std::string& refresh() const { return refresh_; }
  /// Content-Language by meta, "" when there is none.
  const std::string& language() const { return language_; }

  /// Long texts of the structured data, a line each: article bodies, descriptions, answers. At most
  /// kMaxLongText bytes.
  const std::string& long_text() const { return long_text_; }

  /// Writes description, robots directives and statements into `document`; URLs are not
  /// resolved.
  void write_to(Document& document) const;

 private:
  /// A value with the rank of its source (0 = most specific); the first value of the best rank is
  /// kept.
  struct Ranked {
    std::string value;
    int rank = 1000;
    void offer(std::string_view text, int new_rank);
  };

  void named(std::string_view name, std::string_view content);
  void http_equiv(std::string_view name, std::string_view content);

  Statements statements_;
  Evidence evidence_;
  Ranked description_;
  void keep_long_text(std::string_view path, std::string_view value);

  static constexpr std::size_t kMaxLongText = 256u << 10;

  std::string refresh_;
  std::string long_text_;
  std::string language_;
  RobotsStatements robots_;
};

/// The URL of a refresh, of the meta element and of the header: "5; url='x'". Any thread.
/// Source: https://html.spec.whatwg.org/#shared-declarative-refresh-steps.
/// As written; "" when there is none, which means the page itself.
std::string refresh_target(std::string_view content);

}  // namespace porthole::parser
