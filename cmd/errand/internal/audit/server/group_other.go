//go:build !unix

package server

import "os/exec"

// ownGroup does nothing, because there are no process groups.
func ownGroup(*exec.Cmd) {}

// killGroup ends only the command.
func killGroup(cmd *exec.Cmd) { _ = cmd.Process.Kill() }

// guardGroup does nothing: the server gets the end of its input.
func guardGroup(*exec.Cmd) (release func()) { return func() {} }
