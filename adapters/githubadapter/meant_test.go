package githubadapter_test

import (
	"errors"
	"strings"
	"testing"

	"github.com/stretchr/testify/assert"

	"github.com/errand-go/errand/adapters/githubadapter"
	"github.com/errand-go/errand/toolerr"
)

// meant is what each word means, spelled out once more: a guidance is named
// where the kind and the status do not say it.
var meant = []struct {
	kind     toolerr.Kind
	retry    bool
	effect   toolerr.Effect
	user     bool
	guidance toolerr.Guidance
	codes    string
}{
	{toolerr.KindUpstreamRateLimit, true, none, false, "", "primary_rate_limit secondary_rate_limit too_many_requests"},
	{toolerr.KindToolRetry, true, unknown, false, "", "accepted_try_later"},
	{toolerr.KindToolContextRequired, false, none, true, "", "otp_required sso_required"},
	{toolerr.KindUpstreamAuthError, false, none, true, "", "insufficient_scopes"},
	{toolerr.KindUpstreamAuthError, false, none, false, "", "forbidden"},
	{toolerr.KindToolFatal, false, none, false, "", "blocked_dmca blocked"},
	{toolerr.KindUpstreamBadRequest, false, none, false, "", "conflict moved"},
	{toolerr.KindUpstreamNotFound, false, none, false, "", "branch_not_protected"},
	{toolerr.KindUpstreamValidationError, false, none, false, "", "missing missing_field invalid already_exists unprocessable custom"},
	{toolerr.KindToolBadInputValue, false, none, false, "", "path_forbidden mixed_comment_styles"},
}

// TestMeant compares the table with the list above: every row, once.
func TestMeant(t *testing.T) {
	table := githubadapter.Adapter{}.Table()
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
