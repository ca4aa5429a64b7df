package verdict

import (
	"encoding/json"
	"errors"
	"fmt"
	"slices"
	"strings"

	"github.com/errand-go/errand/adapter"
	"github.com/errand-go/errand/cmd/errand/internal/input"
	"github.com/errand-go/errand/toolerr"
)

// maxDocument is how much of a body is decoded; no vendor's error is longer.
const maxDocument = 1 << 20

// decoded returns the body as JSON; the zero T where it is none. A member of
// another type than T wants is left out: vendors also write null, numbers and
// lists of texts.
func decoded[T any](r *input.Response) T {
	return decode[T](r.Body)
}

func decode[T any](raw []byte) T {
	var v, none T
	if len(raw) > maxDocument {
		return none
	}
	err := json.Unmarshal(raw, &v)
	if _, other := errors.AsType[*json.UnmarshalTypeError](err); err != nil && !other {
		return none
	}
	return v
}

// some returns the words that are not empty.
func some(all ...string) []string {
	return slices.DeleteFunc(all, func(s string) bool { return s == "" })
}

// invalidRequest is the type of OpenAI and Anthropic that comes with most
// statuses, and says less than they do.
const invalidRequest = "invalid_request_error"

func readOpenAI(r *input.Response) said {
	body := decoded[struct {
		Error struct{ Code, Type string }
	}](r)
	if body.Error.Type == invalidRequest {
		body.Error.Type = ""
	}
	return said{codes: some(body.Error.Code, body.Error.Type)}
}

func readAnthropic(r *input.Response) said {
	body := decoded[struct {
		Error struct {
			Type    string
			Details struct {
				Code string `json:"error_code"`
			}
		}
	}](r)
	if body.Error.Type == invalidRequest && r.Status != 400 {
		body.Error.Type = ""
	}
	return said{codes: some(body.Error.Details.Code, body.Error.Type)}
}

// stripeMayRepeat: a repeat is of no use where the tool or its key has to change
// first.
func stripeMayRepeat(row adapter.Row, status int) bool {
	if row.Kind == "" {
		return status != 401 && status != 403
	}
	return row.Kind == toolerr.KindToolRetry || row.Kind.Class() == toolerr.ClassUpstream && row.Kind != toolerr.KindUpstreamAuthError ||
		row.Kind.Class() == toolerr.ClassRateLimit
}

func readStripe(r *input.Response) said {
	body := decoded[struct {
		Error struct {
			DeclineCode string `json:"decline_code"`
			Code, Type  string
		}
	}](r)
	return said{codes: some(body.Error.DeclineCode, body.Error.Code, body.Error.Type)}
}

// aStatus is the object that Kubernetes answers instead of a success.
type aStatus struct{ Kind, APIVersion, Status string }

func isKubernetes(r *input.Response) bool {
	s := decoded[aStatus](r)
	return s.Kind == "Status" && s.APIVersion == "v1" && s.Status == "Failure"
}

func readConnect(r *input.Response) said {
	return said{codes: some(decoded[struct{ Code string }](r).Code)}
}

// readMCP reads the number of an error of JSON-RPC, whatever the status.
func readMCP(r *input.Response) said {
	code := decoded[struct{ Error struct{ Code json.Number } }](r).Error.Code.String()
	return said{codes: some(code), refused: code != ""}
}

// A graphQLAnswer is what a GraphQL service answers.
type graphQLAnswer struct {
	Errors []struct {
		Message    string
		Type       string
		Path       []any
		Locations  []any
		Extensions map[string]any
	}
}

// readGraphQL reads every error. One with a path is of a field: others may have
// been done.
func readGraphQL(r *input.Response) said {
	s := said{worst: true}
	for _, e := range decoded[graphQLAnswer](r).Errors {
		s.refused = true
		s.partly = s.partly || len(e.Path) > 0
		code, _ := e.Extensions["code"].(string)
		s.codes = append(s.codes, some(code, e.Type)...)
	}
	return s
}

// isGraphQL reports whether the body is what only a GraphQL service answers:
// errors with a message and a place, a path or extensions.
func isGraphQL(r *input.Response) bool {
	if strings.HasPrefix(r.Header.Get("Content-Type"), "application/graphql-response+json") {
		return true
	}
	all := decoded[graphQLAnswer](r).Errors
	for _, e := range all {
		if e.Message == "" || len(e.Path)+len(e.Locations)+len(e.Extensions) == 0 {
			return false
		}
	}
	return len(all) > 0
}

// cut returns what a developer may want to read of a body.
func cut(body []byte) string {
	const most = 2 << 10
	if len(body) > most {
		return fmt.Sprintf("%s… (%d bytes)", body[:most], len(body))
	}
	return string(body)
}
