package minioadapter_test

import (
	"cmp"
	"errors"
	"fmt"
	"testing"

	"github.com/errand-go/errand/adapter"
	"github.com/errand-go/errand/adapters/httpadapter"
	"github.com/errand-go/errand/adapters/minioadapter"
	"github.com/errand-go/errand/adapters/spec"
	"github.com/errand-go/errand/conformance"
	"github.com/errand-go/errand/conformance/faults"
	"github.com/errand-go/errand/toolerr"
)

const (
	none    = toolerr.EffectNone
	unknown = toolerr.EffectUnknown

	seen = "minio-go v6.0.57, v7.4.1"
)

// statuses are the statuses of a server's codes by kind, if other than 400.
var statuses = map[toolerr.Kind]int{
	toolerr.KindUpstreamRateLimit: 503, toolerr.KindUpstreamServerError: 503, toolerr.KindUpstreamNotFound: 404, toolerr.KindUpstreamAuthError: 403,
}

func TestConformance(t *testing.T) {
	types(t)
	var cases []conformance.Case
	add := func(name string, err error, want conformance.Want) {
		cases = append(cases, conformance.Case{Name: name, Err: err, Want: want})
	}
	for _, row := range spec.Of(minioadapter.Adapter{}).Table().Rows() {
		if row.Unanswered {
			continue
		}
		te := row.Error(errors.New("x"))
		status := cmp.Or(statuses[row.Kind], 400)
		want := conformance.Want{Kind: te.Kind(), CanRetry: te.CanRetry(), Effect: te.Effect(), Status: status}
		add(row.VendorCode, answer(status, row.VendorCode), want)
		want.Status, want.Effect = 0, none
		add(row.VendorCode+", of credentials", sts(row.VendorCode), want)
	}
	for _, status := range []int{400, 401, 403, 404, 405, 409, 411, 412, 416, 429, 500, 501, 502, 503, 504, 507} {
		add(fmt.Sprint("an unlisted code, ", status), answer(status, faults.CanaryCode), faults.ForStatus(status))
	}
	add("an unlisted throttle", answer(400, "Throttle"+faults.CanaryCode), faults.ForCode(toolerr.KindUpstreamRateLimit, 400))
	add("an unlisted missing thing", answer(400, "NoSuch"+faults.CanaryCode), faults.ForCode(toolerr.KindUpstreamNotFound, 400))
	add("an unlisted code of a failure", answer(500, "NoSuch"+faults.CanaryCode), faults.ForStatus(500))
	add("a failure inside of a success", answer(200, "InternalError"), faults.ForKind(toolerr.KindUpstreamServerError, unknown))
	add("nothing at all", ErrorResponse{}, faults.ForKind(toolerr.KindUpstreamUnmapped, unknown))
	add("no credentials, for an unlisted reason", sts(faults.CanaryCode), faults.ForKind(toolerr.KindUpstreamAuthError, none))
	add("an argument", own(400, "InvalidArgument", "minio"), faults.ForKind(toolerr.KindUpstreamValidationError, none))
	add("one of several", &RemoveObjectError{Err: answer(0, "AccessDenied")}, faults.ForKind(toolerr.KindUpstreamAuthError, unknown))
	for name, one := range map[string]struct {
		err  error
		want conformance.Want
	}{
		"a connection that was closed": {closed(), faults.ForKind(toolerr.KindNetworkTransportUnreachable, unknown)},
		"a server that is offline":     {offline(), faults.ForKind(toolerr.KindNetworkTransportUnreachable, none)},
		"a bucket's name":              {errors.New("Bucket name cannot be empty"), faults.ForKind(toolerr.KindUpstreamValidationError, none)},
	} {
		cases = append(cases, conformance.Case{Name: name, Err: one.err, Want: one.want, ByText: seen})
	}
	conformance.Suite{Adapter: minioadapter.Adapter{}, Defaults: []adapter.Adapter{httpadapter.Adapter{}}, Cases: cases}.Run(t)
}
