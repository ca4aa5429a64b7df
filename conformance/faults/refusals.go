package faults

import (
	"encoding/json"
	"strings"

	"github.com/errand-go/errand/toolerr"
)

// The arguments and the schema of the call in every fault of [GroupRefusal]. Each service
// refuses a part of it in its own format.
const (
	refusedArguments = `{"name":"mug","size":400,"colour":"purple"}`
	refusedSchema    = `{"type":"object","properties":{"name":{"type":"string"},"size":{"type":"integer"},"colour":{"type":"string"}},"required":["name"]}`
)

// The problems of that call that a model can read.
var (
	sizeTooLarge     = problem("/size", toolerr.RuleTooLarge, toolerr.Detail{Limit: toolerr.Int(100)})
	sizeBad          = problem("/size", toolerr.RuleBadValue, toolerr.Detail{})
	colourNotAllowed = problem("/colour", toolerr.RuleNotAllowed, toolerr.Detail{})
	colourUnknown    = problem("/colour", toolerr.RuleUnknown, toolerr.Detail{})
	nameExists       = problem("/name", toolerr.RuleExistsAlready, toolerr.Detail{})
)

func problem(path string, rule toolerr.Rule, d toolerr.Detail) toolerr.ReportProblem {
	p := rule.Problem(path, d)
	return toolerr.ReportProblem{Path: path, Problem: p.Problem.String(), Parts: p.Parts(), Resolved: true}
}

// A refusal is a service's way to refuse the call.
type refusal struct {
	name, does string
	status     int
	body       any
	problems   []toolerr.ReportProblem
	source     string
}

// object is a JSON object.
type object = map[string]any

// said is the service's own text.
const said = CanaryMessage + ": " + CredentialBody + " may not touch " + CanaryResource

var refusals = []refusal{
	{
		name: "refused-rfc9457", does: "problem details with a JSON pointer for each error", status: 422,
		body: object{
			"type": "https://" + CanaryHost + ".invalid/validation", "title": CanaryMessage, "status": 422, "detail": said, "instance": "/" + CanaryResource,
			"errors": []any{
				object{"detail": "must be less than or equal to 100", "pointer": "#/size"},
				object{"detail": "must be '" + CanaryBody + "' or 'red'", "pointer": "#/colour"},
			},
		},
		problems: []toolerr.ReportProblem{sizeTooLarge, colourNotAllowed},
		source:   "RFC 9457 section 3",
	},
	{
		name: "refused-fastapi", does: "FastAPI's list of pydantic's errors", status: 422,
		body: object{"detail": []any{
			object{"type": "less_than_equal", "loc": []any{"body", "size"}, "msg": "Input should be less than or equal to 100", "input": 400, "ctx": object{"le": 100}},
			object{
				"type": "enum", "loc": []any{"body", "colour"}, "msg": "Input should be '" + CanaryBody + "' or 'red'", "input": "purple",
				"ctx": object{"expected": "'" + CanaryBody + "' or 'red'"},
			},
		}},
		problems: []toolerr.ReportProblem{sizeTooLarge, colourNotAllowed},
		source:   "FastAPI, Handling Errors; pydantic v2, Validation Errors",
	},
	{
		name: "refused-django", does: "Django REST framework's lists of messages by field", status: 400,
		body: object{
			"size": []any{"Ensure this value is less than or equal to 100."}, "colour": []any{`"purple" is not a valid choice.`},
			"non_field_errors": []any{said},
		},
		problems: []toolerr.ReportProblem{sizeTooLarge, colourNotAllowed},
		source:   "Django REST framework 3.16, fields.py and Validators",
	},
	{
		name: "refused-jsonapi", does: "JSON:API's error objects", status: 422,
		body: object{"errors": []any{
			object{"status": "422", "id": CanaryRequestID, "title": "Invalid Attribute", "detail": said, "source": object{"pointer": "/data/attributes/size"}},
		}},
		problems: []toolerr.ReportProblem{sizeBad},
		source:   "JSON:API v1.1, Error Objects",
	},
	{
		name: "refused-google", does: "google.rpc.BadRequest with fieldViolations", status: 400,
		body: object{"error": object{"code": 400, "message": said, "status": "INVALID_ARGUMENT", "details": []any{
			object{"@type": "type.googleapis.com/google.rpc.BadRequest", "fieldViolations": []any{object{"field": "size", "description": said}}},
		}}},
		problems: []toolerr.ReportProblem{sizeBad},
		source:   "google/rpc/error_details.proto",
	},
	{
		name: "refused-github", does: "GitHub's errors with field and code", status: 422,
		body: object{
			"message": "Validation Failed", "documentation_url": "https://docs.github.com/rest", "status": "422",
			"errors": []any{object{"resource": CanaryResource, "field": "name", "code": "already_exists"}},
		},
		problems: []toolerr.ReportProblem{nameExists},
		source:   "GitHub REST API, Troubleshooting: Validation failed",
	},
	{
		name: "refused-stripe", does: "Stripe's error with param", status: 400,
		body: object{"error": object{
			"type": "invalid_request_error", "code": "parameter_unknown", "param": "colour", "message": "Received unknown parameter: colour",
			"request_log_url": "https://" + CanaryHost + ".invalid/" + CanaryRequestID,
		}},
		problems: []toolerr.ReportProblem{colourUnknown},
		source:   "Stripe API reference, Errors and Error codes",
	},
	{
		name: "refused-kubernetes", does: "a Status of Kubernetes with causes", status: 422,
		body: object{
			"kind": "Status", "apiVersion": "v1", "metadata": object{}, "status": "Failure", "reason": "Invalid", "code": 422,
			"message": `Item "` + CanaryResource + `" is invalid: colour: Unsupported value: "purple": supported values: "` + CanaryBody + `"`,
			"details": object{"name": CanaryResource, "kind": "Item", "causes": []any{
				object{"reason": "FieldValueNotSupported", "message": `Unsupported value: "purple": supported values: "` + CanaryBody + `"`, "field": "colour"},
			}},
		},
		problems: []toolerr.ReportProblem{colourNotAllowed},
		source:   "k8s.io/apimachinery v0.35, meta/v1 StatusCause and util/validation/field",
	},
}

func refusalFaults() []Fault {
	rows := make([]Fault, len(refusals))
	for i, r := range refusals {
		mediaType := "application/json"
		if r.name == "refused-rfc9457" {
			mediaType = "application/problem+json"
		}
		body := jsonContent(mediaType, r.body)
		rows[i] = Fault{
			Name: r.name, Does: r.does, Want: ForStatus(r.status), Source: r.source,
			Arguments: json.RawMessage(refusedArguments), Schema: json.RawMessage(refusedSchema), Problems: r.problems,
			run: behaviour{play: onRequest(func(x *exchange) {
				x.respond(r.status, nil, x.site.refusing(body, r.problems[0].Path[1:]))
			})},
		}
	}
	return rows
}

// refusing returns the body of a refusal about the argument of [WithRefused] in the place
// of another one.
func (s *site) refusing(c Content, argument string) Content {
	if s.refused == "" {
		return c
	}
	remark, err := json.Marshal(s.remark)
	if err != nil {
		panic("faults: " + err.Error())
	}
	about := strings.ReplaceAll(string(c.Body), argument, s.refused)
	c.Body = []byte(`{"remark":` + string(remark) + "," + strings.TrimPrefix(about, "{"))
	return c
}
