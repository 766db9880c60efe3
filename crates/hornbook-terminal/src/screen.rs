//! Full-screen, for people.
