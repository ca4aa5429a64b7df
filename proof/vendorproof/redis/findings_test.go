package redis_test

import (
	"encoding/json"
	"strings"
	"testing"

	"github.com/stretchr/testify/assert"
	"github.com/stretchr/testify/require"

	"github.com/errand-go/errand/adapter"
	"github.com/errand-go/errand/adapters/redisadapter"
	"github.com/errand-go/errand/toolerr"
)

// findings are commands that Redis refuses, with the problems that the agent reads, for a
// tool whose argument is the command.
var findings = []struct {
	args command
	also []command // sent before
	want string
}{
	{args: command{"GETT", "x"}, want: `/command/0 contains the name "GETT", which is not known`},
	{args: command{"GET", "x", "y"}, want: "A value has the wrong number of values"},
	{args: command{"get", "x", "y"}, want: `/command/0 has the wrong number of values: "get"`},
	{args: command{"CONFIG", "FROB"}, want: `/command/1 contains the name "FROB", which is not known`},
	{args: command{"SET", "x", "1", "NX", "XX"}, want: "A value has a syntax error"},
	{args: command{"INCRBY", "n", "many"}, want: "A value has the wrong type"},
	{args: command{"INCRBYFLOAT", "n", "many"}, want: "A value has the wrong type"},
	{args: command{"SETEX", "x", "-1", "y"}, want: ""},
	{args: command{"LSET", "none", "0", "y"}, want: "A value refers to something that does not exist"},
	{args: command{"LSET", "list", "9", "y"}, also: []command{{"RPUSH", "list", "a"}}, want: ""},
	{args: command{"XADD", "stream", "word", "f", "v"}, want: "A value does not have the required format"},
	{args: command{"INCR", "huge"}, also: []command{{"SET", "huge", "9223372036854775807"}}, want: "A value has an arithmetic error, such as a division by zero or an overflow"},
	{args: command{"SELECT", "999"}, want: ""},
}

func TestFindings(t *testing.T) {
	address := startRedis(t)
	for name, connect := range clients {
		t.Run(name, func(t *testing.T) {
			c := connect(t, address, "", "")
			t.Cleanup(c.close)
			for _, tt := range findings {
				for _, before := range tt.also {
					require.NoError(t, c.do(before...))
				}
				err := c.do(tt.args...)
				require.Error(t, err, "%v", tt.args)
				arguments, encodeErr := json.Marshal(map[string]any{"command": tt.args})
				require.NoError(t, encodeErr)
				ctx := adapter.WithCall(t.Context(), adapter.Call{Arguments: arguments})
				te, ok := toolerr.Find(adapter.NewChain(redisadapter.Adapter{}).Adapt(ctx, err))
				require.True(t, ok, "%v", err)
				var lines []string
				for _, p := range te.Problems() {
					lines = append(lines, strings.TrimSpace(p.Path+" "+p.Problem.String()))
				}
				assert.Equal(t, tt.want, strings.Join(lines, "\n"), "%v: %v", tt.args, err)
			}
		})
	}
}
