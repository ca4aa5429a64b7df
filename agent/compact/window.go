package compact

import (
	"context"
	"errors"
	"slices"
	"strings"

	"github.com/errand-go/errand/agent"
	"github.com/errand-go/errand/toolerr"
)

// A Window leaves out the beginning of a conversation if a request would have more than
// Tokens tokens. The rest has at most half of them, so that compactions are rare and prompt
// caches of providers work in between. If possible, the rest begins at a message of the
// user, and never between a call and its result. The user's input of the current run stays,
// and so do calls that wait, with the calls of the same turn. A turn is not shortened: if
// the last turn is larger than the window, so is the request.
type Window struct {
	// Tokens is the largest size of a request, by Count, including the instruction and the
	// tools. 0 means 100,000.
	Tokens int
	// Summarizer is the model that makes a summary of the part that is left out. With nil,
	// models read a fixed sentence instead. Its calls do not count for [agent.Limits], nor
	// for the Usage of events. If it fails, the fixed sentence is used and a diagnostic
	// reports it. A summary has at most an eighth of Tokens.
	Summarizer agent.Model
	// Count returns the estimated number of tokens of a content; nil means [Estimate].
	Count func(agent.Content) int
}

var _ agent.Compactor = Window{}

const defaultTokens = 100_000

// Compact implements [agent.Compactor].
func (w Window) Compact(ctx context.Context, req *agent.ModelRequest, events []*agent.Event) (*agent.Compaction, error) {
	if w.Tokens <= 0 {
		w.Tokens = defaultTokens
	}
	if w.Count == nil {
		w.Count = Estimate
	}
	always := w.always(req)
	if w.count(always, req.Contents) <= w.Tokens {
		return nil, nil
	}
	cut := w.cut(always, events)
	if cut <= 0 {
		return nil, nil
	}
	left := events[:cut]
	c := &agent.Compaction{Before: events[cut].ID, Kept: waiting(left), Said: said(events, cut)}
	var err error
	if w.Summarizer != nil {
		c.Summary, err = w.summary(ctx, req, events, cut)
	}
	return c, err
}

func (w Window) count(n int, contents []agent.Content) int {
	for _, c := range contents {
		n += w.Count(c)
	}
	return n
}

// cut returns the index of the first event that remains: the first with which what remains
// is small enough, if possible one of the user's, or else the last there can be. It is 0 if
// there is none.
func (w Window) cut(always int, events []*agent.Event) int {
	all := cuts(events)
	if len(all) == 0 {
		return 0
	}
	after := make([]int, len(events)+1) // tokens from an event on, with what is always there
	after[len(events)] = always
	for i, e := range slices.Backward(events) {
		after[i] = after[i+1]
		if e.Content != nil {
			after[i] += w.Count(*e.Content)
		}
	}
	first := slices.IndexFunc(all, func(cut int) bool { return after[cut] <= w.Tokens/2 })
	if first < 0 {
		return all[len(all)-1]
	}
	for _, cut := range all[first:] {
		if events[cut].Author == agent.AuthorUser {
			return cut
		}
	}
	return all[first]
}

// always counts what is in each request of the agent.
func (w Window) always(req *agent.ModelRequest) int {
	n := w.Count(agent.TextContent(agent.RoleUser, req.Instruction))
	if req.StaticContent != nil {
		n += w.Count(*req.StaticContent)
	}
	for _, d := range req.Tools {
		n += w.Count(agent.TextContent(agent.RoleUser, d.Name+d.Description+string(d.Parameters)))
	}
	return n + w.Count(agent.TextContent(agent.RoleUser, string(req.OutputSchema)))
}

var (
	instruction = toolerr.Msg("Summarize the conversation. Another assistant goes on with it and reads only your summary: keep the user's goals and wishes, decisions, facts, names, numbers and identifiers, and what is not done yet. Answer with the summary alone.")
	request     = toolerr.Msg("Summarize the conversation so far.")
	heading     = toolerr.Msg("(A summary of the beginning of the conversation:)")
	errNoText   = errors.New("compact: the summarizer answered without a text")
)

// summary asks for a summary of what is left out, the last summary included.
func (w Window) summary(ctx context.Context, req *agent.ModelRequest, events []*agent.Event, cut int) (string, error) {
	var left []*agent.Event
	for i, e := range events {
		if c := e.Actions.Compaction; c != nil {
			earlier := agent.TextContent(agent.RoleUser, c.Summary)
			left = append([]*agent.Event{{Author: agent.AuthorUser, Content: &earlier}}, left...)
		} else if i < cut {
			left = append(left, e)
		}
	}
	please := agent.TextContent(agent.RoleUser, request.String())
	ask := &agent.ModelRequest{
		Instruction: instruction.String(), Tools: req.Tools, ToolChoice: agent.ToolsNone, // calls need their tools
		Contents: agent.History(append(left, &agent.Event{Author: agent.AuthorUser, Content: &please})),
	}
	text := ""
	for resp, err := range w.Summarizer.Generate(ctx, ask) {
		if err != nil {
			return "", err
		}
		if resp != nil && !resp.Partial {
			text = strings.TrimSpace(resp.Content.Text())
		}
	}
	if text == "" {
		return "", errNoText
	}
	for most := w.Tokens / 8; w.Count(agent.TextContent(agent.RoleUser, text)) > most && text != ""; {
		text = strings.ToValidUTF8(text[:len(text)*3/4], "")
	}
	return heading.String() + "\n" + text, nil
}

// The parts of an estimate.
const (
	bytesPerToken = 3     // English has about four, JSON and other languages fewer
	perPart       = 8     // what surrounds a part on the wire
	perAttachment = 2_000 // more than an image of full size
)

// Estimate returns an estimate of a content's tokens, which is rather too high: one for
// three bytes of text, arguments and results, eight for each part, and 2,000 for an
// attachment. A large document may have more.
func Estimate(c agent.Content) int {
	n := 0
	for _, p := range c.Parts {
		size := len(p.Text)
		if f := p.FunctionCall; f != nil {
			size += len(f.ID) + len(f.Name) + len(f.Args)
		}
		if f := p.FunctionResponse; f != nil {
			size += len(f.ID) + len(f.Name) + len(f.Response)
		}
		n += perPart + (size+bytesPerToken-1)/bytesPerToken
		if p.Blob != nil || p.File != nil {
			n += perAttachment
		}
	}
	return n
}
