package agenthttp

import (
	"encoding/json"
	"strconv"
	"strings"

	"github.com/errand-go/errand/agent"
	"github.com/errand-go/errand/toolerr"
)

// An input is the input of a run, with pointers to its places in the body.
type input struct {
	agent.Input
	at map[string]string // by the id of the call that is answered
}

// inputOf returns a client's message as the input of a run. Parts that answer calls become
// decisions, sign-ins and deliveries; the others are the user's content.
func inputOf(message *wireContent) (input, error) {
	in := input{at: map[string]string{}}
	if message == nil {
		return in, nil
	}
	if message.Role != "" && message.Role != agent.RoleUser {
		return in, invalid(toolerr.Msg("A message has the role user.")).
			at("/newMessage/role", toolerr.RuleNotAllowed, toolerr.Detail{Names: []toolerr.Arg{toolerr.Quote(string(agent.RoleUser))}})
	}
	said := &agent.Content{Role: agent.RoleUser}
	for i, p := range message.Parts {
		at := "/newMessage/parts/" + strconv.Itoa(i)
		switch {
		case p.FunctionCall != nil:
			return in, invalid(toolerr.Msg("A message of the user cannot call a function.")).
				at(at+"/functionCall", toolerr.RuleNotPermitted, toolerr.Detail{})
		case p.FunctionResponse != nil:
			if refused := in.answer(p.FunctionResponse, at+"/functionResponse"); refused != nil {
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

// answer adds a client's answer to a call, or returns the reason for its refusal. at is the
// pointer to the answer.
func (in *input) answer(resp *wireResponse, at string) *refusal {
	id := resp.ID
	switch resp.Name {
	case askConfirmation:
		var c confirmation
		if !decodeExactly(unwrapped(resp.Response), formOfConfirming, &c) || c.Confirmed == nil {
			return invalid(toolerr.Msg("The answer to a request for confirmation is {\"confirmed\": true or false}.")).
				at(at+"/response", toolerr.RuleBadFormat, toolerr.Detail{})
		}
		id = strings.TrimPrefix(id, confirmPrefix)
		in.Decisions = append(in.Decisions, agent.Decision{CallID: id, Approved: *c.Confirmed, Reason: c.Hint, Data: c.Payload})
	case askCredential:
		id = strings.TrimPrefix(id, signInPrefix)
		in.SignedIn = append(in.SignedIn, id)
	default:
		in.Deliveries = append(in.Deliveries, agent.Delivery{CallID: id, Result: resp.Response})
	}
	in.at[id] = at
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
	AppName    string          `json:"appName"`
	UserID     string          `json:"userId"`
	SessionID  string          `json:"sessionId"`
	NewMessage *wireContent    `json:"newMessage"`
	Streaming  bool            `json:"streaming"`
	StateDelta json.RawMessage `json:"stateDelta"`
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
func (q *resumeRequest) input() (input, error) {
	in, err := inputOf(q.NewMessage)
	if err != nil {
		return in, err
	}
	for i, d := range q.Decisions {
		at := "/decisions/" + strconv.Itoa(i)
		switch {
		case d.CallID == "":
			return in, errUnnamed().at(at+"/callId", toolerr.RuleRequired, toolerr.Detail{})
		case d.Approved == nil:
			return in, invalid(toolerr.Msg("Each decision requires approved, which is true or false.")).
				at(at+"/approved", toolerr.RuleRequired, toolerr.Detail{})
		}
		in.at[d.CallID] = at
		in.Decisions = append(in.Decisions, agent.Decision{CallID: d.CallID, Approved: *d.Approved, ArgsHash: d.ArgsHash, Reason: d.Reason, Data: d.Data})
	}
	for i, id := range q.SignedIn {
		in.at[id] = "/signedIn/" + strconv.Itoa(i)
	}
	in.SignedIn = append(in.SignedIn, q.SignedIn...)
	for i, d := range q.Deliveries {
		at := "/deliveries/" + strconv.Itoa(i)
		if d.CallID == "" {
			return in, errUnnamed().at(at+"/callId", toolerr.RuleRequired, toolerr.Detail{})
		}
		in.at[d.CallID] = at
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

func errUnnamed() *refusal {
	return invalid(toolerr.Msg("Each decision and each result requires the callId of a call that waits."))
}
