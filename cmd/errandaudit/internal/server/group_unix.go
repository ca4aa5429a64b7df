//go:build unix

package server

import (
	"os/exec"
	"syscall"
	"time"
)

// ownGroup starts a command in a process group of its own: the terminal's Ctrl-C
// does not reach it, and its group can be ended as a whole.
func ownGroup(cmd *exec.Cmd) { cmd.SysProcAttr = &syscall.SysProcAttr{Setpgid: true} }

// dying is how long killed processes may take to be gone.
const dying = 200 * time.Millisecond

// killGroup ends every process of a command's group, and waits until they are gone.
func killGroup(cmd *exec.Cmd) {
	group := -cmd.Process.Pid
	late := time.After(dying)
	tick := time.NewTicker(time.Millisecond)
	defer tick.Stop()
	for syscall.Kill(group, syscall.SIGKILL) == nil {
		select {
		case <-tick.C:
		case <-late:
			return
		}
	}
}
