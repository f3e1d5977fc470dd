#pragma once

/// All of the library that a program needs: shapes, motion, and the questions to ask of them. Not here: the arithmetic
/// behind the answers (carom/math), and reading and writing files (carom/io), which needs further libraries.

#include "carom/math/tolerances.hpp"
#include "carom/math/vec2.hpp"
#include "carom/motion/moving.hpp"
#include "carom/overlap/overlap.hpp"
#include "carom/shapes/border.hpp"
#include "carom/shapes/checked.hpp"
#include "carom/shapes/circle.hpp"
#include "carom/shapes/polygon.hpp"
#include "carom/shapes/segment.hpp"
#include "carom/toi/batch.hpp"
#include "carom/toi/circle_border.hpp"
#include "carom/toi/circle_circle.hpp"
#include "carom/toi/circle_polygon.hpp"
#include "carom/toi/circle_segment.hpp"
#include "carom/toi/contact.hpp"
#include "carom/toi/polygon_border.hpp"
#include "carom/toi/polygon_polygon.hpp"
#include "carom/toi/segment_border.hpp"
#include "carom/toi/segment_polygon.hpp"
#include "carom/toi/segment_segment.hpp"
#include "carom/toi/time_of_impact.hpp"
#include "carom/toi/vertex_edge.hpp"
