package connect_test

import (
	"context"
	"fmt"
	"io"
	"net/http"
	"strings"
	"testing"

	"github.com/stretchr/testify/assert"
	"github.com/stretchr/testify/require"
	"github.com/twitchtv/twirp"
	"github.com/twitchtv/twirp/example"
	"google.golang.org/protobuf/proto"

	"github.com/errand-go/errand/adapters/connectadapter"
	"github.com/errand-go/errand/conformance/clients"
	"github.com/errand-go/errand/conformance/faults"
	"github.com/errand-go/errand/conformance/vendorproof/proof"
	"github.com/errand-go/errand/toolerr"
)

// callTwirp makes a call with a client that Twirp generated.
func callTwirp(ctx context.Context, hc *http.Client, base string) error {
	_, err := example.NewHaberdasherProtobufClient(base, hc).MakeHat(ctx, &example.Size{Inches: 12})
	return err
}

// A hatter is a service that fails.
type hatter struct{ err error }

func (h hatter) MakeHat(context.Context, *example.Size) (*example.Hat, error) { return nil, h.err }

// TestTwirp has Twirp's client read what its server sends for every code.
func TestTwirp(t *testing.T) {
	for _, row := range (connectadapter.Adapter{}).Table().Rows() {
		code := twirp.ErrorCode(row.VendorCode)
		if !twirp.IsValidErrorCode(code) {
			continue // message_too_large is connect-go's
		}
		s := proof.Serve(t, example.NewHaberdasherServer(hatter{twirp.NewError(code, proof.Said)}))
		c := proof.RowCase(t, connectadapter.Adapter{}.Table(), row.VendorCode)
		c.Name, c.Err = "twirp, "+row.VendorCode, callTwirp(t.Context(), s.Client(), s.URL)
		proof.Check(t, connectadapter.Adapter{}, c)
	}
	for _, status := range []int{302, 400, 401, 403, 404, 409, 429, 500, 502, 503, 504} {
		s := proof.Serve(t, proof.Answer{Status: status, Body: "<p>" + faults.CanaryBody})
		err := callTwirp(t.Context(), s.Client(), s.URL)
		proof.Check(t, connectadapter.Adapter{}, proof.Case{Name: fmt.Sprint("twirp, a proxy's ", status), Err: err, Want: faults.ForStatus(status)})
		assert.Contains(t, connectadapter.Adapter{}.FromError(err).Error(), "Twirp")
	}
	s := proof.Serve(t, http.HandlerFunc(func(w http.ResponseWriter, _ *http.Request) { _, _ = io.WriteString(w, faults.CanaryBody) }))
	proof.Check(t, connectadapter.Adapter{}, proof.Case{
		Name: "twirp, unread", Err: callTwirp(t.Context(), s.Client(), s.URL), Want: proof.Want(toolerr.KindNetworkTransportUnmapped, unknown),
	})
}

func TestTwirpFaults(t *testing.T) {
	hat, err := proto.Marshal(&example.Hat{Size: 12, Name: faults.CanaryBody})
	require.NoError(t, err)
	shape := proof.Shape("a proxy in front of Twirp", "application/protobuf", nil, string(hat))
	shape.Error = func(a faults.Answer) faults.Content {
		return faults.Content{Type: "text/html", Body: []byte(a.Message)}
	}
	suite := proof.Suite(connectadapter.Adapter{}, "twirp", shape, proof.WithoutRows("TestTwirp has them"), callTwirp)
	suite.Have, suite.Messages = nil, append(suite.Messages, clients.Messages()...)
	suite.Only = func(name string) bool { // the client follows no redirect: it is an answer
		return proof.WithoutHeaders(name) && !strings.HasPrefix(name, "redirect-") && !strings.HasPrefix(name, "check-redirect")
	}
	suite.Run(t)
}
