package adapter

import (
	"reflect"

	"github.com/errand-go/errand/internal/typecache"
)

// Selective is an adapter that can decide by Go types alone that an error is not its own. A
// [Chain] looks at the types in an error's tree once, for all such adapters, and calls only
// those that may recognise one of the types.
type Selective interface {
	Adapter
	// Reads reports whether an error of the Go type t may be one of this adapter's. The
	// result for a type must never change. If it is false for all errors in a tree,
	// FromError must return nil for the tree. An adapter that embeds another one and
	// recognises more declares its own Reads; the conformance kit checks this.
	Reads(t reflect.Type) bool
}

// A roster is the adapters of a chain, in order, and the types that each of them reads.
type roster struct {
	entries []entry
	reads   *typecache.Cache[uint64] // a bit for each of the first 64 adapters
}

// newRoster returns the roster of adapters with distinct slugs.
func newRoster(entries []entry) roster {
	return roster{entries, typecache.New(func(t reflect.Type) (bits uint64) {
		for i, e := range entries[:min(len(entries), 64)] {
			if e.selective != nil && reads(e.selective, t) {
				bits |= 1 << i
			}
		}
		return bits
	})}
}

// reads returns s.Reads(t), and true if that panics, so that the adapter is called.
func reads(s Selective, t reflect.Type) (ok bool) {
	defer func() {
		if recover() != nil {
			ok = true
		}
	}()
	return s.Reads(t)
}

// sift returns the bits of the adapters that read an error in the tree of err.
func (r roster) sift(err error) (bits uint64) {
	if r.reads == nil {
		return 0
	}
	for e := range Tree(err) {
		bits |= r.reads.Of(e)
	}
	return bits
}

// passes reports whether the adapter at index i has to be called.
func (r roster) passes(i int, bits uint64) bool {
	return i >= 64 || r.entries[i].selective == nil || bits>>i&1 == 1
}
