#pragma once

/// All of the library that a program needs, in the order of its layers. Reading and writing files (carom/io) is apart:
/// it needs further libraries.

#include "carom/math/tolerances.hpp"
#include "carom/math/vec2.hpp"
#include "carom/motion/moving.hpp"
#include "carom/overlap/overlap.hpp"
#include "carom/shapes/border.hpp"
#include "carom/shapes/checked.hpp"
#include "carom/shapes/circle.hpp"
#include "carom/shapes/polygon.hpp"
#include "carom/shapes/segment.hpp"
#include "carom/toi/contact.hpp"
#include "carom/toi/time_of_impact.hpp"
