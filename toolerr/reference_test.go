package toolerr_test

import (
	"bytes"
	"flag"
	"slices"
	"testing"

	"github.com/stretchr/testify/assert"
	"github.com/stretchr/testify/require"

	"github.com/errand-go/errand/toolerr"
)

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
