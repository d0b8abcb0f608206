#pragma once

/// Spectral gap of a random walk over a known web, which determines its mixing time.
///
/// In:  an undirected, connected graph.
/// Out: the second smallest eigenvalue of its Laplacian, and the eigenvector: the direction in
/// which pages are mixed last.
///
/// The walk on the regular graph of degree D has the matrix M = I - L / D, L the Laplacian: its
/// spectral gap is lambda / D, and it takes D / lambda steps, which are d / lambda moves (d the
/// mean degree; all other steps are self-loops), until what is left of the slowest difference is 1
/// / e.
///
/// Source: Bar-Yossef, Kanungo, Krauthgamer 2003, section 3.2 (spectral gap); Fiedler 1973 (the
/// eigenvalue); inverse iteration with conjugate gradients, Golub, Van Loan, "Matrix Computations",
/// 4th edition, sections 8.2.2 and 11.3.
/// Thread safety: pure function. Cost: some thousand times the links.

#include <cstddef>
#include <cstdint>
#include <vector>

namespace porthole::labs {

using Adjacency = std::vector<std::vector<std::uint32_t>>;

struct SpectralGap {
  double mean_degree = 0;
  double lambda = 0;            ///< Eigenvalue of the Laplacian.
  std::vector<double> slowest;  ///< Eigenvector by node; of length 1, mean 0.

  /// Moves of a walk that count as one independent page for what is mixed last: 2 d / lambda.
  double moves_a_page() const { return 2 * mean_degree / lambda; }
};

/// Requires: neighbours[u] has v when neighbours[v] has u, each once and never u itself; connected;
/// at least 2 nodes.
SpectralGap spectral_gap(const Adjacency& neighbours);

}  // namespace porthole::labs
