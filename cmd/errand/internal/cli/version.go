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
	version, revision := "(devel)", ""
	if info, ok := debug.ReadBuildInfo(); ok {
		if v := info.Main.Version; v != "" {
			version = v
		}
		for _, s := range info.Settings {
			if s.Key == "vcs.revision" {
				revision = " " + s.Value[:min(len(s.Value), 12)]
			}
		}
	}
	s := screen.New(a.stdout, a.env)
	s.Line("errand ", version, revision, " ", runtime.Version(), " ", runtime.GOOS, "/", runtime.GOARCH)
	return a.written(s.Err())
}
