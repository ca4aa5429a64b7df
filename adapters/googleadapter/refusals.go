package googleadapter

import (
	"slices"

	"github.com/errand-go/errand/adapter/shape"
	"github.com/errand-go/errand/internal/jsontree"
	"github.com/errand-go/errand/internal/refusal"
	"github.com/errand-go/errand/internal/rpcdetails"
	"github.com/errand-go/errand/toolerr"
)

// The texts are in package rpcdetails, because Google's APIs write them over gRPC as well.
var refusals = &refusal.Dialect{
	Body: func(_ *refusal.Dialect, d refusal.Doc) []toolerr.Finding {
		n := d.Root
		if n.IsArray() && len(n.Kids) > 0 {
			n = n.Kids[0]
		}
		e := n.Member("error")
		found := readError(e)
		if found == nil && slices.ContainsFunc(e.Member("errors").Kids, func(k jsontree.Node) bool { return k.Member("domain").Exists() || k.Member("reason").Exists() }) {
			return []toolerr.Finding{} // the generic reader would take them for fields
		}
		return found
	},
}

// readError reads an error, or the first of a list (Google Cloud APIs, Errors, HTTP mapping).
func readError(e jsontree.Node) []toolerr.Finding {
	var violations []rpcdetails.Violation
	for _, detail := range e.Member("details").Kids {
		for _, v := range detail.Member("fieldViolations").Kids {
			violations = append(violations, rpcdetails.Violation{Field: v.Member("field").Str(), Description: v.Member("description").Str(), Reason: v.Member("reason").Str()})
		}
		for _, v := range detail.Member("violations").Kids { // a quota failure has violations without a type
			violations = append(violations, rpcdetails.Violation{Description: v.Member("description").Str(), Reason: v.Member("type").Str(), Subject: v.Member("subject").Str()})
		}
	}
	found := rpcdetails.Google(e.Member("message").Str(), violations)
	for _, item := range e.Member("errors").Kids {
		if len(violations) == 0 && item.Member("locationType").Str() == "parameter" {
			found = rpcdetails.Located(found, item.Member("location").Str(), item.Member("reason").Str())
		}
	}
	return found
}

var message = shape.NewGetter[string]("Message")

// refusalOf returns the refusal in the body of a googleapi.Error. The fields of the error
// have only a part of it.
func refusalOf(node any) toolerr.Refusal {
	if body, _ := apiBody.Of(node); body != "" {
		return refusal.Read([]byte(body), refusals.Read)
	}
	return jobRefusal(node)
}

// jobRefusal returns the refusal in the message of an error, such as that of a BigQuery
// job.
func jobRefusal(node any) toolerr.Refusal {
	text, _ := message.Of(node)
	return toolerr.Refusal{Findings: rpcdetails.Google(text, nil), Message: text}
}
