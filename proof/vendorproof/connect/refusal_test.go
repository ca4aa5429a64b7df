package connect_test

import (
	"errors"
	"testing"

	"connectrpc.com/connect"
	"github.com/stretchr/testify/assert"
	"github.com/stretchr/testify/require"
	"github.com/twitchtv/twirp"
	"github.com/twitchtv/twirp/example"
	"google.golang.org/genproto/googleapis/rpc/errdetails"

	"github.com/errand-go/errand/adapters/connectadapter"
	"github.com/errand-go/errand/proof/vendorproof/proof"
	"github.com/errand-go/errand/toolerr"
)

// The fields of a BadRequest are read in every protocol if the code is about the content of
// the request.
func TestRefusals(t *testing.T) {
	for name, opts := range protocols {
		for code, want := range map[connect.Code][]toolerr.Finding{
			connect.CodeInvalidArgument: {{Rule: toolerr.RuleTooShort, Fields: []string{"item.name"}, Limit: "3"}},
			connect.CodeUnavailable:     nil,
		} {
			refusal := connect.NewError(code, errors.New("invalid item"))
			detail, err := connect.NewErrorDetail(&errdetails.BadRequest{FieldViolations: []*errdetails.BadRequest_FieldViolation{
				{Field: "item.name", Description: "value length must be at least 3 characters"},
			}})
			require.NoError(t, err)
			refusal.AddDetail(detail)
			s := says(t, refusal)
			t.Run(name+", "+code.String(), func(t *testing.T) {
				proof.Refusal(t, connectadapter.Adapter{}, call(t.Context(), s.Client(), s.URL, opts...), "", want...)
			})
		}
	}
}

// TestTwirpRefusals: Twirp names the argument beside its error.
func TestTwirpRefusals(t *testing.T) {
	s := proof.Serve(t, example.NewHaberdasherServer(hatter{twirp.RequiredArgumentError("inches")}))
	err := callTwirp(t.Context(), s.Client(), s.URL)
	proof.Refusal(t, connectadapter.Adapter{}, err, "", toolerr.Finding{Rule: toolerr.RuleRequired, Fields: []string{"inches"}})
	s = proof.Serve(t, example.NewHaberdasherServer(hatter{twirp.InternalError("inches is required")}))
	assert.Empty(t, connectadapter.Adapter{}.FromError(callTwirp(t.Context(), s.Client(), s.URL)).Refusal().Findings)
}
