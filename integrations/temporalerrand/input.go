package temporalerrand

import (
	"encoding/json"

	"github.com/errand-go/errand/agent"
	"github.com/errand-go/errand/toolerr"
)

// Input is an [agent.Input] that can be sent to a workflow. The error of a delivery is sent
// as its report, without the fields for developers only.
type Input agent.Input

// inputs is the encoding of an Input.
type inputs struct {
	Content    *agent.Content   `json:"content,omitempty"`
	Decisions  []agent.Decision `json:"decisions,omitempty"`
	Deliveries []delivery       `json:"deliveries,omitempty"`
	SignedIn   []string         `json:"signedIn,omitempty"`
	State      agent.State      `json:"state,omitempty"`
}

type delivery struct {
	CallID string          `json:"callId"`
	Result json.RawMessage `json:"result,omitempty"`
	Report *toolerr.Report `json:"report,omitempty"`
}

func (in Input) empty() bool {
	return in.Content == nil && len(in.Decisions)+len(in.Deliveries)+len(in.SignedIn) == 0
}

// MarshalJSON implements json.Marshaler.
func (in Input) MarshalJSON() ([]byte, error) {
	out := inputs{Content: in.Content, Decisions: in.Decisions, SignedIn: in.SignedIn, State: in.State}
	for _, d := range in.Deliveries {
		sent := delivery{CallID: d.CallID}
		if d.Result != nil {
			raw, err := json.Marshal(d.Result)
			if err != nil {
				return nil, err
			}
			sent.Result = raw
		}
		if d.Err != nil {
			te := FromError(d.Err)
			r := publicReport(te, te)
			sent.Report = &r
		}
		out.Deliveries = append(out.Deliveries, sent)
	}
	return json.Marshal(out)
}

// UnmarshalJSON implements json.Unmarshaler.
func (in *Input) UnmarshalJSON(raw []byte) error {
	var got inputs
	if err := json.Unmarshal(raw, &got); err != nil {
		return err
	}
	*in = Input{Content: got.Content, Decisions: got.Decisions, SignedIn: got.SignedIn, State: got.State}
	for _, d := range got.Deliveries {
		given := agent.Delivery{CallID: d.CallID}
		if d.Result != nil {
			given.Result = d.Result
		}
		if d.Report != nil {
			given.Err = toolerr.FromReport(*d.Report)
		}
		in.Deliveries = append(in.Deliveries, given)
	}
	return nil
}
