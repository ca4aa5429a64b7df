package githubadapter

import (
	"errors"
	"reflect"
)

// A sentinel of go-github has no type of its own, only a text: a last resort.
// Only an error that errors.New made is compared, and a test drives the client
// into each. The texts are those of go-github v66.0.0 and v89.0.0.
var sentinels = map[string]string{
	"path must not contain '..' due to auth vulnerability issue": codePath,
	"cannot use both position and side/line form comments":       codeMixed,
	"branch is not protected":                                    codeUnprotected,
}

var newError = reflect.TypeOf(errors.New(""))

// sentinel returns the code of a sentinel, "" if e is none.
func sentinel(e error) string {
	if reflect.TypeOf(e) != newError {
		return ""
	}
	return sentinels[e.Error()]
}
