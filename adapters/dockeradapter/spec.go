// Package dockeradapter recognises the errors of Docker's and containerd's Go clients, by
// the marker methods that both give their errors: NotFound, Conflict and so on.
//
// Neither client is imported. The client of Docker's daemon keeps the meaning of the
// status in an unexported field; package shape reads the name of its type. The daemon's
// texts, with names of containers and paths of the host, reach developers only.
package dockeradapter

import (
	"reflect"
	"strings"

	"github.com/errand-go/errand/adapter/shape"
	"github.com/errand-go/errand/adapters/httpadapter"
	"github.com/errand-go/errand/adapters/spec"
	"github.com/errand-go/errand/internal/refusal"
	"github.com/errand-go/errand/toolerr"
)

var (
	httpError = shape.T("github.com/moby/moby/client", "httpError")
	lost      = shape.T("github.com/moby/moby/client", "errConnectionFailed")
)

// Adapter recognises errors with the marker methods of github.com/docker/docker/errdefs
// and of github.com/containerd/errdefs, of any origin, the errors of
// github.com/moby/moby/client and of github.com/docker/docker/client for a refusal and
// for a daemon that cannot be reached, their error for a daemon that is too old, and plain
// HTTP responses of the daemon.
//
// If a build or a pull fails in the middle of its stream, the client returns no
// error: the tool reads the failure in the stream.
var Adapter = spec.New(spec.Spec{
	Table: table,
	Errors: []spec.Error{
		{Types: []shape.Type{
			httpError, shape.T("github.com/docker/docker/client", "httpError"), shape.T("github.com/containerd/errdefs", "customMessage"),
		}, Read: readResponse, Refusal: refused},
		{Types: []shape.Type{lost, shape.T("github.com/docker/docker/client", "errConnectionFailed")}, Read: readLost},
		{Implements: markerTypes(), Read: readMarker, Refusal: refused},
	},
	Begins: []string{`"`},
	Text: func(e error) *spec.Answer { // moby/client v0.6.2, docker v28.5.2: Client.requiresVersion
		if text := e.Error(); !strings.HasPrefix(text, `"`) || !strings.Contains(text, `" requires API version `) {
			return nil
		}
		return &spec.Answer{Codes: []string{tooOld}}
	},
	Headers:  []string{"Server: Docker/"}, // moby v28.4, daemon/server/middleware/version.go
	Refusals: refusals,
})

// readResponse reads an error by the name of its type, which represents a status or an
// answer of containerd.
func readResponse(a *spec.Answer) bool {
	if status, ok := shape.Field[int](a.Node, "errdef.Status"); ok {
		a.Status = status
		return true
	}
	text, _ := shape.Call(a.Node, error.Error)
	m, ok := byType[shape.FieldType(a.Node, "errdef").Name()]
	a.Status = m.status
	if !ok {
		m, ok = byType[shape.FieldType(a.Node, "err").Name()] // for customMessage
	}
	if a.Is(m.code); strings.Contains(text, "not a swarm manager") { // moby v28.4, daemon/cluster/errors.go
		a.Is(noManager)
	}
	return ok
}

// readLost reads the error for a daemon that cannot be reached, which usually has no cause.
// If httpadapter recognises a cause, its answer is used.
func readLost(a *spec.Answer) bool {
	text, _ := shape.Call(a.Node, error.Error)
	if a.Is(unreachable); strings.HasPrefix(text, "permission denied") {
		a.Is(noAccess)
		return true
	}
	return (httpadapter.Adapter{}).FromError(a.Err) == nil
}

// readMarker reads an error by its methods.
func readMarker(a *spec.Answer) bool {
	for _, m := range markers {
		if reflect.TypeOf(a.Node).Implements(m.method) {
			a.Is(m.code)
			return true
		}
	}
	return false
}

func refused(node any) toolerr.Refusal {
	text, _ := shape.Call(node, error.Error)
	return refusal.Sentence(strings.TrimPrefix(text, "Error response from daemon: "), refusals.Read)
}
