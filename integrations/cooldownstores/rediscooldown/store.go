// Package rediscooldown shares the waits of an adapter.Cooldown through Redis.
package rediscooldown

import (
	"context"
	"errors"
	"fmt"
	"time"

	"github.com/redis/go-redis/v9"
)

// A Store is an adapter.CooldownStore. It is safe for concurrent use.
type Store struct {
	client redis.UniversalClient
	prefix string
}

// New returns a store whose keys in Redis begin with the prefix, such as
// "errand:cooldown:". It returns an error for a client without
// redis.Options.ContextTimeoutEnabled, because such a client waits for its own timeouts of
// several seconds, and a tool's call would wait too.
func New(client redis.UniversalClient, prefix string) (*Store, error) {
	var bounded bool
	switch c := client.(type) {
	case *redis.Client:
		bounded = c.Options().ContextTimeoutEnabled
	case *redis.ClusterClient:
		bounded = c.Options().ContextTimeoutEnabled
	case *redis.Ring:
		bounded = c.Options().ContextTimeoutEnabled
	default:
		return nil, fmt.Errorf("rediscooldown: a client of type %T is not supported", client)
	}
	if !bounded {
		return nil, errors.New("rediscooldown: the client ignores deadlines; set ContextTimeoutEnabled in its options")
	}
	return &Store{client, prefix}, nil
}

// Get returns the value of a key, and the time until it expires.
func (s *Store) Get(ctx context.Context, key string) (string, time.Duration, error) {
	var value *redis.StringCmd
	var left *redis.DurationCmd
	_, err := s.client.Pipelined(ctx, func(p redis.Pipeliner) error {
		value, left = p.Get(ctx, s.prefix+key), p.PTTL(ctx, s.prefix+key)
		return nil
	})
	if errors.Is(err, redis.Nil) {
		return "", 0, nil
	}
	if err != nil {
		return "", 0, err
	}
	return value.Val(), max(left.Val(), 0), nil // below 0 if the key has just expired
}

// setLonger sets a key unless its value expires later. Redis measures the time.
var setLonger = redis.NewScript(`
if redis.call('PTTL', KEYS[1]) < tonumber(ARGV[2]) then
	redis.call('SET', KEYS[1], ARGV[1], 'PX', ARGV[2])
end
return 0`)

// Set stores a value for d, in whole milliseconds, unless the key has a value that expires
// later.
func (s *Store) Set(ctx context.Context, key, value string, d time.Duration) error {
	ms := (d + time.Millisecond - 1).Milliseconds()
	return setLonger.Run(ctx, s.client, []string{s.prefix + key}, value, ms).Err()
}
