// Command release makes a release of all modules of the repository that it runs in. It
// commits, tags, and commits what development goes on with:
//
//	release v0.1.0
//
// The commit that is tagged has go.mod files as users need them: without replace lines
// for modules of the repository, requiring the release instead. The commit after it puts
// the former ones back.
package main

import (
	"errors"
	"fmt"
	"os"
	"time"
)

func main() {
	if err := run(os.Args[1:]); err != nil {
		fmt.Fprintln(os.Stderr, "release:", err)
		os.Exit(1)
	}
}

func run(args []string) error {
	r, err := open(".")
	if err != nil {
		return err
	}
	r.out = os.Stdout
	if len(args) != 1 {
		return errors.New("usage: release VERSION")
	}
	return r.release(args[0], time.Now().UTC())
}
