package redact_test

import (
	"fmt"
	"math/rand/v2"
	"os"
	"runtime"
	"sort"
	"strings"
	"testing"
	"time"

	"github.com/errand-go/errand/internal/cputime"
	"github.com/errand-go/errand/internal/redact"
)

func TestAdv(t *testing.T) {
	if os.Getenv("ADV") == "" {
		t.Skip()
	}
	runtime.LockOSThread()
	seed := uint64(time.Now().UnixNano())
	r := rand.New(rand.NewPCG(seed, 1))
	vocab := append(append([]string{}, hostile...), hostileUnits...)
	for _, s := range redact.Starts() {
		vocab = append(vocab, s)
	}
	vocab = append(vocab, "{\"a\":\"", "{\\\"b\\\":\\\"", "password={\"a\":\"{\\\"b\\\":\\\"", "curl -u 'insert into users (password) values ('", "password={'a':'<a b='", "password={'a':'{'b':'", "insert into users (password) values (", "Bearer ", "Basic ", "=[", "=['", "={", "token:[\"", "a='", "\\\\\"", "\\\\\\\"")
	type res struct {
		d time.Duration
		u string
	}
	var all []res
	deadline := time.Now().Add(20 * time.Second)
	n := 1 << 18
	one := func(u string) {
		s := strings.Repeat(u, n/len(u)+1)[:n]
		a := cputime.Thread()
		redact.Text(s)
		all = append(all, res{cputime.Thread() - a, u})
	}
	for _, u := range vocab {
		one(u)
	}
	for time.Now().Before(deadline) {
		k := 1 + r.IntN(6)
		u := ""
		for range k {
			u += vocab[r.IntN(len(vocab))]
		}
		if r.IntN(3) == 0 {
			var b strings.Builder
			for b.Len() < n {
				b.WriteString(vocab[r.IntN(len(vocab))])
			}
			u = b.String()
		}
		one(u)
	}
	sort.Slice(all, func(i, j int) bool { return all[i].d > all[j].d })
	for i := range 25 {
		fmt.Printf("%v %.120q\n", all[i].d*4, all[i].u)
	}
	fmt.Println(len(all))
}
