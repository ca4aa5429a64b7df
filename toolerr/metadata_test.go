package toolerr_test

import (
	"bytes"
	"encoding/json"
	"flag"
	"fmt"
	"slices"
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
			encoded := asJSON(t, e.Report())
			var stored toolerr.Report
			require.NoError(t, json.Unmarshal([]byte(encoded), &stored))
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

// references is the number of references that are made; step repeat of .ci/run makes ten
// million.
var references = flag.Int("references", 100_000, "")

// No reference occurs twice: among n references of 65 random
// bits, two are the same with a probability of n²/2⁶⁶, which is one in 700,000 for ten million.
func TestReferences(t *testing.T) {
	te := toolerr.Upstream(500, say)
	all := make([][13]byte, *references)
	for i := range all {
		require.Equal(t, 13, copy(all[i][:], te.With(toolerr.WithReference()).Reference()))
	}
	assert.Regexp(t, "^[A-Z2-7]{13}$", string(all[0][:]))
	slices.SortFunc(all, func(a, b [13]byte) int { return bytes.Compare(a[:], b[:]) })
	assert.Len(t, slices.Compact(all), *references)
	assert.Empty(t, te.Reference())
	named := te.With(toolerr.WithReference())
	assert.Equal(t, named.Reference(), named.With(toolerr.WithReference(), toolerr.WithStatus(503)).Reference(), "it stays")
	assert.Equal(t, named.Reference(), toolerr.FromReport(named.Report()).Reference())
	assert.Empty(t, toolerr.FromReport(toolerr.Report{Kind: toolerr.KindToolFatal, Reference: "ABCDEFGHIJKL\n"}).Reference(), "of another form")
	assert.Equal(t, named.Reference(), named.Payload().Map()["reference"])
}

// A payload says in one place that the call may have been carried out.
func TestTold(t *testing.T) {
	const doubt = " The request may have been carried out all the same."
	unknown := toolerr.WithEffect(toolerr.EffectUnknown)
	for name, tt := range map[string]struct {
		te   *toolerr.ToolRuntimeError
		want string
	}{
		"a failure":                   {toolerr.Upstream(500, say), say.String() + doubt},
		"no punctuation":              {toolerr.Fatal(toolerr.Msg("no"), unknown), "no." + doubt},
		"a declared tool":             {toolerr.Upstream(500, say, toolerr.WithRepeatable()), say.String()},
		"a refusal":                   {toolerr.Upstream(404, say), say.String()},
		"a lost answer":               {toolerr.NetworkTransport(toolerr.KindNetworkTransportTimeout, say), say.String() + doubt},
		"the text of another process": {toolerr.Fatal(toolerr.Msg("It failed. The request may have been carried out all the same."), unknown), "It failed." + doubt},
	} {
		t.Run(name, func(t *testing.T) {
			assert.Equal(t, tt.want, tt.te.Told())
			assert.Equal(t, tt.want, tt.te.Payload().Map()["error"])
			assert.Equal(t, tt.te.Message().String(), tt.te.Error())
		})
	}
}
