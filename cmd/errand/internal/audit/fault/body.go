package fault

import (
	"encoding/json"
	"fmt"
	"strings"

	"github.com/errand-go/errand/conformance/faults"
)

// always returns the shape whose error is always c.
func always(c faults.Content) faults.Shape {
	return faults.Shape{Name: "audit", Error: func(faults.Answer) faults.Content { return c }}
}

// jsonBody returns v, a literal of this package, as a body.
func jsonBody(v any, header ...string) faults.Content {
	body, err := json.Marshal(v)
	if err != nil {
		panic("fault: " + err.Error())
	}
	return faults.Content{Type: "application/json", Header: header, Body: body}
}

// common returns the shape of an error that many clients read: the message of GitHub and
// many others, the Status of Kubernetes, the error object of Stripe, OpenAI and Google.
func common() faults.Shape {
	return faults.Shape{Name: "audit", Error: func(a faults.Answer) faults.Content {
		return jsonBody(object{
			"message": Message, "error": object{"message": Message, "type": faults.CanaryCode, "status": faults.CanaryCode},
			"kind": "Status", "apiVersion": "v1", "status": "Failure", "reason": faults.CanaryCode, "code": a.Status,
			"request_id": a.RequestID,
		})
	}}
}

// bigPage has the size of a load balancer's error page with its styles.
func bigPage() faults.Content {
	style := strings.Repeat(".quorvex { margin: 0 auto; padding: 1rem; color: #336699; }\n", 950)
	return faults.Content{
		Type: "text/html; charset=utf-8",
		Body: []byte("<!doctype html><html><head><title>" + faults.CanaryBody + "</title><style>" + style + "</style></head><body><h1>Bad gateway</h1><p>" +
			Message + "</p></body></html>"),
	}
}

// validationFaults are violations of a rule for an argument, in the formats of services.
// Each names the page that describes the format.
func validationFaults() []Fault {
	rule := fmt.Sprintf("must be at most %d characters", Limit)
	rows := []struct {
		name, does string
		status     int
		media      string
		body       func(field string) any
	}{
		{
			// RFC 9457 section 3
			"422-problem", "RFC 9457 problem details with a pointer", 422, "application/problem+json",
			func(field string) any {
				return object{"type": "https://example.com/invalid", "title": "Invalid input", "detail": Message, "status": 422, "errors": []object{{"pointer": "#/" + field, "detail": rule}}}
			},
		},
		{
			// jsonapi.org/format, section Errors
			"422-jsonapi", "JSON:API errors with a pointer", 422, "application/vnd.api+json",
			func(field string) any {
				return object{
					"errors": []object{{"status": "422", "title": "Invalid attribute", "detail": rule, "source": object{"pointer": "/data/attributes/" + field}}},
					"meta":   object{"note": Message},
				}
			},
		},
		{
			// FastAPI's documentation, "Handling Errors", and pydantic's "Validation Errors"
			"422-fastapi", "FastAPI's detail with loc, msg and ctx", 422, "",
			func(field string) any {
				return object{"note": Message, "detail": []object{{"type": "string_too_long", "loc": []string{"body", field}, "msg": fmt.Sprintf("String should have at most %d characters", Limit), "ctx": object{"max_length": Limit}}}}
			},
		},
		{
			// GitHub's REST documentation, "Troubleshooting the REST API", section Validation failed
			"422-github", "GitHub's errors with field, code and message", 422, "",
			func(field string) any {
				return object{"message": "Validation Failed. " + Message, "errors": []object{{"resource": "Issue", "code": "custom", "field": field, "message": field + " is too long (maximum is " + fmt.Sprint(Limit) + " characters)"}}}
			},
		},
		{
			// google.rpc.BadRequest in googleapis' error_details.proto
			"400-google", "Google's fieldViolations", 400, "",
			func(field string) any {
				return object{"error": object{"code": 400, "status": "INVALID_ARGUMENT", "message": Message, "details": []object{{
					"@type": "type.googleapis.com/google.rpc.BadRequest", "fieldViolations": []object{{"field": field, "description": rule}},
				}}}}
			},
		},
		{
			// Django REST framework's documentation, "Exceptions"
			"400-django", "Django REST's map of fields", 400, "",
			func(field string) any {
				return object{field: []string{fmt.Sprintf("Ensure this field has no more than %d characters.", Limit)}, "note": Message}
			},
		},
		{
			// Kubernetes API reference, Status and StatusCause
			"422-kubernetes", "a Status of Kubernetes with causes", 422, "",
			func(field string) any {
				return object{
					"kind": "Status", "apiVersion": "v1", "status": "Failure", "reason": "Invalid", "code": 422, "message": Message,
					"details": object{"causes": []object{{"reason": "FieldValueTooLong", "field": field, "message": fmt.Sprintf("Too long: may not be more than %d bytes", Limit)}}},
				}
			},
		},
		{
			// Notion's documentation, "Status codes"
			"400-notion", "a validation_error in prose, as Notion's", 400, "",
			func(field string) any {
				return object{"object": "error", "status": 400, "code": "validation_error", "message": fmt.Sprintf("body failed validation: body.%s.length should be ≤ `%d`. %s", field, Limit, Message)}
			},
		},
	}
	var all []Fault
	for _, row := range rows {
		all = append(all, Fault{
			Name: row.name, Group: GroupValidation, Does: fmt.Sprintf("HTTP %d, %s: an argument is longer than %d", row.status, row.does, Limit),
			Status: row.status, Fix: FixLimit, Broken: true, base: fmt.Sprint("status-", row.status),
			shape: func(field string) faults.Shape {
				c := jsonBody(row.body(field))
				if row.media != "" {
					c.Type = row.media
				}
				return always(c)
			},
		})
	}
	return all
}

type object = map[string]any
