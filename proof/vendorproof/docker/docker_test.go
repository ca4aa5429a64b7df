// Package docker_test tests the clients of Docker's daemon with a server that responds like
// it, and containerd's packages, which make their errors from the response.
package docker_test

import (
	"context"
	"fmt"
	"net/http"
	"net/http/httptest"
	"path/filepath"
	"slices"
	"strings"
	"testing"

	"github.com/containerd/errdefs"
	"github.com/containerd/errdefs/pkg/errgrpc"
	"github.com/docker/docker/api/types/filters"
	docker "github.com/docker/docker/client"
	markers "github.com/docker/docker/errdefs"
	moby "github.com/moby/moby/client"
	"github.com/stretchr/testify/assert"
	"github.com/stretchr/testify/require"
	"google.golang.org/grpc/codes"
	"google.golang.org/grpc/status"

	"github.com/errand-go/errand/adapters/dockeradapter"
	"github.com/errand-go/errand/adapters/spec"
	"github.com/errand-go/errand/conformance"
	"github.com/errand-go/errand/conformance/faults"
	"github.com/errand-go/errand/proof/vendorproof/proof"
	"github.com/errand-go/errand/toolerr"
)

const none, unknown = toolerr.EffectNone, toolerr.EffectUnknown

func TestMain(m *testing.M) { proof.Main(m) }

// clients stop a container, each with its own client.
var clients = map[string]proof.Call{
	"moby": func(ctx context.Context, hc *http.Client, url string) error {
		c, err := moby.New(moby.WithHost(strings.Replace(url, "http:", "tcp:", 1)), moby.WithHTTPClient(hc), moby.WithAPIVersion("1.51"), moby.WithScheme("http"))
		if err != nil {
			return err
		}
		defer func() { _ = c.Close() }()
		_, err = c.ContainerInspect(ctx, "c1", moby.ContainerInspectOptions{})
		return err
	},
	"docker": func(ctx context.Context, hc *http.Client, url string) error {
		c, err := docker.NewClientWithOpts(docker.WithHost(strings.Replace(url, "http:", "tcp:", 1)), docker.WithHTTPClient(hc), docker.WithVersion("1.51"), docker.WithScheme("http"))
		if err != nil {
			return err
		}
		defer func() { _ = c.Close() }()
		_, err = c.ContainerInspect(ctx, "c1")
		return err
	},
}

// statuses are the statuses of the daemon (Docker Engine API v1.51).
var statuses = map[int]string{
	304: "not_modified", 400: "invalid_argument", 401: "unauthenticated", 403: "forbidden", 404: "not_found", 409: "conflict", 412: "failed_precondition",
	429: "resource_exhausted", 500: "internal", 501: "unimplemented", 503: "unavailable", 406: "", 502: "", 504: "", 418: "",
}

func serve(t *testing.T, status int, message string) *httptest.Server {
	t.Helper()
	body := fmt.Sprintf(`{"message":%q}`, message)
	return proof.Serve(t, proof.Answer{Status: status, Body: body})
}

func TestStatuses(t *testing.T) {
	for name, call := range clients {
		for code, listed := range statuses {
			if code == http.StatusNotModified {
				continue // the client treats it as a success
			}
			want := faults.ForStatus(code)
			if row, ok := spec.Of(dockeradapter.Adapter).Table().Lookup(listed); ok {
				want = proof.WantRow(row, code)
			}
			s := serve(t, code, proof.Said)
			prove(t, proof.Case{Name: fmt.Sprint(name, " ", code), Err: call(t.Context(), s.Client(), s.URL), Code: listed, Want: want})
			page := proof.Serve(t, proof.Answer{Status: code, Header: http.Header{"Content-Type": {"text/html"}}, Body: "<html>" + faults.CanaryBody})
			prove(t, proof.Case{Name: fmt.Sprint(name, " of a proxy ", code), Err: call(t.Context(), page.Client(), page.URL), Code: listed, Want: want})
		}
		s := serve(t, 503, "This node is not a swarm manager. Use \"docker swarm init\".")
		prove(t, proof.Case{
			Name: name + ", no swarm", Err: call(t.Context(), s.Client(), s.URL), Code: "not_swarm_manager", Want: faults.ForCode(toolerr.KindUpstreamBadRequest, 503),
		})
	}
}

// The daemon is not running, or the user may not use it.
func TestDown(t *testing.T) {
	gone := proof.Want(toolerr.KindNetworkTransportUnreachable, none)
	for name, call := range clients {
		err := call(t.Context(), &http.Client{Transport: &http.Transport{}}, "http://"+faults.ClosedPort(t))
		prove(t, proof.Case{Name: name, Err: err, Code: "daemon_unreachable", Want: gone})
	}
	socket := "unix://" + filepath.Join(t.TempDir(), "docker.sock")
	c, err := moby.New(moby.WithHost(socket), moby.WithAPIVersion("1.51"))
	require.NoError(t, err)
	_, err = c.Info(t.Context(), moby.InfoOptions{})
	prove(t, proof.Case{Name: "moby, no socket", Err: err, Service: "_http", Want: gone}) // with its cause
	d, err := docker.NewClientWithOpts(docker.WithHost(socket), docker.WithVersion("1.51"))
	require.NoError(t, err)
	_, err = d.Info(t.Context())
	prove(t, proof.Case{Name: "docker, no socket", Err: err, Code: "daemon_unreachable", Want: gone})
}

