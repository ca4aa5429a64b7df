package proof

import (
	"errors"
	"reflect"
	"testing"

	"github.com/errand-go/errand/adapter"
	"github.com/errand-go/errand/adapters/spec"
	"github.com/errand-go/errand/toolerr"
)

// Refusal checks that a client's error has the expected findings. Unless body is empty, it
// checks that they are also found in the body alone, as in a program without the client.
func Refusal(t *testing.T, a adapter.Adapter, err error, body string, want ...toolerr.Finding) {
	t.Helper()
	te := a.FromError(err)
	if te == nil {
		t.Fatalf("the adapter does not recognise %v", err)
	}
	if got := te.Refusal().Findings; !reflect.DeepEqual(want, got) {
		t.Errorf("%v: the findings are %+v, not %+v", err, got, want)
	}
	if body == "" {
		return
	}
	plain := spec.Of(a).FromAnswer(errors.New("plain"), 400, nil, []byte(body))
	if got := plain.Refusal().Findings; !reflect.DeepEqual(want, got) {
		t.Errorf("the findings of the body are %+v, not %+v", got, want)
	}
}
