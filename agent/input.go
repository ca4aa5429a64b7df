package agent

import (
	"slices"
	"strings"

	"github.com/errand-go/errand/toolerr"
)

// An Input is the input of a run: a message of the user, or what pending calls wait for, or
// both.
type Input struct {
	// Content is the message of the user.
	Content *Content
	// Decisions are about calls that wait for approval.
	Decisions []Decision
	// Deliveries are the results of long-running calls.
	Deliveries []Delivery
	// SignedIn has the ids of calls that waited for a person to sign in.
	SignedIn []string
	// State has changes of the session's state, which are stored with the rest of the
	// input; nil deletes a key.
	State State
}

// A Delivery is the result of a long-running call.
type Delivery struct {
	CallID string
	// Result and Err are the result and the error that the tool would have returned.
	Result any
	Err    error
}

// Say returns an input with one text.
func Say(text string) Input {
	c := TextContent(RoleUser, text)
	return Input{Content: &c}
}

// Approve returns the input that lets a pending call run.
func Approve(callID string) Input {
	return Input{Decisions: []Decision{{CallID: callID, Approved: true}}}
}

// Deny returns the input that denies a pending call. The model reads the reason.
func Deny(callID, reason string) Input {
	return Input{Decisions: []Decision{{CallID: callID, Reason: reason}}}
}

// Deliver returns the input with the result of a long-running call.
func Deliver(callID string, result any, err error) Input {
	return Input{Deliveries: []Delivery{{CallID: callID, Result: result, Err: err}}}
}

// SignedIn returns the input after a person has signed in, for a call that waited for it.
func SignedIn(callID string) Input { return Input{SignedIn: []string{callID}} }

// resumes reports whether the input answers pending calls.
func (in Input) resumes() bool { return len(in.Decisions)+len(in.Deliveries)+len(in.SignedIn) > 0 }

// resumesCall reports whether the input has what a pending call waits for.
func (in Input) resumesCall(p *PendingCall) bool {
	return p.Waits == WaitsForConfirmation && slices.ContainsFunc(in.Decisions, func(d Decision) bool { return d.CallID == p.CallID }) ||
		p.Waits == WaitsForAuth && slices.Contains(in.SignedIn, p.CallID) ||
		p.Waits == WaitsForResult && slices.ContainsFunc(in.Deliveries, func(d Delivery) bool { return d.CallID == p.CallID })
}

// userContent returns the user's content in its stored form, and nil if there is none.
func (in Input) userContent() (*Content, error) {
	if in.Content == nil {
		if in.resumes() {
			return nil, nil
		}
		return nil, NewRunError(ErrInvalidInput, toolerr.Msg("The input is empty."), nil)
	}
	c := in.Content.clone()
	c.Role = RoleUser
	c.Parts = slices.DeleteFunc(c.Parts, func(p Part) bool { return p.FunctionCall != nil || p.FunctionResponse != nil })
	for i := range c.Parts {
		p := &c.Parts[i]
		p.Thought, p.Signature = false, nil
		if p.Blob != nil && (len(p.Blob.Data) == 0 || !strings.Contains(p.Blob.MIMEType, "/")) {
			return nil, NewRunError(ErrUnreadableAttachment, toolerr.Message{}, nil)
		}
		if p.File != nil && !p.File.remote() {
			return nil, NewRunError(ErrUnreadableAttachment, toolerr.Msg("An attachment has no URI that a provider can read, such as an https one. Send the data of local files."), nil)
		}
	}
	clean := c.sendable()
	if !clean.answers() {
		return nil, NewRunError(ErrInvalidInput, toolerr.Msg("The input is empty."), nil)
	}
	return &clean, nil
}
