package cli

import (
	"flag"
	"fmt"
	"runtime"
	"runtime/debug"
)

func versionCommand() command {
	return command{
		name: "version", does: "prints the version of errand, and of the Go that built it",
		setup: func(a *app, _ *flag.FlagSet) func([]string) int { return a.runVersion },
	}
}

func (a *app) runVersion([]string) int {
	version := "(devel)"
	if info, ok := debug.ReadBuildInfo(); ok && info.Main.Version != "" {
		version = info.Main.Version // with the revision, unless it is a release
	}
	_, err := fmt.Fprintln(a.stdout, "errand", version, runtime.Version(), runtime.GOOS+"/"+runtime.GOARCH)
	return a.written(err)
}
