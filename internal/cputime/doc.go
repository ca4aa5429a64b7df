// Package cputime measures the CPU time of a test's thread, which other programs on
// the machine do not change. The test calls runtime.LockOSThread.
package cputime
