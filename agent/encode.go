package agent

import (
	"encoding/json"

	"github.com/errand-go/errand/internal/jsonvalue"
	"github.com/errand-go/errand/toolerr"
)

// encode returns the result of a tool's return values, shortened to limit bytes.
func encode(limit int, out any, err error) *result {
	p := toolerr.Result(out, err)
	res := newResult(OutcomeOK, p)
	if p.IsError() {
		res.outcome = outcomeOf(p.Err())
	}
	if output := p.Output(); output != nil && len(res.raw) > limit {
		short := toolerr.Result(shortened{
			Truncated: true, TotalBytes: len(res.raw), Data: jsonvalue.Cut(jsonvalue.WellFormed(output), limit/2),
		}, nil)
		if p.IsError() {
			short = short.WithError(p.Err())
		}
		res.set(short)
	}
	return res
}

// shortened replaces a result that was too large.
type shortened struct {
	Truncated  bool            `json:"truncated"`
	TotalBytes int             `json:"total_bytes"`
	Data       json.RawMessage `json:"data"`
}
