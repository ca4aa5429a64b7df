package openaiadapter

import "github.com/errand-go/errand/adapter/shape"

// SetTypes replaces the types of the SDK, which the library does not require,
// and returns a function that puts them back.
func SetTypes(api, stream, oauth, unsent shape.Type) (restore func()) {
	before := []shape.Type{apiError, streamError, oauthError, unsentError}
	set := types
	apiError, streamError, oauthError, unsentError = api, stream, oauth, unsent
	types = shape.NewSet(api, stream, oauth, unsent, plainError)
	return func() {
		apiError, streamError, oauthError, unsentError = before[0], before[1], before[2], before[3]
		types = set
	}
}

// ReadEvent reads the event of an error in a stream.
func ReadEvent(data []byte) (code, typ string, number int) {
	a := ofEvent(data)
	return a.code, a.typ, a.number
}
