// Package cputime measures what a test computes, in a time that a busy machine does not
// stretch. The test locks its goroutine to its thread (runtime.LockOSThread).
package cputime
