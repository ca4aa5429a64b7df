package conformance_test

import (
	"context"
	"encoding/json"
	"fmt"
	"io"
	"net/http"
	"net/http/httptest"
	"os"
	"os/exec"
	"slices"
	"strings"
	"testing"

	"github.com/stretchr/testify/assert"
	"github.com/stretchr/testify/require"

	"github.com/errand-go/errand/adapter"
	"github.com/errand-go/errand/adapter/shape"
	"github.com/errand-go/errand/adapters/httpadapter"
	"github.com/errand-go/errand/adapters/spec"
	"github.com/errand-go/errand/conformance"
	"github.com/errand-go/errand/conformance/faults"
	"github.com/errand-go/errand/toolerr"
)

// A ParcelError is the error of an invented SDK.
type ParcelError struct {
	Status int
	Header http.Header
	Reason string
}

func (e *ParcelError) Error() string { return fmt.Sprintf("parcel: %d: %s", e.Status, e.Reason) }

// A ParcelUnread is a response that the SDK could not decode.
type ParcelUnread struct{ Err error }

func (e *ParcelUnread) Error() string { return "parcel: cannot decode: " + e.Err.Error() }
func (e *ParcelUnread) Unwrap() error { return e.Err }

type parcelBody struct {
	Error struct{ Reason string }
}

// sendParcel is the only call of the SDK.
func sendParcel(ctx context.Context, client *http.Client, base string) error {
	req, err := http.NewRequestWithContext(ctx, http.MethodGet, base+"/parcels/1", nil)
	if err != nil {
		return err
	}
	resp, err := client.Do(req)
	if err != nil {
		return err
	}
	defer func() { _ = resp.Body.Close() }()
	if resp.StatusCode != http.StatusOK {
		var body parcelBody
		_ = json.NewDecoder(resp.Body).Decode(&body)
		return &ParcelError{resp.StatusCode, resp.Header, body.Error.Reason}
	}
	if err := json.NewDecoder(resp.Body).Decode(new(faults.Item)); err != nil {
		return &ParcelUnread{err}
	}
	return nil
}

// parcel is the right spec.
func parcel() spec.Spec {
	return spec.Spec{
		Table: adapter.NewTable("_parcel", "Parcel",
			adapter.Row{VendorCode: "too_heavy", Fact: toolerr.FactRefused, Source: "invented"},
		),
		Errors: []spec.Error{
			{Types: []shape.Type{shape.TypeOf(ParcelError{})}, Codes: []string{"Reason"}, Status: "Status", Header: "Header"},
			{Types: []shape.Type{shape.TypeOf(ParcelUnread{})}, Unread: true},
		},
		Body:  func(body []byte) any { return spec.JSON[parcelBody](body).Error },
		Hosts: []string{"api.parcel.example"},
	}
}

// plainParcel is a refusal that a program without the SDK got.
func plainParcel(host string) error {
	return httpadapter.CheckResponse(&http.Response{
		StatusCode: http.StatusBadRequest, Request: httptest.NewRequest(http.MethodGet, "https://"+host+"/parcels/1", nil),
		Body: io.NopCloser(strings.NewReader(`{"error":{"reason":"too_heavy"}}`)),
	})
}

// parcelSuite is the right suite for a spec; client makes the client of a call.
func parcelSuite(s spec.Spec, client func(conformance.Target) *http.Client) conformance.Suite {
	heavy := faults.ForStatus(400).Coded("too_heavy")
	return conformance.Suite{
		Adapter:  spec.New(s),
		Defaults: []adapter.Adapter{httpadapter.Adapter{}},
		Have:     []faults.Need{faults.NeedBody, faults.NeedJSON},
		Cases: []conformance.Case{
			{Name: "heavy", Err: &ParcelError{Status: 400, Reason: "too_heavy"}, Want: heavy},
			{Name: "plain", Err: plainParcel("api.parcel.example"), Want: heavy},
		},
		Call: func(ctx context.Context, t conformance.Target) error { return sendParcel(ctx, client(t), t.URL) },
	}
}

func given(t conformance.Target) *http.Client { return t.Client }

