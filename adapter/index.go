package adapter

import (
	"io"
	"reflect"
	"slices"
	"sync"

	"github.com/errand-go/errand/internal/base"
	"github.com/errand-go/errand/internal/decoder"
	"github.com/errand-go/errand/internal/errtree"
	"github.com/errand-go/errand/internal/signs"
	"github.com/errand-go/errand/internal/typecache"
	"github.com/errand-go/errand/toolerr"
)

// A Selective adapter can say by Go types alone that an error is not its own. A [Chain]
// finds the adapters that read a type with one lookup, and asks such an adapter for an error
// only if it reads one of the types in the error's tree, or has signs for one of the errors
// (see [Locatable]).
type Selective interface {
	Adapter
	// Reads reports whether an error of the Go type t may be one of this adapter's. The
	// result for a type must never change. If it is false for all errors in a tree, and the
	// tree has no sign, FromError must return nil for the tree. An adapter that embeds
	// another one and recognises more declares its own Reads; the conformance kit checks this.
	Reads(t reflect.Type) bool
}

// A Locatable adapter is a [Selective] one that also recognises errors of types which many
// services share: errors of packages errors and fmt by their texts, and plain HTTP
// responses, such as that of httpadapter.CheckResponse, by what they have.
type Locatable interface {
	Selective
	// Signs never changes.
	Signs() Signs
}

// Signs are the ways in which an adapter recognises texts and plain HTTP responses: each of
// them has one of the signs.
type Signs struct {
	// Texts are beginnings of texts.
	Texts []string
	// Hosts are hosts of requests, subdomains included.
	Hosts []string
	// Headers are names of response headers in canonical form. "Server: x" is a header whose
	// value begins with x.
	Headers []string
	// Members are members of the JSON object in the body of a response.
	Members []string
	// Responses means that there are also responses without any of these. The adapter is
	// asked for every response.
	Responses bool
}

// entry is a registered adapter. It keeps slug and signs, because their methods may panic later.
type entry struct {
	Adapter
	slug      string
	http      bool      // see overHTTP
	selective Selective // nil if it has to be called for every error
	signs     signs.Signs
}

// An overHTTP adapter reports whether its vendor is called over HTTP. If it is, a recorded
// HTTP exchange can supply the status that an error has lost (see [Wrap]). An
// adapter without the method counts as one whose vendor is called over HTTP.
type overHTTP interface{ OverHTTP() bool }

// entries returns the entries of adapters, and panics if one cannot be registered.
func entries(adapters []Adapter) []entry {
	all := make([]entry, len(adapters))
	for i, a := range adapters {
		selective, _ := As[Selective](a)
		o, ok := As[overHTTP](a)
		all[i] = entry{a, mustSlug(a), !ok || o.OverHTTP(), selective, signs.Signs{}}
		if l, ok := As[Locatable](a); ok {
			all[i].signs = signs.Signs(l.Signs())
		}
	}
	return all
}

// mustSlug returns the adapter's slug. It panics if there is none to use: that is a
// programming error, found at start-up.
func mustSlug(a Adapter) string {
	if a == nil {
		panic("adapter: a nil Adapter was registered")
	}
	if v := reflect.ValueOf(a); v.Kind() == reflect.Pointer && v.IsNil() {
		panic("adapter: a nil " + v.Type().String() + " was registered")
	}
	slug := a.Slug()
	if !identifier(slug) {
		panic("adapter: " + reflect.TypeOf(a).String() + " has no usable slug")
	}
	return slug
}

// identifier reports whether [toolerr.Ident] returns s unchanged.
func identifier(s string) bool {
	withheld := toolerr.Ident("").String()
	return s != withheld && toolerr.Ident(s).String() == s
}

// An index finds the adapters that may recognise an error. It is made when it is first used,
// because the adapters of chains that have none are known only then.
type index struct {
	own   []entry
	based bool // the adapters of chains that have none follow
	once  sync.Once

	all    []entry
	always signs.Set // the adapters that are asked for every error
	types  *typecache.Cache[*traits]

	signs signs.Index
}

