package modeltest

import (
	"fmt"
	"io"
	"maps"
	"net/http"
	"sync"
)

// An ending is how the server ends a reply.
type ending int

const (
	asSaid ending = iota // the whole reply, and the end of the body
	cut                  // the body ends behind some of the pieces, as if it were whole
	lost                 // the connection breaks there
	silent               // nothing more comes, and the connection stays
)

// A scene is how the server answers one request.
type scene struct {
	answer Answer
	raw    *Reply // in place of what the provider says for answer
	end    ending
	sent   int // how many pieces are sent, unless end is asSaid
}

// A provider is the server of a trial: one scene per request, in order.
type provider struct {
	*Script
	say func(Answer, *http.Request, []byte) Reply

	mu       sync.Mutex
	open     int // requests that are being answered
	pieces   int // of the latest reply
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

// Helper and Errorf make a provider a TB: what goes wrong is a finding.
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

// halved is a reply whose only piece breaks off in the middle.
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
		body, _ := io.ReadAll(r.Body) // a Script's is in memory
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

// words is what the provider says for an answer.
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

// busy is how many requests are still being answered.
func (p *provider) busy() int {
	p.mu.Lock()
	defer p.mu.Unlock()
	return p.open
}

// said is how many pieces the latest reply had, and what went wrong.
func (p *provider) said() (pieces int, problems []string) {
	p.mu.Lock()
	defer p.mu.Unlock()
	return p.pieces, p.problems
}
