// Package callkey has the key of one logical call, and the record of what its attempts sent.
// It knows no protocol: httpadapter.Transport tells it of requests, and package adapter reads
// what they mean for an error.
package callkey

import (
	"context"
	"crypto/hmac"
	"crypto/rand"
	"crypto/sha256"
	"errors"
	"fmt"
	"slices"
	"strings"
	"sync"
	"time"
)

// A State is the record of a call, which is stored with the call before a request is sent.
type State struct {
	// Salt is what the key is made of, beside the id of the call.
	Salt []byte `json:"salt,omitempty"`
	Sent []Sent `json:"sent,omitempty"`
}

// A Sent is a request that an attempt of a call sent.
type Sent struct {
	// Print is the fingerprint of the request; "" if the request had no key.
	Print string    `json:"print,omitempty"`
	At    time.Time `json:"at"`
	// Until is the time at which the service may forget the key.
	Until time.Time `json:"until,omitzero"`
}

// With returns the record with an addition.
func (s State) With(more State) State {
	if len(more.Salt) > 0 {
		s.Salt = more.Salt
	}
	s.Sent = append(slices.Clip(s.Sent), more.Sent...)
	return s
}

// A Keeper stores additions to the record of a call.
type Keeper interface {
	Keep(ctx context.Context, more State) error
}

// A Call is one logical call. Its fields are set before its first attempt.
type Call struct {
	// ID distinguishes calls with the same salt. It is not sent.
	ID string
	// State is the record of earlier attempts. If its Salt has less than 16 bytes, the first use
	// of the key makes a random one. Nobody can guess a salt.
	State State
	// Keeper stores additions to State before a request is sent; nil does not.
	Keeper Keeper
	// Strict makes Keeper store requests without a key too, also if the key is not used: an
	// attempt that may store nothing any more sends nothing.
	Strict bool

	mu     sync.Mutex
	key    string
	due    []string // requests of earlier attempts that this one has not sent
	taken  []string // requests of this attempt that have not failed
	closed []string // requests with an answer that decides
	bare   bool     // a request without a key was sent
	ended  bool
	said   Answer // the last one
}

// Key is the key of a call in its context.
type Key struct{}

// From returns the call of a context, or nil.
func From(ctx context.Context) *Call {
	if ctx == nil {
		return nil
	}
	c, _ := ctx.Value(Key{}).(*Call)
	return c
}

var errEnded = errors.New("the call has ended")

const (
	minSalt = 16 // bytes
	// margin is the part of a key's time that is left for clocks and slow networks.
	margin = 10
)

// Begin begins an attempt.
func (c *Call) Begin() {
	c.mu.Lock()
	defer c.mu.Unlock()
	c.due, c.taken, c.said = nil, nil, 0
	for _, s := range c.State.Sent {
		c.bare = c.bare || s.Print == ""
		c.due = append(c.due, s.Print)
	}
	c.due = without(c.due, "")
}

func without(all []string, fingerprint string) []string {
	return slices.DeleteFunc(all, func(p string) bool { return p == fingerprint })
}

// End ends the call, which sends nothing more.
func (c *Call) End() {
	c.mu.Lock()
	defer c.mu.Unlock()
	c.ended = true
}

// Value returns the key, and stores its salt before the first use.
func (c *Call) Value(ctx context.Context) (string, error) {
	c.mu.Lock()
	defer c.mu.Unlock()
	return c.value(ctx)
}

func (c *Call) value(ctx context.Context) (string, error) {
	if c.key != "" {
		return c.key, nil
	}
	if len(c.State.Salt) < minSalt {
		more := State{Salt: make([]byte, minSalt)}
		_, _ = rand.Read(more.Salt) // never fails
		if c.bare {
			more.Sent = []Sent{{At: time.Now()}}
		}
		if err := c.keep(ctx, more); err != nil {
			return "", err
		}
	}
	c.key = c.derive("call")
	return c.key, nil
}

// derive returns a UUID that shows nothing of the parts. Services of this kind of key accept
// the form.
func (c *Call) derive(parts ...string) string {
	mac := hmac.New(sha256.New, c.State.Salt)
	_, _ = fmt.Fprintf(mac, "%q%q", c.ID, parts)
	sum := mac.Sum(nil)
	sum[6], sum[8] = sum[6]&0x0f|0x40, sum[8]&0x3f|0x80
	return fmt.Sprintf("%x-%x-%x-%x-%x", sum[:4], sum[4:6], sum[6:8], sum[8:10], sum[10:16])
}

