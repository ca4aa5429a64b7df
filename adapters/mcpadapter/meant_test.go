package mcpadapter_test

import (
	"errors"
	"strings"
	"testing"

	"github.com/stretchr/testify/assert"

	"github.com/errand-go/errand/adapters/mcpadapter"
	"github.com/errand-go/errand/toolerr"
)

const (
	none    = toolerr.EffectNone
	unknown = toolerr.EffectUnknown
)

// meant is what each code means, spelled out once more: a guidance is named
// where the kind and the status do not say it.
var meant = []struct {
	kind     toolerr.Kind
	retry    bool
	effect   toolerr.Effect
	user     bool
	guidance toolerr.Guidance
	codes    string
}{
	{toolerr.KindUpstreamBadRequest, false, none, false, "", "-32700 -32600 -32020 -32021 -32022"},
	{toolerr.KindUpstreamNotFound, false, none, false, "", "-32601 -32002 mcp_session_not_found"},
	{toolerr.KindUpstreamValidationError, false, none, false, "", "-32602"},
	{toolerr.KindUpstreamServerError, false, unknown, false, "", "-32603 -32001"},
	{toolerr.KindToolContextRequired, false, none, true, "", "-32042"},
	{toolerr.KindUpstreamUnmapped, false, unknown, false, "", "-32800"},
	{toolerr.KindUpstreamAuthError, false, none, true, "", "mcp_authorization_required"},
}

// TestMeant compares the table with the list above: every row, once.
func TestMeant(t *testing.T) {
	table := mcpadapter.Adapter{}.Table()
	said := map[string]bool{}
	for _, m := range meant {
		for code := range strings.FieldsSeq(m.codes) {
			assert.False(t, said[code], "%s is listed twice", code)
			said[code] = true
			row, ok := table.Lookup(code)
			if !assert.True(t, ok, "%s has no row", code) {
				continue
			}
			te := row.Error(errors.New(code))
			assert.Equal(t, m.kind, te.Kind(), code)
			assert.Equal(t, m.retry, te.CanRetry(), code)
			assert.Equal(t, m.effect, te.Effect(), code)
			assert.Equal(t, m.user, te.RequiresUserAction(), code)
			assert.Equal(t, m.guidance, row.Guidance, code)
		}
	}
	for _, row := range table.Rows() {
		assert.True(t, said[row.Code], "%s is not meant", row.Code)
	}
}
