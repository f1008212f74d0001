//! Naive oracle, strategies and corpus loader for the workspace's tests.
#![forbid(unsafe_code)]
