package adapter_test

import (
	"context"
	"io"
	"log/slog"
	"strings"
	"testing"

	"github.com/stretchr/testify/assert"
	"github.com/stretchr/testify/require"

	"github.com/errand-go/errand/adapter"
	"github.com/errand-go/errand/toolerr"
)

func TestServe(t *testing.T) {
	type result struct {
		Channel string `json:"channel"`
	}
	tests := map[string]struct {
		fn   func(ctx context.Context) (any, error)
		want string
		logs int
	}{
		"success": {
			func(context.Context) (any, error) { return result{"#ops"}, nil },
			`{"success":true,"error":null,"channel":"#ops"}`, 0,
		},
		"a reason": {
			func(context.Context) (any, error) { return nil, toolerr.Errorf("no channel %s", "#ops") },
			`{"success":false,"error":"no channel #ops","error_code":"internal_error","kind":"TOOL_RUNTIME_FATAL","can_retry":false}`, 1,
		},
		"evidence": {
			func(ctx context.Context) (any, error) {
				exchange{method: "POST", connected: true, status: 200}.record(ctx)
				return nil, toolerr.Errorf("no")
			},
			`{"success":false,"error":"no. The request may have been carried out all the same.","error_code":"internal_error","kind":"TOOL_RUNTIME_FATAL","can_retry":false,"effect":"unknown","hint":"The call may have been carried out. Find out before you make it again."}`, 1,
		},
		"a panic": {
			func(context.Context) (any, error) { panic("x") },
			`{"success":false,"error":"The tool stopped unexpectedly. The request may have been carried out all the same.","error_code":"internal_error","kind":"TOOL_RUNTIME_FATAL","can_retry":false,"effect":"unknown","hint":"The call may have been carried out. Find out before you make it again."}`, 1,
		},
		"not JSON": {
			func(context.Context) (any, error) { return func() {}, nil },
			`{"success":false,"error":"The tool returned a result that cannot be encoded.","error_code":"internal_error","kind":"TOOL_RUNTIME_BAD_OUTPUT_VALUE","can_retry":false,"hint":"Someone has to correct the tool. Go on without it."}`, 1,
		},
	}
	for name, tt := range tests {
		t.Run(name, func(t *testing.T) {
			logger, records := journal(slog.LevelDebug)
			seen := &watching{}
			registry := adapter.NewRegistry().WithLogger(logger).WithObserver(seen)
			p := adapter.Serve(t.Context(), registry, "post", theCall, tt.fn)
			got := p.String()
			if p.IsError() {
				got = strings.Replace(got, `,"reference":"`+p.Err().Reference()+`"`, "", 1)
			}
			assert.JSONEq(t, tt.want, got)
			assert.Len(t, records(t), tt.logs)
			assert.Len(t, seen.list(), tt.logs)
		})
	}
	t.Run("options and no context", func(t *testing.T) {
		//nolint:staticcheck // what it does then
		p := adapter.Serve(nil, adapter.Registry{}, "post", theCall, func(context.Context) (int, error) { return 0, io.EOF }, adapter.Bounded{})
		require.True(t, p.IsError())
		assert.Equal(t, toolerr.KindToolFatal, p.Err().Kind())
	})
}
