package adapter_test

import (
	"errors"
	"fmt"
	"io"
	"testing"

	"github.com/stretchr/testify/assert"

	"github.com/errand-go/errand/adapter"
	"github.com/errand-go/errand/toolerr"
)

func TestTree(t *testing.T) {
	leaf := fmt.Errorf("leaf: %w", io.EOF)
	join := errors.Join(leaf, errMine)
	top := fmt.Errorf("top: %w", join)
	te := toolerr.Fatal(say, toolerr.WithCause(errVendor))
	broken := &hostile{}
	tests := map[string]struct {
		err  error
		want []error
	}{
		"nil":                   {nil, nil},
		"one":                   {errMine, []error{errMine}},
		"depth first":           {top, []error{top, join, leaf, io.EOF, errMine}},
		"typed nil":             {(*wrapping)(nil), nil},
		"typed nils inside":     {&joining{[]error{(*wrapping)(nil), nil, errMine}}, []error{errMine}},
		"a panicking Unwrap":    {broken, []error{broken}},
		"not into our causes":   {te, []error{te}},
		"as deep as it may be":  {deep(errMine, 255), []error{errMine}},
		"not deeper than it is": {deep(errMine, 256), nil},
	}
	for name, tt := range tests {
		t.Run(name, func(t *testing.T) {
			var got []error
			for err := range adapter.Tree(tt.err) {
				switch err.(type) { //nolint:errorlint // one node of a walk
				case *wrapping, *joining: // helper types
				default:
					got = append(got, err)
				}
			}
			assert.Equal(t, len(tt.want), len(got))
			for i := range min(len(tt.want), len(got)) {
				assert.Same(t, tt.want[i], got[i])
			}
		})
	}
}

func TestTreeIsBounded(t *testing.T) {
	ring := &wrapping{}
	ring.cause = ring
	knot := &joining{}
	knot.parts = []error{knot, knot}
	for name, err := range map[string]error{"ring": ring, "knot": knot, "deep": deep(errMine, 10_000)} {
		t.Run(name, func(t *testing.T) {
			n := 0
			for range adapter.Tree(err) {
				n++
			}
			assert.Equal(t, 256, n)
		})
	}
}
