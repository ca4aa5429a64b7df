package githubadapter_test

import (
	"testing"

	"github.com/errand-go/errand/adapters/githubadapter"
	"github.com/errand-go/errand/internal/meaning"
	"github.com/errand-go/errand/toolerr"
)

// meant is what each word means, spelled out once more: a guidance is named
// where the kind and the status do not say it.
var meant = []meaning.Group{
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

func TestMeant(t *testing.T) { meaning.Check(t, githubadapter.Adapter{}.Table(), meant) }