// Each mistake is found, and the first line of the text has the cause and what to do.
func TestBreakers(t *testing.T) {
	const spelling = "; look at: its spelling, and what Body decodes; if they are right, add a case"
	for name, tt := range map[string]struct {
		spec   func(*spec.Spec)
		suite  func(*conformance.Suite)
		client func(conformance.Target) *http.Client
		want   []string // of the first line; none: no mistake
	}{
		"none": {},
		"a body of another form": {
			spec: func(s *spec.Spec) {
				s.Body = func(body []byte) any { return spec.JSON[struct{ Err struct{ Reason string } }](body).Err }
			},
			want: []string{"law/paths on Body: no case and no fault depends on it", spelling},
		},
		"a misspelt host": {
			spec: func(s *spec.Spec) { s.Hosts = []string{"api.parcel.exmaple"} },
			want: []string{`law/paths on Body, Hosts[0] "api.parcel.exmaple": no case and no fault depends on it`, spelling},
		},
		"a misspelt field": {
			spec: func(s *spec.Spec) { s.Errors[0].Codes = []string{"Code"} },
			want: []string{`law/paths on Errors[0]: no field Code in conformance_test.ParcelError, which has Status, Header, Reason`, spelling},
		},
		"a misspelt type": {
			spec: func(s *spec.Spec) { s.Errors[1].Types[0] = shape.T("example.com/parcel", "Unraed") },
			want: []string{"law/paths on Errors[1].Types[0] example.com/parcel.Unraed, Errors[1].Unread: no case", spelling},
		},
		"a header without a case": {
			spec: func(s *spec.Spec) { s.CodeHeader = "X-Parcel-Error" },
			want: []string{`law/paths on CodeHeader "X-Parcel-Error": no case`, spelling},
		},
		"a status without a case": {
			spec: func(s *spec.Spec) { s.Statuses = map[int]string{432: "too_heavy"} },
			want: []string{`law/paths on Statuses[432] "too_heavy": no case`, spelling},
		},
		"a text without a case": {
			spec: func(s *spec.Spec) { s.Text = func(error) *spec.Answer { return nil } },
			want: []string{"law/paths on Text: no case", spelling},
		},
		"the SDK's path alone": {
			suite: func(s *conformance.Suite) { s.Cases = s.Cases[:1] },
			want:  []string{`law/paths on Body, Hosts[0] "api.parcel.example": no case`, spelling},
		},
		"another code": {
			suite: func(s *conformance.Suite) { s.Cases[0].Want.Code = "too_light" },
			want:  []string{`case/heavy: code is "too_heavy", want "too_light"`, "; look at: the adapter's rule for *conformance_test.ParcelError"},
		},
		"a case that another adapter answers": {
			suite: func(s *conformance.Suite) {
				s.Cases = append(s.Cases, conformance.Case{Name: "elsewhere", Err: plainParcel("parcel.example"), Want: faults.ForStatus(400)})
			},
			want: []string{`case/elsewhere: service is "_http", want "_parcel"`, "which declines *httpadapter.StatusError: its types, or the Hosts, Headers and Form"},
		},
		"a client that drops the headers": {
			spec: func(s *spec.Spec) { s.Errors[0].Header = "" },
			want: []string{"retry_after is missing", "; look at: what the adapter does not read, or the client drops: clients.Recorded(t) in place of t.Client in Suite.Call"},
		},
		"a client of its own": {
			client: func(conformance.Target) *http.Client { return http.DefaultClient },
			want:   []string{"Suite.Call does not use the target's client: give t.Client or clients.Recorded(t) to the SDK"},
		},
	} {
		t.Run(name, func(t *testing.T) {
			described, client := parcel(), given
			if tt.spec != nil {
				tt.spec(&described)
			}
			if tt.client != nil {
				client = tt.client
			}
			s := parcelSuite(described, client)
			s.Only = func(fault string) bool {
				return slices.Contains([]string{"status-400", "429-delta", "json-html"}, fault)
			}
			if tt.suite != nil {
				tt.suite(&s)
			}
			err := s.Check(t.Context())
			if tt.want == nil {
				require.NoError(t, err)
				return
			}
			require.Error(t, err)
			line, details, _ := strings.Cut(err.Error(), "\n")
			for _, want := range tt.want {
				assert.Contains(t, line, want)
			}
			assert.Less(t, strings.Count(details, "\n"), 60)
		})
	}
}

