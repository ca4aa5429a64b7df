package snippet_test

import (
	"context"
	"errors"
	"log/slog"
	"strings"
	"testing"

	"github.com/stretchr/testify/assert"

	"github.com/errand-go/errand/cmd/errand/internal/snippet"
)

func TestLines(t *testing.T) {
	lines := snippet.Lines()
	assert.Len(t, lines, 5)
	assert.True(t, strings.HasPrefix(lines[0], "chain := "), "%q", lines)
	for _, line := range lines {
		assert.LessOrEqual(t, len(line), 76, "%q", line)
		assert.NotContains(t, line, "\t")
	}
}

// TestCall: the printed code does what the demo says of it.
func TestCall(t *testing.T) {
	tool := func(_ context.Context, in string) (string, error) {
		if in == "" {
			return "", errors.New("password: hunter2")
		}
		return "found", nil
	}
	var log strings.Builder
	logger := slog.New(slog.NewTextHandler(&log, nil))
	failed := snippet.Call(t.Context(), logger, tool, "")
	assert.True(t, failed.IsError())
	assert.NotContains(t, failed.String()+log.String(), "hunter2")
	assert.Contains(t, log.String(), "TOOL_RUNTIME_FATAL")
	assert.JSONEq(t, `{"success":true,"error":null,"data":"found"}`, snippet.Call(t.Context(), logger, tool, "x").String())
}
