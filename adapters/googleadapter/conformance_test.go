package googleadapter_test

import (
	"context"
	"encoding/json"
	"errors"
	"fmt"
	"maps"
	"net/http"
	"net/http/httptest"
	"slices"
	"testing"
	"time"

	"github.com/stretchr/testify/require"
	"golang.org/x/oauth2"
	"golang.org/x/oauth2/clientcredentials"
	"google.golang.org/api/googleapi"

	"github.com/errand-go/errand/adapter"
	"github.com/errand-go/errand/adapters/googleadapter"
	"github.com/errand-go/errand/adapters/httpadapter"
	"github.com/errand-go/errand/adapters/spec"
	"github.com/errand-go/errand/conformance"
	"github.com/errand-go/errand/conformance/clients"
	"github.com/errand-go/errand/conformance/faults"
	"github.com/errand-go/errand/toolerr"
)

// get makes a call like the generated clients of google.golang.org/api, including the
// errors that they return unwrapped: the client's error, googleapi.CheckResponse, a JSON
// decoder. The library does not require the clients; proof/sdkmatrix tests them.
func get(ctx context.Context, client *http.Client, url string) error {
	req, err := http.NewRequestWithContext(ctx, http.MethodGet, url, http.NoBody)
	if err != nil {
		return err
	}
	resp, err := client.Do(req)
	if err != nil {
		if ctx.Err() != nil {
			return ctx.Err() // internal/gensupport/send.go
		}
		return err
	}
	defer googleapi.CloseBody(resp)
	if err := googleapi.CheckResponse(resp); err != nil {
		return err
	}
	return json.NewDecoder(resp.Body).Decode(&struct {
		Kind string `json:"kind"`
		ID   string `json:"id"`
	}{})
}

const bareDeadline = "the client returns a bare context.DeadlineExceeded, which is the tool's timeout: nothing shows that a network was involved"

func TestConformance(t *testing.T) {
	tests := map[string]struct {
		shape faults.Shape
		only  func(string) bool
		cases []conformance.Case
		skip  map[string]string
	}{
		"with errors": {shape: faults.Google(), cases: rowCases(t), skip: map[string]string{
			"fault/ctx-deadline":       bareDeadline,
			"fault/ctx-deadline-cause": bareDeadline,
			"fault/ctx-deadline-past":  bareDeadline,
		}},
		"with details": {
			shape: faults.GoogleModern(),
			only: func(fault string) bool {
				f, _ := faults.Lookup(fault)
				return f.Group == faults.GroupStatus || f.Group == faults.GroupWait
			},
			skip: map[string]string{"law/rows": "every row is a case of the other suite"},
		},
	}
	for name, tt := range tests {
		t.Run(name, func(t *testing.T) {
			conformance.Suite{
				Adapter:  googleadapter.Adapter{Decoding: true},
				Defaults: []adapter.Adapter{httpadapter.Adapter{}},
				Client:   "google/googleapi",
				Shape:    tt.shape,
				Have:     []faults.Need{faults.NeedGoogle, faults.NeedJSON},
				Only:     tt.only,
				Cases:    tt.cases,
				Skip:     tt.skip,
				Call: func(ctx context.Context, target conformance.Target) error {
					return get(ctx, clients.Recorded(target), target.URL)
				},
			}.Run(t)
		})
	}
}

