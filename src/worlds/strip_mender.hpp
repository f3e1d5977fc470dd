#pragma once

#include <vector>

#include "worlds/swept_step.hpp"

/// Strips of a window were played side by side, each as if the others were not there. The mender finds what they could not
/// know of each other, and plays that part again.
///
/// 1. bands     around each line between two strips, so wide that what is set right there stays inside; all bodies whose
///              recorded paths enter a band are its people
/// 2. clashes   pairs of two strips whose recorded paths touch; if there are none, all is well
/// 3. back      the people return to the window's start
/// 4. forward   in time order through what the strips recorded of them and what is foretold anew. A body that clashes, or
///              whose recorded partner is not there any more, is live from then on: its recorded future is void, and it is
///              asked about everybody as always. What no live body touches happens again as recorded.
///
/// If a live body leaves its band, mend() gives up, and the window is played again in turn. The result is the same to the
/// last bit in any case, because a meeting is a pure function of two flights.
namespace carom::detail {

/// Buffers that live from window to window.
struct MenderWorkspace {
  /// How far a body comes within the window.
  struct Span {
    double low = 0;
    double high = 0;
  };
  /// Part of a recorded path.
  struct Piece {
    Flier flier;
    double until = 0;
  };
  /// One whose path comes near another strip's.
  struct Neighbour {
    std::uint32_t place = 0;
    Span x;
    std::uint32_t first_piece = 0;
    std::uint32_t last_piece = 0;  ///< one beyond
  };

  std::vector<Span> spans;        ///< of y, by place
  std::vector<Span> strip_spans;  ///< by strip
  std::vector<Span> bands;
  std::vector<std::uint8_t> people;     ///< by place
  std::vector<std::uint8_t> live;       ///< by place
  std::vector<std::int32_t> neighbour;  ///< by place: -1 for none
  std::vector<Neighbour> neighbours;
  std::vector<std::vector<std::uint32_t>> crowds;  ///< neighbours by strip
  std::vector<Piece> pieces;
  std::vector<Past*> recorded;
};

class StripMender {
 public:
  StripMender(SweptStep& step, MenderWorkspace& workspace);

  /// For each strip, by the thread that has played it.
  void measure(unsigned strip);
  /// False: it reached too far, and everything must be undone.
  [[nodiscard]] bool mend();

 private:
  using Span = MenderWorkspace::Span;
  using Piece = MenderWorkspace::Piece;
  using Neighbour = MenderWorkspace::Neighbour;

  template <class Visit>
  void each_border(const Visit& visit) const;
  void draw_bands();
  [[nodiscard]] std::size_t gather_people();
  void gather_neighbours();
  void cut_pieces();
  void find_clashes();
  void clash(const Neighbour& p, const Neighbour& q, Vec2 shift);
  void clash(const Piece& p, const Piece& q, std::uint32_t place_p, std::uint32_t place_q, Vec2 shift);
  void go_back();
  [[nodiscard]] bool go_forward();
  [[nodiscard]] bool replay(Past& past);
  [[nodiscard]] bool play_anew(const Item& item);
  /// From now on it is not where it was recorded.
  void enliven(std::uint32_t place);
  [[nodiscard]] bool in_band(std::uint32_t place) const;
  [[nodiscard]] bool is_mover(std::uint32_t place) const { return place < k_fixture_base; }
  void meet_the_living(std::uint32_t place, double t);
  void tell_grid(std::uint32_t place);

  SweptStep& s_;
  SweptWorkspace& w_;
  MenderWorkspace& m_;
  Lane& lane_;
  bool anyone_live_ = false;
};

}  // namespace carom::detail
