package rpcdetails_test

import (
	"encoding/binary"
	"encoding/json"
	"fmt"
	"slices"
	"strings"
	"testing"
	"time"

	"github.com/stretchr/testify/assert"
	"github.com/stretchr/testify/require"

	"github.com/errand-go/errand/internal/rpcdetails"
)

// text returns a field with a text, or with messages, given as their fields.
func text[T string | []byte](number uint64, values ...T) []byte {
	var held []byte
	for _, v := range values {
		held = append(held, v...)
	}
	b := binary.AppendUvarint(nil, number<<3|2)
	return append(binary.AppendUvarint(b, uint64(len(held))), held...)
}

func number(number uint64, value int64) []byte {
	b := binary.AppendUvarint(nil, number<<3)
	return binary.AppendUvarint(b, uint64(value)) //nolint:gosec // two's complement is how the wire has it
}

// A form is one detail: the fields of its JSON, and its bytes.
type form struct {
	name, json string
	wire       []byte
}

func ofJSON(t *testing.T, forms ...form) rpcdetails.Details {
	t.Helper()
	var all []any
	for _, f := range forms {
		var m map[string]any
		raw := fmt.Sprintf(`{"@type":"type.googleapis.com/google.rpc.%s"%s}`, f.name, f.json)
		require.NoError(t, json.Unmarshal([]byte(raw), &m))
		all = append(all, m)
	}
	return rpcdetails.OfJSON(all)
}

func ofWire(forms ...form) (d rpcdetails.Details) {
	for _, f := range forms {
		if x, ok := rpcdetails.Decode("google.rpc."+f.name, f.wire); ok {
			d.Add(x)
		}
	}
	return d
}

func info(reason, domain, limit string) form {
	return form{
		rpcdetails.ErrorInfo, fmt.Sprintf(`,"reason":%q,"domain":%q,"metadata":{"quota_limit":%q}`, reason, domain, limit),
		slices.Concat(text(1, reason), text(2, domain), text(3, text(1, "quota_limit"), text(2, limit))),
	}
}

func retry(json string, seconds, nanos int64) form {
	return form{rpcdetails.RetryInfo, `,"retryDelay":"` + json + `"`, text(1, number(1, seconds), number(2, nanos))}
}

func quota(id string) form {
	return form{rpcdetails.QuotaFailure, fmt.Sprintf(`,"violations":[{},{"quotaId":%q}]`, id), slices.Concat(text[[]byte](1), text(1, text(5, id)))}
}

func request(id string) form {
	return form{rpcdetails.RequestInfo, fmt.Sprintf(`,"requestId":%q`, id), text(1, id)}
}

// The results for JSON and bytes are the same.
func TestBothForms(t *testing.T) {
	for name, tt := range map[string]struct {
		forms []form
		want  rpcdetails.Details
	}{
		"nothing":               {nil, rpcdetails.Details{}},
		"a reason":              {[]form{info("R", "googleapis.com", "")}, rpcdetails.Details{Reason: "R", Domain: "googleapis.com"}},
		"the first reason":      {[]form{info("", "", ""), info("R", "d", ""), info("S", "e", "")}, rpcdetails.Details{Reason: "R", Domain: "d"}},
		"a limit of a day":      {[]form{info("R", "", "defaultPerDayPerProject")}, rpcdetails.Details{Reason: "R", Daily: true}},
		"a limit of a minute":   {[]form{info("R", "", "defaultPerMinutePerProject")}, rpcdetails.Details{Reason: "R"}},
		"a limit, spelled out":  {[]form{info("R", "", "READS-per_day-per-project")}, rpcdetails.Details{Reason: "R", Daily: true}},
		"a limit, with hyphens": {[]form{info("R", "", "reads-per-day")}, rpcdetails.Details{Reason: "R", Daily: true}},
		"a delay":               {[]form{retry("1.5s", 1, 5e8)}, rpcdetails.Details{Delay: 1500 * time.Millisecond, HasDelay: true}},
		"no delay":              {[]form{retry("0s", 0, 0)}, rpcdetails.Details{HasDelay: true}},
		"a delay in the past":   {[]form{retry("-1s", -1, 0)}, rpcdetails.Details{}},
		"the first delay":       {[]form{retry("-1s", -1, 0), retry("2s", 2, 0), retry("3s", 3, 0)}, rpcdetails.Details{Delay: 2 * time.Second, HasDelay: true}},
		"a delay that is none":  {[]form{{rpcdetails.RetryInfo, "", nil}}, rpcdetails.Details{}},
		"a quota of a day":      {[]form{quota("GenerateRequestsPerDayPerProjectPerModel-FreeTier")}, rpcdetails.Details{Quota: true, Daily: true}},
		"a quota of a minute":   {[]form{quota("GenerateRequestsPerMinutePerProjectPerModel")}, rpcdetails.Details{Quota: true}},
		"a quota without any":   {[]form{{rpcdetails.QuotaFailure, "", nil}}, rpcdetails.Details{}},
		"the last request":      {[]form{request("r1"), request("r2")}, rpcdetails.Details{RequestID: "r2"}},
		"details without a use": {[]form{{rpcdetails.Help, "", nil}, {"DebugInfo", "", nil}}, rpcdetails.Details{}},
		"what is not of Google": {[]form{{"Other", `,"reason":"R"`, text(1, "R")}}, rpcdetails.Details{}},
	} {
		t.Run(name, func(t *testing.T) {
			assert.Equal(t, tt.want, ofJSON(t, tt.forms...), "in JSON")
			assert.Equal(t, tt.want, ofWire(tt.forms...), "in bytes")
		})
	}
}

