package stdadapter_test

import (
	"context"
	"io/fs"
	"math"
	"os"
	"os/exec"
	"path/filepath"
	"strings"
	"syscall"
	"testing"
	"time"

	"github.com/stretchr/testify/require"

	"github.com/errand-go/errand/conformance/faults"
	"github.com/errand-go/errand/toolerr"
)

// systemFailures returns failures that can be provoked on Linux, with and without root
// rights.
func systemFailures(t *testing.T) []failure {
	t.Helper()
	dir := t.TempDir()
	file := filepath.Join(dir, secretName)
	require.NoError(t, os.WriteFile(file, []byte("x"), 0o600))
	full := filepath.Join(dir, faults.CanaryPath)
	require.NoError(t, os.Mkdir(full, 0o700))
	require.NoError(t, os.WriteFile(filepath.Join(full, "x"), nil, 0o600))
	loop := filepath.Join(dir, "loop")
	require.NoError(t, os.Symlink(loop, loop))
	device, err := os.OpenFile("/dev/full", os.O_WRONLY, 0)
	require.NoError(t, err)
	t.Cleanup(func() { _ = device.Close() })
	memory, err := os.Open("/proc/self/mem")
	require.NoError(t, err)
	t.Cleanup(func() { _ = memory.Close() })
	garbage := filepath.Join(dir, "garbage")
	require.NoError(t, os.WriteFile(garbage, []byte("\x00"+secretValue), 0o700))
	script := filepath.Join(dir, "script")
	require.NoError(t, os.WriteFile(script, []byte("#!"+file+"x\n"), 0o700))
	running := running(t, dir)
	owner, other := open(t, file), open(t, file)
	require.NoError(t, syscall.Flock(int(owner.Fd()), syscall.LOCK_EX|syscall.LOCK_NB))
	killed := exec.Command("sh", "-c", "exec sleep 60", secretDSN)
	require.NoError(t, killed.Start())
	require.NoError(t, killed.Process.Kill())
	killedErr := killed.Wait()
	held := exec.Command("sh", "-c", "sleep 60 & echo "+faults.CanaryBody+" $!")
	held.WaitDelay = time.Millisecond
	output, heldErr := held.Output()
	endProcess(t, output)
	reader, writer, err := os.Pipe()
	require.NoError(t, err)
	require.NoError(t, reader.SetReadDeadline(time.Unix(1, 0)))
	_, late := reader.Read(make([]byte, 1))
	require.NoError(t, reader.Close())
	_, broken := writer.Write([]byte(secretValue))
	require.NoError(t, writer.Close())

	return []failure{
		failed("a program without the right to run", exec.Command(file).Run(), "permission_denied", badInput, unset),
		failed("a directory to read from", second(os.ReadFile(full)), "is_directory", badInput, unset),
		failed("a file on the way", second(os.Open(filepath.Join(file, "x"))), "not_directory", badInput, unset),
		failed("a directory with something in it", os.Remove(full), "directory_not_empty", badInput, unset),
		failed("a name too long", second(os.Open(strings.Repeat(faults.CanaryFile, 100))), "name_too_long", badInput, unset),
		failed("links without end", second(os.Open(loop)), "symlink_loop", badInput, unset),
		failed("a link that is none", second(os.Readlink(file)), "invalid_path", badInput, unset),
		failed("a link to another file system", os.Link("/proc/version", filepath.Join(dir, "v")), "cross_device", badInput, unset),

		failed("a program that runs", second(os.OpenFile(running, os.O_WRONLY, 0)), "busy", again, unset),
		failed("a lock that is taken", syscall.Flock(int(other.Fd()), syscall.LOCK_EX|syscall.LOCK_NB), "busy", again, unset),
		// Package os retries interrupted calls.
		failed("an interruption", &fs.PathError{Op: "read", Path: file, Err: syscall.EINTR}, "interrupted", again, unset),
		failed("a full disk", second(device.WriteString(secretValue)), "no_space", fatal, unset),
		failed("a file too large", os.Truncate(file, 1<<62), "file_too_large", fatal, unset),
		// Not every machine has a read-only file system.
		failed("a file system to read from only", &fs.PathError{Op: "open", Path: file, Err: syscall.EROFS}, "read_only", fatal, unset),
		failed("too many files", tooManyFiles(t, file), "too_many_files", fatal, unset),
		failed("too much memory", second(syscall.Mmap(-1, 0, math.MaxInt&^0xffff, syscall.PROT_READ, syscall.MAP_PRIVATE|syscall.MAP_ANON)), "no_memory", fatal, unset),
		failed("a device that fails", second(memory.ReadAt(make([]byte, 1), 0)), "io_error", fatal, unset),
		failed("a pipe without data", late, "io_timeout", tooLate, unknown),
		failed("a pipe without a reader", broken, "broken_pipe", fatal, unknown),
		failed("a number that is closed", syscall.Fsync(-1), "closed", fatal, unset),
		failed("a call that is not supported", syscall.Setxattr(file, faults.CanaryCode, []byte("x"), 0), "unsupported", fatal, unset),

		failed("a program that fails", exec.Command("sh", "-c", "echo "+secretDSN+" >&2; exit 3", secretName).Run(), "exit_status", fatal, unknown),
		failed("a program that fails, with its output", second(exec.Command("sh", "-c", "echo "+secretDSN+" >&2; exit 3").Output()), "exit_status", fatal, unknown),
		failed("a program that was killed", killedErr, "program_killed", fatal, unknown),
		failed("a program's program", heldErr, "output_held", tooLate, unknown),
		failed("a program that is none", exec.Command(garbage).Run(), "program_not_executable", fatal, unset),
		failed("a script without its interpreter", exec.Command(script).Run(), "program_not_found", fatal, unset),
		failed("a program of this directory", here(t), "program_not_found", fatal, unset),
		failed("arguments too long", exec.Command("true", strings.Repeat(secretValue, 1<<14)).Run(), "arguments_too_long", badInput, unset),
		failed("a process that has ended", killed.Process.Kill(), "process_done", badInput, unset),
		failed("a process that is not there", syscall.Kill(1<<22+1, 0), "process_done", badInput, unset),
	}
}

