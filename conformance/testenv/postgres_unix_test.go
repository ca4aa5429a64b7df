//go:build unix

package testenv_test

import (
	"net"
	"net/url"
	"strings"
	"testing"

	"github.com/stretchr/testify/assert"
	"github.com/stretchr/testify/require"

	"github.com/errand-go/errand/conformance/testenv"
)

// The folder of a server contains the name of its test, which may be any text.
func TestPostgresOfAnyTest(t *testing.T) {
	for _, name := range []string{"short", "a, b", strings.Repeat("long ", 30)} {
		t.Run(name, func(t *testing.T) {
			address, err := url.Parse(testenv.Postgres(t))
			require.NoError(t, err)
			conn, err := net.Dial("tcp", address.Host)
			require.NoError(t, err)
			assert.NoError(t, conn.Close())
		})
	}
}
