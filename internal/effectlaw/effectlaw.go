// Package effectlaw has a law that tests check on every path from a tool to a model: a model
// reads that a failed unsafe request may have been carried out, and is not invited to send
// it again.
package effectlaw

import (
	"context"
	"encoding/json"
	"io"
	"net/http"
	"strings"
	"testing"
	"time"

	"github.com/errand-go/errand/adapters/httpadapter"
	"github.com/errand-go/errand/conformance/faults"
	"github.com/errand-go/errand/toolerr"
)

// A Path runs a tool that is not declared read-only or idempotent, and returns the payload
// that the model reads. It may return nil if the tool did not fail.
type Path func(t *testing.T, tool func(context.Context) error) map[string]any

// Check drives the path with a POST that meets each fault, through a client that records its
// exchanges and through a plain one.
func Check(t *testing.T, path Path) {
	t.Helper()
	server, err := faults.Start()
	if err != nil {
		t.Fatal(err)
	}
	t.Cleanup(server.Close)
	for _, f := range faults.All() {
		if len(f.Missing(faults.NeedBody, faults.NeedJSON)) > 0 {
			continue
		}
		for mode, recorded := range map[string]bool{"recorded": true, "plain": false} {
			t.Run(f.Name+"/"+mode, func(t *testing.T) {
				t.Parallel()
				to := server.Target(f)
				payload := path(t, func(ctx context.Context) error { return Request(ctx, to, http.MethodPost, recorded) })
				if payload != nil && payload["success"] != true { // the client noticed the fault
					Judge(t, f, payload)
				}
			})
		}
	}
}

// Judge checks the law for the payload of an undeclared tool whose POST met the fault.
func Judge(t *testing.T, f faults.Fault, payload map[string]any) {
	t.Helper()
	text, _ := payload["error"].(string)
	if payload["can_retry"] == true && f.Want.Effect != toolerr.EffectNone {
		t.Errorf("the model is invited to send the request again: %v; %s", payload, f.Does)
	}
	if f.Want.Effect == toolerr.EffectUnknown && (payload["effect"] != "unknown" || !strings.Contains(text, "may have been carried out all the same.")) {
		t.Errorf("the model does not read that the request may have been carried out: %v; %s", payload, f.Does)
	}
}

// Request makes the request of a fault, as a tool does.
func Request(ctx context.Context, to faults.Target, method string, recorded bool) error {
	ctx, cancel := context.WithTimeout(ctx, 2*time.Second)
	defer cancel()
	client := *to.Client
	if recorded {
		client.Transport = httpadapter.Transport{Base: client.Transport}
	}
	req, err := http.NewRequestWithContext(ctx, method, to.URL+"/items/1", strings.NewReader("{}"))
	if err != nil {
		return err
	}
	if to.Prepare != nil {
		to.Prepare(req)
	}
	resp, err := client.Do(req)
	if err != nil {
		return err
	}
	defer func() { _ = resp.Body.Close() }()
	if err := httpadapter.CheckResponse(resp); err != nil {
		return err
	}
	body, err := io.ReadAll(resp.Body)
	if err == nil {
		err = json.Unmarshal(body, new(faults.Item))
	}
	return httpadapter.CheckBody(resp, err)
}
