package toolerr_test

import (
	"testing"

	"github.com/stretchr/testify/assert"

	"github.com/errand-go/errand/toolerr"
)

func TestReferences(t *testing.T) {
	seen := map[string]bool{}
	te := toolerr.Upstream(500, say)
	for range 100_000 {
		ref := te.With(toolerr.WithReference()).Reference()
		assert.Regexp(t, "^[A-Z2-7]{13}$", ref)
		seen[ref] = true
	}
	assert.Len(t, seen, 100_000)
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
