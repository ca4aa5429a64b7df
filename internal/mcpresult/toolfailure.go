package mcpresult

import (
	"time"

	"github.com/errand-go/errand/toolerr"
)

// ToolFailureKey is the key in _meta of the classification that a draft of the protocol
// describes (SEP-3313 of August 2026).
const ToolFailureKey = "io.modelcontextprotocol/toolFailure"

// A ToolFailure is the classification of SEP-3313.
type ToolFailure struct {
	Class          string `json:"class"`
	Code           string `json:"code"`
	Retryable      bool   `json:"retryable,omitempty"`
	RetryNotBefore int64  `json:"retryNotBefore,omitempty"` // milliseconds of the Unix epoch
	CorrelationID  string `json:"correlationId"`
	AgentGuidance  string `json:"agentGuidance,omitempty"`
}

const authRequired = "auth_required" // a code of SEP-3313

// accessCodes are the codes of SEP-3313 for facts about access. The others are
// "user_action_required".
var accessCodes = map[toolerr.Fact]string{ //nolint:exhaustive // see above
	toolerr.FactExpiredKey: authRequired, toolerr.FactWrongKey: authRequired, toolerr.FactSignIn: authRequired,
	toolerr.FactMissingScope: "permission_denied", toolerr.FactNotPermitted: "permission_denied",
}

func toolFailure(te *toolerr.ToolRuntimeError) ToolFailure {
	f := ToolFailure{Class: "capability", Code: string(te.Code()), CorrelationID: te.Reference(), AgentGuidance: te.Hint().String()}
	a, refused := te.Access()
	switch {
	case refused && accessCodes[a.Fact] != "":
		f.Class, f.Code = "governance", accessCodes[a.Fact]
	case refused, te.RequiresUserAction(), te.Kind() == toolerr.KindToolContextRequired:
		f.Class, f.Code = "governance", "user_action_required"
	case te.Code() == toolerr.CodeDenied:
		f.Class, f.Code = "governance", "policy_blocked"
	case te.CanRetry():
		f.Class, f.Code, f.Retryable = "reliability", "retryable_transient_error", te.Repeats()
		if wait, ok := te.RetryAfter(); ok && f.Retryable {
			f.RetryNotBefore = time.Now().Add(wait).UnixMilli()
		}
	case te.Kind() == toolerr.KindUpstreamNotFound:
		f.Code = "resource_not_found"
	}
	return f
}
