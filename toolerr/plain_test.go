package toolerr_test

import (
	"encoding/json"
	"errors"
	"testing"
	"time"

	"github.com/stretchr/testify/assert"
	"github.com/stretchr/testify/require"

	"github.com/errand-go/errand/internal/note"
	"github.com/errand-go/errand/toolerr"
)

func TestPlainText(t *testing.T) {
	const sentence = "Upstream HTTP request failed with status code 429 (Too Many Requests). Retry after 7 seconds."
	limited := toolerr.Upstream(429, toolerr.Message{}, toolerr.WithRetryAfter(6200*time.Millisecond))
	said := limited.With(toolerr.WithNote(note.Code("slow")), toolerr.WithResolution(toolerr.Resolution{
		Call:     t,
		Upstream: toolerr.Msg("slow down"),
		Problems: []toolerr.Problem{{Path: "/limit", Problem: toolerr.Msg("must be at most 100")}, {Problem: toolerr.Msg("Ask for less.")}},
	}))
	stated, ok := toolerr.Find(toolerr.Errorf("cannot list: %w", limited))
	require.True(t, ok)
	for name, tt := range map[string]struct {
		err  *toolerr.ToolRuntimeError
		want string
	}{
		"nothing besides":      {toolerr.New(toolerr.KindToolFatal, toolerr.Msg("no seats left")), "no seats left"},
		"a status and a wait":  {limited, sentence},
		"the service's text":   {said, "slow down\n- /limit: must be at most 100\n- Ask for less.\nstatus 429; retry after 7 s"},
		"a code that it lacks": {limited.With(toolerr.WithNote(note.Code("SLOW_DOWN"))), sentence + "\ncode SLOW_DOWN"},
		"a stated reason": {
			stated.With(toolerr.WithResolution(toolerr.Resolution{Call: t, Upstream: toolerr.Msg("slow down")})),
			"cannot list: " + sentence + "\nslow down",
		},
		"a hint":                {toolerr.Retryable(toolerr.Msg("No such city."), toolerr.Msg("Use English.")), "No such city.\nUse English.\na retry may succeed"},
		"a text, and an effect": {said.With(toolerr.WithEffect(toolerr.EffectUnknown), toolerr.WithEndpoint("POST", "https://api.example/x")), "slow down\nThe call may have been carried out. Find out before you make it again.\n- /limit: must be at most 100\n- Ask for less.\nstatus 429"},
		"an effect": {
			toolerr.New(toolerr.KindToolTimeout, toolerr.Msg("late"), toolerr.WithEffect(toolerr.EffectUnknown), toolerr.WithUserAction()),
			"late. The request may have been carried out all the same.\nThe call may have been carried out. Find out before you make it again.\na person has to act first",
		},
	} {
		t.Run(name, func(t *testing.T) {
			assert.Equal(t, tt.want, tt.err.PlainText())
		})
	}
}

type spoken string

// A host whose results are texts passes on a tool's own text, byte by byte.
func TestText(t *testing.T) {
	for name, tt := range map[string]struct {
		out  any
		err  error
		want string
	}{
		"JSON":                            {`{"messages":["a","b"]}`, nil, `{"messages":["a","b"]}`},
		"prose":                           {"a <b> & c\n", nil, "a <b> & c\n"},
		"not UTF-8":                       {"\xff", nil, "\xff"},
		"nothing":                         {"", nil, ""},
		"a named string":                  {spoken("x"), nil, "x"},
		"an object":                       {map[string]int{"n": 1}, nil, `{"n":1}`},
		"encoded":                         {json.RawMessage(`[1]`), nil, `[1]`},
		"an error":                        {"", errors.New("secret"), "The tool failed and cannot complete this call.\nGo on without the result, or tell the user."},
		"an error beside a result":        {"half", toolerr.Fatal(toolerr.Msg("no seats left")), "no seats left"},
		"a result that cannot be encoded": {make(chan int), nil, "The tool returned a result that cannot be encoded.\nSomeone has to correct the tool. Go on without it."},
	} {
		t.Run(name, func(t *testing.T) {
			assert.Equal(t, tt.want, toolerr.Result(tt.out, tt.err).Text())
		})
	}
	assert.NotEmpty(t, toolerr.Payload{}.Text())
}
