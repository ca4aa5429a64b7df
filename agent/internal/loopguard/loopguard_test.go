package loopguard_test

import (
	"errors"
	"fmt"
	"testing"

	"github.com/stretchr/testify/assert"
	"github.com/stretchr/testify/require"

	"github.com/errand-go/errand/agent/internal/loopguard"
	"github.com/errand-go/errand/toolerr"
)

// failed returns the end of a call whose tool failed with a code.
func failed(code toolerr.Code) loopguard.Ending {
	te := toolerr.Fatal(toolerr.Message{}, toolerr.WithCode(code))
	return loopguard.Ending{Payload: toolerr.Result(nil, te), Failed: true, ToolFailed: true}
}

func succeeded() loopguard.Ending { return loopguard.Ending{Payload: toolerr.Result("ok", nil)} }

func denied() loopguard.Ending {
	te := toolerr.Fatal(toolerr.Message{}, toolerr.WithCode(toolerr.CodeDenied))
	return loopguard.Ending{Payload: toolerr.Result(nil, te), Denied: true}
}

func call(args string) *loopguard.Call { return &loopguard.Call{Tool: "t", Args: []byte(args)} }

func TestCallsAreEqualByToolAndArguments(t *testing.T) {
	tests := map[string]struct {
		a, b  *loopguard.Call
		equal bool
	}{
		"the order of members":   {call(`{"a":1,"b":2}`), call(`{ "b":2, "a":1 }`), true},
		"numbers of one value":   {call(`{"a":1}`), call(`{"a":1.0}`), true},
		"with an exponent":       {call(`{"a":1}`), call(`{"a":10e-1}`), true},
		"another value":          {call(`{"a":1}`), call(`{"a":2}`), false},
		"another tool":           {call(`{}`), &loopguard.Call{Tool: "u", Args: []byte(`{}`)}, false},
		"the same malformed":     {&loopguard.Call{Tool: "t", Malformed: `{"a`}, &loopguard.Call{Tool: "t", Malformed: `{"a`}, true},
		"different malformed":    {&loopguard.Call{Tool: "t", Malformed: `{"a`}, &loopguard.Call{Tool: "t", Malformed: `{"b`}, false},
		"malformed and an empty": {&loopguard.Call{Tool: "t", Args: []byte(`{}`), Malformed: `{"a`}, call(`{}`), false},
	}
	for name, tt := range tests {
		t.Run(name, func(t *testing.T) {
			assert.Equal(t, tt.equal, tt.a.Key() == tt.b.Key())
		})
	}
}

func TestEqualFailures(t *testing.T) {
	var g loopguard.Guard
	for n := range 2 {
		c := call(`{"a":1,"b":2}`)
		g.Begin()
		require.Nil(t, g.Refuse(c))
		g.Ended(c, failed(toolerr.CodeInternalError))
		assert.Equal(t, n == 1, c.Repeated())
	}
	require.NotNil(t, g.Refuse(call(`{"b":2,"a":1}`)))
	require.NotNil(t, g.Refuse(call(`{"b":2,"a":1}`)))
	require.False(t, g.Looping, "the model has not read the failures of its turn")
	for n := range 3 {
		c := call(`{"b":2,"a":1}`)
		g.Begin()
		te := g.Refuse(c)
		require.NotNil(t, te)
		assert.Equal(t, toolerr.CodeRepeatedCall, te.Code())
		assert.Equal(t, toolerr.CodeInternalError, c.Earlier.Err().Code())
		assert.Equal(t, n == 2, g.Looping, "the fifth turn with an equal call ends the run")
	}
	assert.Nil(t, g.Refuse(call(`{"a":2}`)), "another call")
}

func TestTheCountBeginsAgain(t *testing.T) {
	tests := map[string]struct {
		then    loopguard.Ending
		refused bool
	}{
		"after a success":            {succeeded(), false},
		"after another failure":      {failed(toolerr.CodeTimeout), false},
		"not after the same failure": {failed(toolerr.CodeInternalError), true},
		"a failure that does not count is not added": {
			loopguard.Ending{Payload: toolerr.Result(nil, errors.New("skipped"))}, false,
		},
	}
	for name, tt := range tests {
		t.Run(name, func(t *testing.T) {
			var g loopguard.Guard
			g.Ended(call(`{}`), failed(toolerr.CodeInternalError))
			g.Ended(call(`{}`), tt.then)
			assert.Equal(t, tt.refused, g.Refuse(call(`{}`)) != nil)
		})
	}
}

func TestAToolThatOnlyFailsIsUnavailable(t *testing.T) {
	var g loopguard.Guard
	fail := func(n int, e loopguard.Ending) {
		for i := range n {
			g.Ended(call(fmt.Sprintf(`{"n":%d}`, i)), e)
		}
	}
	invalid := failed(toolerr.CodeInvalidInput)
	invalid.ToolFailed = false
	fail(9, invalid)
	assert.False(t, g.Unavailable("t"), "a tool that was not run did not fail")
	fail(4, failed(toolerr.CodeInternalError))
	g.Ended(call(`{}`), succeeded())
	fail(4, failed(toolerr.CodeInternalError))
	assert.False(t, g.Unavailable("t"), "a success begins the count again")
	fail(1, failed(toolerr.CodeInternalError))
	assert.True(t, g.Unavailable("t"))
	assert.False(t, g.Unavailable("u"))
}

func TestNobodyIsAskedAfterThreeDenials(t *testing.T) {
	var g loopguard.Guard
	for range 2 {
		for range 2 {
			g.Ended(call(`{}`), denied())
			assert.Nil(t, g.Denied("t"))
		}
		g.Ended(call(`{}`), succeeded())
	}
	for range 3 {
		g.Ended(call(`{}`), denied())
	}
	require.NotNil(t, g.Denied("t"))
	assert.Equal(t, toolerr.CodeDenied, g.Denied("t").Code())
	assert.Nil(t, g.Denied("u"))
	assert.Nil(t, g.Refuse(call(`{}`)), "a denial is not a failure of the call")
}
