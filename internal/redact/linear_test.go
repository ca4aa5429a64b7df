//go:build !race

package redact_test

import (
	"encoding/json"
	"math"
	"math/rand/v2"
	"runtime"
	"slices"
	"strings"
	"testing"
	"time"

	"github.com/stretchr/testify/assert"

	"github.com/errand-go/errand/internal/cputime"
	"github.com/errand-go/errand/internal/redact"
)

// nested are texts of n bytes that a scan could read again and again, and that do not
// repeat a unit.
var nested = []struct {
	name string
	text func(n int) string
}{
	{"one long word", func(n int) string { return strings.Repeat("a", n) }},
	{"base64", func(n int) string { return strings.Repeat("QUJDREVGR0hJSktM", n/16) }},
	{"base64 with slashes", func(n int) string { return strings.Repeat("QUJDREVGR0hJSktM/", n/17) }},
	{"base64 behind a name", func(n int) string { return "token: " + strings.Repeat("QUJDREVGR0hJSktM", n/16) }},
	{"hexadecimal digits", func(n int) string { return strings.Repeat("41424344", n/8) }},
	{"opening quotes, then one that closes", func(n int) string { return strings.Repeat(`token="`, n/7-1) + `\"` }},
	{"objects in objects", func(n int) string { return "kind: Secret " + strings.Repeat(`{"data":`, n/8) }},
	{"lists in lists", func(n int) string { return strings.Repeat("token:[", n/7) }},
	{"lines that go in further", func(n int) string {
		var b strings.Builder
		for k := 0; b.Len() < n; k++ {
			b.WriteString(strings.Repeat(" ", k%500) + "data: |\n")
		}
		return "kind: Secret\n" + b.String()
	}},
	{"a far end of an element", func(n int) string { return strings.Repeat(`name="password">`, n/16) + "<x" }},
	{"a far end of CDATA", func(n int) string { return strings.Repeat("<token><![CDATA[", n/16) }},
	{"quotes in every depth", func(n int) string { return strings.Repeat(`\\\"\\"\"" `, n/11) }},
	{"a key, its verdict far away", func(n int) string { return strings.Repeat("(token)=() is not present", n/25) }},
	{"objects in quotes in objects", func(n int) string { return strings.Repeat(`password={"a":"{\"b\":\"`, n/24) }},
	{"objects in quotes behind a scheme", func(n int) string { return "Basic " + strings.Repeat(`password={"a":"{\"b\":\"`, n/24) }},
	{"statements in commands", func(n int) string { return strings.Repeat("curl -u 'insert into users (password) values ('", n/47) }},
	{"a table with one row", func(n int) string { return "|password|\n|--|\n" + strings.Repeat("|a", n/2) }},
	{"a statement with many rows", func(n int) string { return "(password) values " + strings.Repeat("('a'),", n/6) }},
	{"a key without a value", func(n int) string { return strings.Repeat("(token)=()", n/10) }},
}

// The scan reads a megabyte of text that could make it look back, ahead or to the end again
// and again. Four times the size must not take much more than four times as long. The test
// repeats a measurement that is too long, and compares it with the time that package json
// takes to read as many bytes, because the machine may be busy.
func TestTextIsLinear(t *testing.T) {
	runtime.LockOSThread()
	defer runtime.UnlockOSThread()
	const (
		size  = 1 << 19
		limit = 100 * time.Millisecond
		small = 10 * time.Millisecond // too short to compare
		most  = 64                    // bytes of memory for a byte of text
		slow  = 40                    // times as long as package json reads as many bytes
		tries = 8
	)
	array := []byte("[" + strings.Repeat("1,", size/2-1) + "1]")
	took := func(s string) time.Duration {
		start := cputime.Thread()
		redact.Text(s)
		return cputime.Thread() - start
	}
	check := func(name string, text func(n int) string) {
		quarter, whole := text(size/4), text(size)
		best, ratio, times := time.Hour, math.Inf(1), math.Inf(1)
		for range tries {
			a, b := took(quarter), took(whole)
			best, ratio = min(best, b), min(ratio, float64(b)/float64(a))
			if best < small || best < limit && ratio < 8 {
				return
			}
			start := cputime.Thread()
			_ = json.Valid(array)
			if times = min(times, float64(b)/float64(cputime.Thread()-start)); times < slow && ratio < 8 {
				return
			}
		}
		assert.Less(t, times, float64(slow), "%d bytes of %q: %v", size, name, best)
		assert.Less(t, ratio, 8.0, "four times the size of %q takes more than twice four times as long", name)
	}
	for _, unit := range append(hostile, hostileUnits...) {
		check(unit, func(n int) string { return strings.Repeat(unit, n/len(unit)) })
	}
	for _, x := range nested {
		check(x.name, x.text)
	}
	// An adversary combines the words of the scanner.
	random := rand.New(rand.NewPCG(3, 4))
	vocabulary := slices.Concat(hostile, hostileUnits, redact.Starts(), redact.HeaderNames(), redact.NameEndings())
	draw := func(n int) string {
		var b strings.Builder
		for b.Len() < n {
			b.WriteString(vocabulary[random.IntN(len(vocabulary))])
		}
		return b.String()
	}
	for range 20 {
		unit, seed := draw(1+random.IntN(40)), draw(size)
		check(unit, func(n int) string { return strings.Repeat(unit, n/len(unit)) })
		check(seed[:60], func(n int) string { return seed[:n] })
		var before, after runtime.MemStats
		runtime.ReadMemStats(&before)
		redact.Text(seed)
		runtime.ReadMemStats(&after)
		assert.Less(t, after.TotalAlloc-before.TotalAlloc, uint64(most*size))
	}
}

// hostileUnits are units of commands, markup and encodings.
var hostileUnits = []string{
	"a=", "password=", "password=password=,", "(password)=(", "(password)=(x) already exists ", "by '", "identified by '", "%", "%25", "%2525", "%22", "%3D",
	"&quot;", "&amp;", "&amp", "&#34;", "&", "\\u0022", "\\u", "\\n", "\\x1b[", "\x1b[31m", "\x1b[", "\x1b", "\t", "\n", "\r\n", "<", ">", "<a>", "</", "<password>", "<password", "<key>password</key>",
	`name="password" `, `"name":"password",`, `"value":"x",`, `"value":"x","name":"password",`, `value="`, `name="password">`, "form-data; name=password\n", "curl -u ", "curl ", "-u a ", "mysql -p", "-p", "docker login ", "login a password ", "login a ", "login ",
	"kind: Secret\ndata:\n a: b\n", "data:{", "data:", "kind:Secret data:{}", "password: |\n", "password: |\n  a\n", "PWD={", "PWD={}}", "a/b@//", "a/b@h:1/", "thin:a/b@", "AUTH ", "Api-Key ", "Bearer%20", "Authorization: Token ",
	"('password', 'a') ", "Token(\"", "token=a(", "token=$", "token=${", "token=<", "token: aaa must ", "tokens=1,", "password[a]=", "QUJD/", "41", "AZDO", "JQQJ", "SET PASSWORD FOR a = '", "https://h/?a=%22", "eyJ.", "sl.", "fm2_", "AQE",
	"?", "[", "]", "{", "}", "(", ")", "://", ":", ";", "+", "*", "~", "|", "^", "$", "!", "_", "\x00", "\xff", "é", "日本", "a b ", "A1", "-----BEGIN PRIVATE KEY----- ", "-----END PRIVATE KEY-----",
}
