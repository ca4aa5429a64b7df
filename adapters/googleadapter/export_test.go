package googleadapter

import "github.com/errand-go/errand/adapter/shape"

// The types of packages that the library does not require.
type ForeignTypes struct {
	Token, Job, Jobs, Rows, Entities, Proto shape.Type
}

// SetForeignTypes replaces the types that are recognised by shape, and returns a
// function that puts them back.
func SetForeignTypes(f ForeignTypes) (restore func()) {
	before := []shape.Type{tokenError, jobError, jobErrors, rowErrors, entityErrors}
	set, proto := types, protoErrors
	tokenError, jobError, jobErrors, rowErrors, entityErrors = f.Token, f.Job, f.Jobs, f.Rows, f.Entities
	types = shape.NewSet(apiError, f.Token, f.Job, f.Jobs, f.Rows, f.Entities)
	protoErrors = shape.NewSet(f.Proto)
	return func() {
		tokenError, jobError, jobErrors, rowErrors, entityErrors = before[0], before[1], before[2], before[3], before[4]
		types, protoErrors = set, proto
	}
}

// TokenFailureTexts are the texts that are matched for want of a type.
func TokenFailureTexts() []string {
	var texts []string
	for _, f := range tokenFailures {
		texts = append(texts, f.text)
	}
	return texts
}
