package connectadapter

import (
	"github.com/errand-go/errand/adapter/shape"
	"github.com/errand-go/errand/adapters/spec"
	"github.com/errand-go/errand/toolerr"
)

var twirp = toolerr.WithUpstreamName(toolerr.Name("Twirp"))

// A metaError is an error of Twirp with its client's data about a response that did not use
// the protocol (twirp v8.1.3, twirpErrorFromIntermediary of generated clients).
type metaError interface{ Meta(key string) string }

// readTwirp reads an error from a service of Twirp, or the status of a response that did
// not use the protocol.
func readTwirp(a *spec.Answer) bool {
	a.Add(twirp)
	meta := func(key string) string {
		value, _ := shape.Call(a.Node, func(e metaError) string { return e.Meta(key) })
		return value
	}
	if meta("http_error_from_intermediary") != "" {
		a.Status, _ = spec.ParseStatus(meta("status_code"))
		return true
	}
	code, _ := shape.Field[string](a.Node, "code")
	readService(a, code, "")
	return true
}

// readTwirpClient reads an error of a Twirp client, which wraps its cause.
func readTwirpClient(a *spec.Answer) bool {
	a.Add(twirp)
	return readClient(a, "internal")
}
