package gateway_test

import (
	"bytes"
	"fmt"
	"io"
	"os"
	"os/exec"
	"regexp"
	"runtime"
	"slices"
	"strconv"
	"strings"
	"sync"
	"sync/atomic"
	"testing"
	"testing/synctest"
	"time"

	"github.com/stretchr/testify/assert"
	"github.com/stretchr/testify/require"
)

// process starts a gateway of its own, so that its memory can be measured.
func process(t *testing.T) (c *client, memory func() int) {
	t.Helper()
	cmd := exec.Command(os.Args[0])
	cmd.Env = append(os.Environ(), roleVariable+"=gateway")
	in, err := cmd.StdinPipe()
	require.NoError(t, err)
	out, err := cmd.StdoutPipe()
	require.NoError(t, err)
	require.NoError(t, cmd.Start())
	t.Cleanup(func() {
		_ = in.Close()
		_, _ = io.Copy(io.Discard, out)
		assert.NoError(t, cmd.Wait())
	})
	return (&client{t: t, in: in, out: newReader(out)}).open(), func() int {
		status, err := os.ReadFile(fmt.Sprintf("/proc/%d/status", cmd.Process.Pid))
		if os.IsNotExist(err) {
			return 0 // a system that does not tell the memory of a process
		}
		require.NoError(t, err)
		kilobytes, err := strconv.Atoi(string(regexp.MustCompile(`VmHWM:\s+(\d+)`).FindSubmatch(status)[1]))
		require.NoError(t, err)
		return kilobytes << 10
	}
}

// Results and calls of 64 MiB pass in little memory: all that is ever allocated counts, so that
// the moments of garbage collections do not.
func TestLong(t *testing.T) {
	c := connect(t, config()).open()
	const size = 64 << 20
	part := bytes.Repeat([]byte("x"), 1<<16)
	allocated := func() uint64 {
		var m runtime.MemStats
		runtime.ReadMemStats(&m)
		return m.TotalAlloc
	}
	before := allocated()
	c.send(`{"jsonrpc":"2.0","id":1,"method":"tools/call","params":{"name":"big","arguments":{"text":"%d"}}}`, size)
	letters, n := 0, 0
	for {
		got, err := c.out.ReadSlice('\n')
		letters, n = letters+bytes.Count(got, []byte("y"))-bytes.Count(got, []byte("type")), n+len(got)
		if err == nil {
			break
		}
	}
	assert.Equal(t, size, letters)
	assert.Equal(t, size+len(`{"result":{"content":[{"type":"text","text":""}]},"jsonrpc":"2.0","id":1}`)+1, n)
	assert.Less(t, allocated()-before, uint64(30_000_000), "bytes")

	before = allocated()
	_, err := io.WriteString(c.in, `{"jsonrpc":"2.0","params":{"name":"long","arguments":{"text":"`)
	require.NoError(t, err)
	for range size >> 16 {
		_, err = c.in.Write(part)
		require.NoError(t, err)
	}
	c.send(`"}},"method":"tools\/call","id":2}`)
	assert.Contains(t, c.line(), strconv.Itoa(size+97), "the bytes of the call")
	assert.Less(t, allocated()-before, uint64(30_000_000), "bytes")
}

// A thousand calls wait at once, and each gets its answer.
func TestManyCalls(t *testing.T) {
	c, _ := process(t)
	const n = 1000
	got := map[string]bool{}
	var both sync.WaitGroup
	both.Go(func() {
		for range n {
			line, err := c.out.ReadString('\n')
			assert.NoError(t, err)
			got[line[strings.LastIndex(line, `"id":`):]] = true
		}
	})
	for i := range n {
		c.send(`{"id":%d,"method":"tools/call","params":{"name":"hang"}}`, -1-i)
		c.send(`{"id":%d,"method":"tools/call","params":{"name":"echo"}}`, i)
	}
	both.Wait()
	assert.Len(t, got, n)
}

// A full pipe holds the client back, and loses nothing.
func TestFullPipe(t *testing.T) {
	synctest.Test(t, func(t *testing.T) {
		c := connectTo(t, config(), inside()).open()
		const n = 1000
		var sent atomic.Int32
		go func() {
			for i := range n {
				c.send(`{"id":%d,"method":"tools/call","params":{"name":"echo"}}`, i)
				sent.Add(1)
			}
		}()
		synctest.Wait() // until nothing moves
		assert.Less(t, int(sent.Load()), n)
		for i := range n {
			require.Contains(t, c.line(), fmt.Sprintf(`"id":%d}`, i))
		}
	})
}

// A session does not grow with its messages. ERRAND_MESSAGES is their number.
func TestMemoryStays(t *testing.T) {
	n, _ := strconv.Atoi(os.Getenv("ERRAND_MESSAGES"))
	n = max(n, 5_000)
	c, memory := process(t)
	both := func(n int) {
		go func() {
			for i := range n {
				c.send(`{"id":%d,"method":"tools/call","params":{"name":"%s","arguments":{"text":"%d"}}}`, i, []string{"echo", "fail"}[i%2], i)
			}
		}()
		for range n {
			c.line()
		}
	}
	both(2_000)
	before := memory()
	both(n)
	t.Logf("%d MB after 2,000 messages, %d MB after %d more", before>>20, memory()>>20, n)
	assert.Less(t, memory(), before+16<<20)
}

// BenchmarkCall compares calls through the gateway with calls of the server itself.
func BenchmarkCall(b *testing.B) {
	for name, role := range map[string]string{"plain": "server", "gateway": "gateway"} {
		b.Run(name, func(b *testing.B) {
			cmd := exec.Command(os.Args[0])
			cmd.Env = append(os.Environ(), roleVariable+"="+role)
			in, _ := cmd.StdinPipe()
			out, _ := cmd.StdoutPipe()
			require.NoError(b, cmd.Start())
			reader := newReader(out)
			var took []time.Duration
			for b.Loop() {
				began := time.Now()
				_, _ = io.WriteString(in, `{"id":1,"method":"tools/call","params":{"name":"echo","arguments":{"text":"x"}}}`+"\n")
				_, _ = reader.ReadString('\n')
				took = append(took, time.Since(began))
			}
			slices.Sort(took)
			b.ReportMetric(float64(took[len(took)/2].Microseconds()), "p50-µs")
			_ = in.Close()
			_ = cmd.Wait()
		})
	}
}
