package spec_test

import (
	"fmt"
	"io"
	"net/http"
	"net/http/httptest"
	"strings"
	"testing"

	"github.com/stretchr/testify/assert"
	"github.com/stretchr/testify/require"

	"github.com/errand-go/errand/adapter"
	"github.com/errand-go/errand/adapters/httpadapter"
	"github.com/errand-go/errand/adapters/spec"
	"github.com/errand-go/errand/toolerr"
)

// Of a hundred vendors, a chain asks the one whose host, header or member a plain response
// has, and no vendor about the response of a stranger.
func TestManyVendors(t *testing.T) {
	asked := 0
	var all []adapter.Adapter
	for i := range 100 {
		name := fmt.Sprintf("v%d", i)
		all = append(all, spec.New(spec.Spec{
			Table:   adapter.NewTable("_"+name, name, adapter.Row{VendorCode: "x", Fact: toolerr.FactNotFound, Source: "this test"}),
			Hosts:   []string{name + ".example"},
			Headers: []string{"x-" + name},
			Form:    func(_ http.Header, body []byte) bool { asked++; return strings.Contains(string(body), name+"-form") },
			Members: []string{name},
		}))
	}
	chain := adapter.NewChain(append(all, httpadapter.Adapter{})...)
	for name, tt := range map[string]struct {
		host, header, body, service string
		asked                       int
	}{
		"a host":           {"eu.v70.example", "", "", "_v70", 0},
		"a header":         {"gateway.example", "X-V71", "", "_v71", 0},
		"a form":           {"gateway.example", "", `{"v99": "v99-form"}`, "_v99", 1},
		"only the member":  {"gateway.example", "", `{"v99": 1}`, "_http", 1},
		"a stranger":       {"gateway.example", "X-Other", `{"error": "v99-form"}`, "_http", 0},
		"the first of two": {"v5.example", "X-V3", "", "_v3", 0},
	} {
		t.Run(name, func(t *testing.T) {
			asked = 0
			h := http.Header{}
			if tt.header != "" {
				h.Set(tt.header, "1")
			}
			err := httpadapter.CheckResponse(&http.Response{
				StatusCode: http.StatusNotFound, Header: h, Body: io.NopCloser(strings.NewReader(tt.body)),
				Request: httptest.NewRequest(http.MethodGet, "https://"+tt.host+"/", nil),
			})
			te, ok := toolerr.Find(chain.Adapt(t.Context(), err))
			require.True(t, ok)
			assert.Equal(t, tt.service, te.Service())
			assert.Equal(t, tt.asked, asked)
		})
	}
}
