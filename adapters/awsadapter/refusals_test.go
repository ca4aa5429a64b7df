package awsadapter_test

import (
	"testing"

	"github.com/aws/smithy-go"
	"github.com/stretchr/testify/assert"

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
	for name, c := range map[string]struct {
		err  error
		want toolerr.Finding
	}{
		"Coral": {
			&smithy.GenericAPIError{Code: "ValidationError", Message: "1 validation error detected: Value '1, 2' at 'tags.6.member.value' failed to satisfy constraint: Member must satisfy regular expression pattern: [a-z]*"},
			toolerr.Finding{Rule: toolerr.RuleBadFormat, Fields: []string{"tags.5.value"}, Value: "1, 2"},
		},
		"a list of fields": {
			&validation{smithy.GenericAPIError{Code: "ValidationException", Message: "m"}, []field{{Name: go126.New("jobName"), Message: go126.New("Member must not be null")}}},
			toolerr.Finding{Rule: toolerr.RuleRequired, Fields: []string{"jobName"}},
		},
		"the client's own check": {&smithy.OperationError{ServiceID: "S", OperationName: "TagResource", Err: input}, toolerr.Finding{Rule: toolerr.RuleRequired, Fields: []string{"Tags[1].Value"}}},
	} {
		t.Run(name, func(t *testing.T) {
			assert.Equal(t, []toolerr.Finding{c.want}, adapt(t, c.err).Refusal().Findings)
		})
	}
}
