package cli

import (
	"flag"
	"runtime"
	"runtime/debug"

	"github.com/errand-go/errand/cmd/errand/internal/screen"
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
		version = info.Main.Version // with the revision, if it is no release
	}
	s := screen.New(a.stdout, a.env)
	s.Line("errand ", version, " ", runtime.Version(), " ", runtime.GOOS, "/", runtime.GOARCH)
	return a.written(s.Err())
}
