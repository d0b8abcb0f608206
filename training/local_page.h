#pragma once

/// Reads documents of this machine: parsed in a process of their own, not stored.
///
///   LocalPages pages;
///   Result<LocalPage> page = pages.read("pages/saturn.html");
///
/// Thread safety: one thread. The process ends with the reader.

#include <filesystem>
#include <memory>
#include <string>

#include "base/document.h"
#include "base/result.h"
#include "parser/parser_pool.h"

namespace porthole::training {

struct LocalPage {
  Document document;
  std::string failure;  ///< Why there is no document, for people; "" when there is one.
};

class LocalPages {
 public:
  /// Errors: those of ParserPool::start(). A fault of the file is LocalPage::failure.
  Result<LocalPage> read(const std::filesystem::path& file);

 private:
  std::unique_ptr<parser::ParserPool> parsers_;  ///< Null before the first file.
};

}  // namespace porthole::training
