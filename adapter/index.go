package adapter

import (
	"io"
	"reflect"
	"slices"
	"strings"
	"sync"

	"github.com/errand-go/errand/internal/base"
	"github.com/errand-go/errand/internal/decoder"
	"github.com/errand-go/errand/internal/errtree"
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

// entry is a registered adapter. It keeps the slug, because Slug may panic later.
type entry struct {
	Adapter
	slug      string
	http      bool      // see [OverHTTP]
	selective Selective // nil if it has to be called for every error
}

// An OverHTTP adapter reports whether its vendor is called over HTTP. If it is, a recorded
// HTTP exchange can supply the status that an error has lost (see [Wrap]). An
// adapter without the method counts as one whose vendor is called over HTTP.
type OverHTTP interface {
	Adapter
	OverHTTP() bool
}

// entries returns the entries of adapters, and panics if one cannot be registered.
func entries(adapters []Adapter) []entry {
	all := make([]entry, len(adapters))
	for i, a := range adapters {
		selective, _ := As[Selective](a)
		o, ok := As[OverHTTP](a)
		all[i] = entry{a, mustSlug(a), !ok || o.OverHTTP(), selective}
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
	always set // the adapters that are asked for every error
	types  *typecache.Cache[*traits]

	texts, hosts, headers, members map[string][]sign
	responses                      []int // asked for every plain response
}

// A sign is the rest of a sign of one adapter.
type sign struct {
	begin   string // of the text, or of the header's value
	adapter int
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

// A set is a set of adapters, by their index. It allocates nothing for the first 256.
type set struct {
	first [4]uint64
	more  []uint64
}

func (s *set) add(i int) {
	if i < 256 {
		s.first[i>>6] |= 1 << (i & 63)
		return
	}
	for len(s.more) <= i>>6 {
		s.more = append(s.more, 0)
	}
	s.more[i>>6] |= 1 << (i & 63)
}

func (s *set) has(i int) bool {
	if i < 256 {
		return s.first[i>>6]>>(i&63)&1 == 1
	}
	return i>>6 < len(s.more) && s.more[i>>6]>>(i&63)&1 == 1
}

// clone returns a copy that can be changed.
func (s *set) clone() set { return set{s.first, slices.Clone(s.more)} }

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
	ix.texts, ix.hosts, ix.headers, ix.members = map[string][]sign{}, map[string][]sign{}, map[string][]sign{}, map[string][]sign{}
	for i, e := range ix.all {
		if e.selective == nil {
			ix.always.add(i)
		}
		if l, ok := As[Locatable](e.Adapter); ok {
			ix.locate(i, l.Signs())
		}
	}
	ix.types = typecache.New(ix.traits)
}

// locate records the signs of adapter i.
func (ix *index) locate(i int, s Signs) {
	for _, text := range s.Texts {
		key := text[:min(len(text), maxBegin)]
		ix.texts[key] = append(ix.texts[key], sign{text, i})
	}
	for _, host := range s.Hosts {
		ix.hosts[host] = append(ix.hosts[host], sign{"", i})
	}
	for _, header := range s.Headers {
		name, value, _ := strings.Cut(header, ": ")
		ix.headers[name] = append(ix.headers[name], sign{value, i})
	}
	for _, member := range s.Members {
		ix.members[member] = append(ix.members[member], sign{"", i})
	}
	if s.Responses {
		ix.responses = append(ix.responses, i)
	}
}

// maxBegin is the length of a text's beginning by which it is looked up.
const maxBegin = 4

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
func (ix *index) candidates(s *set, e error, t *traits) {
	for _, i := range t.readers {
		s.add(i)
	}
	if t.plain {
		text := e.Error()
		for n := 1; n <= min(len(text), maxBegin); n++ {
			s.addSigned(ix.texts[text[:n]], text)
		}
	}
	if !t.response {
		return
	}
	host, header, body, ok := base.Responses.Of(e)
	if !ok {
		return
	}
	for _, i := range ix.responses {
		s.add(i)
	}
	for rest, more := host, host != ""; more; _, rest, more = strings.Cut(rest, ".") {
		s.addSigned(ix.hosts[rest], "")
	}
	for name, values := range header {
		if len(values) > 0 {
			s.addSigned(ix.headers[name], values[0])
		}
	}
	ix.membersOf(s, body)
}

// addSigned adds the adapters of the signs with which a text begins.
func (s *set) addSigned(signs []sign, text string) {
	for i := range signs {
		if strings.HasPrefix(text, signs[i].begin) {
			s.add(signs[i].adapter)
		}
	}
}

// membersOf adds the adapters whose responses have a member of the JSON object in a body,
// which may be cut off.
func (ix *index) membersOf(s *set, body []byte) {
	depth := 0
	for at := 0; at < len(body); at++ {
		switch body[at] {
		case ' ', '\t', '\r', '\n':
		case '{', '[':
			depth++
		case '}', ']':
			depth--
		case '"':
			start := at + 1
			for at++; at < len(body) && body[at] != '"'; at++ {
				if body[at] == '\\' {
					at++
				}
			}
			if depth == 1 && at < len(body) {
				s.addSigned(ix.members[string(body[start:at])], "")
			}
		default:
			if depth == 0 { // not an object
				return
			}
		}
	}
}

// A TextReader is an adapter that reads findings from the text of an error that no adapter
// recognised, as it reads them from bodies of responses. A chain calls its first
// TextReader. The text is at most 2 KiB long.
type TextReader interface {
	Adapter
	ReadText(text string) []toolerr.Finding
}

// read returns the findings of the first TextReader in a text, or nil if it panics.
func (ix *index) read(text string) (found []toolerr.Finding) {
	defer func() { _ = recover() }()
	for _, e := range ix.all {
		if r, ok := e.Adapter.(TextReader); ok {
			return r.ReadText(cut(text))
		}
	}
	return nil
}

// cut returns the part of an error's text that is read.
func cut(text string) string { return text[:min(len(text), 2<<10)] }
