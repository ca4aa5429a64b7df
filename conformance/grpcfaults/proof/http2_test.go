package proof_test

import (
	"context"
	"net"
	"strings"
	"testing"

	"github.com/stretchr/testify/assert"
	"github.com/stretchr/testify/require"
	"google.golang.org/grpc"
	"google.golang.org/grpc/credentials"

	"github.com/errand-go/errand/adapter"
	"github.com/errand-go/errand/adapters/grpcadapter"
	"github.com/errand-go/errand/conformance/faults"
	"github.com/errand-go/errand/toolerr"
)

// The real client runs with the HTTP/2 faults of the HTTP fault server, over TLS.
func TestHTTP2Faults(t *testing.T) {
	s := faults.New(t)
	chain := adapter.NewChain(grpcadapter.Adapter{})
	for _, f := range faults.All() {
		if f.Group != faults.GroupHTTP2 {
			continue
		}
		t.Run(f.Name, func(t *testing.T) {
			t.Parallel()
			target := s.Target(f)
			conn, err := grpc.NewClient("passthrough:///"+strings.TrimPrefix(target.URL, "https://"),
				grpc.WithTransportCredentials(credentials.NewTLS(target.Transport.TLSClientConfig.Clone())),
				grpc.WithContextDialer(func(ctx context.Context, addr string) (net.Conn, error) {
					return target.Transport.DialContext(ctx, "tcp", addr)
				}))
			require.NoError(t, err)
			defer conn.Close()
			err = raw(t.Context(), conn)
			te, ok := toolerr.Find(chain.Adapt(t.Context(), err))
			require.True(t, ok)
			want := f.WantFor("grpc")
			_, accepted := want.Accepts(te)
			assert.True(t, accepted, "%v: %v", err, want.Diff(te))
		})
	}
}
