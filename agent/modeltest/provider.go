package modeltest

import (
	"fmt"
	"io"
	"maps"
	"net/http"
	"sync"
)

// An ending is how the server ends a response.
type ending int

const (
	asSaid ending = iota // the complete response, and the end of the body
	cut                  // the body ends after some of the pieces, as if it were complete
	lost                 // the connection breaks there
	silent               // no more data, and the connection stays open
)

// A scene is the server's response to one request.
type scene struct {
	answer Answer
	raw    *Reply // replaces the provider's form of answer
	end    ending
	sent   int // number of pieces to send, unless end is asSaid
}

// A provider is the server of a trial: one scene per request, in order.
type provider struct {
	*Script
	say func(Answer, *http.Request, []byte) Reply

	mu       sync.Mutex
	open     int // requests in progress
	pieces   int // of the latest response
	problems []string
}

func newProvider(say func(Answer, *http.Request, []byte) Reply, scenes ...scene) *provider {
	p := &provider{say: say}
	p.Script = NewScript(p)
	for _, s := range scenes {
		p.script = append(p.script, http.HandlerFunc(func(w http.ResponseWriter, r *http.Request) { p.play(s, w, r) }))
	}
	return p
}

// Helper and Errorf make a provider a TB: errors are findings.
func (*provider) Helper() {}

func (p *provider) Errorf(format string, args ...any) {
	p.mu.Lock()
	defer p.mu.Unlock()
	p.problems = append(p.problems, fmt.Sprintf(format, args...))
}

func (p *provider) play(s scene, w http.ResponseWriter, r *http.Request) {
	p.opens(1)
	defer p.opens(-1)
	reply := p.reply(s, r)
	switch {
	case s.end == asSaid:
		s.sent = len(reply.Pieces)
	case s.end == lost && len(reply.Pieces) == 1 && s.sent > 0:
		reply = halved(reply)
	}
	if s.sent > 0 || s.end == asSaid || s.end == cut {
		send(w, reply, min(s.sent, len(reply.Pieces)))
	}
	switch s.end {
	case asSaid, cut:
	case lost:
		panic(http.ErrAbortHandler)
	case silent:
		<-r.Context().Done()
	}
}

// halved returns a response whose only piece is split in the middle.
func halved(r Reply) Reply {
	whole := r.Pieces[0]
	r.Header = r.Header.Clone()
	if r.Header == nil {
		r.Header = http.Header{}
	}
	r.Header.Set("Content-Length", fmt.Sprint(len(whole)))
	r.Pieces = []string{whole[:len(whole)/2]}
	return r
}

func send(w http.ResponseWriter, r Reply, pieces int) {
	maps.Copy(w.Header(), r.Header)
	if r.Status != 0 {
		w.WriteHeader(r.Status)
	}
	for _, piece := range r.Pieces[:pieces] {
		_, _ = io.WriteString(w, piece)
		_ = http.NewResponseController(w).Flush()
	}
}

func (p *provider) reply(s scene, r *http.Request) (reply Reply) {
	if s.raw != nil {
		reply = *s.raw
	} else {
		body, _ := io.ReadAll(r.Body) // a Script's body is in memory
		reply = p.words(s.answer, r, body)
		if reply.Status == 0 && len(reply.Pieces) == 0 {
			p.Errorf("Suite.Say has no words for %+v; if the provider has none, skip the check", s.answer)
		}
	}
	p.mu.Lock()
	defer p.mu.Unlock()
	p.pieces = len(reply.Pieces)
	return reply
}

// words returns the provider's form of an answer.
func (p *provider) words(a Answer, r *http.Request, body []byte) Reply {
	defer func() {
		if v := recover(); v != nil {
			p.Errorf("Suite.Say panics: %v", v)
		}
	}()
	return p.say(a, r, body)
}

func (p *provider) opens(n int) {
	p.mu.Lock()
	defer p.mu.Unlock()
	p.open += n
}

// busy returns the number of requests in progress.
func (p *provider) busy() int {
	p.mu.Lock()
	defer p.mu.Unlock()
	return p.open
}

// said returns the number of pieces in the latest response, and the errors.
func (p *provider) said() (pieces int, problems []string) {
	p.mu.Lock()
	defer p.mu.Unlock()
	return p.pieces, p.problems
}
