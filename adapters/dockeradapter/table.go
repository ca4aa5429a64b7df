package dockeradapter

import (
	"reflect"

	"github.com/errand-go/errand/adapter"
	"github.com/errand-go/errand/toolerr"
)

// errand's own codes.
const (
	unreachable = "daemon_unreachable"
	noAccess    = "daemon_access_denied"
	tooOld      = "daemon_too_old"
	noManager   = "not_swarm_manager"
)

// The sources of the rows, read 2026-11-23.
const (
	sourceMarkers = "containerd/errdefs v1.0.0, errors.go; docker v28.5.2, errdefs/defs.go; Docker Engine API v1.51"
	sourceClient  = "moby/client v0.6.2, request.go, errors.go; docker v28.5.2, client/request.go"
)

// byType maps the types in the client's error to codes and statuses (containerd/errdefs/pkg
// v0.3.0, errhttp/http.go).
var byType = map[string]struct {
	code   string
	status int
}{
	"errNotFound":           {"not_found", 404},
	"errInvalidArgument":    {"invalid_argument", 400},
	"errConflict":           {"conflict", 409},
	"errFailedPrecondition": {"failed_precondition", 412},
	"errUnauthorized":       {"unauthenticated", 401},
	"errPermissionDenied":   {"forbidden", 403},
	"errNotModified":        {"not_modified", 304},
	"errResourceExhausted":  {"resource_exhausted", 429},
	"errInternal":           {"internal", 500},
	"errNotImplemented":     {"unimplemented", 501},
	"errUnavailable":        {"unavailable", 503},
	"errAlreadyExists":      {"already_exists", 0}, // of containerd, without a status
	"errAborted":            {"aborted", 0},
	"errOutOfRange":         {"out_of_range", 0},
	"errDataLoss":           {"data_loss", 0},
}

// markers are the marker methods, with their codes (containerd/errdefs v1.0.0, errors.go;
// docker v28.5.2, errdefs/defs.go). Of several, the first is used.
var markers = [...]struct {
	code   string
	method reflect.Type
}{
	{"not_found", reflect.TypeFor[interface{ NotFound() }]()},
	{"invalid_argument", reflect.TypeFor[interface{ InvalidParameter() }]()},
	{"conflict", reflect.TypeFor[interface{ Conflict() }]()},
	{"unauthenticated", reflect.TypeFor[interface{ Unauthorized() }]()},
	{"unavailable", reflect.TypeFor[interface{ Unavailable() }]()},
	{"forbidden", reflect.TypeFor[interface{ Forbidden() }]()},
	{"internal", reflect.TypeFor[interface{ System() }]()},
	{"not_modified", reflect.TypeFor[interface{ NotModified() }]()},
	{"unimplemented", reflect.TypeFor[interface{ NotImplemented() }]()},
	{"data_loss", reflect.TypeFor[interface{ DataLoss() }]()},
	{"already_exists", reflect.TypeFor[interface{ AlreadyExists() }]()},
	{"failed_precondition", reflect.TypeFor[interface{ FailedPrecondition() }]()},
	{"resource_exhausted", reflect.TypeFor[interface{ ResourceExhausted() }]()},
	{"aborted", reflect.TypeFor[interface{ Aborted() }]()},
	{"out_of_range", reflect.TypeFor[interface{ OutOfRange() }]()},
}

func markerTypes() (all []reflect.Type) {
	for _, m := range markers {
		all = append(all, m.method)
	}
	return all
}

// table lists the meanings of the codes.
var table = adapter.NewTable(
	"_docker", "Docker",
	adapter.Row{VendorCode: "not_found", Fact: toolerr.FactNotFound, Source: sourceMarkers},
	adapter.Row{VendorCodes: []string{"invalid_argument", "out_of_range"}, Fact: toolerr.FactRefused, Source: sourceMarkers},
	adapter.Row{VendorCode: "conflict", Fact: toolerr.FactWrongState, Hint: toolerr.Msg("The state of the container, image, network or volume does not allow this: the name may be taken, or the object may be in use, running or stopped."), Source: sourceMarkers},
	adapter.Row{VendorCode: "already_exists", Fact: toolerr.FactExists, Source: sourceMarkers},
	adapter.Row{VendorCode: "failed_precondition", Fact: toolerr.FactWrongState, Source: sourceMarkers},
	adapter.Row{VendorCode: "not_modified", Fact: toolerr.FactWrongState, Hint: toolerr.Msg("The object is in that state already."), Source: sourceMarkers},
	adapter.Row{VendorCode: "aborted", Fact: toolerr.FactAborted, Source: sourceMarkers},
	adapter.Row{VendorCode: "unauthenticated", Fact: toolerr.FactSignIn, Hint: toolerr.Msg("Someone has to log in to the registry, or set valid credentials."), Source: sourceMarkers},
	adapter.Row{VendorCode: "forbidden", Fact: toolerr.FactNotPermitted, Source: sourceMarkers},
	adapter.Row{VendorCode: "resource_exhausted", Fact: toolerr.FactRateLimit, Source: sourceMarkers},
	adapter.Row{VendorCodes: []string{"internal", "unavailable"}, Fact: toolerr.FactFailed, Source: sourceMarkers},
	adapter.Row{VendorCode: "unimplemented", Fact: toolerr.FactUnimplemented, Source: sourceMarkers},
	adapter.Row{VendorCode: "data_loss", Fact: toolerr.FactBroken, Source: sourceMarkers},
	adapter.Row{
		VendorCode: noManager, Fact: toolerr.FactWrongState, UserAction: true, Unlike: "only a person can change it",
		Message: toolerr.Msg("The Docker host is not a manager of a swarm."), Hint: toolerr.Msg("Someone has to make it one, or name another host."), Source: "moby v28.4, daemon/cluster/errors.go; Docker Engine API v1.51: status 503 of Swarm",
	},

	adapter.Row{VendorCode: unreachable, Fact: toolerr.FactUnreachable, Unanswered: true, Message: toolerr.Msg("The Docker daemon cannot be reached: it may not be running."), Source: sourceClient},
	adapter.Row{VendorCode: noAccess, Fact: toolerr.FactMissingScope, Unanswered: true, Message: toolerr.Msg("The tool may not use the socket of the Docker daemon."), Hint: toolerr.Msg("Someone has to give it access."), Source: sourceClient},
	adapter.Row{VendorCode: tooOld, Fact: toolerr.FactUnsupported, Unanswered: true, Message: toolerr.Msg("The Docker daemon is too old for an option of the call."), Hint: toolerr.Msg("Leave the option out."), Source: sourceClient},
)
