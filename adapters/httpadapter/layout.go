package httpadapter

import (
	"net/http"
	"reflect"
	"slices"
	"strconv"
	"time"

	"github.com/errand-go/errand/adapter/shape"
	"github.com/errand-go/errand/internal/base"
	"github.com/errand-go/errand/internal/typecache"
	"github.com/errand-go/errand/toolerr"
)

// A layout is the locations of response data in errors of one Go type.
type layout struct {
	methods bool // a method has the status
	limited bool // no status: the type is named for a rate limit, and has a wait
	places  map[string][]place
}

// A place is a field and the path to it.
type place struct {
	rule   *base.FieldRule
	path   [][]int
	number bool // a number, not a text
}

// layouts caches the layout of each Go type. It is nil for a type without response data.
var layouts = typecache.New(layoutOf)

func layoutOf(t reflect.Type) *layout {
	if t.Implements(reflect.TypeFor[interface{ Payload() toolerr.Payload }]()) {
		return nil // an errand error that is embedded in another
	}
	l := &layout{methods: slices.ContainsFunc(statusMethods, t.Implements), places: map[string][]place{}}
	if t = structOf(t); t.Kind() == reflect.Struct {
		l.add(t)
	}
	status := l.methods || len(l.places[givesStatus]) > 0
	l.limited = !status && len(l.places[givesWait]) > 0 && namedForLimit(t, reflect.StructField{})
	if !status && !l.limited {
		return nil
	}
	return l
}

// add records the fields of a struct, and of the responses in them.
func (l *layout) add(t reflect.Type) {
	fields := reflect.VisibleFields(t) // includes those of embedded structs
	other := countsOther(shape.OfType(t)) && !slices.ContainsFunc(fields, ofHTTP)
	for i := range fieldRules {
		r := &fieldRules[i]
		if r.Gives == givesStatus && (other || r.Alone && (l.methods || slices.ContainsFunc(l.places[givesStatus], isNumber))) {
			continue
		}
		for _, f := range fields {
			switch {
			case !fits(r, t, f):
			case r.Gives == givesResponse:
				l.addResponse(f)
			default:
				l.places[r.Gives] = append(l.places[r.Gives], place{r, [][]int{f.Index}, integer(f.Type)})
			}
		}
	}
}

// addResponse records status, headers and request of a response in a field.
func (l *layout) addResponse(response reflect.StructField) {
	t := structOf(response.Type)
	for i := range fieldRules {
		r := &fieldRules[i]
		if r.Gives != givesHeader && r.Gives != givesRequest && !slices.Contains(r.Names, "statuscode") {
			continue
		}
		for _, f := range reflect.VisibleFields(t) {
			if fits(r, t, f) {
				l.places[r.Gives] = append(l.places[r.Gives], place{r, [][]int{response.Index, f.Index}, integer(f.Type)})
			}
		}
	}
}

func isNumber(p place) bool { return p.number }

// status returns the status in the first field with a number, or 0 if that is not a status.
func (l *layout) status(e error) int {
	places := l.places[givesStatus]
	for i := range places {
		p := &places[i]
		n := statusIn(p.of(e))
		if admits(p.rule, n) {
			return n
		}
		if n != 0 {
			break
		}
	}
	return 0
}

// statusIn returns the number in a field, or at the beginning of a status line such as "404
// Not Found".
func statusIn(v reflect.Value) int {
	switch {
	case v.CanInt():
		return int(max(min(v.Int(), maxNumber), -1))
	case v.CanUint():
		return int(min(v.Uint(), maxNumber))
	case v.Kind() == reflect.String:
		return statusLine(v.String())
	}
	return 0
}

// statusLine returns the status of "404 Not Found", and 0 for "404 items failed": reason
// phrases begin with a capital letter, and may be empty.
func statusLine(text string) int {
	if len(text) < 4 || text[3] != ' ' || len(text) > 4 && (text[4] < 'A' || text[4] > 'Z') {
		return 0
	}
	n, err := strconv.ParseUint(text[:3], 10, 16)
	if err != nil {
		return 0
	}
	return int(n)
}

// maxNumber is larger than any status.
const maxNumber = 1000

// header returns the headers of the response, or nil.
func (l *layout) header(e error) http.Header {
	places := l.places[givesHeader]
	for i := range places {
		if v := places[i].of(e); v.IsValid() && v.Len() > 0 {
			return headerIn(v)
		}
	}
	return nil
}

func headerIn(v reflect.Value) http.Header {
	if v.CanInterface() {
		h, _ := reflect.TypeAssert[http.Header](v.Convert(reflect.TypeFor[http.Header]()))
		return h
	}
	// Below an unexported field only strings can be read.
	h := make(http.Header, v.Len())
	for it := v.MapRange(); it.Next(); {
		for i := range it.Value().Len() {
			h[it.Key().String()] = append(h[it.Key().String()], it.Value().Index(i).String())
		}
	}
	return h
}

// request returns method and URL of the request, or "".
func (l *layout) request(e error) (m, u string) {
	places := l.places[givesRequest]
	for i := range places {
		v := places[i].of(e)
		if !v.IsValid() || !v.CanInterface() {
			continue
		}
		if r, ok := reflect.TypeAssert[*http.Request](v); ok && r != nil && r.URL != nil {
			return method(r), r.URL.String()
		}
	}
	return l.text(e, givesMethod), l.text(e, givesURL)
}

// text returns the first text that is not empty.
func (l *layout) text(e error, gives string) string {
	places := l.places[gives]
	for i := range places {
		if v := places[i].of(e); v.Kind() == reflect.String && v.Len() > 0 {
			return v.String()
		}
	}
	return ""
}

// wait returns the wait in the fields, or 0.
func (l *layout) wait(e error) time.Duration {
	places := l.places[givesWait]
	for i := range places {
		p := &places[i]
		v := p.of(e)
		switch {
		case !v.IsValid() || v.IsZero():
		case v.Kind() == reflect.String:
			if m, ok := retryAfter(v.String()); ok {
				return m.wait(&fields{}, time.Time{})
			}
		case p.number:
			if n := v.Int(); n > 0 && n <= int64(maxWait/time.Second) {
				return time.Duration(n) * time.Second
			}
		case v.Int() > 0:
			return min(time.Duration(v.Int()), maxWait)
		}
	}
	return 0
}

// of returns the field of e, or the zero Value if a pointer in the path is nil.
func (p *place) of(e error) reflect.Value {
	v := reflect.ValueOf(e)
	for _, index := range p.path {
		if v.Kind() == reflect.Pointer {
			v = v.Elem()
		}
		if v.Kind() != reflect.Struct {
			return reflect.Value{}
		}
		field, err := v.FieldByIndexErr(index)
		if err != nil {
			return reflect.Value{}
		}
		v = field
	}
	return v
}
