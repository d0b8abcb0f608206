#include "plugins/protocols/support/credentials.h"

#include <sys/stat.h>

#include <fstream>

#include "base/text/text.h"

namespace porthole {

std::vector<OptionDeclaration> credential_options() {
  return {{.name = "user", .help = "the name to log in with"},
          {.name = "password-file",
           .help = "a file with the password as its first line, readable by its owner alone"}};
}

std::string why_not_private(const std::string& file, const std::string& what) {
  struct stat about {};
  if (!file.starts_with('/')) return what + " has to be an absolute path";
  if (::stat(file.c_str(), &about) != 0) return what + " does not exist: " + file;
  if (!S_ISREG(about.st_mode)) return what + " is not a regular file: " + file;
  if ((about.st_mode & (S_IRWXG | S_IRWXO)) != 0) {
    return what + " can be read by others: chmod 600 " + file;
  }
  return {};
}

std::string read_credentials(const OptionValues& options, Credentials& credentials) {
  credentials.user = options.text("user");
  const std::string file = options.text("password-file");
  if (file.empty()) return {};
  if (credentials.user.empty()) return "password-file is given without user";
  if (std::string wrong = why_not_private(file, "password-file"); !wrong.empty()) return wrong;
  std::ifstream in(file);
  if (!std::getline(in, credentials.password)) return "password-file is empty: " + file;
  credentials.password = trim(credentials.password);
  return {};
}

}  // namespace porthole
