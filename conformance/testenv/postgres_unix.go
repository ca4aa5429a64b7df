//go:build unix

package testenv

import (
	"fmt"
	"os"
	"os/exec"
	"os/user"
	"path/filepath"
	"strconv"
	"syscall"
	"testing"
)

// Postgres starts PostgreSQL on the loopback, with a superuser role that needs no password,
// and stops it at the end of the test. It returns the server's URL. A setting has the form
// "fsync=off", which is the default.
func Postgres(t testing.TB, settings ...string) (url string) {
	t.Helper()
	initdb, postgres := Command(t, "initdb", "postgresql"), Command(t, "postgres", "postgresql")
	dir := t.TempDir()
	own, data := Ordinary(t, filepath.Dir(dir), dir), filepath.Join(dir, "data")
	setup := exec.CommandContext(t.Context(), initdb, "-D", data, "-U", "errand", "--auth=trust", "--encoding=UTF8", "--locale=C", "--no-sync")
	setup.SysProcAttr, setup.Dir = own, dir
	if out, err := setup.CombinedOutput(); err != nil {
		t.Fatalf("%v: %s", err, out)
	}
	port := Server(t, func(port int) *exec.Cmd {
		cmd := exec.Command(postgres, "-D", data, "-p", strconv.Itoa(port))
		for _, s := range append([]string{"listen_addresses=127.0.0.1", "unix_socket_directories=", "fsync=off", "shared_buffers=16MB"}, settings...) {
			cmd.Args = append(cmd.Args, "-c", s)
		}
		cmd.SysProcAttr, cmd.Dir = own, dir
		return cmd
	}, "ready to accept connections", syscall.SIGINT)
	return fmt.Sprintf("postgres://errand@127.0.0.1:%d/postgres?sslmode=disable", port)
}

// Ordinary returns the attributes of a process of the user nobody, since databases refuse
// root, and gives that user the folders. It returns nil if the test does not run as root.
func Ordinary(t testing.TB, folders ...string) *syscall.SysProcAttr {
	t.Helper()
	if os.Geteuid() != 0 {
		return nil
	}
	nobody, err := user.Lookup("nobody")
	if err != nil {
		t.Fatal(err)
	}
	uid, err1 := strconv.ParseUint(nobody.Uid, 10, 32)
	gid, err2 := strconv.ParseUint(nobody.Gid, 10, 32)
	if err1 != nil || err2 != nil {
		t.Fatalf("nobody is %s:%s", nobody.Uid, nobody.Gid)
	}
	for _, folder := range folders {
		if err := os.Chown(folder, int(uid), int(gid)); err != nil {
			t.Fatal(err)
		}
	}
	return &syscall.SysProcAttr{Credential: &syscall.Credential{Uid: uint32(uid), Gid: uint32(gid)}}
}
