package grpcfaults_test

import (
	"regexp"
	"strings"
	"testing"

	"github.com/stretchr/testify/assert"
	"github.com/stretchr/testify/require"
	"google.golang.org/grpc"
	"google.golang.org/grpc/codes"
	healthgrpc "google.golang.org/grpc/health/grpc_health_v1"
	"google.golang.org/grpc/metadata"
	"google.golang.org/grpc/status"

	"github.com/errand-go/errand/conformance/faults"
	"github.com/errand-go/errand/conformance/grpcfaults"
)

func TestRows(t *testing.T) {
	seen := map[string]bool{}
	name := regexp.MustCompile(`^grpc-[a-z0-9_-]+$`)
	for _, f := range grpcfaults.All() {
		assert.Regexp(t, name, f.Name)
		assert.False(t, seen[f.Name], "%s twice", f.Name)
		seen[f.Name] = true
		assert.NotEmpty(t, f.Does, f.Name)
		assert.NotEmpty(t, f.Source, f.Name)
		assert.NotEmpty(t, f.Want.Kind, f.Name)
		for _, also := range f.Want.Also {
			assert.NotEmpty(t, also.Reason, "%s accepts something without a reason", f.Name)
		}
	}
}

// Texts that an adapter must withhold are planted: in the text, the headers and trailers,
// and in the client's request.
func TestPlanted(t *testing.T) {
	s := grpcfaults.New(t)
	target := s.Target(grpcfaults.Status("x", status.New(codes.NotFound, faults.CanaryMessage+faults.CredentialBody), faults.Want{}, ""))
	conn, err := target.Dial()
	require.NoError(t, err)
	var header, trailer metadata.MD
	_, err = healthgrpc.NewHealthClient(conn).Check(t.Context(), &healthgrpc.HealthCheckRequest{}, grpc.Header(&header), grpc.Trailer(&trailer))
	c := faults.Planted()
	assert.Subset(t, c.Find(err.Error()), []string{faults.CanaryMessage, faults.CredentialBody})
	all := strings.Join(append(append(header.Get("x-upstream-note"), trailer.Get("set-cookie")...), trailer.Get("x-request-id")...), " ")
	assert.Subset(t, c.Find(all), []string{faults.CanaryHeader, faults.CredentialSetCookie, faults.CanaryRequestID})

	sent, ok := metadata.FromOutgoingContext(grpcfaults.Plant(t.Context()))
	require.True(t, ok)
	var values []string
	for _, v := range sent {
		values = append(values, v...)
	}
	assert.ElementsMatch(t, []string{faults.CredentialBearer, faults.CredentialQuery, faults.CredentialCookie},
		c.FindCredentials(strings.Join(values, " ")))
}
