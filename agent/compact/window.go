package compact

import (
	"context"
	"slices"

	"github.com/errand-go/errand/agent"
)

// A Window leaves out the beginning of a conversation if a request would have more than
// Tokens tokens. The rest has at most half of them, so that compactions are rare and prompt
// caches of providers work in between. If possible, the rest begins at a message of the
// user, and never between a call and its result. A turn is not shortened: if the last turn
// is larger than the window, so is the request.
type Window struct {
	// Tokens is the largest size of a request, by Count, including the instruction and the
	// tools. 0 means 100,000.
	Tokens int
	// Summarizer is the model that makes a summary of the part that is left out, called
	// with [agent.Consult]. With nil, models read a fixed sentence instead. The summarizer
	// reads a transcript of at most Tokens tokens, without thoughts and attachments. Its
	// tokens are in the Usage of the event. If it fails, the previous summary is used, or
	// the fixed sentence if there is none, and a diagnostic reports it. A summary has at most
	// an eighth of Tokens.
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
	last, first := since(events)
	cut := w.cut(always, events, first)
	if cut <= 0 {
		return nil, nil
	}
	c := &agent.Compaction{Before: events[cut].ID}
	if w.Summarizer == nil {
		return c, nil
	}
	earlier := ""
	if last != nil {
		earlier = last.Summary
	}
	resp, err := w.summary(ctx, earlier, events[:cut])
	if err != nil {
		c.Summary = earlier
		return c, err
	}
	c.Summary, c.Usage = w.short(resp.Content.Text()), resp.Usage
	return c, nil
}

func (w Window) count(n int, contents []agent.Content) int {
	for _, c := range contents {
		n += w.Count(c)
	}
	return n
}

// cut returns the index of the first event that remains: the first one with which the rest
// is small enough, preferably one of the user's, or else the last possible one. It returns
// 0 if there is none.
func (w Window) cut(always int, events []*agent.Event, first int) int {
	all := cuts(events, first)
	if len(all) == 0 {
		return 0
	}
	after := make([]int, len(events)+1) // tokens from an event on, with the constant part
	after[len(events)] = always
	for i, e := range slices.Backward(events) {
		after[i] = after[i+1]
		if e.Content != nil {
			after[i] += w.Count(*e.Content)
		}
	}
	small := slices.IndexFunc(all, func(cut int) bool { return after[cut] <= w.Tokens/2 })
	if small < 0 {
		return all[len(all)-1]
	}
	for _, cut := range all[small:] {
		if events[cut].Author == agent.AuthorUser {
			return cut
		}
	}
	return all[small]
}

// always counts the tokens of the constant part of the agent's requests.
func (w Window) always(req *agent.ModelRequest) int {
	n := w.Count(agent.TextContent(agent.RoleUser, req.Instruction))
	for _, d := range req.Tools {
		n += w.Count(agent.TextContent(agent.RoleUser, d.Name+d.Description+string(d.Parameters)))
	}
	return n + w.Count(agent.TextContent(agent.RoleUser, string(req.OutputSchema)))
}

// The numbers of an estimate.
const (
	bytesPerToken = 3     // English has about four, JSON and other languages fewer
	perPart       = 8     // overhead of a part on the wire
	perAttachment = 2_000 // more than a full-size image
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
