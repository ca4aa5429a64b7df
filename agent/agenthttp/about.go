package agenthttp

import (
	"maps"
	"net/http"
	"runtime"
	"slices"
)

func (x *exchange) health() error { return x.reply(http.StatusOK, map[string]string{"status": "ok"}) }

func (x *exchange) version() error {
	return x.reply(http.StatusOK, map[string]string{
		"version": x.h.cfg.Version, "language": "go", "language_version": runtime.Version(),
	})
}

func (x *exchange) listApps() error {
	return x.reply(http.StatusOK, slices.Sorted(maps.Keys(x.h.cfg.Apps)))
}
