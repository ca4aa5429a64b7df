package googleadapter

import (
	"github.com/errand-go/errand/adapter/shape"
	"github.com/errand-go/errand/internal/refusal"
	"github.com/errand-go/errand/internal/rpcdetails"
	"github.com/errand-go/errand/toolerr"
)

// refusalOf returns the refusal in the body of a googleapi.Error. The fields of the error
// have only a part of it.
func refusalOf(node any) toolerr.Refusal {
	if body, _ := shape.Field[string](node, "Body"); body != "" {
		return refusal.Read([]byte(body), rpcdetails.Refusals.Read)
	}
	return jobRefusal(node)
}

// jobRefusal returns the refusal in the message of an error, such as that of a BigQuery
// job.
func jobRefusal(node any) toolerr.Refusal {
	text, _ := shape.Field[string](node, "Message")
	return toolerr.Refusal{Findings: rpcdetails.Google(text, nil), Message: text}
}
