package grpcadapter

import (
	"github.com/errand-go/errand/adapter/shape"
	"github.com/errand-go/errand/internal/rpcdetails"
	"github.com/errand-go/errand/toolerr"
)

// A refuser reads the refusal in a status on demand.
type refuser struct{ st status }

// refusing are the codes of a status about the content of the request
// (google/rpc/code.proto).
var refusing = map[uint32]bool{3: true, 5: true, 6: true, 9: true, 10: true, 11: true, 12: true}

// Refusal returns the refusal in the details and the message of the status.
func (r refuser) Refusal() toolerr.Refusal {
	text, _ := shape.Call(r.st.of, func(s interface{ Message() string }) string { return s.Message() })
	refused := toolerr.Refusal{Message: text}
	if !refusing[r.st.code] {
		return refused
	}
	var violations []rpcdetails.Violation
	eachDetail(r.st, func(x rpcdetails.Detail) {
		violations = append(violations, x.Violations()...)
	})
	refused.Findings = rpcdetails.Google(text, violations)
	return refused
}
