// Package cooldown keeps the waits that services asked for, in the process and in a store
// that several processes share.
package cooldown

import (
	"crypto/sha256"
	"fmt"
	"strconv"
	"strings"
	"sync"
	"time"
	"unicode/utf8"

	"github.com/errand-go/errand/toolerr"
)

const (
	maxWaits = 1024           // keys in a process
	maxKey   = 300            // bytes of a key with its prefix
	maxTold  = 24 * time.Hour // the longest wait in an error
)

// A Wait is a wait that a service asked for.
type Wait struct {
	Kind    toolerr.Kind
	Service string        // the adapter's slug
	Beyond  time.Duration // the rest of the wait after Until
	Until   time.Time     // kept until then, by this process's clock
	shared  bool          // the store has it
}

// Waits are the waits of a process, by key. The zero value is ready for use, and safe for
// concurrent use.
type Waits struct {
	mu      sync.Mutex
	waits   map[string]Wait
	queues  map[string]*queue // calls that wait for the store, by key
	asked   int64             // number of store lookups
	without time.Time         // the store is not used before this time
}

// A queue is the calls that look up one key in the store. They run one after the other. A
// call uses the result of a lookup that began after it joined, so that of many simultaneous
// calls only one reads the store.
type queue struct {
	turn  chan struct{}
	users int
	asked int64 // the value of [Waits.asked] when the last successful lookup began
}

// encode returns the value that a store keeps: kind, service and milliseconds, without any
// text of the service.
func (w Wait) encode() string {
	service := w.Service
	if service == "" {
		service = "-"
	}
	return fmt.Sprintf("%s %s %d", w.Kind, service, w.Beyond.Milliseconds())
}

// decodeWait parses the result of encode.
func decodeWait(value string) (w Wait, ok bool) {
	words := strings.Split(value, " ")
	if len(words) != 3 {
		return w, false
	}
	w.Kind, w.Service = toolerr.Kind(words[0]), words[1]
	beyond, err := strconv.ParseInt(words[2], 10, 64)
	if err != nil || beyond < 0 || beyond > maxTold.Milliseconds() ||
		w.Kind != toolerr.KindUpstreamRateLimit && w.Kind != toolerr.KindUpstreamServerError {
		return Wait{}, false
	}
	w.Beyond = time.Duration(beyond) * time.Millisecond
	return w, true
}

// keyOf returns the key of a name, "" for none.
func keyOf(name string) string {
	if name == "" {
		return ""
	}
	key := "key " + name
	if len(key) > maxKey || !utf8.ValidString(key) || strings.Contains(key, "\x00") { // a store may refuse such keys
		return fmt.Sprintf("hash %x", sha256.Sum256([]byte(key)))
	}
	return key
}

// hostKey returns the key of a host, or "" if the text is not a host.
func hostKey(host string) string {
	key := "host " + strings.ToLower(host)
	odd := func(r rune) bool {
		return (r < 'a' || r > 'z') && (r < '0' || r > '9') && !strings.ContainsRune("-._:[]", r)
	}
	if host == "" || len(key) > maxKey || strings.ContainsFunc(key[len("host "):], odd) {
		return ""
	}
	return key
}

// remembered returns the process's wait for a key, and whether it has not ended.
func (c *Waits) remembered(key string) (Wait, bool) {
	c.mu.Lock()
	defer c.mu.Unlock()
	w, ok := c.waits[key]
	return w, ok && time.Now().Before(w.Until)
}

// remember keeps a wait in the process, unless it has a longer one. If there are too many
// keys, it drops the key whose wait ends first.
func (c *Waits) remember(key string, w Wait) {
	c.mu.Lock()
	defer c.mu.Unlock()
	if old, ok := c.waits[key]; ok && old.Until.After(w.Until) {
		return
	}
	if c.waits == nil {
		c.waits = map[string]Wait{}
	}
	c.waits[key] = w
	if len(c.waits) <= maxWaits {
		return
	}
	now, first := time.Now(), ""
	for k, w := range c.waits {
		if !now.Before(w.Until) {
			delete(c.waits, k)
		} else if first == "" || w.Until.Before(c.waits[first].Until) {
			first = k
		}
	}
	if len(c.waits) > maxWaits {
		delete(c.waits, first)
	}
}
