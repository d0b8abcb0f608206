#include "tests/support/postgres_cluster.h"

#include <pwd.h>
#include <unistd.h>

#include <filesystem>
#include <stdexcept>
#include <utility>
#include <vector>

namespace porthole::testing {
namespace {

namespace fs = std::filesystem;

constexpr const char* kSetpriv = "/usr/bin/setpriv";
constexpr const char* kUser = "postgres";

/// The folder of initdb and postgres, with a slash; "" if they are not installed.
std::string programs() {
  std::string found;
  std::error_code missing;
  for (const auto& version : fs::directory_iterator("/usr/lib/postgresql", missing)) {
    if (fs::exists(version.path() / "bin/initdb")) found = (version.path() / "bin/").string();
  }
  return found;
}

/// PostgreSQL refuses to be run by root. Whatever happens to this process, the server ends with it.
std::vector<std::string> as_user(std::vector<std::string> command) {
  std::vector<std::string> words = {"--pdeathsig=KILL"};
  if (::geteuid() == 0) {
    for (const char* word : {"--reuid=postgres", "--regid=postgres", "--clear-groups"})
      words.emplace_back(word);
  }
  words.insert(words.end(), command.begin(), command.end());
  return words;
}

}  // namespace

bool PostgresCluster::is_installed() {
  return !programs().empty() && (::geteuid() != 0 || ::getpwnam(kUser) != nullptr);
}

PostgresCluster& PostgresCluster::shared() {
  static PostgresCluster cluster;
  return cluster;
}

PostgresCluster::PostgresCluster() {
  const passwd* user = ::getpwnam(kUser);
  if (::geteuid() == 0 && ::chown(folder_.path().c_str(), user->pw_uid, user->pw_gid) != 0)
    throw std::runtime_error("the folder of the cluster cannot be handed over");
  const std::string data = (folder_ / "data").string();
  const ProgramResult made = run_program(
      kSetpriv,
      as_user({programs() + "initdb", "-D", data, "-U", kUser, "-A", "trust", "-E", "UTF8",
               "--locale=C", "--no-sync", "--no-instructions", "--wal-segsize=1"}));
  if (made.code != 0) throw std::runtime_error("initdb: " + made.err);
  start();
}

PostgresCluster::~PostgresCluster() {
  if (server_) stop();
}

std::string PostgresCluster::url(const std::string& schema) const {
  return "postgresql://" + std::string(kUser) + "@/postgres?host=" + folder_.path().string() +
         "&schema=" + schema;
}

std::string PostgresCluster::psql(const std::string& sql) const {
  const ProgramResult said = run_program(
      programs() + "psql", {"-X", "-A", "-t", "-q", "-v", "ON_ERROR_STOP=1", "-h",
                            folder_.path().string(), "-U", kUser, "-c", sql, "postgres"});
  EXPECT_EQ(said.code, 0) << said.err;
  return said.out.substr(0, said.out.find_last_not_of('\n') + 1);
}

void PostgresCluster::stop(int signal) {
  server_->send(signal);
  server_->wait();
  server_.reset();
}

void PostgresCluster::start() {
  const std::string here = folder_.path().string();
  server_ = std::make_unique<Program>(
      kSetpriv, as_user({"/bin/sh", "-c", "exec \"$@\" >>" + here + "/log 2>&1", "sh",
                         programs() + "postgres", "-D", here + "/data", "-k", here, "-c",
                         "listen_addresses=", "-c", "fsync=off", "-c", "shared_buffers=16MB", "-c",
                         "max_connections=50"}));
  const ProgramResult ready = run_program(
      "/bin/sh", {"-c", "for i in $(seq 600); do " + programs() + "pg_isready -q -h " + here +
                            " && exit 0; sleep 0.05; done; cat " + here + "/log >&2; exit 1"});
  if (ready.code != 0) throw std::runtime_error("PostgreSQL does not start: " + ready.err);
}

}  // namespace porthole::testing