// The violations of JSON and bytes are the same.
func TestViolations(t *testing.T) {
	for name, tt := range map[string]struct {
		json string
		wire []byte
		want []rpcdetails.Violation
	}{
		rpcdetails.BadRequest: {
			`"fieldViolations":[{"field":"f","description":"d","reason":"R"},{"field":"g"}]`,
			slices.Concat(text(1, slices.Concat(text(1, "f"), text(2, "d"), text(3, "R"))), text(1, text(1, "g"))),
			[]rpcdetails.Violation{{Field: "f", Description: "d", Reason: "R"}, {Field: "g"}},
		},
		rpcdetails.PreconditionFailure: {
			`"violations":[{"type":"T","subject":"s","description":"d"}]`,
			text(1, slices.Concat(text(1, "T"), text(2, "s"), text(3, "d"))),
			[]rpcdetails.Violation{{Reason: "T", Subject: "s", Description: "d"}},
		},
		rpcdetails.Help: {`"violations":[{"type":"T"}],"fieldViolations":[{"field":"f"}]`, nil, nil},
	} {
		var m map[string]any
		require.NoError(t, json.Unmarshal([]byte(`{"@type":"type.googleapis.com/google.rpc.`+name+`",`+tt.json+`}`), &m))
		assert.Equal(t, tt.want, rpcdetails.Violations([]any{m}), name)
		x, ok := rpcdetails.Decode("google.rpc."+name, tt.wire)
		require.True(t, ok, name)
		assert.Equal(t, tt.want, x.Violations(), name)
	}
	assert.Empty(t, rpcdetails.Violations([]any{nil, 1, "x"}))
}

// The JSON of an ErrorInfo has a unit (google/api/quota.proto).
func TestUnits(t *testing.T) {
	for unit, daily := range map[string]bool{"1/d/{project}": true, "1/d": true, "1/min/{project}": false, "": false, "1/dd": false} {
		d := ofJSON(t, form{rpcdetails.ErrorInfo, fmt.Sprintf(`,"metadata":{"quota_unit":%q}`, unit), nil})
		assert.Equal(t, daily, d.Daily, unit)
	}
}

