package server

import (
	"fmt"
	"io"
	"os"
	"os/exec"
	"regexp"
	"strings"
	"time"
)

// quitting is how long a server may take to exit after the end of its input.
const quitting = 500 * time.Millisecond

// A Process is a running command in a process group of its own.
type Process struct {
	In  io.WriteCloser
	Out io.ReadCloser
	// Ended is closed when the command has ended, and its output may still be read.
	Ended <-chan struct{}

	cmd     *exec.Cmd
	release func()
}

// StartProcess starts a command with variables in addition to those of this process.
func StartProcess(command, env []string, stderr io.Writer) (*Process, error) {
	cmd := exec.Command(command[0], command[1:]...)
	cmd.Env = append(os.Environ(), env...) // of two values, the last one counts
	ownGroup(cmd)
	cmd.Stderr = stderr
	cmd.WaitDelay = quitting // a grandchild can keep the standard error open
	ended := make(chan struct{})
	p := &Process{cmd: cmd, Ended: ended, release: func() {}}
	var err error
	if p.In, err = cmd.StdinPipe(); err != nil {
		return nil, err
	}
	reader, writer, err := os.Pipe()
	if err != nil {
		return nil, err
	}
	cmd.Stdout, p.Out = writer, reader
	err = cmd.Start()
	_ = writer.Close()
	if err != nil {
		_ = reader.Close()
		return nil, fmt.Errorf("the server does not start: %w", err)
	}
	go func() {
		_ = cmd.Wait()
		close(ended)
	}()
	return p, nil
}

// Guard starts a shell that ends the group if this program is killed.
func (p *Process) Guard() { p.release = guardGroup(p.cmd) }

// Code returns the exit code of a command that has ended, -1 after a signal.
func (p *Process) Code() int { return p.cmd.ProcessState.ExitCode() }

// Kill ends every process of the group.
func (p *Process) Kill() { killGroup(p.cmd) }

// Stop closes the input of the process, waits a moment, and kills the rest of its group. Its
// output may still be read.
func (p *Process) Stop() {
	_ = p.In.Close()
	select {
	case <-p.Ended:
	case <-time.After(quitting):
	}
	killGroup(p.cmd)
	p.release()
	<-p.Ended
}

// End stops the process, and closes its output.
func (p *Process) End() {
	p.Stop()
	_ = p.Out.Close()
}

// secretName matches the names of variables for credentials.
var secretName = regexp.MustCompile(`(?i)token|secret|passw|api_?key|credential|_key$|_pat$`)

// Secrets returns the credentials of an environment: the values, of at least 8 characters,
// of variables with such names, except paths.
func Secrets(env []string) []string {
	var found []string
	for _, kv := range env {
		name, value, _ := strings.Cut(kv, "=")
		if secretName.MatchString(name) && len(value) >= 8 && !strings.HasPrefix(value, "/") && !strings.HasPrefix(value, "{") {
			found = append(found, value)
		}
	}
	return found
}
