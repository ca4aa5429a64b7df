package awsadapter_test

import (
	"testing"

	"github.com/aws/smithy-go"
	"github.com/stretchr/testify/assert"

	"github.com/errand-go/errand/adapters/awsadapter"
	"github.com/errand-go/errand/internal/go126"
	"github.com/errand-go/errand/toolerr"
)

// A validation has the form of the ValidationException that the SDK generates for newer
// services, whose modules are not requirements of this one.
type validation struct {
	smithy.GenericAPIError

	FieldList []field
}

type field struct{ Name, Path, Message *string }

func TestRefusal(t *testing.T) {
	var inner, input smithy.InvalidParamsError
	inner.Add(smithy.NewErrParamRequired("Value"))
	input.Context = "TagResourceInput"
	input.AddNested("Tags[1]", inner)
	coded := func(code, text string) error { return &smithy.GenericAPIError{Code: code, Message: text} }
	one := func(f toolerr.Finding) []toolerr.Finding { return []toolerr.Finding{f} }
	for name, c := range map[string]struct {
		err  error
		want []toolerr.Finding
	}{
		"Coral": {
			coded("ValidationError", "1 validation error detected: Value '1, 2' at 'tags.6.member.value' failed to satisfy constraint: Member must satisfy regular expression pattern: [a-z]*"),
			one(toolerr.Finding{Rule: toolerr.RuleBadFormat, Fields: []string{"tags.5.value"}, Value: "1, 2"}),
		},
		"DynamoDB": {
			coded("ValidationException", "One or more parameter values were invalid: Type mismatch for key timestamp expected: S actual: N"),
			one(toolerr.Finding{Rule: toolerr.RuleWrongType, Word: "timestamp", Names: []string{"S"}}),
		},
		"a list of fields": {
			&validation{smithy.GenericAPIError{Code: "ValidationException", Message: "m"}, []field{{Name: go126.New("jobName"), Message: go126.New("Member must not be null")}}},
			one(toolerr.Finding{Rule: toolerr.RuleRequired, Fields: []string{"jobName"}}),
		},
		"the client's own check": {&smithy.OperationError{ServiceID: "S", OperationName: "TagResource", Err: input}, one(toolerr.Finding{Rule: toolerr.RuleRequired, Fields: []string{"Tags[1].Value"}})},
		"nothing":                {coded("ValidationException", "Quelque chose ne va pas"), nil},
	} {
		t.Run(name, func(t *testing.T) {
			te := awsadapter.Adapter{}.FromError(c.err)
			assert.Equal(t, len(c.want), len(te.Refusal().Findings))
			for i, f := range te.Refusal().Findings {
				if len(f.Names) == 0 {
					f.Names = nil
				}
				if len(f.Fields) == 0 {
					f.Fields = nil
				}
				assert.Equal(t, c.want[i], f)
			}
		})
	}
}
