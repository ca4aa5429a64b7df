package httpadapter

import (
	"net/http"
	"net/url"
	"reflect"
	"slices"
	"strings"
	"unicode"

	"github.com/errand-go/errand/adapter/shape"
	"github.com/errand-go/errand/internal/base"
)

// fits reports whether a rule applies to a field of owner.
func fits(r *base.FieldRule, owner reflect.Type, f reflect.StructField) bool {
	return (r.Hidden || f.IsExported()) && (len(r.Names) == 0 || slices.Contains(r.Names, strings.ToLower(f.Name))) &&
		r.Holds(f.Type) && (r.Applies == nil || r.Applies(owner, f))
}

// admits reports whether a number is a status that a rule reads.
func admits(r *base.FieldRule, n int) bool {
	return n >= r.Least && n <= 599 && (!r.Registered || http.StatusText(n) != "")
}

// Conditions on the types of fields.

func is[T any](t reflect.Type) bool { return t == reflect.TypeFor[T]() }

// integer reports whether t is a predeclared integer type: an SDK's named type may be an
// enumeration.
func integer(t reflect.Type) bool {
	return t.PkgPath() == "" && t.Kind() >= reflect.Int && t.Kind() <= reflect.Uint64
}

func header(t reflect.Type) bool {
	return t.Kind() == reflect.Map && t.ConvertibleTo(reflect.TypeFor[http.Header]())
}

// hasStatus reports whether t is a struct with a status that is not net/http's.
func hasStatus(t reflect.Type) bool {
	t = structOf(t)
	return t.Kind() == reflect.Struct && !is[http.Response](t) && slices.ContainsFunc(reflect.VisibleFields(t), func(f reflect.StructField) bool {
		return f.IsExported() && strings.EqualFold(f.Name, "StatusCode") && integer(f.Type)
	})
}

// structOf returns the type that t points to; t itself if it is not a pointer.
func structOf(t reflect.Type) reflect.Type {
	if t.Kind() == reflect.Pointer {
		return t.Elem()
	}
	return t
}

// Further conditions.

// expectsOthers reports whether owner lists the statuses of a success.
func expectsOthers(owner reflect.Type, _ reflect.StructField) bool {
	f, ok := owner.FieldByName("Expected")
	return ok && is[[]int](f.Type)
}

// generated reports whether owner is the error type of a client generator.
func generated(owner reflect.Type, _ reflect.StructField) bool {
	return owner.Name() == "GenericOpenAPIError" || owner.Name() == "GenericSwaggerError"
}

// namedForHTTP reports whether the names around a field called Code, or the fields beside
// it, are related to HTTP.
func namedForHTTP(owner reflect.Type, _ reflect.StructField) bool {
	return speaksHTTP(shape.OfType(owner)) || slices.ContainsFunc(reflect.VisibleFields(owner), ofHTTP)
}

// speaksHTTP reports whether the name of a type, or the last element of its path, has a
// word of HTTP.
func speaksHTTP(t shape.Type) bool {
	path := t.Path()
	return slices.ContainsFunc(append(words(t.Name()), words(path[strings.LastIndexByte(path, '/')+1:])...), func(word string) bool {
		return slices.Contains([]string{"api", "http", "rest", "status", "response"}, word)
	})
}

// ofHTTP reports whether a field is of a type of net/http, or a URL.
func ofHTTP(f reflect.StructField) bool {
	switch structOf(f.Type) {
	case reflect.TypeFor[http.Response](), reflect.TypeFor[http.Request](), reflect.TypeFor[http.Header](), reflect.TypeFor[url.URL]():
		return true
	}
	return false
}

// ofTelegram reports whether a field is of an embedded ResponseParameters.
func ofTelegram(owner reflect.Type, f reflect.StructField) bool {
	return len(f.Index) > 1 && structOf(owner.FieldByIndex(f.Index[:len(f.Index)-1]).Type).Name() == "ResponseParameters"
}

// namedForLimit reports whether owner is named for a rate limit.
func namedForLimit(owner reflect.Type, _ reflect.StructField) bool {
	return strings.Contains(strings.ToLower(owner.Name()), "ratelimit")
}

// countsOther reports whether the name or path of a type has a word of otherNumbers.
func countsOther(t shape.Type) bool {
	return slices.ContainsFunc(append(words(t.Name()), words(strings.ToLower(t.Path()))...), func(word string) bool { return otherNumbers[word] != "" })
}

// words returns the words of a name in lower case, without digits. For "HTTPStatusError"
// these are http, status and error.
func words(name string) (all []string) {
	runes := []rune(name)
	start := 0
	for i := range len(runes) + 1 {
		switch {
		case i == len(runes) || !unicode.IsLetter(runes[i]):
			if i > start {
				all = append(all, strings.ToLower(string(runes[start:i])))
			}
			start = i + 1
		case i > start && unicode.IsUpper(runes[i]) && (unicode.IsLower(runes[i-1]) || i+1 < len(runes) && unicode.IsLower(runes[i+1])):
			all = append(all, strings.ToLower(string(runes[start:i])))
			start = i
		}
	}
	return all
}
