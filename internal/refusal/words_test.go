package refusal_test

import (
	"testing"

	"github.com/stretchr/testify/assert"

	"github.com/errand-go/errand/internal/refusal"
	"github.com/errand-go/errand/toolerr"
)

func TestRuleOf(t *testing.T) {
	for code, want := range map[string]toolerr.Rule{
		"MISSING_REQUIRED_PARAMETER": toolerr.RuleRequired, "MissingField": toolerr.RuleRequired, "missing-field": toolerr.RuleRequired, "PARAMETER_VALUE_NOT_SUPPORTED": toolerr.RuleUnsupported,
		"NoSuchKey": toolerr.RuleNotFound, "RESOURCE_NOT_FOUND": toolerr.RuleNotFound, "INVALID_PARAMETER_SYNTAX": toolerr.RuleBadFormat, "teapot": "", "": "",
	} {
		assert.Equal(t, want, refusal.RuleOf(code), code)
	}
}

// Limits of a service or a machine are not problems of an argument.
func TestLimitsOfResources(t *testing.T) {
	for _, text := range []string{"too many open files", "open /tmp/x: too many open files", "rate limit exceeded", "memory limit exceeded", "disk quota exceeded"} {
		assert.Empty(t, refusal.Text(text), text)
	}
	assert.NotEmpty(t, refusal.Text("limit must be at most 100"))
}
