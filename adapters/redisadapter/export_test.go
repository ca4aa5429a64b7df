package redisadapter

import "github.com/errand-go/errand/adapter/shape"

// Imitate reads errors of a test's types as those of redigo and of rueidis, until
// restore is called.
func Imitate(redigo, rueidis shape.Type) (restore func()) {
	before := redis
	redis = redis.Imitate(redigoError, redigo).Imitate(cutErrors[0], rueidis)
	return func() { redis = before }
}

// Texts are the texts that are matched because the errors have no type, with their codes.
func Texts() map[string]string { return texts }

// Refusals are the servers' texts after the words that a script may also use.
func Refusals() map[string]map[string]bool { return refusals }
