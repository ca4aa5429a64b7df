package adapter_test

import (
	"testing"

	"github.com/stretchr/testify/assert"
	"github.com/stretchr/testify/require"

	"github.com/errand-go/errand/adapter"
	"github.com/errand-go/errand/toolerr"
)

func TestTableLookup(t *testing.T) {
	table := adapter.NewTable("_acme", "Acme",
		adapter.Row{VendorCode: "slow_down 429 4290", Fact: toolerr.FactRateLimit, Rule: toolerr.RuleTooMany, Field: "items", Limit: "5", Source: "acme.example/errors"},
		adapter.Row{
			VendorCode: "quota.gone", Fact: toolerr.FactRateLimit, Unlike: "of this test", Retry: adapter.RetryNever, Effect: toolerr.EffectUnknown,
			Guidance: toolerr.GuidanceRefreshAuthThenRetry, Message: say, Hint: toolerr.Msg("Ask for less."), UserAction: true,
			Source: "acme.example/errors",
		},
		adapter.Row{VendorCodes: []string{"again -1", "once_more"}, Fact: toolerr.FactRefused, Retry: adapter.RetryMayHelp, Unlike: "of this test", Source: "acme.example/errors"},
		adapter.Row{VendorCode: "offline", Fact: toolerr.FactUnreachable, Unanswered: true, Source: "acme.example/client"},
	)
	assert.Equal(t, "_acme", table.Slug())
	assert.Equal(t, "Acme", table.Display())
	var codes []string
	for _, row := range table.Rows() {
		codes = append(codes, row.VendorCode)
	}
	assert.Equal(t, []string{"slow_down", "quota.gone", "again", "once_more", "offline"}, codes, "in the order they were given")
	table.Rows()[0].VendorCode = "changed"
	_, ok := table.Lookup("slow_down")
	assert.True(t, ok, "the rows belong to the caller")

	for _, code := range []string{"", "SLOW_DOWN", "slow_down ", "slow", "changed"} {
		row, ok := table.Lookup(code)
		assert.False(t, ok, code)
		assert.Equal(t, adapter.Row{}, row)
	}

	type view struct {
		text, hint, code, sent string
		retry, user, answered  bool
		effect                 toolerr.Effect
		guidance               toolerr.Guidance
	}
	assert.Equal(t, "slow_down", table.Code(4290))
	assert.Equal(t, "again", table.Code(-1))
	assert.Empty(t, table.Code(5))
	assert.Equal(t, []int{429, 4290}, table.Rows()[0].Numbers)
	finding, ok := table.Rows()[0].Finding()
	assert.True(t, ok)
	assert.Equal(t, toolerr.Finding{Rule: toolerr.RuleTooMany, Fields: []string{"items"}, Limit: "5"}, finding)
	_, ok = table.Rows()[1].Finding()
	assert.False(t, ok)

	const again = "Wait a moment, then make the same call again."
	for code, want := range map[string]view{
		"slow_down":  {"Upstream Acme request failed with status code 400 (rate limit reached).", again, "slow_down", "slow_down", true, false, true, toolerr.EffectNone, toolerr.GuidanceRetryWithBackoff},
		"quota.gone": {"It did not work.", "Ask for less.", "quota.gone", "quota.gone", false, true, true, toolerr.EffectUnknown, toolerr.GuidanceRefreshAuthThenRetry},
		"once_more":  {"Upstream Acme request failed with status code 400 (Bad Request).", again, "once_more", "once_more", true, false, true, toolerr.EffectNone, toolerr.GuidanceRetryWithBackoff},
		"offline":    {"The upstream service could not be reached.", again, "offline", "", true, false, false, toolerr.EffectNone, toolerr.GuidanceRetryWithBackoff},
	} {
		t.Run(code, func(t *testing.T) {
			row, ok := table.Lookup(code)
			require.True(t, ok)
			te := row.Error(errVendor, toolerr.WithStatus(400))
			assert.Equal(t, want, view{
				te.Error(), te.Hint().String(), te.VendorCode(), te.Extra().VendorCode, te.CanRetry(), te.RequiresUserAction(), te.Answered(), te.Effect(), te.Guidance(),
			})
			assert.Equal(t, row.Kind, te.Kind())
			assert.Equal(t, "_acme", te.Service())
			assert.Equal(t, "*errors.errorString", te.Extra().GoType)
			require.ErrorIs(t, te, errVendor)
		})
	}
	t.Run("options come after the row", func(t *testing.T) {
		row, _ := table.Lookup("quota.gone")
		te := row.Error(errVendor, toolerr.WithCanRetry(true), toolerr.WithEffect(toolerr.EffectNone), toolerr.WithService("_other"),
			toolerr.WithCause(errMine))
		assert.True(t, te.CanRetry())
		assert.Equal(t, toolerr.EffectNone, te.Effect())
		assert.Equal(t, "_other", te.Service())
		assert.Equal(t, errMine, te.Cause())
	})
	t.Run("what the server sent stays in the report", func(t *testing.T) {
		row, _ := table.Lookup("slow_down")
		te := row.Error(errVendor, toolerr.WithVendorCode("slow_down: row 8841"))
		assert.Equal(t, "slow_down", te.Payload().Map()["vendor_code"])
		assert.Equal(t, "slow_down: row 8841", te.Extra().VendorCode)
	})
	t.Run("a row of no table", func(t *testing.T) {
		te := adapter.Row{}.Error(nil)
		assert.Equal(t, toolerr.KindUnknown, te.Kind())
		assert.Empty(t, te.Service())
		assert.NoError(t, te.Cause())
	})
}

