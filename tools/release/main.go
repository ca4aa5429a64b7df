// Command release makes a release of all modules of the repository that it runs in, or
// compares them with the last one:
//
//	release v0.1.0       commits, tags, and commits what development goes on with
//	release api          tells what was added to the API since the last release, and what breaks
//
// The commit that is tagged has go.mod files as users need them: without replace lines
// for modules of the repository, requiring the release instead. The commit after it puts
// the former ones back.
package main

import (
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
	switch {
	case len(args) != 1:
		return fmt.Errorf("usage: release VERSION, or release api")
	case args[0] == "api":
		return r.api("")
	}
	return r.release(args[0], time.Now().UTC())
}