func open(t *testing.T, file string) *os.File {
	t.Helper()
	f, err := os.Open(file)
	require.NoError(t, err)
	t.Cleanup(func() { _ = f.Close() })
	return f
}

// running runs a copy of sleep, and returns its file.
func running(t *testing.T, dir string) string {
	t.Helper()
	original, err := exec.LookPath("sleep")
	require.NoError(t, err)
	program, err := os.ReadFile(original)
	require.NoError(t, err)
	file := filepath.Join(dir, "running")
	require.NoError(t, os.WriteFile(file, program, 0o700))
	cmd := exec.Command(file, "60")
	require.NoError(t, cmd.Start())
	t.Cleanup(func() { _ = cmd.Process.Kill(); _ = cmd.Wait() })
	return file
}

// tooManyFiles opens a file while the process may not open more.
func tooManyFiles(t *testing.T, file string) error {
	t.Helper()
	var limit syscall.Rlimit
	require.NoError(t, syscall.Getrlimit(syscall.RLIMIT_NOFILE, &limit))
	require.NoError(t, syscall.Setrlimit(syscall.RLIMIT_NOFILE, &syscall.Rlimit{Cur: 0, Max: limit.Max}))
	_, err := os.Open(file)
	require.NoError(t, syscall.Setrlimit(syscall.RLIMIT_NOFILE, &limit))
	return err
}

// here runs a program that exists only in the current directory.
func here(t *testing.T) (err error) {
	t.Helper()
	t.Run("here", func(t *testing.T) {
		t.Chdir(t.TempDir())
		require.NoError(t, os.WriteFile(faults.CanaryFile, []byte("#!/bin/sh\n"), 0o700))
		t.Setenv("PATH", ".")
		err = exec.Command(faults.CanaryFile).Run()
	})
	return err
}

// endProcess ends the process whose number a shell wrote last.
func endProcess(t *testing.T, output []byte) {
	t.Helper()
	words := strings.Fields(string(output))
	require.NotEmpty(t, words)
	require.NoError(t, exec.Command("kill", "-KILL", words[len(words)-1]).Run())
}

// contextFailures returns the failure of a program that was killed because its context ended.
func contextFailures(t *testing.T) []contextFailure {
	t.Helper()
	ctx, cancel := context.WithCancel(t.Context())
	cmd := exec.CommandContext(ctx, "sh", "-c", "echo; exec sleep 60", secretDSN)
	out, err := cmd.StdoutPipe()
	require.NoError(t, err)
	require.NoError(t, cmd.Start())
	_, err = out.Read(make([]byte, 1))
	require.NoError(t, err)
	cancel()
	killed := cmd.Wait()
	return []contextFailure{
		{"killed, and the caller went away", ctx, killed, toolerr.KindToolCanceled, unknown},
		// A limit inside the tool, which the caller's context does not show.
		{"killed, and the caller waits", t.Context(), killed, toolerr.KindToolFatal, unknown},
	}
}
