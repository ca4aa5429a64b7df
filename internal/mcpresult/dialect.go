package mcpresult

import (
	"encoding/json"
	"strings"
	"time"

	"github.com/errand-go/errand/toolerr"
)

// dialects are the forms in which servers describe a failed call for programs, by the key in
// _meta. "" is the member error of the structured content. names are paths of their members,
// and the members of a payload that have the same meaning.
var dialects = []struct {
	key    string
	names  map[string]string
	source string
}{
	{"arcade", map[string]string{
		"errorKind": "kind", "canRetry": "can_retry", "retryAfterMs": "retry_after_ms", "statusCode": "status_code", "additionalPromptContent": "hint",
	}, "ArcadeAI/arcade-mcp 597deba, arcade_mcp_server/server.py, _build_arcade_error_meta"},
	{ToolFailureKey, map[string]string{"code": "code", "retryable": "can_retry", "retryNotBefore": "not_before", "agentGuidance": "hint"}, "SEP-3313 of August 2026"},
	{"", map[string]string{"code": "code", "data.retryable": "can_retry", "data.recovery.hint": "hint", "message": "error"}, "cyanheads/mcp-ts-core, createToolHandler, read 2026-11-26"},
}

// codeKinds are the kinds of codes of dialects without kinds: those of SEP-3313 and of
// JSON-RPC.
var codeKinds = map[string]toolerr.Kind{
	authRequired: toolerr.KindUpstreamAuthError, "permission_denied": toolerr.KindUpstreamAuthError, "policy_blocked": toolerr.KindToolFatal,
	"user_action_required": toolerr.KindToolContextRequired, "resource_not_found": toolerr.KindUpstreamNotFound,
	"invalid_input": toolerr.KindToolBadInputValue, "-32602": toolerr.KindToolBadInputValue,
	"capability_unsupported": toolerr.KindUpstreamBadRequest, "retryable_transient_error": toolerr.KindUpstreamServerError,
}

// texts are the kinds of texts of servers, by their beginnings, without the parts that vary.
var texts = []struct {
	begin  string
	kind   toolerr.Kind
	source string
}{
	{"Rate limited by upstream API", toolerr.KindUpstreamRateLimit, "jlowin/fastmcp b14b137, server.py, call_tool"},
	{"Upstream request timed out", toolerr.KindUpstreamServerError, "jlowin/fastmcp b14b137, server.py, call_tool"},
	{"Unknown tool: ", toolerr.KindUpstreamNotFound, "jlowin/fastmcp b14b137, server.py, call_tool"},
	{"MCP error -32602: Input validation error: ", toolerr.KindToolBadInputValue, "@modelcontextprotocol/sdk 1.32.2, server/mcp.js, validateToolInput"},
	{`validating "arguments": `, toolerr.KindToolBadInputValue, "go-sdk v1.8.0, mcp/server.go, toolForErr"},
}

// Foreign returns the members of a payload for a result that another program marked as an
// error, and false if it is in none of the dialects. All of it is the server's own word.
func Foreign(meta map[string]any, structured any, text string) (payload []byte, ok bool) {
	members := map[string]any{}
	for _, d := range dialects {
		said, _ := meta[d.key].(map[string]any)
		if d.key == "" {
			said, _ = at(structured, []string{"error"}).(map[string]any)
		}
		for path, name := range d.names {
			if v := at(said, strings.Split(path, ".")); v != nil && members[name] == nil {
				members[name] = v
			}
		}
	}
	code, _ := json.Marshal(members["code"])
	if kind := codeKinds[strings.Trim(string(code), `"`)]; kind != "" && members["kind"] == nil {
		members["kind"] = kind
	}
	if members["code"] == authRequired {
		members["access"] = toolerr.FactSignIn
	}
	for _, t := range texts {
		if members["kind"] == nil && strings.HasPrefix(text, t.begin) {
			members["kind"] = t.kind
		}
	}
	if members["kind"] == nil {
		return nil, false
	}
	if members["error"] == nil {
		members["error"] = text
	}
	if members["can_retry"] == nil {
		members["effect"] = toolerr.EffectUnknown // so that the kind says whether a retry may help
	}
	if moment, ok := members["not_before"].(float64); ok {
		members["retry_after_ms"] = int64(max(0, min(moment-float64(time.Now().UnixMilli()), 1e12)))
	}
	payload, err := Encode(members)
	return payload, err == nil
}

// at returns the value at a path of members, or nil.
func at(v any, path []string) any {
	for _, name := range path {
		object, _ := v.(map[string]any)
		v = object[name]
	}
	return v
}
