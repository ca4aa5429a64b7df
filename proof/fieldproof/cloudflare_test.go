package fieldproof_test

import (
	"net/http"
	"slices"
	"strings"
	"testing"

	"github.com/stretchr/testify/assert"
	"github.com/stretchr/testify/require"

	"github.com/errand-go/errand/adapters"
	"github.com/errand-go/errand/toolerr"
)

// Both clients' errors have the kind of the status, including those without a type, and
// Cloudflare's code if the table has the number.
func TestCloudflare(t *testing.T) {
	for _, c := range clients {
		if c.owner != "_cloudflare" {
			continue
		}
		t.Run(c.name, func(t *testing.T) {
			for _, status := range []int{400, 401, 403, 404, 405, 409, 429, 500, 502, 503, 520, 522} {
				t.Run(http.StatusText(status), func(t *testing.T) {
					body := strings.Replace(c.body, "1003", "81057", 1)
					s := refusing(t, status, body)
					err := c.call(t.Context(), clientOf(t, s), s.URL)
					require.Error(t, err)
					te, ok := toolerr.Find(adapters.Default().For("tool").Adapt(t.Context(), err))
					require.True(t, ok)
					clean(t, te)
					assert.Equal(t, "_cloudflare", te.Service(), "%T %v", err, err)
					assert.Equal(t, status, te.StatusCode())
					if slices.Contains(c.text, status) || strings.Contains(err.Error(), "try again later") { // it has no number
						rule := toolerr.StatusRuleOf(status)
						assert.Equal(t, rule.Kind, te.Kind())
						assert.Equal(t, rule.CanRetry, te.CanRetry())
						return
					}
					assert.Equal(t, "81057", te.VendorCode())
				})
			}
		})
	}
}
