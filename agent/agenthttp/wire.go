package agenthttp

import (
	"encoding/json"
	"maps"
	"slices"

	"github.com/errand-go/errand/agent"
)

// The wire types match ADK's events as its server writes them (adk-python v1.18,
// google.adk.events and google.genai.types, by alias, read 2026-11-21): names in camelCase,
// times in seconds.

type wireEvent struct {
	ID                 string             `json:"id"`
	InvocationID       string             `json:"invocationId"`
	Author             string             `json:"author"`
	Branch             string             `json:"branch,omitempty"`
	Timestamp          float64            `json:"timestamp"`
	Content            *wireContent       `json:"content,omitempty"`
	Partial            bool               `json:"partial,omitempty"`
	TurnComplete       bool               `json:"turnComplete,omitempty"`
	ErrorCode          agent.EventCode    `json:"errorCode,omitempty"`
	ErrorMessage       string             `json:"errorMessage,omitempty"`
	FinishReason       agent.FinishReason `json:"finishReason,omitempty"`
	UsageMetadata      *wireUsage         `json:"usageMetadata,omitempty"`
	LongRunningToolIDs []string           `json:"longRunningToolIds,omitempty"`
	Actions            wireActions        `json:"actions"`
	CustomMetadata     map[string]string  `json:"customMetadata,omitempty"`
}

type wireContent struct {
	Role  agent.Role `json:"role,omitempty"`
	Parts []wirePart `json:"parts"`
}

type wirePart struct {
	Text             string        `json:"text,omitempty"`
	Thought          bool          `json:"thought,omitempty"`
	ThoughtSignature []byte        `json:"thoughtSignature,omitempty"`
	FunctionCall     *wireCall     `json:"functionCall,omitempty"`
	FunctionResponse *wireResponse `json:"functionResponse,omitempty"`
	InlineData       *wireBlob     `json:"inlineData,omitempty"`
	FileData         *wireFile     `json:"fileData,omitempty"`
}

type wireCall struct {
	ID   string          `json:"id,omitempty"`
	Name string          `json:"name"`
	Args json.RawMessage `json:"args"`
}

type wireResponse struct {
	ID       string          `json:"id,omitempty"`
	Name     string          `json:"name"`
	Response json.RawMessage `json:"response"`
}

type wireBlob struct {
	MIMEType    string `json:"mimeType"`
	Data        []byte `json:"data"`
	DisplayName string `json:"displayName,omitempty"`
}

type wireFile struct {
	FileURI  string `json:"fileUri"`
	MIMEType string `json:"mimeType,omitempty"`
}

type wireUsage struct {
	PromptTokenCount        int `json:"promptTokenCount"`
	CandidatesTokenCount    int `json:"candidatesTokenCount"`
	CachedContentTokenCount int `json:"cachedContentTokenCount,omitempty"`
	TotalTokenCount         int `json:"totalTokenCount"`
}

type wireActions struct {
	StateDelta                 agent.State                  `json:"stateDelta"`
	ArtifactDelta              map[string]int               `json:"artifactDelta"`
	TransferToAgent            string                       `json:"transferToAgent,omitempty"`
	Escalate                   bool                         `json:"escalate,omitempty"`
	SkipSummarization          bool                         `json:"skipSummarization,omitempty"`
	RequestedAuthConfigs       map[string]agent.AuthRequest `json:"requestedAuthConfigs"`
	RequestedToolConfirmations map[string]wireConfirmation  `json:"requestedToolConfirmations"`
}

type wireConfirmation struct {
	Hint      string          `json:"hint,omitempty"`
	Confirmed bool            `json:"confirmed"`
	Payload   json.RawMessage `json:"payload,omitempty"`
}

