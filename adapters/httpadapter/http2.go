package httpadapter

import (
	"reflect"
	"strings"
)

// http2Rule recognises the errors of HTTP/2 by their form: net/http bundles its own copy of
// the types of golang.org/x/net/http2, and exports none.
func http2Rule(e error, t reflect.Type) rule {
	switch {
	case t.Kind() == reflect.Uint32 && strings.HasSuffix(t.Name(), "ConnectionError") && strings.Contains(t.PkgPath(), "net/http"):
		return brokenProtocol // go1.26.8 net/http http2ConnectionError, golang.org/x/net/http2 ConnectionError
	case t.Kind() != reflect.Struct || t.NumField() != 3:
		return 0
	}
	v := reflect.ValueOf(e)
	switch {
	case has(t, 0, "StreamID", reflect.Uint32) && has(t, 1, "Code", reflect.Uint32) && has(t, 2, "Cause", reflect.Interface):
		switch v.Field(1).Uint() {
		case refusedStream, http11Required:
			return notProcessed
		}
		return lostConnection
	case has(t, 0, "LastStreamID", reflect.Uint32) && has(t, 1, "ErrCode", reflect.Uint32) && has(t, 2, "DebugData", reflect.String):
		return lostConnection
	}
	return 0
}

func has(t reflect.Type, i int, name string, kind reflect.Kind) bool {
	f := t.Field(i)
	return f.Name == name && f.Type.Kind() == kind
}

// Error codes of RFC 9113 section 7.
const (
	refusedStream  = 0x7
	http11Required = 0xd
)
