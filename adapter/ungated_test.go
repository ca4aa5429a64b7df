package adapter_test

import (
	"context"
	"log/slog"
	"strings"
	"testing"
	"time"

	"github.com/stretchr/testify/assert"

	"github.com/errand-go/errand/adapter"
	"github.com/errand-go/errand/toolerr"
)

// A cooldown that cannot hold back a tool's requests says so once.
func TestCooldownWithoutATransport(t *testing.T) {
	limited := toolerr.Upstream(429, toolerr.Message{}, toolerr.WithRetryAfter(time.Minute), toolerr.WithEndpoint("GET", "https://api.example/x"))
	for name, tt := range map[string]struct {
		key      func(context.Context, string) string
		recorded bool
		want     int
	}{
		"no transport":           {nil, false, 1},
		"a transport":            {nil, true, 0},
		"a key, for whole calls": {oneKey, false, 0},
	} {
		t.Run(name, func(t *testing.T) {
			logger, records := journal(slog.LevelDebug)
			registry := adapter.NewRegistry(answers("_a", limited)).WithLogger(logger).WithCooldown(&adapter.Cooldown{Key: tt.key})
			for range 2 {
				_, _ = adapter.Do(t.Context(), registry.For("pay"), func(ctx context.Context) (int, error) {
					if tt.recorded {
						get(429).record(ctx)
					}
					return 0, errVendor
				})
			}
			_ = registry.For("mail").Adapt(t.Context(), errVendor) // nothing is recorded outside of Do
			told := 0
			for _, r := range records(t) {
				if text, _ := r["msg"].(string); strings.Contains(text, "without a Key") {
					told++
				}
			}
			assert.Equal(t, tt.want, told)
		})
	}
}
