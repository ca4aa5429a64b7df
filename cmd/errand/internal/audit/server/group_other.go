//go:build !unix

package server

import "os/exec"

// ownGroup does nothing, because there are no process groups.
func ownGroup(*exec.Cmd) {}

// killGroup ends only the command.
func killGroup(cmd *exec.Cmd) { _ = cmd.Process.Kill() }
