package sendgridadapter

import (
	"github.com/errand-go/errand/adapter"
	"github.com/errand-go/errand/toolerr"
)

// tooLarge is errand's own code for the status.
const tooLarge = "payload_too_large"

const source = "SendGrid v3 API, Limitations"

// table lists the meanings of the codes.
var table = adapter.NewTable("_sendgrid", "SendGrid",
	adapter.Row{VendorCode: tooLarge, Fact: toolerr.FactTooLarge, Hint: toolerr.Msg("The request is too large. A message with its attachments may have 30 MB. Send less."), Source: source},
)