// Invalid details are ignored.
func TestInvalidDetails(t *testing.T) {
	for name, raw := range map[string]string{
		"no objects":       `[null, 1, "x", []]`,
		"no type":          `[{"reason":"R"}]`,
		"a type of others": `[{"@type":"type.example.com/ErrorInfo","reason":"R"}]`,
		"numbers":          `[{"@type":"type.googleapis.com/google.rpc.ErrorInfo","reason":7,"metadata":[]}]`,
		"no list":          `[{"@type":"type.googleapis.com/google.rpc.QuotaFailure","violations":{}}]`,
	} {
		var all []any
		require.NoError(t, json.Unmarshal([]byte(raw), &all))
		assert.Zero(t, rpcdetails.OfJSON(all), name)
	}
	for _, delay := range []string{"", "s", "7", "1m", "1.2.3s", ".s", "+7s", "9223372037s", "7s7s"} {
		assert.Zero(t, ofJSON(t, retry(delay, 0, 0)), delay)
	}
	for name, x := range map[string]struct {
		typ  string
		body []byte
	}{
		"a package of others": {"acme.ErrorInfo", text(1, "R")},
		"no package":          {rpcdetails.ErrorInfo, text(1, "R")},
		"no message":          {"google.rpc.ErrorInfo", append(text(1, "R"), 0xff)},
	} {
		_, ok := rpcdetails.Decode(x.typ, x.body)
		assert.False(t, ok, name)
	}
}

// Only a bounded number of details is read.
func TestDetailsWithoutEnd(t *testing.T) {
	first := []map[string]any{{"@type": "type.googleapis.com/google.rpc.RequestInfo", "requestId": "r1"}}
	last := map[string]any{"@type": "type.googleapis.com/google.rpc.RequestInfo", "requestId": "r2"}
	assert.Equal(t, "r2", rpcdetails.OfJSON(append(slices.Repeat(first, 63), last)).RequestID)
	assert.Equal(t, "r1", rpcdetails.OfJSON(append(slices.Repeat(first, 64), last)).RequestID)
	many := strings.Repeat("{},", 64) + `{"quotaId":"PerDay"}`
	assert.False(t, ofJSON(t, form{rpcdetails.QuotaFailure, `,"violations":[` + many + `]`, nil}).Daily)
}

func TestQuotaLimit(t *testing.T) {
	x, ok := rpcdetails.Decode("google.rpc.ErrorInfo", info("R", "", "L").wire)
	require.True(t, ok)
	assert.Equal(t, "L", x.QuotaLimit())
	assert.Equal(t, rpcdetails.ErrorInfo, x.Name)
}

func holdsTogether(t *testing.T, d rpcdetails.Details) {
	t.Helper()
	if d.Delay < 0 || d.Delay > 0 && !d.HasDelay {
		t.Fatalf("%+v", d)
	}
}

// For any JSON as details, the results are consistent.
func FuzzJSON(f *testing.F) {
	for _, name := range []string{rpcdetails.ErrorInfo, rpcdetails.RetryInfo, rpcdetails.QuotaFailure, rpcdetails.RequestInfo} {
		f.Add(`[{"@type":"type.googleapis.com/google.rpc.` + name + `","reason":"R","metadata":{"quota_limit":"a"},"retryDelay":"7s","violations":[{"quotaId":"b"}],"requestId":"c"}]`)
	}
	for _, delay := range []string{"1.5s", "-7s", "s", "", "1.2.3s", "9223372036854775807s", ".s", "0s", "1m"} {
		f.Add(`[{"@type":"type.googleapis.com/google.rpc.RetryInfo","retryDelay":"` + delay + `"}]`)
	}
	f.Fuzz(func(t *testing.T, body string) {
		var all []any
		if json.Unmarshal([]byte(body), &all) == nil {
			holdsTogether(t, rpcdetails.OfJSON(all))
		}
	})
}

// For any bytes as a detail, the results are consistent.
func FuzzWire(f *testing.F) {
	for _, x := range []form{info("R", "d", "PerDay"), retry("", 1, 5), quota("PerDay"), request("r"), {rpcdetails.Help, "", text(1, text(1, "a"))}} {
		f.Add("google.rpc."+x.name, x.wire)
		f.Add("google.rpc."+x.name, append([]byte{9<<3 | 3, 9<<3 | 4}, x.wire...))
	}
	f.Fuzz(func(t *testing.T, name string, body []byte) {
		x, ok := rpcdetails.Decode(name, body)
		if !ok {
			return
		}
		var d rpcdetails.Details
		d.Add(x)
		d.Add(x)
		holdsTogether(t, d)
		if s := x.QuotaLimit() + d.Reason + d.RequestID; len(s) > 2*len(body) {
			t.Fatalf("%q", s)
		}
	})
}
