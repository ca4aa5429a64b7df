package refusal

import (
	"strings"

	"github.com/errand-go/errand/internal/jsontree"
)

// place returns the text of a place: a string, the steps of a path, or an object with one
// of them.
func place(n jsontree.Node) string {
	switch n.Kind {
	case '"':
		return trimPlace(n.Text)
	case '[':
		var buffer [64]byte
		path := buffer[:0]
		for i := range n.Kids[:min(len(n.Kids), 16)] {
			k := &n.Kids[i]
			step := k.Scalar()
			if k.IsObject() { // valibot; protovalidate
				if step = k.Member("key").Scalar(); step == "" {
					step = k.Member("fieldName").Scalar()
				}
			}
			if step == "" {
				return ""
			}
			if len(path) == 0 && isAside(step) && len(n.Kids) > 1 {
				continue
			}
			path = append(append(path, '/'), jsontree.Step(step)...)
		}
		if len(n.Kids) == 1 && isAside(strings.TrimPrefix(string(path), "/")) {
			return ""
		}
		return string(path)
	case '{':
		for _, name := range [...]string{"pointer", "parameter", "header", "elements", "path"} {
			if p := place(n.Member(name)); p != "" {
				return p
			}
		}
	}
	return ""
}

// trimPlace removes the name of the part of the request from a place.
func trimPlace(s string) string {
	if len(s) > 256 {
		return ""
	}
	if first, rest, ok := strings.Cut(strings.TrimPrefix(s, "/"), "/"); ok && (first == "" || aside[first]) {
		return "/" + rest // "body/items/0"
	}
	return strings.ReplaceAll(s, "[]", "")
}

// below returns the place of a member of a place.
func below(base, name string) string {
	if base == "" || strings.HasPrefix(base, "/") || strings.HasPrefix(base, "#/") {
		return base + "/" + jsontree.Step(name)
	}
	return base + "." + name
}

// withoutMethod removes the first two steps of a place, or the first if there are only two.
func withoutMethod(field string) string {
	for range min(2, strings.Count(field, ".")) {
		_, field, _ = strings.Cut(field, ".")
	}
	return field
}

// within returns a place below another.
func within(base, field string) string {
	if strings.HasPrefix(base, "/") {
		return base + "/" + strings.TrimPrefix(field, "/")
	}
	return base + "." + strings.ReplaceAll(strings.TrimPrefix(field, "/"), "/", ".")
}

// aside are places that name a part of the request.
var aside = set("body query params path header headers cookie cookies querystring requestbody payload request formdata $ # / .")

// isAside reports whether a place names a part of the request.
//
//go:noinline
func isAside(place string) bool {
	return place == "" || len(place) <= len("querystring") && aside[strings.ToLower(place)]
}
