//go:build unix

package server

import (
	"os/exec"
	"syscall"
	"time"
)

// ownGroup starts a command in its own process group: the terminal's Ctrl-C does not reach
// it, and the whole group can be ended.
func ownGroup(cmd *exec.Cmd) { cmd.SysProcAttr = &syscall.SysProcAttr{Setpgid: true} }

// dying is how long killed processes may take to end.
const dying = 5 * time.Second

// killGroup ends every process of a command's group, and waits for them.
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
