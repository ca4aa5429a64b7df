package refusal

import (
	"strings"

	"github.com/errand-go/errand/internal/jsontree"
	"github.com/errand-go/errand/toolerr"
)

// A List is the form of bodies with a list of statements, or with one.
type List struct {
	At    [][]string // the paths of the list, or of the one statement; {} is the root
	Needs []string   // an item has all of these members
	// The members of an item: the first that it has is used. A dot separates a member from its
	// member. A place can be an array: of places, or, with Steps, of the steps of one place.
	Place, Code, Text, Value []string
	Steps                    bool
}

// Read returns the findings of all items. It can be the Body of a [Dialect].
func (l *List) Read(v *Dialect, d Doc) (all []toolerr.Finding) {
	for _, at := range l.At {
		items := d.Root.At(at...)
		if items.IsObject() {
			all = append(all, l.item(v, items)...)
		}
		if !items.IsArray() {
			continue
		}
		for _, item := range items.Kids[:min(len(items.Kids), maxFindings)] {
			all = append(all, l.item(v, item)...)
		}
	}
	return all
}

func (l *List) item(v *Dialect, item jsontree.Node) (all []toolerr.Finding) {
	for _, name := range l.Needs {
		if !memberAt(item, name).Exists() {
			return nil
		}
	}
	s := Statement{Code: First(item, l.Code...).Scalar(), Text: First(item, l.Text...).Str(), Value: First(item, l.Value...).Scalar()}
	places := First(item, l.Place...)
	fields := places.Strings()
	switch {
	case places.IsString():
		fields = []string{places.Text}
	case l.Steps && places.IsArray():
		fields = []string{strings.Join(Scalars(places), ".")}
	}
	if len(fields) == 0 {
		return v.findings(s)
	}
	for _, field := range fields {
		s.Fields = []string{field}
		all = append(all, v.findings(s)...)
	}
	return all
}

// First returns the first of some members that has a value other than null. A dot separates
// a member from its member.
func First(n jsontree.Node, paths ...string) jsontree.Node {
	for _, path := range paths {
		if m := memberAt(n, path); m.Exists() && m.Kind != 'n' {
			return m
		}
	}
	return jsontree.Node{}
}

func memberAt(n jsontree.Node, path string) jsontree.Node {
	for more := true; more; {
		var key string
		key, path, more = strings.Cut(path, ".")
		n = n.Member(key)
	}
	return n
}

// Scalars returns the scalars of an array, such as the steps of a path.
func Scalars(n jsontree.Node) []string {
	var all []string
	if n.IsArray() {
		for _, k := range n.Kids {
			all = append(all, k.Scalar())
		}
	}
	return all
}
