package mcpadapter_test

import (
	"testing"

	"github.com/errand-go/errand/adapters/mcpadapter"
	"github.com/errand-go/errand/internal/meaning"
	"github.com/errand-go/errand/toolerr"
)

const (
	none    = toolerr.EffectNone
	unknown = toolerr.EffectUnknown
)

// meant is what each code means, spelled out once more: a guidance is named
// where the kind and the status do not say it.
var meant = []meaning.Group{
	{toolerr.KindUpstreamBadRequest, false, none, false, "", "-32700 -32600 -32020 -32021 -32022"},
	{toolerr.KindUpstreamNotFound, false, none, false, "", "-32601 -32002 mcp_session_not_found"},
	{toolerr.KindUpstreamValidationError, false, none, false, "", "-32602"},
	{toolerr.KindUpstreamServerError, false, unknown, false, "", "-32603 -32001"},
	{toolerr.KindToolContextRequired, false, none, true, "", "-32042"},
	{toolerr.KindUpstreamUnmapped, false, unknown, false, "", "-32800"},
	{toolerr.KindUpstreamAuthError, false, none, true, "", "mcp_authorization_required"},
}

func TestMeant(t *testing.T) { meaning.Check(t, mcpadapter.Adapter{}.Table(), meant) }
