package elasticadapter

import (
	"encoding/json"
	"strconv"

	"github.com/errand-go/errand/adapter/shape"
	"github.com/errand-go/errand/internal/refusal"
	"github.com/errand-go/errand/toolerr"
)

var (
	typeOf     = shape.NewGetter[string]("Type")
	reasonOf   = shape.NewGetter[string]("Reason")
	indexOf    = shape.NewGetter[string]("Index")
	metadataOf = shape.NewGetter[map[string]json.RawMessage]("Metadata")
)

// The maximum number and depth of an error's causes that are read.
const (
	maxCauses = 16
	maxDepth  = 6
)

// refusalAt returns a function that returns the refusal in the error at a path and its
// causes.
func refusalAt(path string) func(node any) toolerr.Refusal {
	get := shape.NewGetter[any](path)
	return func(node any) toolerr.Refusal {
		e, _ := get.Of(node)
		all := failures(nil, e, 0)
		text, _ := reasonOf.Of(e)
		return refusal.Refusal(text, refusal.Elastic(all))
	}
}

// failures appends the root causes of an error, the error, and its causes.
func failures(all []refusal.Failure, e any, depth int) []refusal.Failure {
	reason, ok := reasonOf.Of(e)
	if !ok || len(all) >= maxCauses || depth > maxDepth {
		return all
	}
	for root := range shape.Items(e, "RootCause") {
		all = failures(all, root, depth+1)
	}
	f := refusal.Failure{Reason: reason}
	f.Type, _ = typeOf.Of(e)
	f.Index, _ = indexOf.Of(e)
	if m, ok := metadataOf.Of(e); ok {
		_ = json.Unmarshal(m["index"], &f.Index)
		f.Line, _ = strconv.Atoi(string(m["line"]))
		f.Column, _ = strconv.Atoi(string(m["col"]))
	}
	all = append(all, f)
	cause, ok := shape.Field[any](e, "CausedBy")
	if !ok {
		return all
	}
	return failures(all, cause, depth+1)
}
