package adapters_test

import (
	"context"
	"encoding/json"
	"errors"
	"fmt"
	"io"
	"net/http"
	"net/http/httptest"
	"strconv"
	"strings"
	"testing"

	"github.com/stretchr/testify/assert"
	"github.com/stretchr/testify/require"

	"github.com/errand-go/errand/adapter"
	"github.com/errand-go/errand/adapter/shape"
	"github.com/errand-go/errand/adapters"
	"github.com/errand-go/errand/adapters/httpadapter"
	"github.com/errand-go/errand/adapters/spec"
	"github.com/errand-go/errand/conformance/faults"
	"github.com/errand-go/errand/toolerr"
)

// A lossyError is the error of a client that keeps only a code.
type lossyError struct{ Code string }

func (e *lossyError) Error() string { return "lossy: " + e.Code }

// lossy is the adapter of that client.
var lossy = spec.New(spec.Spec{
	Table:  adapter.NewTable("_lossy", "Lossy", adapter.Row{VendorCode: "refused", Fact: toolerr.FactUnclear, Source: "this test"}),
	Errors: []spec.Error{{Types: []shape.Type{shape.TypeOf(lossyError{})}, Codes: []string{"Code"}}},
})

// The ways in which a tool returns the error of an exchange.
var ways = map[string]func(resp *http.Response, err error) error{
	"checked": func(resp *http.Response, err error) error {
		if err != nil {
			return err
		}
		return httpadapter.CheckResponse(resp)
	},
	"a text": func(*http.Response, error) error { return errors.New("the order could not be made") },
	"a vendor's without a status": func(*http.Response, error) error {
		return fmt.Errorf("order: %w", &lossyError{Code: "refused"})
	},
	"a decoder's": func(resp *http.Response, err error) error {
		if err != nil {
			return err
		}
		return json.NewDecoder(resp.Body).Decode(new(any))
	},
	"a decoder's, of the whole body": func(resp *http.Response, err error) error {
		if err != nil {
			return err
		}
		body, _ := io.ReadAll(resp.Body)
		return json.Unmarshal(body, new(any))
	},
}

// An order is two exchanges of one call.
type order struct {
	same     bool // both are GETs of the same URL
	recorded [2]bool
	answered [2]bool
	returned int // which error the tool returns; it handles the other one
	way      string
}

func (o order) String() string {
	return fmt.Sprintf("same %v, recorded %v, answered %v, returns %d as %s", o.same, o.recorded, o.answered, o.returned, o.way)
}

func orders() (all []order) {
	for bits := range 64 {
		is := func(i int) bool { return bits>>i&1 == 1 }
		o := order{recorded: [2]bool{is(0), is(1)}, answered: [2]bool{is(2), is(3)}, same: is(5)}
		if is(4) {
			o.returned = 1
		}
		for way := range ways {
			o.way = way
			all = append(all, o)
		}
	}
	return all
}

// If a call has two exchanges, the answer has the status of the failed one, or none.
func TestStatusOfTwoExchanges(t *testing.T) {
	server := httptest.NewServer(http.HandlerFunc(func(w http.ResponseWriter, r *http.Request) {
		switch r.Header.Get("X-Answer") {
		case "0": // a refusal in JSON
			w.WriteHeader(http.StatusNotFound)
			_, _ = io.WriteString(w, `{"message":"`+faults.CanaryMessage+`"}`)
		case "1": // a failure with a proxy's page
			w.WriteHeader(http.StatusBadGateway)
			_, _ = io.WriteString(w, "<html>"+faults.CanaryBody+"</html>")
		default:
			panic(http.ErrAbortHandler)
		}
	}))
	t.Cleanup(server.Close)
	plain := server.Client()
	recorded := &http.Client{Transport: httpadapter.Transport{Base: plain.Transport}}
	paths := [2]string{"/probe", "/orders"}
	methods := [2]string{http.MethodGet, http.MethodPost}
	statuses := [2]int{http.StatusNotFound, http.StatusBadGateway}
	chain := adapters.Default().With("buy", lossy).For("buy")

	known := 0
	for _, o := range orders() {
		_, err := adapter.Do(t.Context(), chain, func(ctx context.Context) (struct{}, error) {
			var returned error
			for i := range 2 {
				client, n := plain, i
				if o.recorded[i] {
					client = recorded
				}
				if o.same {
					n = 0
				}
				req, err := http.NewRequestWithContext(ctx, methods[n], server.URL+paths[n], http.NoBody)
				if err != nil {
					return struct{}{}, err
				}
				if o.answered[i] {
					req.Header.Set("X-Answer", strconv.Itoa(i))
				}
				resp, err := client.Do(req)
				if i == o.returned {
					returned = ways[o.way](resp, err)
				}
				if resp != nil { // a tool that handles a response reads it first
					_, _ = io.Copy(io.Discard, resp.Body)
					_ = resp.Body.Close()
				}
			}
			return struct{}{}, returned
		})
		if err == nil { // the refusal's JSON was decoded
			require.Contains(t, o.way, "a decoder's", o)
			continue
		}
		te, ok := toolerr.Find(err)
		require.True(t, ok, o)
		own := 0
		if o.answered[o.returned] {
			own = statuses[o.returned]
		}
		if te.StatusCode() != 0 {
			known++
			assert.Equal(t, own, te.StatusCode(), "%v: %s", o, te.Payload())
		}
		posted := o.recorded[1] && o.answered[1] && !o.same
		if posted && o.returned == 0 {
			assert.NotEqual(t, toolerr.EffectNone, te.Effect(), "%v: %s", o, te.Payload())
		}
		if o.answered[o.returned] && strings.HasPrefix(o.way, "a decoder's") {
			assert.NotEqual(t, toolerr.ClassInvalidInput, te.Class(), o)
		}
	}
	assert.Greater(t, known, 16, "statuses are known at all")
}
