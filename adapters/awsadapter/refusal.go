package awsadapter

import (
	"strings"

	"github.com/aws/smithy-go"

	"github.com/errand-go/errand/adapter"
	"github.com/errand-go/errand/adapter/shape"
	"github.com/errand-go/errand/internal/refusal"
	"github.com/errand-go/errand/toolerr"
)

// refused reads the refusal of a service: its code, its sentence, and the fields that the
// ValidationException of newer services lists.
type refused struct{ api smithy.APIError }

// Refusal returns the service's refusal.
func (r refused) Refusal() toolerr.Refusal {
	code, _ := shape.Call(r.api, smithy.APIError.ErrorCode)
	text, _ := shape.Call(r.api, smithy.APIError.ErrorMessage)
	var fields []refusal.Statement
	for _, list := range [...]string{"FieldList", "Fields"} {
		for item := range shape.Items(r.api, list) {
			place, ok := shape.Field[string](item, "Path")
			if !ok {
				place, _ = shape.Field[string](item, "Name")
			}
			message, _ := shape.Field[string](item, "Message")
			fields = append(fields, refusal.Statement{Fields: []string{place}, Text: message})
		}
	}
	return refusal.AWS(bareCode(code), text, fields...)
}

// invalidInput reads the fields of a call that the SDK itself refused.
type invalidInput struct{ err error }

// A checked error is about one field: "PutItemInput.Item", where the first name is the Go
// type's (smithy-go v1.28.8, validation.go).
type checked interface {
	error
	Field() string
}

// Refusal returns the fields that the SDK refused.
func (i invalidInput) Refusal() toolerr.Refusal {
	var fields []refusal.Statement
	for e := range adapter.Tree(i.err) {
		errs, _ := shape.Call(e, func(x interface{ Errs() []error }) []error { return x.Errs() })
		for _, err := range errs {
			place, _ := shape.Call(err, checked.Field)
			text, _ := shape.Call(err, checked.Error)
			if _, field, ok := strings.Cut(place, "."); ok {
				fields = append(fields, refusal.Statement{Fields: []string{field}, Text: text + ","})
			}
		}
	}
	if len(fields) == 0 {
		return toolerr.Refusal{}
	}
	return refusal.AWS("", "", fields...)
}