// eventToWire returns an event in the form for clients. If calls wait for a person, it also
// returns an event with the calls by which ADK's clients ask that person.
func eventToWire(e *agent.Event) ([]*wireEvent, error) {
	if e.Actions.Sent != nil { // a run does not yield it
		return nil, nil
	}
	w := &wireEvent{
		ID: e.ID, InvocationID: e.InvocationID, Author: e.Author, Branch: e.Branch, Timestamp: seconds(e.Timestamp),
		Content: contentToWire(e.Content), Partial: e.Partial, TurnComplete: e.TurnComplete,
		ErrorCode: e.ErrorCode, ErrorMessage: e.ErrorMessage, FinishReason: e.FinishReason,
		LongRunningToolIDs: e.LongRunningToolIDs, Actions: actionsToWire(&e.Actions), CustomMetadata: e.Metadata,
	}
	if u := e.Usage; u != nil {
		w.UsageMetadata = &wireUsage{
			PromptTokenCount: u.InputTokens, CandidatesTokenCount: u.OutputTokens,
			CachedContentTokenCount: u.CachedTokens, TotalTokenCount: u.InputTokens + u.OutputTokens,
		}
	}
	if w.Content == nil && len(w.LongRunningToolIDs) > 0 { // ADK's web client looks for these calls in the content
		w.Content = &wireContent{Role: agent.RoleUser, Parts: []wirePart{}}
	}
	questions, err := questionsOf(e)
	if err != nil || len(questions) == 0 {
		return []*wireEvent{w}, err
	}
	ask := &wireEvent{
		ID: e.ID + "-ask", InvocationID: e.InvocationID, Author: e.Author, Branch: e.Branch, Timestamp: w.Timestamp,
		Content: &wireContent{Role: agent.RoleModel}, Actions: actionsToWire(&agent.Actions{}),
	}
	for _, q := range questions {
		ask.Content.Parts = append(ask.Content.Parts, wirePart{FunctionCall: q})
		ask.LongRunningToolIDs = append(ask.LongRunningToolIDs, q.ID)
	}
	return []*wireEvent{w, ask}, nil
}

func contentToWire(c *agent.Content) *wireContent {
	if c == nil {
		return nil
	}
	w := &wireContent{Role: c.Role, Parts: make([]wirePart, len(c.Parts))}
	for i, p := range c.Parts {
		w.Parts[i] = wirePart{Text: p.Text, Thought: p.Thought, ThoughtSignature: p.Signature, InlineData: blobOrNil(p.Blob)}
		if f := p.FunctionCall; f != nil {
			w.Parts[i].FunctionCall = &wireCall{f.ID, f.Name, f.Args}
		}
		if f := p.FunctionResponse; f != nil {
			w.Parts[i].FunctionResponse = &wireResponse{f.ID, f.Name, f.Response}
		}
		if f := p.File; f != nil {
			w.Parts[i].FileData = &wireFile{f.URI, f.MIMEType}
		}
	}
	return w
}

func blobOrNil(b *agent.Blob) *wireBlob {
	if b == nil {
		return nil
	}
	return &wireBlob{b.MIMEType, b.Data, b.Name}
}

// blobToWire returns an artifact as a part, the form that ADK's clients read.
func blobToWire(b *agent.Blob) wirePart { return wirePart{InlineData: blobOrNil(b)} }

// actionsToWire makes every map non-nil, because clients iterate over them without a check.
func actionsToWire(a *agent.Actions) wireActions {
	w := wireActions{
		StateDelta: a.StateDelta, ArtifactDelta: a.ArtifactDelta, TransferToAgent: a.TransferToAgent,
		Escalate: a.Escalate, SkipSummarization: a.SkipSummarization,
		RequestedAuthConfigs:       a.RequestedAuth,
		RequestedToolConfirmations: map[string]wireConfirmation{},
	}
	if w.StateDelta == nil {
		w.StateDelta = agent.State{}
	}
	if w.ArtifactDelta == nil {
		w.ArtifactDelta = map[string]int{}
	}
	if w.RequestedAuthConfigs == nil {
		w.RequestedAuthConfigs = map[string]agent.AuthRequest{}
	}
	for id := range a.RequestedToolConfirmations {
		w.RequestedToolConfirmations[id] = wireConfirmation{}
	}
	return w
}

// The functions by which ADK's clients ask a person, and the prefixes of the call ids that
// are used for them here.
const (
	askConfirmation = "adk_request_confirmation"
	askCredential   = "adk_request_credential"
	confirmPrefix   = "confirm-"
	signInPrefix    = "signin-"
)

// questionsOf returns the calls that ask a person about the pending calls.
func questionsOf(e *agent.Event) ([]*wireCall, error) {
	var calls []*wireCall
	for _, id := range slices.Sorted(maps.Keys(e.Actions.RequestedToolConfirmations)) {
		req := e.Actions.RequestedToolConfirmations[id]
		args, err := encode(struct {
			OriginalFunctionCall wireCall         `json:"originalFunctionCall"`
			ToolConfirmation     wireConfirmation `json:"toolConfirmation"`
		}{wireCall{id, req.Tool, req.Args}, wireConfirmation{}})
		if err != nil {
			return nil, err
		}
		calls = append(calls, &wireCall{confirmPrefix + id, askConfirmation, args})
	}
	for _, id := range slices.Sorted(maps.Keys(e.Actions.RequestedAuth)) {
		args, err := encode(struct {
			FunctionCallID string            `json:"functionCallId"`
			AuthConfig     agent.AuthRequest `json:"authConfig"`
		}{id, e.Actions.RequestedAuth[id]})
		if err != nil {
			return nil, err
		}
		calls = append(calls, &wireCall{signInPrefix + id, askCredential, args})
	}
	return calls, nil
}
