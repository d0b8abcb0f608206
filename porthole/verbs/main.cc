// The program porthole.

#include "porthole/program.h"

int main(int argc, char** argv) {
  return porthole::cli::run_program(argc, argv, porthole::cli::verbs());
}