func TestConformanceOfTokens(t *testing.T) {
	token := func(ctx context.Context, target conformance.Target) error {
		_, err := credentials(target.URL).Token(context.WithValue(ctx, oauth2.HTTPClient, clients.Recorded(target)))
		return err
	}
	onTheWay := func(ctx context.Context, target conformance.Target) error {
		client := credentials(target.URL).Client(context.WithValue(ctx, oauth2.HTTPClient, clients.Recorded(target)))
		return get(ctx, client, target.URL)
	}
	tests := map[string]struct {
		adapter adapter.Adapter
		call    func(context.Context, conformance.Target) error
		only    func(string) bool
		cases   []conformance.Case
	}{
		"a token":                           {googleadapter.OAuth2{}, token, nil, grantCases(t)},
		"a token on the way":                {googleadapter.OAuth2{}, onTheWay, tokenFaults, nil},
		"a token on the way, of Google's":   {googleadapter.Adapter{}, onTheWay, tokenFaults, nil},
		"a token, refused by Google itself": {googleadapter.Adapter{}, token, tokenFaults, nil},
	}
	for name, tt := range tests {
		t.Run(name, func(t *testing.T) {
			skip := map[string]string{}
			if tt.cases == nil {
				skip["law/rows"] = "every row is a case of another suite"
			}
			conformance.Suite{
				Adapter:  tt.adapter,
				Defaults: []adapter.Adapter{httpadapter.Adapter{}},
				Client:   "oauth2/token",
				Shape:    faults.OAuth(),
				Have:     []faults.Need{faults.NeedOAuth, faults.NeedJSON},
				Only:     tt.only,
				Cases:    tt.cases,
				Wants:    faults.TokenWants("oauth2/token"),
				Messages: append(clients.Messages(), toolerr.Msg("The tool did not get a token. The arguments of the call are not the reason.")),
				Skip:     skip,
				Call:     tt.call,
			}.Run(t)
		})
	}
}

func tokenFaults(fault string) bool {
	f, _ := faults.Lookup(fault)
	return slices.Contains(f.Needs, faults.NeedOAuth)
}

func credentials(url string) *clientcredentials.Config {
	return &clientcredentials.Config{
		ClientID: "client", ClientSecret: faults.CredentialPassword, TokenURL: url, AuthStyle: oauth2.AuthStyleInParams,
	}
}

// rowCases returns real errors for each code of Google's table: in errors[] if the older
// envelope has it, in ErrorInfo, and as the canonical code.
func rowCases(t *testing.T) []conformance.Case {
	t.Helper()
	server := newEnvelopeServer(t)
	var cases []conformance.Case
	for _, row := range spec.Of(googleadapter.Adapter{}).Table().Rows() {
		if _, ok := spec.Of(googleadapter.OAuth2{}).Table().Lookup(row.VendorCode); ok {
			cases = append(cases, grantCase(t, server.URL, row))
			continue
		}
		for place, body := range map[string]string{
			"errors":    `{"error":{"code":418,"message":"quorvexmessage","errors":[{"reason":%q,"message":"quorvexmessage"}]}}`,
			"ErrorInfo": `{"error":{"code":418,"message":"quorvexmessage","details":[{"@type":"type.googleapis.com/google.rpc.ErrorInfo","reason":%q}]}}`,
			"status":    `[{"error":{"code":418,"message":"quorvexmessage","status":%q}}]`,
		} {
			cases = append(cases, conformance.Case{
				Name: row.VendorCode + " in " + place, Err: server.refuse(t, 418, fmt.Sprintf(body, row.VendorCode), nil), Want: wantOf(row, 418),
			})
		}
	}
	return cases
}

// grantCases returns real errors for each code of the table of token endpoints, and for the
// failures that have only a text.
func grantCases(t *testing.T) []conformance.Case {
	t.Helper()
	server := newEnvelopeServer(t)
	var cases []conformance.Case
	for _, row := range spec.Of(googleadapter.OAuth2{}).Table().Rows() {
		cases = append(cases, grantCase(t, server.URL, row))
	}
	for name, err := range textFailures(t) {
		want := faults.ForKind(toolerr.KindUpstreamUnmapped, toolerr.EffectUnknown)
		switch name {
		case bodyCut, deviceCodeCut:
			want = faults.ForKind(toolerr.KindNetworkTransportUnmapped, toolerr.EffectUnknown)
		case noRefreshToken:
			want = faults.ForKind(toolerr.KindToolFatal, toolerr.EffectNone)
		case nobodyThere:
			want = faults.ForKind(toolerr.KindNetworkTransportUnreachable, toolerr.EffectNone)
		}
		cases = append(cases, conformance.Case{Name: name, Err: err, Want: want, ByText: "golang.org/x/oauth2 v0.37.0"})
	}
	return cases
}