// A blind adapter fails most checks: the first line of the output has the cause.
func TestOutputBeginsWithTheCause(t *testing.T) {
	if os.Getenv("ERRAND_BREAKER") != "" {
		s := parcel()
		s.Errors[0].Types[0] = shape.T("example.com/parcel", "Eror")
		parcelSuite(s, given).Run(t)
		return
	}
	cmd := exec.CommandContext(t.Context(), os.Args[0], "-test.run=^TestOutputBeginsWithTheCause$") //nolint:gosec // itself
	cmd.Env = append(os.Environ(), "ERRAND_BREAKER=1")
	out, err := cmd.Output()
	require.Error(t, err)
	lines := strings.Split(string(out), "\n")
	require.Greater(t, len(lines), 2)
	assert.Contains(t, lines[1], "law/paths on Errors[0].Types[0] example.com/parcel.Eror")
	assert.Less(t, len(lines), 250, "a line for each subtest, and some details")
}

// An adapter that reads another place than the refused one fails the fault.
func TestAWrongProblemUnderAFaultIsFound(t *testing.T) {
	for field, outcome := range map[string]conformance.Verdict{"size": conformance.Passed, "name": conformance.Failed} {
		s := storeSuite("refused-jsonapi")
		s.Adapter = spoiled{store{}, func(_ *storeError, te *toolerr.ToolRuntimeError) *toolerr.ToolRuntimeError {
			return te.With(toolerr.WithFindings(toolerr.Finding{Fields: []string{field}}))
		}}
		got := result(t, s)
		require.Equal(t, outcome, got.Outcome, "%v", got.Findings)
		if outcome == conformance.Failed {
			assert.Contains(t, got.Findings[0].String(), "/name has an invalid value")
		}
		assert.Len(t, got.Disclosed.Findings, 1)
	}
}

// The kit finds an adapter that recognises nothing, although the next adapter answers
// everything correctly.
func TestABlindAdapterIsFound(t *testing.T) {
	s := storeSuite("status-404", "status-500")
	s.Adapter = unseeing{}
	s.Call = func(ctx context.Context, t conformance.Target) error {
		req, err := t.Request(ctx)
		if err != nil {
			return err
		}
		resp, err := t.Client.Do(req)
		if err != nil {
			return err
		}
		defer func() { _ = resp.Body.Close() }()
		return httpadapter.CheckResponse(resp)
	}
	err := s.Check(t.Context())
	var finding conformance.Finding
	require.ErrorAs(t, err, &finding)
	assert.Equal(t, "law/rows", finding.Check)
	assert.Equal(t, "the adapter alone declined all of 2 errors", finding.Came)
	s.Adapter = store{}
	s.Call = storeSuite().Call
	assert.NoError(t, s.Check(t.Context()))
}

// tabled is the store's adapter with a row for a missing item.
type tabled struct{ store }

var storeTable = adapter.NewTable("_store", "Store", adapter.Row{VendorCode: "missing", Fact: toolerr.FactNotFound, Source: "the store's page about items"})

func (tabled) Table() adapter.Table { return storeTable }

func (a tabled) FromError(err error) *toolerr.ToolRuntimeError {
	te := a.store.FromError(err)
	if te != nil && te.StatusCode() == 404 {
		row, _ := storeTable.Lookup("missing")
		return row.Error(err, toolerr.WithStatus(404))
	}
	return te
}

func TestRowsThatFaultsReach(t *testing.T) {
	s := storeSuite("status-404", "status-500")
	s.Adapter = tabled{}
	s.Run(t)
}

// A law cannot be checked on faults that `go test -run` left out.
func TestRowsUnderAFilter(t *testing.T) {
	for filter, want := range map[string]string{
		"": "--- PASS: TestRowsThatFaultsReach/law/rows", "/law": "only some of the faults were run", "/(fault|law)/(status-404|rows)": "only some of the faults were run",
	} {
		cmd := exec.CommandContext(t.Context(), os.Args[0], "-test.v", "-test.run=^TestRowsThatFaultsReach$"+filter) //nolint:gosec // itself
		out, err := cmd.CombinedOutput()
		require.NoError(t, err, "%s", out)
		assert.Contains(t, string(out), want, filter)
	}
}
