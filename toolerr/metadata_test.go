package toolerr_test

import (
	"encoding/json"
	"fmt"
	"strings"
	"testing"

	"github.com/stretchr/testify/assert"
	"github.com/stretchr/testify/require"

	"github.com/errand-go/errand/toolerr"
)

func TestMetadata(t *testing.T) {
	token := "ghp_" + "a1B2c3D4e5F6g7H8i9J0k1L2m3N4o5P6q7R8"
	set := toolerr.WithMetadata
	many := make([]toolerr.Option, 40)
	sixteen := map[string]string{}
	for i := range many {
		many[i] = set(fmt.Sprintf("k%d", i), "v")
		if i < 16 {
			sixteen[fmt.Sprintf("k%d", i)] = "v"
		}
	}
	tests := map[string]struct {
		opts []toolerr.Option
		want map[string]string
	}{
		"none":                        {nil, nil},
		"one":                         {[]toolerr.Option{set("field", "date")}, map[string]string{"field": "date"}},
		"two":                         {[]toolerr.Option{set("field", "date"), set("row", "8841")}, map[string]string{"field": "date", "row": "8841"}},
		"one key twice":               {[]toolerr.Option{set("field", "date"), set("field", "time")}, map[string]string{"field": "time"}},
		"an empty value":              {[]toolerr.Option{set("field", "")}, map[string]string{"field": ""}},
		"text of every kind":          {[]toolerr.Option{set("field", "\"a\"\\\n<é\u2028")}, map[string]string{"field": "\"a\"\\\n<é\u2028"}},
		"not UTF-8":                   {[]toolerr.Option{set("field", "a\xff")}, map[string]string{"field": "a\uFFFD"}},
		"no key":                      {[]toolerr.Option{set("", "date")}, nil},
		"a key that is text":          {[]toolerr.Option{set("row 8841", "date")}, nil},
		"a key like a credential":     {[]toolerr.Option{set(token, "date")}, nil},
		"a key that is too long":      {[]toolerr.Option{set(strings.Repeat("k", 65), "date")}, nil},
		"a credential":                {[]toolerr.Option{set("field", "with "+token)}, map[string]string{"field": "with (redacted)"}},
		"a credential by its key":     {[]toolerr.Option{set("password", "hunter2")}, map[string]string{"password": "(redacted)"}},
		"a credential by its text":    {[]toolerr.Option{set("dsn", "password=hunter2 host=db")}, map[string]string{"dsn": "password=(redacted) host=db"}},
		"a long value":                {[]toolerr.Option{set("field", strings.Repeat("word ", 1000))}, map[string]string{"field": strings.Repeat("word ", 1000)[:509] + "…"}},
		"more keys than an error has": {many, sixteen},
	}
	for name, tt := range tests {
		t.Run(name, func(t *testing.T) {
			e := toolerr.Fatal(say, tt.opts...)
			assert.Equal(t, tt.want, e.Extra().Metadata)
			assert.Equal(t, tt.want, toolerr.Fatal(say).With(tt.opts...).Extra().Metadata, "With does what a constructor does")
			assert.Equal(t, tt.want, e.WithKind(toolerr.KindToolRetry).Extra().Metadata, "it is known about the call")
			encoded, err := json.Marshal(e.Report())
			require.NoError(t, err)
			var stored toolerr.Report
			require.NoError(t, json.Unmarshal(encoded, &stored))
			assert.Equal(t, e.Report(), toolerr.FromReport(stored).Report())
			assert.Equal(t, toolerr.Fatal(say).Payload().String(), e.Payload().String(), "the agent sees nothing of it")
		})
	}
}

// Two copies of an error that each add a key do not share memory for it.
func TestCopiesHaveMetadataOfTheirOwn(t *testing.T) {
	e := toolerr.Fatal(say, toolerr.WithMetadata("a", "1"), toolerr.WithMetadata("b", "2"), toolerr.WithMetadata("c", "3"))
	one, other := e.With(toolerr.WithMetadata("one", "1")), e.With(toolerr.WithMetadata("other", "2"), toolerr.WithMetadata("a", "4"))
	assert.Equal(t, map[string]string{"a": "1", "b": "2", "c": "3", "one": "1"}, one.Extra().Metadata)
	assert.Equal(t, map[string]string{"a": "4", "b": "2", "c": "3", "other": "2"}, other.Extra().Metadata)
	assert.Equal(t, map[string]string{"a": "1", "b": "2", "c": "3"}, e.Extra().Metadata)
}
