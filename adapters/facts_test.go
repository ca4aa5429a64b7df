package adapters_test

import (
	"testing"

	"github.com/stretchr/testify/assert"
	"github.com/stretchr/testify/require"

	"github.com/errand-go/errand/adapter"
	"github.com/errand-go/errand/adapters"
	"github.com/errand-go/errand/toolerr"
)

// The same fact gets the same answer at each vendor, except where a row gives a reason.
func TestRowsOfOneFactDifferOnlyWithAReason(t *testing.T) {
	type answer struct {
		kind       toolerr.Kind
		code       toolerr.Code
		retry      bool
		guidance   toolerr.Guidance
		userAction bool
		effect     toolerr.Effect
	}
	answers, used := map[toolerr.Fact]answer{}, map[toolerr.Fact]int{}
	rows, unlike := 0, 0
	for _, a := range adapters.All() {
		tabled, ok := adapter.As[adapter.Tabled](a)
		if !ok {
			continue
		}
		for _, row := range tabled.Table().Rows() {
			rows++
			used[row.Fact]++
			m, ok := row.Fact.Meaning()
			require.True(t, ok, "%s of %s", row.VendorCode, a.Slug())
			if row.Unlike != "" {
				unlike++
				continue
			}
			te := row.Error(nil)
			got := answer{te.Kind(), te.Code(), te.CanRetry(), te.Guidance(), te.RequiresUserAction(), te.Effect()}
			if before, seen := answers[row.Fact]; seen {
				assert.Equal(t, before, got, "%s of %s is %s", row.VendorCode, a.Slug(), row.Fact)
			}
			answers[row.Fact] = got
			if row.Hint.IsZero() {
				assert.Equal(t, m.Hint, row.Hint, "%s of %s", row.VendorCode, a.Slug())
			}
			assert.False(t, row.Field != "" && row.Rule == "", "%s of %s names a field and no rule", row.VendorCode, a.Slug())
			assert.True(t, row.Rule == "" || row.Rule.Known(), "%s of %s", row.VendorCode, a.Slug())
		}
	}
	assert.Less(t, 20*unlike, rows, "an exception is rare")
	for _, fact := range toolerr.Facts() {
		assert.Positive(t, used[fact], "no row has the fact %s", fact)
	}
}
