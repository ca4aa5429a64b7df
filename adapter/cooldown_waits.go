package adapter

import (
	"context"
	"crypto/sha256"
	"fmt"
	"strconv"
	"strings"
	"time"
	"unicode/utf8"

	"github.com/errand-go/errand/toolerr"
)

const (
	defaultMaxWait = 15 * time.Minute
	maxWaits       = 1024           // keys in a process
	maxKey         = 300            // bytes of a key with its prefix
	maxTold        = 24 * time.Hour // the longest wait in an error
)

// coolingOff is a wait that a service asked for.
type coolingOff struct {
	kind    toolerr.Kind
	service string        // the adapter's slug
	beyond  time.Duration // the rest of the wait after until
	until   time.Time     // kept until then, by this process's clock
	shared  bool          // the store has it
}

// encode returns the value that a store keeps: kind, service and milliseconds, without any
// text of the service.
func (w coolingOff) encode() string {
	service := w.service
	if service == "" {
		service = "-"
	}
	return fmt.Sprintf("%s %s %d", w.kind, service, w.beyond.Milliseconds())
}

// decodeWait parses the result of encode.
func decodeWait(value string) (w coolingOff, ok bool) {
	words := strings.Split(value, " ")
	if len(words) != 3 {
		return w, false
	}
	w.kind, w.service = toolerr.Kind(words[0]), words[1]
	beyond, err := strconv.ParseInt(words[2], 10, 64)
	if err != nil || beyond < 0 || beyond > maxTold.Milliseconds() ||
		w.kind != toolerr.KindUpstreamRateLimit && w.kind != toolerr.KindUpstreamServerError {
		return coolingOff{}, false
	}
	w.beyond = time.Duration(beyond) * time.Millisecond
	return w, true
}

// declared returns the program's key for the tool's service, or "".
func (c *Cooldown) declared(ctx context.Context, tool string) (key string) {
	if c.Key == nil {
		return ""
	}
	defer func() {
		if recover() != nil {
			key = ""
		}
	}()
	if key = c.Key(ctx, tool); key == "" {
		return ""
	}
	key = "key " + key
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
func (c *Cooldown) remembered(key string) (coolingOff, bool) {
	c.mu.Lock()
	defer c.mu.Unlock()
	w, ok := c.waits[key]
	return w, ok && time.Now().Before(w.until)
}

// remember keeps a wait in the process, unless it has a longer one. If there are too many
// keys, it drops the key whose wait ends first.
func (c *Cooldown) remember(key string, w coolingOff) {
	c.mu.Lock()
	defer c.mu.Unlock()
	if old, ok := c.waits[key]; ok && old.until.After(w.until) {
		return
	}
	if c.waits == nil {
		c.waits = map[string]coolingOff{}
	}
	c.waits[key] = w
	if len(c.waits) <= maxWaits {
		return
	}
	now, first := time.Now(), ""
	for k, w := range c.waits {
		if !now.Before(w.until) {
			delete(c.waits, k)
		} else if first == "" || w.until.Before(c.waits[first].until) {
			first = k
		}
	}
	if len(c.waits) > maxWaits {
		delete(c.waits, first)
	}
}