func grantCase(t *testing.T, url string, row adapter.Row) conformance.Case {
	t.Helper()
	_, err := credentials(url + "/token?code=" + row.VendorCode).Token(t.Context())
	require.Error(t, err)
	return conformance.Case{Name: row.VendorCode, Err: err, Want: wantOf(row, 400)}
}

func wantOf(row adapter.Row, status int) conformance.Want {
	want := conformance.Want{Kind: row.Kind, CanRetry: row.Kind.CanRetry(), Status: status, Effect: row.Effect}
	if row.Retry != adapter.RetryByKind {
		want.CanRetry = row.CanRetry()
	}
	if want.Effect == toolerr.EffectUnset {
		want.Effect = toolerr.New(row.Kind, toolerr.Message{}).Effect()
	}
	return want
}

// An envelopeServer sends the given status, headers and body. At /token it sends 400 and
// the code in the query.
type envelopeServer struct {
	*httptest.Server
	answers chan envelopeAnswer
}

type envelopeAnswer struct {
	status int
	header http.Header
	body   string
}

func newEnvelopeServer(t *testing.T) envelopeServer {
	t.Helper()
	answers := make(chan envelopeAnswer, 1)
	s := httptest.NewServer(http.HandlerFunc(func(w http.ResponseWriter, r *http.Request) {
		w.Header().Set("Content-Type", "application/json; charset=UTF-8")
		if r.URL.Path == "/token" {
			w.WriteHeader(http.StatusBadRequest)
			_, _ = fmt.Fprintf(w, `{"error":%q,"error_description":"quorvexmessage"}`, r.URL.Query().Get("code"))
			return
		}
		a := <-answers
		maps.Copy(w.Header(), a.header)
		w.WriteHeader(a.status)
		_, _ = fmt.Fprint(w, a.body)
	}))
	t.Cleanup(s.Close)
	return envelopeServer{s, answers}
}

// refuse returns the error of a call that the server answers like this.
func (s envelopeServer) refuse(t *testing.T, status int, body string, header http.Header) error {
	t.Helper()
	s.answers <- envelopeAnswer{status, header, body}
	err := get(t.Context(), s.Client(), s.URL)
	require.Error(t, err)
	return err
}

const (
	noRefreshToken = "no refresh token"
	nobodyThere    = "service account, no listener"
	bodyCut        = "a body cut short"
	deviceCodeCut  = "a device code cut short"
)

// textFailures makes x/oauth2 return each failure that has only a text.
func textFailures(t *testing.T) map[string]error {
	t.Helper()
	answer := func(contentType, body string) string {
		s := httptest.NewServer(http.HandlerFunc(func(w http.ResponseWriter, _ *http.Request) {
			w.Header().Set("Content-Type", contentType)
			_, _ = fmt.Fprint(w, body)
		}))
		t.Cleanup(s.Close)
		return s.URL
	}
	cut := httptest.NewServer(http.HandlerFunc(func(w http.ResponseWriter, _ *http.Request) {
		w.Header().Set("Content-Length", "1000")
		_, _ = fmt.Fprint(w, "{")
	}))
	t.Cleanup(cut.Close)

	failures := map[string]error{}
	for name, url := range map[string]string{
		"no access token":   answer("application/json", `{"token_type":"Bearer"}`),
		"not JSON":          answer("application/json", "<html>"),
		"no form":           answer("application/x-www-form-urlencoded", "%zz"),
		bodyCut:             cut.URL,
		"a token like none": answer("application/json", "[]"),
	} {
		_, failures[name] = credentials(url).Token(t.Context())
	}
	expired := (&oauth2.Config{}).TokenSource(t.Context(), &oauth2.Token{AccessToken: "a", Expiry: time.Unix(1, 0)})
	_, failures[noRefreshToken] = expired.Token()
	_, failures[deviceCodeCut] = (&oauth2.Config{Endpoint: oauth2.Endpoint{DeviceAuthURL: cut.URL}}).DeviceAuth(t.Context())
	maps.Copy(failures, jwtFailures(t, answer))
	for name, err := range failures {
		require.Error(t, err, name)
		require.Nil(t, errors.Unwrap(err), "%s: it has a type below now; match that", name)
	}
	return failures
}
