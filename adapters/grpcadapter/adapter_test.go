package grpcadapter_test

import (
	"strings"
	"testing"

	"github.com/errand-go/errand/adapters/grpcadapter"
)

// No text of a service is shown.
func FuzzText(f *testing.F) {
	f.Add(uint32(14), "unexpected HTTP status code received from server: 5030")
	f.Add(uint32(14), `connection error: desc = "\xff`)
	f.Add(uint32(4), `latest balancer error: connection error: desc = "transport: Error while dialing: i/o timeout"`)
	f.Fuzz(func(t *testing.T, code uint32, text string) {
		if code == 0 {
			return
		}
		te := grpcadapter.Adapter.FromError(failed(Code(code), text))
		if te == nil {
			t.Fatal("declined")
		}
		if s := te.StatusCode(); s != 0 && (s < 300 || s > 999) {
			t.Fatalf("status %d of %q", s, text)
		}
		if len(text) > 24 && strings.Contains(te.Payload().String(), text) {
			t.Fatalf("%q shows in %s", text, te.Payload())
		}
	})
}