// traits are what a walk has to know about a Go type.
type traits struct {
	readers  []int // the adapters that read the type
	response bool  // it may carry an HTTP response
	plain    bool  // a type of packages errors and fmt
	leaf     bool  // the type of errors.New
	aborts   bool  // it has a method Aborts
	is       bool  // it has a method Is
	format   decoder.Format
}

// basis is the index of chains without adapters.
var basis = &index{based: true}

// newIndex returns the index of adapters. It drops an adapter if an earlier one has the same
// slug.
func newIndex(all []entry) *index { return &index{own: distinct(all), based: len(all) == 0} }

// after returns the index of the adapters of a tool, and then those of ix.
func (ix *index) after(own []entry) *index {
	if ix == nil {
		ix = basis
	}
	return &index{own: distinct(slices.Concat(own, ix.own)), based: ix.based}
}

//go:noinline
func distinct(all []entry) (kept []entry) {
	for _, e := range all {
		if !slices.ContainsFunc(kept, func(k entry) bool { return k.slug == e.slug }) {
			kept = append(kept, e)
		}
	}
	return kept
}

// ready returns the index after it was made.
func (ix *index) ready() *index {
	if ix == nil {
		ix = basis
	}
	ix.once.Do(ix.build)
	return ix
}

func (ix *index) build() {
	ix.all = ix.own
	if ix.based {
		var others []Adapter
		for _, a := range base.Adapters {
			if a, ok := a.(Adapter); ok {
				others = append(others, a)
			}
		}
		ix.all = distinct(slices.Concat(ix.own, entries(others)))
	}
	for i, e := range ix.all {
		if e.selective == nil {
			ix.always.Add(i)
		}
		ix.signs.Add(i, e.signs)
	}
	ix.types = typecache.New(ix.traits)
}

var (
	textType = reflect.TypeOf(io.EOF)
	aborter  = reflect.TypeFor[interface{ Aborts() bool }]()
	isser    = reflect.TypeFor[interface{ Is(error) bool }]()
)

func (ix *index) traits(t reflect.Type) *traits {
	x := &traits{
		plain: errtree.IsPlain(t), leaf: t == textType, aborts: t.Implements(aborter), is: t.Implements(isser), format: decoder.OfType(t),
		response: base.Responses.In != nil && base.Responses.In(t),
	}
	for i, e := range ix.all {
		if e.selective != nil && e.reads(t) {
			x.readers = append(x.readers, i)
		}
	}
	return x
}

// reads returns the result of Reads, and true if that panics, so that the adapter is asked.
func (e *entry) reads(t reflect.Type) (ok bool) {
	defer func() {
		if recover() != nil {
			ok = true
		}
	}()
	return e.selective.Reads(t)
}

// candidates adds the adapters that may recognise e, an error with the given traits.
func (ix *index) candidates(s *signs.Set, e error, t *traits) {
	for _, i := range t.readers {
		s.Add(i)
	}
	if t.plain {
		ix.signs.OfText(s, e.Error())
	}
	if t.response {
		if host, header, body, ok := base.Responses.Of(e); ok {
			ix.signs.OfResponse(s, host, header, body)
		}
	}
}

// A textReader is an adapter that reads findings from the text of an error that no adapter
// recognised, as it reads them from bodies of responses. A chain calls its first
// textReader. The text is at most 2 KiB long.
type textReader interface {
	ReadText(text string) []toolerr.Finding
}

// read returns the findings of the first textReader in a text, or nil if it panics.
func (ix *index) read(text string) (found []toolerr.Finding) {
	defer func() { _ = recover() }()
	for _, e := range ix.all {
		if r, ok := e.Adapter.(textReader); ok {
			return r.ReadText(cut(text))
		}
	}
	return nil
}

// cut returns the part of an error's text that is read.
func cut(text string) string { return text[:min(len(text), 2<<10)] }
