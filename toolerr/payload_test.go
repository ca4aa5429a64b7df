package toolerr_test

import (
	"encoding/json"
	"errors"
	"fmt"
	"maps"
	"math"
	"math/big"
	"slices"
	"strings"
	"testing"
	"time"

	"github.com/stretchr/testify/assert"
	"github.com/stretchr/testify/require"

	"github.com/errand-go/errand/internal/go126"
	"github.com/errand-go/errand/internal/note"
	"github.com/errand-go/errand/toolerr"
)

const (
	ok      = `{"success":true,"error":null`
	noRetry = `{"success":false,"error":"It did not work.","error_code":"internal_error","kind":"TOOL_RUNTIME_FATAL","can_retry":false`
)

// panicking is a result whose encoding panics.
type panicking struct{ N int }

func (panicking) MarshalJSON() ([]byte, error) { panic("MarshalJSON") }

// failing is a result whose encoding fails.
type failing struct{ N int }

func (failing) MarshalJSON() ([]byte, error) { return nil, errVendor }

// unsure is a result whose IsZero panics.
type unsure struct{ N []int }

func (unsure) IsZero() bool { panic("IsZero") }

// raw is a result that returns its own JSON.
type raw string

func (r raw) MarshalJSON() ([]byte, error) { return []byte(r), nil }

type page struct {
	Keyword string   `json:"keyword"`
	Results []string `json:"results"`
}

type node struct {
	Name string
	Next *node
}

