package agenthttp

import (
	"encoding/json"
	"strconv"
	"strings"

	"github.com/errand-go/errand/agent"
	"github.com/errand-go/errand/toolerr"
)

// inputOf returns a client's message as the input of a run. Parts that answer calls become
// decisions, sign-ins and deliveries; the others are the user's content.
func inputOf(message *wireContent) (agent.Input, error) {
	var in agent.Input
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
			if refused := answerTo(&in, p.FunctionResponse); refused != nil {
				return in, refused.at(at+"/functionResponse/response", toolerr.RuleBadFormat, toolerr.Detail{})
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

// answerTo adds a client's answer to a call, or returns the reason for its refusal.
func answerTo(in *agent.Input, resp *wireResponse) *refusal {
	switch resp.Name {
	case askConfirmation:
		var c wireConfirmation
		if !decodeExactly(resp.Response, formOfConfirming, &c) {
			return invalid(toolerr.Msg("The answer to a request for confirmation is {\"confirmed\": true or false}."))
		}
		in.Decisions = append(in.Decisions, agent.Decision{
			CallID: strings.TrimPrefix(resp.ID, confirmPrefix), Approved: c.Confirmed, Reason: c.Hint, Data: c.Payload,
		})
	case askCredential:
		in.SignedIn = append(in.SignedIn, strings.TrimPrefix(resp.ID, signInPrefix))
	default:
		in.Deliveries = append(in.Deliveries, agent.Delivery{CallID: resp.ID, Result: resp.Response})
	}
	return nil
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
	Decisions  []agent.Decision `json:"decisions"`
	SignedIn   []string         `json:"signedIn"`
	Deliveries []delivery       `json:"deliveries"`
	NewMessage *wireContent     `json:"newMessage"`
	Streaming  bool             `json:"streaming"`
}

// A delivery is the result of a long-running call. A failed call keeps its result beside
// the error.
type delivery struct {
	CallID string          `json:"callId"`
	Result json.RawMessage `json:"result"`
	Failed bool            `json:"failed"`
}

func (q *resumeRequest) input() (agent.Input, error) {
	in, err := inputOf(q.NewMessage)
	if err != nil {
		return in, err
	}
	if refused := q.unnamed(); refused != nil {
		return in, refused
	}
	in.Decisions = append(in.Decisions, q.Decisions...)
	in.SignedIn = append(in.SignedIn, q.SignedIn...)
	for _, d := range q.Deliveries {
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

// unnamed returns the refusal of a body with a decision or a result without callId. A
// misspelt name is not refused, because clients may send names that this server does not
// know.
func (q *resumeRequest) unnamed() *refusal {
	at := func(list string, i int) *refusal {
		return invalid(toolerr.Msg("Each decision and each result requires the callId of a call that waits.")).
			at("/"+list+"/"+strconv.Itoa(i)+"/callId", toolerr.RuleRequired, toolerr.Detail{})
	}
	for i, d := range q.Decisions {
		if d.CallID == "" {
			return at("decisions", i)
		}
	}
	for i, d := range q.Deliveries {
		if d.CallID == "" {
			return at("deliveries", i)
		}
	}
	return nil
}
