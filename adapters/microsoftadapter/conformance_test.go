package microsoftadapter_test

import (
	"context"
	"encoding/json"
	"io"
	"net/http"
	"strings"
	"testing"

	"github.com/errand-go/errand/adapter"
	"github.com/errand-go/errand/adapters/httpadapter"
	"github.com/errand-go/errand/adapters/microsoftadapter"
	"github.com/errand-go/errand/conformance"
	"github.com/errand-go/errand/conformance/clients"
	"github.com/errand-go/errand/conformance/faults"
	"github.com/errand-go/errand/toolerr"
)

// bodies returns the format of Microsoft's errors.
func bodies() faults.Shape {
	return faults.Shape{
		Name: "Microsoft",
		Error: func(a faults.Answer) faults.Content {
			body, err := json.Marshal(map[string]any{"error": map[string]any{
				"code": a.Code, "message": a.Message, "innerError": map[string]string{"request-id": a.RequestID},
			}})
			if err != nil {
				panic(err)
			}
			return faults.Content{Type: "application/json", Body: body}
		},
	}
}

// rowCases returns an error for every row: of a service, of the authority, or of the
// client.
func rowCases(t *testing.T) []conformance.Case {
	t.Helper()
	own := map[string]error{
		"locked":                  refuse(t, 423, nil, "{}", refusedByGraph),
		"bandwidth_limit":         refuse(t, 509, nil, "{}", refusedByGraph),
		"insufficient_storage":    refuse(t, 507, nil, "{}", refusedByGraph),
		"insufficient_claims":     refuse(t, 401, map[string]string{"WWW-Authenticate": `Bearer error="insufficient_claims"`}, "{}", answered),
		"authentication_failed":   &AuthenticationFailedError{message: faults.CanaryMessage},
		"authentication_required": &AuthenticationRequiredError{credentialUnavailableError{faults.CanaryMessage}},
		"credential_unavailable":  &credentialUnavailableError{faults.CanaryMessage},
	}
	status := map[string]int{"locked": 423, "bandwidth_limit": 509, "insufficient_storage": 507, "insufficient_claims": 401}
	var all []conformance.Case
	for _, row := range (microsoftadapter.Adapter{}).Table().Rows() {
		code, te := row.VendorCode, row.Error(io.EOF)
		add := func(how string, status int, err error) {
			want := faults.ForKind(te.Kind(), te.Effect()).Retry(te.CanRetry())
			want.Status = status
			all = append(all, conformance.Case{Name: code + how, Err: err, Want: want})
		}
		number, token := strings.CutPrefix(code, "AADSTS")
		switch {
		case own[code] != nil:
			add("", status[code], own[code])
		case token:
			answer := `{"error":"invalid_grant","error_description":"` + faults.CanaryMessage + `","error_codes":[` + number + `]}`
			add("", 400, &AuthenticationFailedError{RawResponse: authority(400, &body{[]byte(answer)}), message: faults.CanaryMessage})
		default:
			add(" of Azure", 418, refuse(t, 418, nil, coded(code), answered))
			add(" of Graph", 418, refuse(t, 418, nil, coded(code), refusedByGraph))
		}
	}
	return all
}

func TestConformance(t *testing.T) {
	wants := map[string]conformance.Want{
		"fault/status-423": faults.ForCode(toolerr.KindToolRetry, 423).Because("Microsoft Graph, Azure Cosmos DB: it is locked for now"),
		"fault/status-507": faults.ForStatus(507).Retry(false).With(none).Because("Microsoft Graph: the user's storage is full"),
	}
	for name, tt := range map[string]struct {
		made  func(*http.Response) error
		cases []conformance.Case
		skip  map[string]string
	}{
		"Azure": {made: answered, cases: rowCases(t)},
		"Graph": {
			made: refusedByGraph,
			skip: map[string]string{"law/rows": "every row is a case of the other suite"},
		},
	} {
		t.Run(name, func(t *testing.T) {
			conformance.Suite{
				Adapter:  microsoftadapter.Adapter{},
				Defaults: []adapter.Adapter{httpadapter.Adapter{}},
				Client:   "microsoft",
				Shape:    bodies(),
				Cases:    tt.cases,
				Wants:    wants,
				Skip:     tt.skip,
				Messages: clients.Messages(),
				Call: func(ctx context.Context, target conformance.Target) error {
					return call(ctx, clients.Recorded(target), target.URL, tt.made)
				},
			}.Run(t)
		})
	}
}
