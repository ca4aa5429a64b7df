package minioadapter_test

import (
	"errors"
	"fmt"
	"strings"
	"testing"

	"github.com/errand-go/errand/adapter"
	"github.com/errand-go/errand/adapters/httpadapter"
	"github.com/errand-go/errand/adapters/minioadapter"
	"github.com/errand-go/errand/conformance"
	"github.com/errand-go/errand/conformance/faults"
	"github.com/errand-go/errand/toolerr"
)

const seen = "minio-go v6.0.57, v7.4.1"

func TestConformance(t *testing.T) {
	types(t)
	var cases []conformance.Case
	add := func(name string, err error, want conformance.Want) {
		cases = append(cases, conformance.Case{Name: name, Err: err, Want: want})
	}
	for _, m := range meant {
		for code := range strings.FieldsSeq(m.codes) {
			want := conformance.Want{Kind: m.kind, CanRetry: m.retry, Effect: m.effect, Status: m.status}
			add(code, answer(m.status, code), want)
			if m.kind != toolerr.KindUpstreamRateLimit && m.effect == unknown {
				continue
			}
			want.Status, want.Effect = 0, none
			add(code+", of credentials", sts(code), want)
		}
	}
	for _, status := range []int{400, 401, 403, 404, 405, 409, 411, 412, 416, 429, 500, 501, 502, 503, 504, 507} {
		add(fmt.Sprint("a code of nobody's, ", status), answer(status, faults.CanaryCode), faults.ForStatus(status))
	}
	add("a throttle of nobody's", answer(400, "Throttle"+faults.CanaryCode), faults.ForCode(toolerr.KindUpstreamRateLimit, 400))
	add("something missing of nobody's", answer(400, "NoSuch"+faults.CanaryCode), faults.ForCode(toolerr.KindUpstreamNotFound, 400))
	add("a failure that says so", answer(500, "NoSuch"+faults.CanaryCode), faults.ForStatus(500))
	add("a failure inside of a success", answer(200, "InternalError"), faults.ForKind(toolerr.KindUpstreamServerError, unknown))
	add("nothing at all", ErrorResponse{}, faults.ForKind(toolerr.KindUpstreamUnmapped, unknown))
	add("no credentials, for nobody's reason", sts(faults.CanaryCode), faults.ForKind(toolerr.KindUpstreamAuthError, none))
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
