package awsadapter_test

import (
	"context"
	"fmt"
	"io"
	"net/http"
	"net/http/httptest"
	"strings"
	"testing"

	"github.com/stretchr/testify/require"

	"github.com/errand-go/errand/adapter"
	"github.com/errand-go/errand/adapters/awsadapter"
	"github.com/errand-go/errand/adapters/httpadapter"
	"github.com/errand-go/errand/adapters/spec"
	"github.com/errand-go/errand/conformance"
	"github.com/errand-go/errand/conformance/clients"
	"github.com/errand-go/errand/conformance/faults"
	"github.com/errand-go/errand/toolerr"
)

func stringReader(s string) io.Reader { return strings.NewReader(s) }

const rowsElsewhere = "every row is a case of the suite of DynamoDB"

// transportMessages returns httpadapter's messages for a lost connection, which this
// adapter also returns.
func transportMessages() (all []toolerr.Message) {
	for _, rule := range httpadapter.TransportRules() {
		if !rule.Message.IsZero() {
			all = append(all, rule.Message)
		}
	}
	return all
}

func TestConformance(t *testing.T) {
	tests := map[string]struct {
		service func() service
		shape   faults.Shape
		have    []faults.Need
		only    func(fault string) bool
		cases   []conformance.Case
	}{
		"aws/dynamodb": {dynamoDB, faults.AWSJSON10(), []faults.Need{faults.NeedDynamoDB, faults.NeedJSON}, nil, rowCases(t)},
		"aws/s3":       {s3, faults.AWSRestXML(), []faults.Need{faults.NeedS3}, nil, nil},
		// Only the responses differ from the services above.
		"aws/sqs": {sqs, faults.AWSJSON10(), []faults.Need{faults.NeedSQS}, answers, nil},
		"aws/sts": {sts, faults.AWSQuery(), []faults.Need{faults.NeedSTS, faults.NeedBody}, answers, nil},
		"aws/ec2": {ec2, faults.AWSEC2(), []faults.Need{faults.NeedEC2}, answers, nil},
	}
	for name, tt := range tests {
		t.Run(strings.TrimPrefix(name, "aws/"), func(t *testing.T) {
			skip := map[string]string{}
			if tt.cases == nil {
				skip["law/rows"] = rowsElsewhere
			}
			conformance.Suite{
				Adapter:  awsadapter.Adapter{},
				Defaults: []adapter.Adapter{httpadapter.Adapter{}},
				Client:   name,
				Shape:    tt.shape,
				Have:     tt.have,
				Cases:    tt.cases,
				Messages: transportMessages(),
				Skip:     skip,
				Only:     tt.only,
				Call: func(ctx context.Context, target conformance.Target) error {
					return tt.service().call(ctx, target.URL, clients.Recorded(target))
				},
			}.Run(t)
		})
	}
}

// answers accepts the faults with a response of the service.
func answers(fault string) bool {
	f, _ := faults.Lookup(fault)
	return f.Group == faults.GroupStatus || f.Group == faults.GroupBody || f.Group == faults.GroupAWS
}

func TestConformanceOfCredentials(t *testing.T) {
	conformance.Suite{
		Adapter:  awsadapter.Adapter{},
		Client:   "aws/s3-assumerole",
		Shape:    faults.AWSQuery(),
		Have:     []faults.Need{faults.NeedAssumeRole},
		Messages: transportMessages(),
		Skip:     map[string]string{"law/rows": rowsElsewhere},
		Only:     func(fault string) bool { return strings.HasPrefix(fault, "s3-assumerole") },
		Call: func(ctx context.Context, target conformance.Target) error {
			return s3WithRole(target.URL, clients.Recorded(target)).call(ctx, target.URL, clients.Recorded(target))
		},
	}.Run(t)
}

// rowCases returns the errors of a real exchange for each code of the table.
func rowCases(t *testing.T) []conformance.Case {
	t.Helper()
	server := newCodeServer(t)
	var cases []conformance.Case
	for _, row := range spec.Of(awsadapter.Adapter{}).Table().Rows() {
		want := conformance.Want{Kind: row.Kind, CanRetry: row.Kind.CanRetry(), Status: 400, Effect: row.Effect}
		if row.Retry != adapter.RetryByKind {
			want.CanRetry = row.CanRetry()
		}
		if want.Effect == toolerr.EffectUnset {
			want.Effect = toolerr.New(row.Kind, toolerr.Message{}).Effect()
		}
		cases = append(cases, conformance.Case{Name: row.VendorCode, Err: server.refuse(t, row.VendorCode, 400), Want: want})
	}
	return cases
}

// A codeServer refuses every request with the code and the status in its path, and with
// canaries in the vendor's text.
type codeServer struct{ *httptest.Server }

func newCodeServer(t *testing.T) codeServer {
	t.Helper()
	s := codeServer{httptest.NewServer(http.HandlerFunc(func(w http.ResponseWriter, r *http.Request) {
		_, _ = io.Copy(io.Discard, r.Body)
		var status int
		var code string
		_, err := fmt.Sscanf(r.URL.Path, "/%d/%s", &status, &code)
		if err != nil {
			status = http.StatusTeapot
		}
		w.WriteHeader(status)
		_, _ = fmt.Fprintf(w, `{"__type":"com.amazonaws.test#%s","message":%q}`, code, faults.CanaryMessage)
	}))}
	t.Cleanup(s.Close)
	return s
}

// refuse returns the error of a call that the server refuses.
func (s codeServer) refuse(t *testing.T, code string, status int) error {
	t.Helper()
	err := dynamoDB().call(t.Context(), fmt.Sprintf("%s/%d/%s", s.URL, status, code), s.Client())
	require.Error(t, err)
	return err
}
