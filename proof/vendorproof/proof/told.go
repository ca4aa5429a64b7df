package proof

import (
	"encoding/json"
	"slices"
	"testing"

	"github.com/errand-go/errand/adapter"
	"github.com/errand-go/errand/toolerr"
)

// Told compares the problems that an agent reads, after a call with these arguments was
// refused, with the expected ones. A problem has the form "/a is required".
func Told(t *testing.T, vendor adapter.Adapter, err error, arguments string, want ...string) {
	t.Helper()
	if err == nil {
		t.Fatal("the client returned no error")
	}
	ctx := adapter.WithCall(t.Context(), adapter.Call{Arguments: json.RawMessage(arguments)})
	payload := toolerr.Result(nil, chain(vendor).Adapt(ctx, err))
	var got []string
	for _, p := range payload.Err().Problems() {
		got = append(got, p.Path+" "+p.Problem.String())
	}
	if !slices.Equal(want, got) {
		t.Errorf("a model is told %q, not %q: %s", got, want, payload)
	}
}
