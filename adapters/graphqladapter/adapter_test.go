package graphqladapter_test

import (
	"errors"
	"strings"
	"testing"

	"github.com/stretchr/testify/assert"

	"github.com/errand-go/errand/adapters/graphqladapter"
	"github.com/errand-go/errand/adapters/spec"
	"github.com/errand-go/errand/conformance/faults"
)

func coded(codes ...string) string {
	var all []string
	for _, code := range codes {
		all = append(all, `{"message":"`+faults.CanaryMessage+`","extensions":{"code":"`+code+`","stacktrace":["`+faults.CanaryBody+`"]}}`)
	}
	return `{"errors":[` + strings.Join(all, ",") + `]}`
}

func TestTheOrderHasEachKind(t *testing.T) {
	for _, row := range spec.Of(graphqladapter.Adapter).Table().Rows() {
		assert.Contains(t, graphqladapter.Order, row.Kind, row.VendorCode)
	}
}

// Any text of a client is read or declined, and none of it is shown.
func FuzzStatusText(f *testing.F) {
	for _, text := range []string{
		`non-200 OK status code: 502 Bad Gateway body: "<html>"`, `non-200 OK status code: 400  body: "{\"errors\":[7,{\"path\":[]}]}"`,
		`unexpected status: 403 Forbidden body: "{\"message\":\"API rate limit exceeded\"}"`, "returned error 404 Not Found: {}", `non-200 OK status code: 502 Bad Gateway body: "\q"`, "returned error 404",
	} {
		f.Add(text)
	}
	f.Fuzz(func(t *testing.T, text string) {
		if te := graphqladapter.Adapter.FromError(errors.New(text)); te != nil {
			assert.GreaterOrEqual(t, te.StatusCode(), 300)
			assert.NotContains(t, te.Error(), text)
		}
	})
}
