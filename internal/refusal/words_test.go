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
