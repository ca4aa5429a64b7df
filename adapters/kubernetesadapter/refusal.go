package kubernetesadapter

import (
	"github.com/errand-go/errand/adapter/shape"
	"github.com/errand-go/errand/internal/refusal"
	"github.com/errand-go/errand/toolerr"
)

var (
	statusReason = shape.NewGetter[string]("ErrStatus.Reason")
	causeField   = shape.NewGetter[string]("Field")
	causeMessage = shape.NewGetter[string]("Message")
)

// refusal returns the refusal in the causes or the message of a StatusError.
func refused(node any) toolerr.Refusal {
	var causes []refusal.Cause
	for item := range shape.Items(node, "ErrStatus.Details.Causes") {
		var c refusal.Cause
		c.Reason, _ = causeType.Of(item)
		c.Field, _ = causeField.Of(item)
		c.Message, _ = causeMessage.Of(item)
		causes = append(causes, c)
	}
	reason, _ := statusReason.Of(node)
	text, _ := statusMessage.Of(node)
	return toolerr.Refusal{Findings: refusal.Kubernetes(reason, text, causes), Message: text}
}