func TestResultOfSuccess(t *testing.T) {
	tests := map[string]struct {
		out  any
		want string
	}{
		"nothing":                {nil, ok + `}`},
		"a struct":               {page{"k", []string{"a"}}, ok + `,"keyword":"k","results":["a"]}`},
		"a pointer":              {&page{"k", []string{"a"}}, ok + `,"keyword":"k","results":["a"]}`},
		"a nil slice":            {page{Keyword: "k"}, ok + `,"keyword":"k","results":null}`},
		"a zero struct":          {page{}, ok + `,"keyword":"","results":null}`},
		"an empty struct":        {struct{}{}, ok + `}`},
		"a nil pointer":          {(*page)(nil), ok + `,"data":null}`},
		"a map":                  {map[string]int{"b": 2, "a": 1}, ok + `,"a":1,"b":2}`},
		"an empty map":           {map[string]int{}, ok + `}`},
		"a nil map":              {map[string]int(nil), ok + `,"data":null}`},
		"a string":               {"text", ok + `,"data":"text"}`},
		"an empty string":        {"", ok + `,"data":""}`},
		"a number":               {42, ok + `,"data":42}`},
		"false":                  {false, ok + `,"data":false}`},
		"a slice":                {[]int{1, 2}, ok + `,"data":[1,2]}`},
		"a nil slice alone":      {[]int(nil), ok + `,"data":null}`},
		"bytes":                  {[]byte("hi"), ok + `,"data":"aGk="}`},
		"raw JSON":               {json.RawMessage(`{"a": 1.50, "b": [1, 2]}`), ok + `,"a":1.50,"b":[1,2]}`},
		"a time":                 {time.Date(2026, 1, 2, 3, 4, 5, 0, time.UTC), ok + `,"data":"2026-01-02T03:04:05Z"}`},
		"no HTML escapes":        {map[string]string{"a&b": "<x>"}, ok + `,"a&b":"<x>"}`},
		"big numbers":            {map[string]any{"n": new(big.Int).Lsh(big.NewInt(1), 70)}, ok + `,"n":1180591620717411303424}`},
		"invalid UTF-8":          {map[string]string{"a": "x\xffy", "b\xff": "z"}, ok + `,"a":"x\ufffdy","b\ufffd":"z"}`},
		"line separators":        {map[string]string{"a": "\u2028"}, ok + `,"a":"\u2028"}`},
		"brackets in a string":   {map[string]string{"a": `"\` + strings.Repeat("[", 10_000)}, ok + `,"a":"\"\\` + strings.Repeat("[", 10_000) + `"}`},
		"a key named data":       {map[string]int{"data": 1}, ok + `,"data":1}`},
		"a key twice":            {raw(`{"a":1,"a":2}`), ok + `,"a":1,"a":2}`},
		"an empty key":           {map[string]int{"": 1}, ok + `,"":1}`},
		"an error as the result": {errVendor, ok + `}`},
		"omitted fields": {struct {
			A []int `json:",omitempty"`
		}{}, ok + `}`},
		"a reserved key":          {map[string]any{"error": "x", "n": 1}, ok + `,"data":{"error":"x","n":1}}`},
		"a reserved key, nested":  {map[string]any{"a": map[string]any{"error": "x"}}, ok + `,"a":{"error":"x"}}`},
		"a payload in a payload":  {toolerr.Result(map[string]int{"n": 1}, nil), ok + `,"data":{"success":true,"error":null,"n":1}}`},
		"a pointer to a pointer":  {go126.New(&page{Keyword: "k"}), ok + `,"keyword":"k","results":null}`},
		"an interface, struct in": {[]any{page{}, nil, []int(nil)}, ok + `,"data":[{"keyword":"","results":null},null,null]}`},
	}
	for name, tt := range tests {
		t.Run(name, func(t *testing.T) {
			payload := toolerr.Result(tt.out, nil)
			assert.Equal(t, tt.want, strings.ReplaceAll(strings.ReplaceAll(payload.String(), "\ufffd", `\ufffd`), "\u2028", `\u2028`))
			assert.False(t, payload.IsError())
			assert.Nil(t, payload.Err())
			assertSound(t, payload)
		})
	}
}

// assertSound checks the properties of every payload.
func assertSound(t *testing.T, payload toolerr.Payload) {
	t.Helper()
	encoded, err := json.Marshal(payload)
	require.NoError(t, err, "a payload never fails to encode")
	own, err := payload.MarshalJSON()
	require.NoError(t, err)
	assert.True(t, json.Valid(own))
	assert.Equal(t, string(own), payload.String())
	assert.Equal(t, string(own), fmt.Sprint(payload))
	assert.True(t, strings.HasPrefix(string(own), `{"success":`+fmt.Sprint(!payload.IsError())+`,"error":`))

	m := payload.Map()
	assert.Equal(t, !payload.IsError(), m["success"])
	var fields map[string]json.RawMessage
	require.NoError(t, json.Unmarshal(encoded, &fields))
	assert.Equal(t, slices.Sorted(maps.Keys(fields)), slices.Sorted(maps.Keys(m)), "the map has the same keys")
}

func TestResultThatCannotBeEncoded(t *testing.T) {
	ring := &node{Name: "a"}
	ring.Next = ring
	self := map[string]any{}
	self["self"] = self
	deep := any(1)
	for range 9_500 {
		deep = []any{deep}
	}
	const bad = `{"success":false,"error":"The tool returned a result that cannot be encoded.","error_code":"internal_error",` +
		`"kind":"TOOL_RUNTIME_BAD_OUTPUT_VALUE","can_retry":false,"hint":"Someone has to correct the tool. Go on without it."}`
	tests := map[string]any{
		"NaN":                         map[string]float64{"n": math.NaN()},
		"infinity":                    math.Inf(1),
		"a channel":                   make(chan int),
		"a channel in a field":        struct{ C chan int }{make(chan int)},
		"a func":                      func() {},
		"a func in a slice":           []any{func() {}},
		"a complex number":            complex(1, 2),
		"a panicking marshaler":       panicking{1},
		"one in a field":              struct{ P panicking }{panicking{1}},
		"a failing marshaler":         failing{1},
		"a marshaler of invalid JSON": raw("{"),
		"a marshaler of nothing":      raw(""),
		"a pointer to itself":         ring,
		"a map of itself":             self,
		"keys that are not text":      map[float64]int{1: 1},
		"too deep to be read":         deep,
		"too deep, in a field":        map[string]any{"a": deep},
		"a nil marshaler pointer":     map[string]any{"a": (*json.RawMessage)(nil), "b": math.NaN()},
		"a panicking IsZero": struct {
			U unsure `json:",omitzero"`
		}{unsure{[]int{1}}},
	}
	for name, out := range tests {
		t.Run(name, func(t *testing.T) {
			payload := toolerr.Result(out, nil)
			assert.Equal(t, bad, payload.String())
			assert.True(t, payload.IsError())
			assert.Equal(t, toolerr.KindToolBadOutputValue, payload.Err().Kind())
			assert.NotEqual(t, payload.Err().Error(), payload.Err().DeveloperMessage(), "the developer learns why")
			assertSound(t, payload)

			payload = toolerr.Result(out, toolerr.Fatal(say))
			assert.Equal(t, noRetry+`}`, payload.String(), "left out of a failure")
			assertSound(t, payload)
		})
	}
}

func TestResultOfFailure(t *testing.T) {
	fatal := toolerr.Fatal(say)
	tests := map[string]struct {
		out  any
		err  error
		want string
	}{
		"no result":                    {nil, fatal, noRetry + `}`},
		"a zero result states nothing": {page{}, fatal, noRetry + `}`},
		"a pointer to zero":            {&page{}, fatal, noRetry + `}`},
		"a pointer to a pointer to it": {go126.New(&page{}), fatal, noRetry + `}`},
		"a nil pointer":                {(*page)(nil), fatal, noRetry + `}`},
		"an empty string":              {"", fatal, noRetry + `}`},
		"zero":                         {0, fatal, noRetry + `}`},
		"false":                        {false, fatal, noRetry + `}`},
		"a nil slice":                  {[]int(nil), fatal, noRetry + `}`},
		"a nil map":                    {map[string]int(nil), fatal, noRetry + `}`},
		"an empty slice is a fact":     {[]int{}, fatal, noRetry + `,"data":[]}`},
		"an empty list is one, too":    {page{Results: []string{}}, fatal, noRetry + `,"keyword":"","results":[]}`},
		"so it is behind a pointer":    {&page{Results: []string{}}, fatal, noRetry + `,"keyword":"","results":[]}`},
		"an empty map of results":      {map[string]any{"results": []string{}}, fatal, noRetry + `,"results":[]}`},
		"a partial result":             {page{Keyword: "k"}, fatal, noRetry + `,"keyword":"k","results":null}`},
		"a partial list":               {[]string{"a"}, fatal, noRetry + `,"data":["a"]}`},
		"a partial text":               {"half a", fatal, noRetry + `,"data":"half a"}`},
		"a reserved key":               {map[string]int{"kind": 1}, fatal, noRetry + `,"data":{"kind":1}}`},
		"wrapped":                      {nil, fmt.Errorf("row 8841: %w", fatal), noRetry + `}`},
		"marked":                       {nil, toolerr.Abort(fatal), noRetry + `}`},
		"a foreign error": {
			nil, errVendor,
			`{"success":false,"error":"The tool failed and cannot complete this call.","error_code":"internal_error","kind":"TOOL_RUNTIME_FATAL","can_retry":false,"hint":"Go on without the result, or tell the user."}`,
		},
		"a bare kind": {
			nil, notFound,
			`{"success":false,"error":"The upstream service does not have what was asked for.","error_code":"not_found","kind":"UPSTREAM_RUNTIME_NOT_FOUND","can_retry":false,"hint":"Check the name or the id. Look up what exists, if there is a way to."}`,
		},
		"an unknown kind": {
			nil, toolerr.Kind("MADE_UP"),
			`{"success":false,"error":"The tool failed.","error_code":"internal_error","kind":"UNKNOWN","can_retry":false,"hint":"Go on without the result, or tell the user."}`,
		},
		"a typed nil": {
			nil, (*toolerr.ToolRuntimeError)(nil),
			`{"success":false,"error":"The tool failed and cannot complete this call.","error_code":"internal_error","kind":"TOOL_RUNTIME_FATAL","can_retry":false,"hint":"Go on without the result, or tell the user."}`,
		},
		"a hostile error": {
			nil, &hostile{},
			`{"success":false,"error":"The tool failed and cannot complete this call.","error_code":"internal_error","kind":"TOOL_RUNTIME_FATAL","can_retry":false,"hint":"Go on without the result, or tell the user."}`,
		},
		"everything": {
			page{Keyword: "k"},
			everything(),
			`{"success":false,"error":"It did not work.","error_code":"conflict","kind":"TOOL_RUNTIME_BAD_INPUT_VALUE","can_retry":true,` +
				`"retry_after_ms":1500,"status_code":422,"service":"_acme","vendor_code":"row_locked","effect":"unknown",` +
				`"requires_user_action":true,"hint":"Use a smaller page.","problems":[{"path":"/limit","problem":"must be a number"}],"reference":"ABCDEFGHIJ234",` +
				`"keyword":"k","results":null}`,
		},
		"a wait of nothing": {
			nil, toolerr.RateLimit(say, toolerr.WithRetryAfter(0)),
			`{"success":false,"error":"It did not work.","error_code":"rate_limited","kind":"UPSTREAM_RUNTIME_RATE_LIMIT","can_retry":true,"retry_after_ms":0}`,
		},
		"a wait for a repeat that cannot succeed is the report's": {
			nil, toolerr.Fatal(say, toolerr.WithRetryAfter(time.Minute)), noRetry + `}`,
		},
		"a mistake that cannot be corrected any more": {
			nil, toolerr.New(toolerr.KindToolRetry, toolerr.Message{}, toolerr.WithCanRetry(false)),
			`{"success":false,"error":"The tool did not succeed.","error_code":"internal_error","kind":"TOOL_RUNTIME_RETRY","can_retry":false,"hint":"Go on without the result, or tell the user."}`,
		},
		"an unlisted code is the report's": {
			nil, toolerr.Fatal(say, toolerr.WithVendorCode("row_locked")), noRetry + `}`,
		},
		"an effect of none goes without saying": {
			nil, toolerr.Fatal(say, toolerr.WithEffect(toolerr.EffectNone)), noRetry + `}`,
		},
	}
	for name, tt := range tests {
		t.Run(name, func(t *testing.T) {
			payload := toolerr.Result(tt.out, tt.err)
			assert.Equal(t, tt.want, payload.String())
			assert.True(t, payload.IsError())
			assert.NotNil(t, payload.Err())
			assertSound(t, payload)
		})
	}
}

func TestPayloadEqualsResult(t *testing.T) {
	e := everything()
	assert.Equal(t, toolerr.Result(nil, e).String(), e.Payload().String())
	for _, v := range []any{e, *e} {
		assert.JSONEq(t, e.Payload().String(), asJSON(t, v))
	}
	assert.Same(t, e, toolerr.Result(nil, fmt.Errorf("a: %w", e)).Err())
}

func TestReservedKeysAreThoseOfAPayload(t *testing.T) {
	resolved := everything(toolerr.WithResolution(toolerr.Resolution{Call: "a call", Upstream: say}))
	dec := json.NewDecoder(strings.NewReader(resolved.Payload().String()))
	var keys []string
	_, err := dec.Token()
	require.NoError(t, err)
	for dec.More() {
		key, err := dec.Token()
		require.NoError(t, err)
		keys = append(keys, key.(string))
		var value json.RawMessage
		require.NoError(t, dec.Decode(&value))
	}
	assert.Equal(t, toolerr.ReservedKeys(), keys)
}

func TestWithErrorKeepsTheOutput(t *testing.T) {
	for name, out := range map[string]any{
		"an object": page{Keyword: "k"}, "a list": []int{1}, "a reserved key": map[string]int{"kind": 1}, "data": map[string]any{"data": page{}}, "nothing": nil,
	} {
		t.Run(name, func(t *testing.T) {
			e := everything()
			p := toolerr.Result(out, toolerr.Fatal(say)).WithError(e)
			assert.Equal(t, toolerr.Result(out, e).String(), p.String())
			assert.Same(t, e, p.Err())
			assertSound(t, p)
		})
	}
	p := toolerr.Result(page{Keyword: "k"}, nil)
	assert.JSONEq(t, `{"keyword":"k","results":null}`, string(p.Output()))
	assert.True(t, p.WithError(nil).IsError())
	assert.False(t, p.IsError(), "a payload is not changed")
	assert.Nil(t, toolerr.Result(nil, nil).Output())
}

func TestAppendJSONAppends(t *testing.T) {
	b := append(make([]byte, 0, 2048), "event: "...)
	got := everything().Payload().AppendJSON(b)
	assert.Equal(t, "event: "+everything().Payload().String(), string(got))
	assert.Same(t, &b[0], &got[0], "there was room")
}

func TestZeroPayload(t *testing.T) {
	var zero toolerr.Payload
	assert.True(t, zero.IsError(), "it is not marked as a success")
	assert.Equal(t, toolerr.KindUnknown, zero.Err().Kind())
	assert.Equal(t, `{"success":false,"error":"The tool failed.","error_code":"internal_error","kind":"UNKNOWN","can_retry":false,"hint":"Go on without the result, or tell the user."}`, zero.String())
	assertSound(t, zero)
}

func TestReservedKeys(t *testing.T) {
	for _, key := range toolerr.ReservedKeys() {
		for _, spelling := range []string{key, strings.ToUpper(key), strings.ToUpper(key[:1]) + key[1:], folded(key)} {
			t.Run(spelling, func(t *testing.T) {
				// encoding/json would match this spelling with the key when it decodes a payload.
				out := map[string]any{spelling: "mine", "n": 1}
				payload := toolerr.Result(out, nil)
				assert.Equal(t, map[string]any{"success": true, "error": nil, "data": map[string]any{spelling: "mine", "n": int64(1)}}, payload.Map())
			})
		}
	}
	for _, free := range []string{"data", "errors", "success_", "err", "Κind"} { // the last with a Greek K
		t.Run(free, func(t *testing.T) {
			assert.Equal(t, "mine", toolerr.Result(map[string]any{free: "mine"}, nil).Map()[free])
		})
	}
}

// folded replaces letters of key by others that fold to ASCII: the long s and the Kelvin
// sign, which encoding/json takes for s and k.
func folded(key string) string {
	return strings.NewReplacer("s", "\u017f", "k", "\u212a").Replace(key)
}

func TestMapNumbers(t *testing.T) {
	m := toolerr.Result(raw(`{"int":1,"negative":-9223372036854775808,"large":9223372036854775808,"float":1.5,"whole":1.0,`+
		`"exponent":1e3,"huge":1e999,"list":[1,2.5,{"n":3}]}`), nil).Map()
	assert.Equal(t, int64(1), m["int"])
	assert.Equal(t, int64(math.MinInt64), m["negative"])
	assert.Equal(t, json.Number("9223372036854775808"), m["large"])
	assert.Equal(t, 1.5, m["float"])
	assert.Equal(t, int64(1), m["whole"])
	assert.Equal(t, int64(1000), m["exponent"])
	assert.Equal(t, json.Number("1e999"), m["huge"])
	assert.Equal(t, []any{int64(1), 2.5, map[string]any{"n": int64(3)}}, m["list"])

	m = toolerr.Upstream(429, say, toolerr.WithRetryAfter(1500*time.Millisecond)).Payload().Map()
	assert.Equal(t, int64(1500), m["retry_after_ms"])
	assert.Equal(t, int64(429), m["status_code"])
}

func TestMapBelongsToTheCaller(t *testing.T) {
	payload := toolerr.Result(map[string]any{"list": []int{1}}, nil)
	payload.Map()["list"].([]any)[0] = "changed"
	assert.Equal(t, []any{int64(1)}, payload.Map()["list"])
}

// A failure with errand's templates is short, because models read it and hosts pay for it.
// The names of a vendor package are at most as long as here.
func TestFailuresFitIn544Bytes(t *testing.T) {
	const (
		slug    = "_vendor_16_bytes"
		display = "Vendor: 16 bytes"
		code    = "a_code_of_40_bytes_as_vendors_make_them_"
	)
	longest := ""
	for _, kind := range toolerr.Kinds() {
		for status := range 1000 {
			e := toolerr.New(kind, toolerr.Message{}, toolerr.WithStatus(status), toolerr.WithService(slug),
				toolerr.WithUpstreamName(toolerr.Name(display)), toolerr.WithNote(note.Code(code)),
				toolerr.WithRetryAfter(24*time.Hour-time.Minute), toolerr.WithReference())
			if !e.CanRetry() {
				e = e.With(toolerr.WithUserAction())
			}
			if text := e.Payload().String(); len(text) > len(longest) {
				longest = text
			}
		}
	}
	assert.LessOrEqual(t, len(longest), 544, longest)
	limited := toolerr.Upstream(429, toolerr.Message{}, toolerr.WithService(slug), toolerr.WithUpstreamName(toolerr.Name(display)), toolerr.WithReference())
	assert.LessOrEqual(t, len(limited.Payload().String()), 330)
	assert.LessOrEqual(t, len(limited.With(toolerr.WithRetryAfter(30*time.Second)).Payload().String()), 330)
}

// errand's texts are encoded like those of encoding/json.
func FuzzText(f *testing.F) {
	for _, s := range []string{"", "plain", "\x00\b\f\n\r\t\x1f\x7f", `"\/<&>`, "é€\U0001F600", "\u2028\u2029\ufffd", "a\xff\xc3", "\xed\xa0\x80"} {
		f.Add(s)
	}
	f.Fuzz(func(t *testing.T, s string) {
		var want strings.Builder
		enc := json.NewEncoder(&want)
		enc.SetEscapeHTML(false)
		require.NoError(t, enc.Encode(s))
		fromString, fromBytes := toolerr.Encoded(s)
		require.Equal(t, want.String(), fromString+"\n")
		require.Equal(t, fromString, fromBytes)
		var got string
		require.NoError(t, json.Unmarshal([]byte(fromString), &got))
		require.Equal(t, string([]rune(s)), got, "bytes that are not UTF-8 are replaced, nothing else changes")
	})
}

func FuzzResult(f *testing.F) {
	f.Add(`{"a":[1,2,{"b":null}],"error":1}`, "text")
	f.Add(`[1e999]`, "\xff")
	f.Add(`{"a":1,"a":2}`, "")
	f.Fuzz(func(t *testing.T, text, value string) {
		for _, err := range []error{nil, errors.New(text), toolerr.Fatal(say)} {
			assertSound(t, toolerr.Result(raw(text), err))
			assertSound(t, toolerr.Result(map[string]string{text: value}, err))
		}
	})
}
