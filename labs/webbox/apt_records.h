#pragma once

/// Parses package records from the output of apt-cache.
///
/// Source: deb822(5) for the form of the records, Debian Policy 5.6 for the fields.

#include <functional>
#include <string>
#include <string_view>
#include <utility>
#include <vector>

namespace porthole::labs {

/// One paragraph of a control file. Views into the text it was read from.
class AptRecord {
 public:
  explicit AptRecord(std::string_view paragraph);

  /// The value of the first field of that name (continuation lines included, as written), or "".
  std::string_view value(std::string_view field) const;

 private:
  std::vector<std::pair<std::string_view, std::string_view>> fields_;
};

void for_each_apt_record(std::string_view text,
                         const std::function<void(const AptRecord&)>& callback);

/// A package as a hub page shows it.
struct AptPackage {
  std::string name;
  std::string section;                  ///< "science"
  std::string summary;                  ///< The first line of the description.
  std::vector<std::string> paragraphs;  ///< The rest of it; empty where apt has no translations.
  std::string homepage;                 ///< "" when there is none.
  std::vector<std::string> tags;        ///< "field::astronomy"
  std::vector<std::string> depends;     ///< Names alone, of alternatives each, in order, each once.
};

/// A package without name, or with one that could not be a file's name, has an empty name.
AptPackage read_apt_package(const AptRecord& record);

}  // namespace porthole::labs
