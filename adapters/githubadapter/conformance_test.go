package githubadapter_test

import (
	"context"
	"encoding/json"
	"errors"
	"net/http"
	"testing"

	"github.com/errand-go/errand/adapter"
	"github.com/errand-go/errand/adapters/githubadapter"
	"github.com/errand-go/errand/adapters/httpadapter"
	"github.com/errand-go/errand/conformance"
	"github.com/errand-go/errand/conformance/faults"
)

// call makes a call like go-github v89.0.0, including the errors that it returns unwrapped;
// conformance/vendorproof tests the client itself.
func call(ctx context.Context, client *http.Client, url string) error {
	req, err := http.NewRequestWithContext(ctx, http.MethodGet, url, http.NoBody)
	if err != nil {
		return err
	}
	resp, err := client.Do(req)
	if err != nil {
		if ctx.Err() != nil {
			return ctx.Err()
		}
		return err
	}
	defer func() { _ = resp.Body.Close() }()
	return checkResponse(resp)
}

// bodies returns the format of GitHub's errors.
func bodies() faults.Shape {
	return faults.Shape{
		Name: "GitHub",
		Error: func(a faults.Answer) faults.Content {
			body, err := json.Marshal(map[string]any{
				"message": a.Message, "documentation_url": "https://docs.github.com/rest",
				"errors": []map[string]string{{"resource": a.Resource, "field": a.Resource, "code": a.Code, "message": a.Message}},
			})
			if err != nil {
				panic(err)
			}
			return faults.Content{Type: "application/json; charset=utf-8", Body: body}
		},
	}
}

const bareContext = "the client returns a bare ctx.Err(), which is the tool's timeout: nothing shows that a network was involved"

func TestConformance(t *testing.T) {
	var all []conformance.Case
	for name, tt := range cases() {
		want := conformance.Want{Kind: tt.kind, CanRetry: tt.retry, Status: tt.status, Effect: tt.effect}
		if tt.wait >= 0 {
			want = want.Wait(tt.wait).Within(dateSlack)
		}
		all = append(all, conformance.Case{Name: name, Err: refuse(t, tt.status, tt.header, tt.body), Want: want})
	}
	for text, code := range githubadapter.Sentinels() {
		row, _ := githubadapter.Adapter{}.Table().Lookup(code)
		all = append(all, conformance.Case{
			Name: code, Err: errors.New(text), ByText: "go-github v66.0.0 and v89.0.0",
			Want: faults.ForKind(row.Kind, none),
		})
	}
	conformance.Suite{
		Adapter:  githubadapter.Adapter{},
		Defaults: []adapter.Adapter{httpadapter.Adapter{}},
		Client:   "github",
		Shape:    bodies(),
		Cases:    all,
		Messages: githubadapter.Sentences(),
		Skip: map[string]string{
			"fault/ctx-deadline":       bareContext,
			"fault/ctx-deadline-cause": bareContext,
			"fault/ctx-deadline-past":  bareContext,
		},
		Call: func(ctx context.Context, target conformance.Target) error {
			return call(ctx, target.Client, target.URL)
		},
	}.Run(t)
}
