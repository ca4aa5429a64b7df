package httpadapter_test

import (
	"context"
	"encoding/json"
	"io"
	"testing"

	"github.com/errand-go/errand/adapters/httpadapter"
	"github.com/errand-go/errand/conformance/clients"
	"github.com/errand-go/errand/conformance/faults"
)

// net/http runs with every fault, with and without errand's Transport, and the kit's laws
// are checked. The tests of package clients do the same with go-retryablehttp.
func TestFaults(t *testing.T) {
	for _, s := range clients.Suites()[:2] {
		t.Run(s.Client, s.Run)
	}
}

// call is a tool: one request with net/http, whose response is a JSON object.
func call(ctx context.Context, target faults.Target) error {
	req, err := target.Request(ctx)
	if err != nil {
		return err
	}
	resp, err := target.Client.Do(req)
	if err != nil {
		return err
	}
	defer func() { _ = resp.Body.Close() }()
	if err := httpadapter.CheckResponse(resp); err != nil {
		return err
	}
	body, err := io.ReadAll(resp.Body)
	if err != nil {
		return httpadapter.CheckBody(resp, err)
	}
	return httpadapter.CheckBody(resp, json.Unmarshal(body, new(faults.Item)))
}