// keep stores an addition. What is not stored is not sent.
func (c *Call) keep(ctx context.Context, more State) error {
	if c.ended {
		return errEnded
	}
	if c.Keeper != nil {
		if err := c.Keeper.Keep(ctx, more); err != nil {
			return fmt.Errorf("the record of the call was not stored: %w", err)
		}
	}
	c.State = c.State.With(more)
	return nil
}

// A Request is a request that may have an effect.
type Request struct {
	Method, URL, Body string
	// Own is the text in which the tool itself may have put the key; "" means that the request
	// gets one.
	Own string
	// Valid is how long the service keeps a key; 0 means that it has none.
	Valid time.Duration
}

// A Sending is a request with a key that is being sent.
type Sending struct {
	// Key is the key of the request. Two equal requests of an attempt have two, unless the
	// second one follows a failure of the first.
	Key  string
	call *Call
	open bool // an earlier sending had no answer that decides
}

// Send stores that a request is sent, and returns nil if the request has no key. The error is
// the reason why it must not be sent.
func (c *Call) Send(ctx context.Context, r Request) (*Sending, error) {
	c.mu.Lock()
	defer c.mu.Unlock()
	if r.Valid == 0 || r.Own != "" && (c.key == "" || !strings.Contains(r.Own, c.key)) {
		return nil, c.sendBare(ctx)
	}
	if _, err := c.value(ctx); err != nil {
		return nil, err
	}
	s := &Sending{call: c}
	for n := 0; s.Key == "" || slices.Contains(c.taken, s.Key) && r.Own == ""; n++ {
		s.Key = c.derive("request", r.Method, r.URL, r.Body, r.Own, fmt.Sprint(n))
	}
	now := time.Now()
	i := slices.IndexFunc(c.State.Sent, func(before Sent) bool { return before.Print == s.Key })
	switch {
	case c.ended:
		return nil, errEnded
	case i < 0 && len(c.due) > 0:
		return nil, errors.New("this attempt sends another request than the attempts before it")
	case i < 0:
		if err := c.keep(ctx, State{Sent: []Sent{{Print: s.Key, At: now, Until: now.Add(r.Valid - r.Valid/margin)}}}); err != nil {
			return nil, err
		}
	case !now.Before(c.State.Sent[i].Until):
		return nil, errors.New("the key of the request may have expired")
	default:
		s.open = !slices.Contains(c.closed, s.Key)
	}
	c.taken, c.due = append(c.taken, s.Key), without(c.due, s.Key)
	return s, nil
}

// sendBare records a request without a key. The record of a call whose key was not used is
// stored if the call is strict.
func (c *Call) sendBare(ctx context.Context) (err error) {
	if c.Strict || !c.bare && len(c.State.Salt) > 0 {
		err = c.keep(ctx, State{Sent: []Sent{{At: time.Now()}}})
	}
	c.bare = c.bare || err == nil
	return err
}

// An Answer is what a service said to a request with a key.
type Answer uint8

const (
	// Nothing: there was no answer, or one that decides nothing, as that of a server that
	// failed, or that still carries out an earlier request with the key.
	Nothing Answer = iota
	// Decided: the request was carried out, or refused for its content.
	Decided
	// Refused: the request was refused before the service looked for its key.
	Refused
	// Final: no other request with the key gets another answer: it is a stored failure, or the
	// key was sent with another request before.
	Final
)

// End records the answer to a request.
func (s *Sending) End(a Answer) {
	s.call.mu.Lock()
	defer s.call.mu.Unlock()
	s.call.said = a
	if a == Decided || a == Refused && !s.open {
		s.call.closed = append(s.call.closed, s.Key)
	}
	if a != Decided {
		s.call.taken = without(s.call.taken, s.Key)
	}
}

// A Verdict is what the keys of a call mean for its failure.
type Verdict struct {
	// Used means that the key was used.
	Used bool
	// Open means that a request with a key may have been carried out.
	Open bool
	// Until is the time until which a further attempt does nothing twice; zero means that it
	// may. It is far away if nothing was sent.
	Until time.Time
	// Last is the time of the last sending; zero if nothing was sent.
	Last time.Time
	// Said is the last answer to a request with a key in this attempt.
	Said Answer
}

// Verdict returns what the keys mean now.
func (c *Call) Verdict() Verdict {
	c.mu.Lock()
	defer c.mu.Unlock()
	v := Verdict{Used: len(c.State.Salt) > 0, Said: c.said, Until: time.Now().AddDate(1, 0, 0)}
	for _, s := range c.State.Sent {
		v.Open = v.Open || s.Print != "" && !slices.Contains(c.closed, s.Print)
		if s.Until.Before(v.Until) {
			v.Until = s.Until
		}
		if s.At.After(v.Last) {
			v.Last = s.At
		}
	}
	if c.bare || c.said == Final {
		v.Until = time.Time{}
	}
	return v
}
