package refusal_test

import (
	"errors"
	"testing"

	"github.com/stretchr/testify/assert"

	"github.com/errand-go/errand/agent/internal/refusal"
	"github.com/errand-go/errand/toolerr"
)

func TestRefusals(t *testing.T) {
	tests := map[string]struct {
		te      *toolerr.ToolRuntimeError
		kind    toolerr.Kind
		code    toolerr.Code
		mayHave bool // the call may have been executed
	}{
		"canceled":        {te: refusal.Canceled(), kind: toolerr.KindToolCanceled, code: toolerr.CodeCanceled},
		"stopped":         {te: refusal.Stopped(), kind: toolerr.KindToolCanceled, code: toolerr.CodeCanceled},
		"interrupted":     {te: refusal.Interrupted(), kind: toolerr.KindToolCanceled, code: toolerr.CodeCanceled, mayHave: true},
		"unfinished":      {te: refusal.Unfinished(), kind: toolerr.KindToolCanceled, code: toolerr.CodeCanceled, mayHave: true},
		"budget":          {te: refusal.BudgetExhausted(), kind: toolerr.KindToolFatal, code: toolerr.CodeBudgetExhausted},
		"surplus":         {te: refusal.Surplus(2, false), kind: toolerr.KindToolFatal, code: toolerr.CodeBudgetExhausted},
		"surplus, last":   {te: refusal.Surplus(2, true), kind: toolerr.KindToolFatal, code: toolerr.CodeBudgetExhausted},
		"unknown tool":    {te: refusal.UnknownTool("x", nil, false), kind: toolerr.KindToolBadInputValue, code: toolerr.CodeUnknownTool},
		"cut off":         {te: refusal.AnswerCutOff(), kind: toolerr.KindToolFatal, code: toolerr.CodeTruncatedCall},
		"blocked":         {te: refusal.AnswerBlocked(), kind: toolerr.KindToolFatal, code: toolerr.CodeDenied},
		"handed over":     {te: refusal.HandedOver("a"), kind: toolerr.KindToolFatal, code: toolerr.CodeConflict},
		"too deep":        {te: refusal.TooDeep(), kind: toolerr.KindToolFatal, code: toolerr.CodeInternalError},
		"repeated":        {te: refusal.Repeated(), kind: toolerr.KindToolFatal, code: toolerr.CodeRepeatedCall},
		"unavailable":     {te: refusal.Unavailable(), kind: toolerr.KindToolFatal, code: toolerr.CodeBudgetExhausted},
		"bad rewrite":     {te: refusal.BadRewrite(errors.New("x")), kind: toolerr.KindToolFatal, code: toolerr.CodeInternalError},
		"denied":          {te: refusal.Denied(), kind: toolerr.KindToolFatal, code: toolerr.CodeDenied},
		"denied before":   {te: refusal.DeniedBefore(3), kind: toolerr.KindToolFatal, code: toolerr.CodeDenied},
		"not decided":     {te: refusal.NotDecided(), kind: toolerr.KindToolFatal, code: toolerr.CodeDenied},
		"nobody asked":    {te: refusal.NobodyAsked(), kind: toolerr.KindToolFatal, code: toolerr.CodeDenied},
		"other approved":  {te: refusal.OtherApproved(), kind: toolerr.KindToolFatal, code: toolerr.CodeConflict},
		"approval":        {te: refusal.WaitsForApproval(), kind: toolerr.KindToolContextRequired, code: toolerr.CodePending},
		"agent, approval": {te: refusal.AgentWaits(), kind: toolerr.KindToolContextRequired, code: toolerr.CodePending, mayHave: true},
		"sign-in":         {te: refusal.WaitsForSignIn(), kind: toolerr.KindToolContextRequired, code: toolerr.CodeAuthRequired},
		"not signed in":   {te: refusal.NotSignedIn(), kind: toolerr.KindToolContextRequired, code: toolerr.CodeAuthRequired},
		"no credentials":  {te: refusal.NoCredentials(), kind: toolerr.KindToolFatal, code: toolerr.CodeAuthRequired},
	}
	for name, tt := range tests {
		t.Run(name, func(t *testing.T) {
			effect := toolerr.EffectNone
			if tt.mayHave {
				effect = toolerr.EffectUnknown
			}
			assert.Equal(t, tt.kind, tt.te.Kind())
			assert.Equal(t, tt.code, tt.te.Code())
			assert.Equal(t, effect, tt.te.Effect())
		})
	}
}

func TestUnknownToolSuggestsSimilarNames(t *testing.T) {
	assert.Equal(t, "There is no tool of that name. Did you mean get_weather?",
		refusal.UnknownTool("get_wether", []string{"send_mail", "get_weather"}, false).Message().String())
	far := refusal.UnknownTool("zzz", []string{"send_mail", "get_weather"}, false)
	assert.Equal(t, "There is no tool of that name.", far.Message().String())
	assert.Equal(t, "Call one of the tools that are declared.", far.Hint().String())
}
