package redisadapter

import "github.com/errand-go/errand/adapter/shape"

// SetRedigo replaces the type of redigo's errors and returns a function that puts
// it back.
func SetRedigo(t shape.Type) (restore func()) {
	before, set := redigoError, types
	redigoError, types = t, shape.NewSet(t)
	return func() { redigoError, types = before, set }
}

// Texts are the texts that are matched for want of a type, and their codes.
func Texts() map[string]string { return texts }

// Refusals are what servers say behind the words that a script may use as well.
func Refusals() map[string]map[string]bool { return refusals }