func TestTablePanics(t *testing.T) {
	row := adapter.Row{VendorCode: "a", Fact: toolerr.FactMisuse, Source: "somewhere"}
	with := func(change func(*adapter.Row)) adapter.Row {
		changed := row
		change(&changed)
		return changed
	}
	tests := map[string]func(){
		"no slug":         func() { adapter.NewTable("", "Acme", row) },
		"a slug of words": func() { adapter.NewTable("_my acme", "Acme", row) },
		"no name":         func() { adapter.NewTable("_acme", "", row) },
		"a code twice":    func() { adapter.NewTable("_acme", "Acme", row, row) },
		"no code":         func() { adapter.NewTable("_acme", "Acme", with(func(r *adapter.Row) { r.VendorCode = "" })) },
		"a code of words": func() { adapter.NewTable("_acme", "Acme", with(func(r *adapter.Row) { r.VendorCode = "not found" })) },
		"a code that is secret": func() {
			adapter.NewTable("_acme", "Acme", with(func(r *adapter.Row) { r.VendorCode = "ghp_a1B2c3D4e5F6g7H8i9J0k1L2m3N4o5P6q7R8" }))
		},
		"both forms of codes": func() {
			adapter.NewTable("_acme", "Acme", with(func(r *adapter.Row) { r.VendorCodes = []string{"b"} }))
		},
		"an empty list of codes": func() {
			adapter.NewTable("_acme", "Acme", with(func(r *adapter.Row) { r.VendorCode, r.VendorCodes = "", []string{""} }))
		},
		"no fact":         func() { adapter.NewTable("_acme", "Acme", with(func(r *adapter.Row) { r.Fact = "" })) },
		"an unknown fact": func() { adapter.NewTable("_acme", "Acme", with(func(r *adapter.Row) { r.Fact = "made_up" })) },
		"an unknown kind": func() {
			adapter.NewTable("_acme", "Acme", with(func(r *adapter.Row) { r.Kind, r.Unlike = "MADE_UP", "a reason" }))
		},
		"another kind without a reason": func() {
			adapter.NewTable("_acme", "Acme", with(func(r *adapter.Row) { r.Kind = toolerr.KindToolRetry }))
		},
		"a person without a reason": func() { adapter.NewTable("_acme", "Acme", with(func(r *adapter.Row) { r.UserAction = true })) },
		"a reason for nothing":      func() { adapter.NewTable("_acme", "Acme", with(func(r *adapter.Row) { r.Unlike = "a reason" })) },
		"a reason for the fact's own value": func() {
			adapter.NewTable("_acme", "Acme", with(func(r *adapter.Row) { r.Kind, r.Unlike = toolerr.KindToolFatal, "a reason" }))
		},
		"a number twice": func() {
			adapter.NewTable("_acme", "Acme", with(func(r *adapter.Row) { r.VendorCode = "a 1 1" }))
		},
		"no source": func() { adapter.NewTable("_acme", "Acme", with(func(r *adapter.Row) { r.Source = "" })) },
	}
	for name, create := range tests {
		t.Run(name, func(t *testing.T) { assert.Panics(t, create) })
	}
	assert.PanicsWithValue(t, `adapter: the display name "Acme WMS" of a table is not at most 64 characters of [A-Za-z0-9_.:-], or has the form of a credential`,
		func() { adapter.NewTable("_acme", "Acme WMS", row) })
	assert.NotPanics(t, func() { adapter.NewTable("_acme", "Acme") })
	assert.NotPanics(t, func() { adapter.NewTable("_acme", "Acme", row) })
}

func TestZeroTable(t *testing.T) {
	var table adapter.Table
	_, ok := table.Lookup("a")
	assert.False(t, ok)
	assert.Empty(t, table.Rows())
	assert.Empty(t, table.Slug())
}
