package events_test

import (
	"slices"
	"strings"
	"testing"

	"github.com/stretchr/testify/assert"

	"github.com/errand-go/errand/cmd/errand/internal/events"
)

func TestAll(t *testing.T) {
	event := func(name, data string) events.Event { return events.Event{Name: name, Data: []byte(data)} }
	tests := map[string]struct {
		body string
		want []events.Event
	}{
		"nothing":                 {"", nil},
		"empty lines":             {"\n\r\n\r", nil},
		"a comment":               {": ping\n\n", nil},
		"data":                    {"data: x\n\n", []events.Event{event("", "x")}},
		"no space":                {"data:x\n\n", []events.Event{event("", "x")}},
		"two spaces":              {"data:  x\n\n", []events.Event{event("", " x")}},
		"a name":                  {"event: e\ndata: x\n\n", []events.Event{event("e", "x")}},
		"the name behind":         {"data: x\nevent: e\n\n", []events.Event{event("e", "x")}},
		"a name alone":            {"event: e\n\n", []events.Event{{Name: "e"}}},
		"no data":                 {"data\n\n", []events.Event{event("", "")}},
		"two lines":               {"data: x\ndata: y\n\n", []events.Event{event("", "x\ny")}},
		"an empty one first":      {"data:\ndata: y\n\n", []events.Event{event("", "\ny")}},
		"other fields":            {"id: 1\nretry: 10\nx\ndata: x\n\n", []events.Event{event("", "x")}},
		"CRLF":                    {"event: e\r\ndata: x\r\n\r\ndata: y\r\n\r\n", []events.Event{event("e", "x"), event("", "y")}},
		"CR":                      {"data: x\r\rdata: y\r\r", []events.Event{event("", "x"), event("", "y")}},
		"a byte order mark":       {"\xEF\xBB\xBFdata: x\n\n", []events.Event{event("", "x")}},
		"no empty line":           {"data: x", []events.Event{event("", "x")}},
		"an error of Google's":    {"data: x\n\n{\"error\": {\n \"code\": 503}}\n", []events.Event{event("", "x"), {Data: []byte("{\"error\": {\n \"code\": 503}}"), Bare: true}}},
		"a broken one":            {"{\"error\"\n\ndata: x\n\n", []events.Event{event("", "x")}},
		"too long":                {"data: " + strings.Repeat("x", events.MaxData+1) + "\ndata: y\n\ndata: z\n\n", []events.Event{{}, event("", "z")}},
		"a name that is too long": {"event: " + strings.Repeat("x", 1000) + "\n\n", []events.Event{{Name: strings.Repeat("x", 256)}}},
	}
	for name, tt := range tests {
		t.Run(name, func(t *testing.T) {
			assert.Equal(t, tt.want, slices.Collect(events.All([]byte(tt.body))))
		})
	}
	for range events.All([]byte("data: x\n\ndata: y\n\n")) {
		break // the caller may stop early
	}
}

func TestIs(t *testing.T) {
	for contentType, want := range map[string]bool{
		"text/event-stream": true, "Text/Event-Stream; charset=utf-8": true, "application/json": false, "text/event-streams": false,
	} {
		assert.Equal(t, want, events.Is(contentType, []byte("data: x")), contentType)
	}
	for body, want := range map[string]bool{
		"data: x": true, "\r\nevent: x": true, ": ping": true, "\xEF\xBB\xBFdata:x": true, "": false, "{}": false, ":)": false, "dates": false,
	} {
		assert.Equal(t, want, events.Is("", []byte(body)), body)
	}
}

func TestValues(t *testing.T) {
	tests := map[string]struct {
		body   string
		want   []string
		closed bool
	}{
		"empty":    {"[]", nil, true},
		"two":      {"[{\"a\":1}\n,\r\n{}]\n", []string{`{"a":1}`, `{}`}, true},
		"cut":      {`[{"a":1},{"b"`, []string{`{"a":1}`}, false},
		"not over": {`[{"a":1}`, []string{`{"a":1}`}, false},
		"no list":  {`{"a":1}`, nil, false},
		"no JSON":  {`x`, nil, false},
		"nothing":  {``, nil, false},
	}
	for name, tt := range tests {
		t.Run(name, func(t *testing.T) {
			all, closed := events.Values([]byte(tt.body))
			var got []string
			for _, e := range all {
				got = append(got, string(e.Data))
			}
			assert.Equal(t, tt.want, got)
			assert.Equal(t, tt.closed, closed)
		})
	}
}

// For any stream, the events are no longer than the stream.
func FuzzAll(f *testing.F) {
	f.Add([]byte("event: e\ndata: {}\r\n\r\n: c\r{\"error\":{}}\n"))
	f.Add([]byte("[{\"error\":1},"))
	f.Fuzz(func(t *testing.T, body []byte) {
		size := 0
		for e := range events.All(body) {
			size += len(e.Data)
			assert.True(t, e.Bare || e.Data != nil || e.Name != "" || len(body) > events.MaxData || strings.Contains(string(body), "event"), "%q", body)
		}
		assert.LessOrEqual(t, size, len(body))
		all, _ := events.Values(body)
		assert.LessOrEqual(t, len(all), len(body))
	})
}
