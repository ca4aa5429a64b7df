package mcptools

import (
	"context"
	"encoding/json"
	"reflect"
	"strings"
	"time"

	"github.com/modelcontextprotocol/go-sdk/mcp"

	"github.com/errand-go/errand/agent"
	"github.com/errand-go/errand/internal/mcpresult"
	"github.com/errand-go/errand/toolerr"
)

// inputPrefix begins the error of go-sdk v1.8.0 (mcp/server.go, toolForErr) for
// arguments that do not fit the schema. It has no type, names one problem only,
// and repeats the value; so the text serves to recognise it, and nothing else.
const inputPrefix = `validating "arguments": `

// badInput returns the error of arguments that the SDK refused before it called
// the handler, nil for any other.
func (g *guard) badInput(
	ctx context.Context, req *mcp.CallToolRequest, next mcp.MethodHandler, err error,
) *toolerr.ToolRuntimeError {
	var found []toolerr.Problem
	if e, ok := err.(*json.UnmarshalTypeError); ok { //nolint:errorlint // the SDK returns it as it is; one inside another error is the tool's
		found = misfit(req.Params.Arguments, e)
	} else if strings.HasPrefix(mcpresult.ErrorText(err), inputPrefix) {
		found, _ = agent.ArgumentProblems(g.schemas.of(ctx, req, next), req.Params.Arguments)
		if len(found) == 0 { // this validator sees nothing, or there is no schema to see
			found = []toolerr.Problem{{Problem: toolerr.Msg("does not fit the tool's input schema")}}
		}
	}
	if len(found) == 0 {
		return nil
	}
	return toolerr.InvalidInput(toolerr.Msg("The arguments do not fit the tool's schema. Correct them and call again."), found,
		toolerr.WithCause(err), toolerr.WithEffect(toolerr.EffectNone))
}

// misfit reads the error of decoding the arguments into the handler's own type,
// after the schema had been satisfied. A handler may return such an error as
// well, about something else that it read. The SDK decodes with
// github.com/segmentio/encoding (v0.5.4, json/codec.go), which says of a value
// what encoding/json does not: that it overflows, or the text itself in quotes;
// and the field it names is one of the arguments.
func misfit(args json.RawMessage, e *json.UnmarshalTypeError) []toolerr.Problem {
	if !strings.HasSuffix(e.Value, " overflows") && !strings.HasPrefix(e.Value, `"`) {
		return nil
	}
	var value any
	if err := json.Unmarshal(args, &value); err != nil || e.Field == "" {
		return nil
	}
	path := strings.Split(e.Field, ".")
	for _, name := range path {
		object, _ := value.(map[string]any)
		var ok bool
		if value, ok = object[name]; !ok {
			return nil
		}
	}
	msg := toolerr.RuleBadValue.Message(toolerr.Detail{})
	if e.Type == reflect.TypeFor[time.Time]() {
		msg = toolerr.RuleBadFormat.Message(toolerr.Detail{
			Names: []toolerr.Arg{toolerr.Name("date-time (RFC 3339), such as 2006-01-02T15:04:05Z")},
		})
	}
	return []toolerr.Problem{{Path: pointer(path), Problem: msg}}
}

// pointer is the JSON pointer (RFC 6901) of a path.
func pointer(path []string) string {
	var b strings.Builder
	for _, token := range path {
		b.WriteByte('/')
		b.WriteString(strings.NewReplacer("~", "~0", "/", "~1").Replace(token))
	}
	return b.String()
}
