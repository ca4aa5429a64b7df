package googleadapter

import (
	"github.com/errand-go/errand/adapter/shape"
	"github.com/errand-go/errand/internal/findings"
	"github.com/errand-go/errand/toolerr"
)

var message = shape.NewGetter[string]("Message")

// refusal returns what the body of a googleapi.Error says was refused. The fields of the
// error have less of it.
func refusal(node any) toolerr.Refusal {
	if body, _ := apiBody.Of(node); body != "" {
		return findings.Read([]byte(body))
	}
	return jobRefusal(node)
}

// jobRefusal returns what the message of an error says was refused, such as that of a
// job of BigQuery.
func jobRefusal(node any) toolerr.Refusal {
	text, _ := message.Of(node)
	return toolerr.Refusal{Findings: findings.Google(text, nil), Message: text}
}
