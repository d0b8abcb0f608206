#include "summarizer/schema/kept_schemas.h"

#include <algorithm>
#include <fstream>
#include <system_error>

#include "base/xml/tree.h"
#include "summarizer/schema/rdfs_reader.h"

namespace porthole::summarizer {
namespace {

namespace fs = std::filesystem;

tl::unexpected<Error> cannot(const std::string& what, const fs::path& path,
                             const std::error_code& why) {
  Error error;
  error.code = why == std::errc::no_space_on_device  ? ErrorCode::kDiskFull
               : why == std::errc::permission_denied ? ErrorCode::kPermission
                                                     : ErrorCode::kStorage;
  error.file = path.string();
  error.message = what + (why ? ": " + why.message() : "");
  return fail(std::move(error));
}

/// Writes the file atomically.
Result<void> replace_file(const fs::path& file, const std::string& text) {
  fs::path part = file;
  part += ".part";
  std::ofstream out(part, std::ios::binary | std::ios::trunc);
  out << text << std::flush;
  if (!out)
    return cannot("cannot write the schema", part, std::error_code(errno, std::generic_category()));
  out.close();
  std::error_code why;
  fs::rename(part, file, why);
  if (why) return cannot("cannot write the schema", file, why);
  return {};
}

}  // namespace

Result<Vocabulary> read_vocabulary(const fs::path& collection, std::vector<Problem>* problems) {
  Vocabulary vocabulary = Vocabulary::built_in();
  const fs::path folder = collection / "schemas";
  std::error_code why;
  std::vector<fs::path> files;
  for (fs::directory_iterator entry(folder, why), end; !why && entry != end; entry.increment(why)) {
    if (entry->path().extension() == ".rdfs") files.push_back(entry->path());
  }
  if (why && why != std::errc::no_such_file_or_directory)
    return cannot("cannot read the schemas", folder, why);
  std::sort(files.begin(), files.end());
  for (const fs::path& file : files) {
    TRY_AS(text, xml::read_file(file, kMaxSchemaBytes));
    const std::vector<Problem> wrong = vocabulary.add(*text, file.filename().string());
    if (problems != nullptr) problems->insert(problems->end(), wrong.begin(), wrong.end());
  }
  return vocabulary;
}

Result<void> keep_schemas(const fs::path& collection, const std::vector<Schema>& schemas) {
  if (schemas.empty()) return {};
  const fs::path folder = collection / "schemas";
  std::error_code why;
  fs::create_directories(folder, why);
  if (why) return cannot("cannot make the folder of schemas", folder, why);
  for (const Schema& schema : schemas) {
    if (auto written = replace_file(folder / schema.name, schema.rdfs); !written) return written;
  }
  return {};
}

}  // namespace porthole::summarizer
