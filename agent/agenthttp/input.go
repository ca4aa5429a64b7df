package agenthttp

import (
	"encoding/json"
	"strings"

	"github.com/errand-go/errand/agent"
	"github.com/errand-go/errand/toolerr"
)

// inputOf returns a client's message as the input of a run. Parts that answer calls become
// decisions, sign-ins and deliveries; the others are the user's content.
func inputOf(message *wireContent) (in agent.Input, err error) {
	if message == nil {
		return in, nil
	}
	if message.Role != "" && message.Role != agent.RoleUser {
		return in, invalid(toolerr.Msg("A message has the role user."))
	}
	said := &agent.Content{Role: agent.RoleUser}
	for _, p := range message.Parts {
		switch {
		case p.FunctionCall != nil:
			return in, invalid(toolerr.Msg("A message of the user cannot call a function."))
		case p.FunctionResponse != nil:
			if refused := answer(&in, p.FunctionResponse); refused != nil {
				return in, refused
			}
		case p.InlineData != nil:
			b := p.InlineData
			said.Parts = append(said.Parts, agent.Part{Blob: &agent.Blob{MIMEType: b.MIMEType, Data: b.Data, Name: b.DisplayName}})
		case p.FileData != nil:
			said.Parts = append(said.Parts, agent.Part{File: &agent.File{URI: p.FileData.FileURI, MIMEType: p.FileData.MIMEType}})
		case p.Text != "":
			said.Parts = append(said.Parts, agent.Part{Text: p.Text})
		}
	}
	if len(said.Parts) > 0 {
		in.Content = said
	}
	return in, nil
}

// answer adds a client's answer to a call, or returns the reason for its refusal.
func answer(in *agent.Input, resp *wireResponse) *refusal {
	switch resp.Name {
	case askConfirmation:
		var c confirmation
		if !decodeExactly(unwrapped(resp.Response), formOfConfirming, &c) || c.Confirmed == nil {
			return invalid(toolerr.Msg("The answer to a request for confirmation is {\"confirmed\": true or false}."))
		}
		id := strings.TrimPrefix(resp.ID, confirmPrefix)
		in.Decisions = append(in.Decisions, agent.Decision{CallID: id, Approved: *c.Confirmed, Reason: c.Hint, Data: c.Payload})
	case askCredential:
		in.SignedIn = append(in.SignedIn, strings.TrimPrefix(resp.ID, signInPrefix))
	default:
		in.Deliveries = append(in.Deliveries, agent.Delivery{CallID: resp.ID, Result: resp.Response})
	}
	return nil
}

// A confirmation is an answer of ADK's clients to a request for confirmation.
type confirmation struct {
	Hint      string          `json:"hint"`
	Confirmed *bool           `json:"confirmed"`
	Payload   json.RawMessage `json:"payload"`
}

// unwrapped returns a response without the object in which ADK's web client sends it, as
// JSON in a text (adk-python at 015bd7d, flows/llm_flows/request_confirmation.py).
func unwrapped(response json.RawMessage) json.RawMessage {
	var members map[string]json.RawMessage
	var text string
	if json.Unmarshal(response, &members) == nil && len(members) == 1 && json.Unmarshal(members["response"], &text) == nil {
		return json.RawMessage(text)
	}
	return response
}

// A runRequest is the body of /run and /run_sse.
type runRequest struct {
	AppName    string       `json:"appName"`
	UserID     string       `json:"userId"`
	SessionID  string       `json:"sessionId"`
	NewMessage *wireContent `json:"newMessage"`
	Streaming  bool         `json:"streaming"`
	StateDelta agent.State  `json:"stateDelta"`
}

// A resumeRequest is the body of /resume.
type resumeRequest struct {
	Decisions  []decision   `json:"decisions"`
	SignedIn   []string     `json:"signedIn"`
	Deliveries []delivery   `json:"deliveries"`
	NewMessage *wireContent `json:"newMessage"`
	Streaming  bool         `json:"streaming"`
}

// A decision is an [agent.Decision] that must have Approved.
type decision struct {
	CallID   string          `json:"callId"`
	Approved *bool           `json:"approved"`
	ArgsHash string          `json:"argsHash"`
	Reason   string          `json:"reason"`
	Data     json.RawMessage `json:"data"`
}

// A delivery is the result of a long-running call. A failed call keeps its result beside
// the error.
type delivery struct {
	CallID string          `json:"callId"`
	Result json.RawMessage `json:"result"`
	Failed bool            `json:"failed"`
}

// input returns the input of a run. A decision or a result without callId, and a decision
// without approved, are refused. A misspelt name by itself is not, because clients may send
// names that this server does not know.
func (q *resumeRequest) input() (agent.Input, error) {
	in, err := inputOf(q.NewMessage)
	if err != nil {
		return in, err
	}
	for _, d := range q.Decisions {
		switch {
		case d.CallID == "":
			return in, errUnnamed
		case d.Approved == nil:
			return in, invalid(toolerr.Msg("Each decision requires approved, which is true or false."))
		}
		in.Decisions = append(in.Decisions, agent.Decision{CallID: d.CallID, Approved: *d.Approved, ArgsHash: d.ArgsHash, Reason: d.Reason, Data: d.Data})
	}
	in.SignedIn = append(in.SignedIn, q.SignedIn...)
	for _, d := range q.Deliveries {
		if d.CallID == "" {
			return in, errUnnamed
		}
		got := agent.Delivery{CallID: d.CallID}
		if len(d.Result) > 0 {
			got.Result = d.Result
		}
		if d.Failed {
			got.Err = toolerr.Fatal(toolerr.Message{})
		}
		in.Deliveries = append(in.Deliveries, got)
	}
	return in, nil
}

var errUnnamed = invalid(toolerr.Msg("Each decision and each result requires the callId of a call that waits."))
