// Has nothing to say: it is what the precompiled header of the tests is compiled with (cmake/CaromTests.cmake).
