//go:build unix

package server

import (
	"os/exec"
	"strconv"
	"sync"
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

// guardGroup starts a shell that ends a command's group when this process has ended, and
// returns a function that ends the shell.
func guardGroup(cmd *exec.Cmd) (release func()) {
	guard := exec.Command("sh", "-c", "trap '' INT TERM HUP; read _; kill -KILL -"+strconv.Itoa(cmd.Process.Pid))
	ownGroup(guard)
	if _, err := guard.StdinPipe(); err != nil || guard.Start() != nil {
		return func() {} // without a shell, the server gets only the end of its input
	}
	return sync.OnceFunc(func() {
		_ = guard.Process.Kill()
		_ = guard.Wait()
	})
}
