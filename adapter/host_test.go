package adapter_test

import (
	"context"
	"encoding/json"
	"errors"
	"fmt"
	"strings"
	"testing"

	"github.com/stretchr/testify/assert"

	"github.com/errand-go/errand/adapter"
	"github.com/errand-go/errand/toolerr"
)

// plants are words that no model sent, of the same length.
var plants = [...]string{"Kanarienvogel", "Schneeammer47"}

// hosted is a value of a host: a word of the call as its text, and planted in other members.
type hosted struct {
	Name, Key string
	Err       error
	more      map[string]any
}

func (h hosted) String() string { return h.Name }

// A host is a program of tools that change their input and share errors, as the bytes of a
// fuzzer say.
type host struct {
	planted string // a word that no model sent
	bytes   []byte
	cached  []error
}

// next returns a number below n.
func (h *host) next(n int) int {
	if len(h.bytes) == 0 {
		return 0
	}
	b := h.bytes[0]
	h.bytes = h.bytes[1:]
	return int(b) % n
}

// change changes an input in one of the ways that do not need a type.
func (h *host) change(in any) {
	switch in := in.(type) {
	case map[string]any:
		switch h.next(4) {
		case 0:
			in["new"] = h.planted
		case 1:
			in["user"] = h.planted
		case 2:
			in["user"] = in
		default:
			for _, name := range []string{"in", "list", "raw"} {
				h.change(in[name])
			}
		}
	case []any:
		if len(in) > 0 {
			in[h.next(len(in))] = h.planted
		}
	case json.RawMessage:
		if i := strings.Index(string(in), "xxxxxxxxxxxxx"); i >= 0 {
			copy(in[i:], h.planted)
		}
	}
}

// operand returns an argument of Errorf that has the planted word.
func (h *host) operand() any {
	value := hosted{"ann", h.planted, fmt.Errorf("of %s", h.planted), map[string]any{"k": h.planted}}
	return []any{
		value, &value, h.planted, []byte(h.planted),
		[]string{"ann", h.planted},
		map[string]any{"ann": h.planted},
		[]any{value, "ann"},
		value.Err,
		struct{ E error }{value.Err},
		json.RawMessage(`{"user":"` + h.planted + `"}`), "ann", 5, nil, toolerr.Errorf("no %s of %#v", h.planted, value),
	}[h.next(14)]
}

// fail returns an error of a tool.
func (h *host) fail() (err error) {
	switch h.next(7) {
	case 0:
		err = refused()
	case 1:
		err = toolerr.New(toolerr.KindUpstreamValidationError, toolerr.Message{}, toolerr.WithRefusal(toolerr.Refusal{
			Message:  "the value '" + h.planted + "' of 'ann'",
			Findings: []toolerr.Finding{{Rule: toolerr.RuleNotFound, Fields: []string{"user"}, Word: h.planted, Names: []string{h.planted, "ann"}}, {Rule: toolerr.RuleUnknown, Fields: []string{h.planted}}},
		}))
	case 2:
		err = errors.New("user '" + h.planted + "' is not ann")
	case 3:
		if len(h.cached) > 0 {
			err = h.cached[h.next(len(h.cached))]
		}
	}
	if err == nil {
		a, b := h.operand(), h.operand()
		switch h.next(6) { // a format is a constant
		case 0:
			err = toolerr.Errorf("user %v, %+v", a, b)
		case 1:
			err = toolerr.Errorf("user %#v, %d: %w", a, b, refused())
		case 2:
			err = toolerr.Errorf("user %[2]*[1]x, %.3q, %T %p", a, h.next(256), b, b) //errandvet:ignore the wrong format is what is tested
		case 3:
			err = toolerr.InvalidInputf("/user", "must not be %q or %s", a, b)
		case 4:
			err = toolerr.Retryablef("user %-20s|%020x|%t|%c", a, b, a, b)
		default:
			err = toolerr.ContextRequiredf("user %w of %X", a, b) //errandvet:ignore the wrong format is what is tested
		}
	}
	switch h.next(4) {
	case 0:
		err = fmt.Errorf("tool of %s: %w", h.planted, err)
	case 1:
		err = errors.Join(errors.New(h.planted), err)
	case 2:
		err = toolerr.Errorf("cannot call: %w", err)
	}
	h.cached = append(h.cached, err)
	return err
}

// call runs a tool in one of the ways, and returns what the model reads.
func (h *host) call(ctx context.Context, chain adapter.Chain) string {
	const sent = `{"user":"ann","limit":500,"in":{"user":"ann"},"list":["ann",{"user":"ann"}],"pad":"xxxxxxxxxxxxx"}`
	input := func() map[string]any {
		var m map[string]any
		_ = json.Unmarshal([]byte(sent), &m)
		m["raw"] = json.RawMessage(`{"user":"xxxxxxxxxxxxx"}`)
		return m
	}
	var opts []adapter.WrapOption
	if h.next(2) == 1 {
		opts = append(opts, adapter.WithArguments())
	}
	var err error
	switch h.next(4) {
	case 0:
		_, err = adapter.Wrap(func(_ context.Context, in map[string]any) (int, error) { h.change(in); return 0, h.fail() }, chain, opts...)(ctx, input())
	case 1:
		_, err = adapter.Wrap(func(_ context.Context, in json.RawMessage) (int, error) { h.change(in); return 0, h.fail() }, chain, opts...)(ctx, json.RawMessage(sent))
	case 2:
		_, err = adapter.Wrap(func(_ context.Context, in *hosted) (int, error) { in.Name = h.planted; return 0, h.fail() }, chain, append(opts, adapter.WithArguments())...)(ctx, &hosted{Name: "ann"})
	default:
		arguments := json.RawMessage(sent)
		_, err = adapter.Do(calling(ctx, string(arguments)), chain, func(context.Context) (int, error) { h.change(arguments); return 0, h.fail() }, opts...)
	}
	h.cached = append(h.cached, err)
	return toolerr.Result(nil, err).String()
}

// Whatever a host does to the arguments of a call, to its errors and to those of other
// calls, what a model reads does not depend on a word that no model sent, and has no names
// of types and no addresses.
func FuzzHost(f *testing.F) {
	for _, seed := range []string{"", "\x00\x01\x02\x03\x04\x05\x06\x07", "aaaaaaaaaaaaaaaaaaaaaaaa", "\x01\x03\x00\x05\x02\x04\x01\x01\x06\x0c\x00\x03\x01", strings.Repeat("\x03\x01\x05\x02", 20)} {
		f.Add([]byte(seed))
	}
	f.Fuzz(func(t *testing.T, bytes []byte) {
		var told [len(plants)]string
		for i, planted := range plants {
			h := &host{planted: planted, bytes: bytes[:min(len(bytes), 200)]}
			for range 4 {
				told[i] += h.call(t.Context(), adapter.NewRegistry().For("x")) + "\n"
			}
			for _, text := range []string{planted, fmt.Sprintf("%x", planted[:3]), "hosted", "adapter_test", "0xc", "errors."} {
				assert.NotContains(t, told[i], text)
			}
		}
		assert.Equal(t, told[0], told[1])
	})
}