// The daemon is older than an option of the call.
func TestOld(t *testing.T) {
	c, err := docker.NewClientWithOpts(docker.WithHost("tcp://127.0.0.1:1"), docker.WithVersion("1.24"))
	require.NoError(t, err)
	_, err = c.ContainersPrune(t.Context(), filters.Args{})
	prove(t, proof.Case{Name: "docker", Err: err, Code: "daemon_too_old", Want: proof.Want(toolerr.KindUpstreamBadRequest, none)})
	assert.Nil(t, dockeradapter.Adapter.FromError(fmt.Errorf("the upload requires API version 2")))
}

// Both packages make each of their errors.
func TestMarkers(t *testing.T) {
	inner := fmt.Errorf("%s", proof.Said)
	for code, errs := range map[string][]error{
		"not_found":           {errdefs.ErrNotFound, markers.NotFound(inner)},
		"invalid_argument":    {errdefs.ErrInvalidArgument, markers.InvalidParameter(inner)},
		"conflict":            {errdefs.ErrConflict, markers.Conflict(inner)},
		"unauthenticated":     {errdefs.ErrUnauthenticated, markers.Unauthorized(inner)},
		"unavailable":         {errdefs.ErrUnavailable, markers.Unavailable(inner)},
		"forbidden":           {errdefs.ErrPermissionDenied, markers.Forbidden(inner)},
		"internal":            {errdefs.ErrInternal, markers.System(inner)},
		"not_modified":        {errdefs.ErrNotModified, markers.NotModified(inner)},
		"unimplemented":       {errdefs.ErrNotImplemented, markers.NotImplemented(inner)},
		"data_loss":           {errdefs.ErrDataLoss, markers.DataLoss(inner)},
		"already_exists":      {errdefs.ErrAlreadyExists},
		"failed_precondition": {errdefs.ErrFailedPrecondition},
		"resource_exhausted":  {errdefs.ErrResourceExhausted},
		"aborted":             {errdefs.ErrAborted},
		"out_of_range":        {errdefs.ErrOutOfRange},
	} {
		for i, err := range errs {
			proveRow(t, fmt.Sprint(code, " ", i), code, fmt.Errorf("pull %q: %w", proof.Said, err))
		}
	}
	for grpc, code := range map[codes.Code]string{
		codes.NotFound: "not_found", codes.AlreadyExists: "already_exists", codes.FailedPrecondition: "failed_precondition", codes.Unavailable: "unavailable",
		codes.InvalidArgument: "invalid_argument", codes.PermissionDenied: "forbidden", codes.Unauthenticated: "unauthenticated", codes.Unimplemented: "unimplemented",
	} {
		proveRow(t, "containerd, "+code, code, errgrpc.ToNative(status.Error(grpc, proof.Said)))
	}
}

// The agent reads what it can change.
func TestFindings(t *testing.T) {
	s := serve(t, 409, `Conflict. The container name "/web" is already in use by container "0123". You have to remove (or rename) that container to be able to reuse that name.`)
	for _, call := range clients {
		proof.Told(t, dockeradapter.Adapter, call(t.Context(), s.Client(), s.URL), `{"name":"web"}`, `/name contains "web", which already exists and must be unique`)
	}
}

func TestFaults(t *testing.T) {
	shape := proof.Shape("Docker", "application/json", func(a faults.Answer) []byte { return fmt.Appendf(nil, `{"message":%q}`, a.Message) }, `{"Id":"c1"}`)
	for name, call := range clients {
		t.Run(name, func(t *testing.T) {
			skip := proof.WithoutRows("TestStatuses and TestMarkers have them")
			suite := proof.Suite(dockeradapter.Adapter, "docker", shape, skip, call)
			suite.Only = func(fault string) bool { // the test chooses the scheme, and the client treats a redirect as a success
				f, _ := faults.Lookup(fault)
				return proof.WithoutHeaders(fault) && fault != "status-300" && slices.Contains([]faults.Group{
					faults.GroupStatus, faults.GroupWait, faults.GroupConnection, faults.GroupBody, faults.GroupTimeout,
				}, f.Group)
			}
			suite.Run(t)
		})
	}
}

var canary = conformance.Canary{Content: []string{"docker.sock"}}

var (
	prove    = proof.Checks(dockeradapter.Adapter, canary)
	proveRow = proof.Rows(dockeradapter.Adapter, canary)
)
