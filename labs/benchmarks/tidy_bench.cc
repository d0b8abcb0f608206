/// tidy_bench LIST: what tidy's bare parse of some pages costs.
///
/// LIST names a file of pages in each line. Prints how many there are and the CPU seconds of
/// parsing each of them once; reading the files is not counted. gather_bench runs it.

#include <sys/resource.h>

#include <cstdio>
#include <fstream>
#include <iterator>
#include <string>

#include "labs/benchmarks/bare_tidy.h"

namespace {

double cpu_seconds() {
  rusage self{};
  getrusage(RUSAGE_SELF, &self);
  const auto seconds = [](timeval t) {
    return static_cast<double>(t.tv_sec) + 1e-6 * static_cast<double>(t.tv_usec);
  };
  return seconds(self.ru_utime) + seconds(self.ru_stime);
}

}  // namespace

int main(int count, char** arguments) {
  if (count != 2) {
    std::fputs("usage: tidy_bench LIST\n", stderr);
    return 2;
  }
  std::ifstream list(arguments[1]);
  std::string file;
  int pages = 0;
  double cpu = 0;
  while (std::getline(list, file)) {
    std::ifstream in(file, std::ios::binary);
    const std::string html(std::istreambuf_iterator<char>(in), {});
    const double before = cpu_seconds();
    porthole::parse_bare(html);
    cpu += cpu_seconds() - before;
    ++pages;
  }
  std::printf("%d %.6f\n", pages, cpu);
  return 0;
}
