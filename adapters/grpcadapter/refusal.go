package grpcadapter

import (
	"github.com/errand-go/errand/adapter/shape"
	"github.com/errand-go/errand/internal/findings"
	"github.com/errand-go/errand/internal/rpcdetails"
	"github.com/errand-go/errand/toolerr"
)

// A refuser reads a status when somebody asks what was refused.
type refuser struct{ st status }

// refusing are the codes of a status that is about what was sent (google/rpc/code.proto).
var refusing = map[uint32]bool{3: true, 5: true, 6: true, 9: true, 10: true, 11: true, 12: true}

// Refusal returns what the details and the message of the status say was refused.
func (r refuser) Refusal() toolerr.Refusal {
	text, _ := shape.Call(r.st.of, func(s interface{ Message() string }) string { return s.Message() })
	refusal := toolerr.Refusal{Message: text}
	if !refusing[r.st.code] {
		return refusal
	}
	var violations []findings.Violation
	eachDetail(r.st, func(x rpcdetails.Detail) {
		for _, v := range x.Violations() {
			violations = append(violations, findings.Violation(v))
		}
	})
	refusal.Findings = findings.Google(text, violations)
	return refusal
}
