package page_test

import (
	"bytes"
	"encoding/xml"
	"strings"
	"testing"

	"github.com/stretchr/testify/assert"
	"github.com/stretchr/testify/require"

	"github.com/errand-go/errand/cmd/errand/internal/audit"
	"github.com/errand-go/errand/cmd/errand/internal/audit/fault"
	"github.com/errand-go/errand/cmd/errand/internal/audit/page"
	"github.com/errand-go/errand/cmd/errand/internal/audit/proxy"
	"github.com/errand-go/errand/cmd/errand/internal/audit/server"
)

func written(t *testing.T, r audit.Report) string {
	t.Helper()
	var b bytes.Buffer
	require.NoError(t, page.Write(&b, r))
	return b.String()
}

func report(text string, found ...string) audit.Report {
	return audit.Report{
		Version: 2, Server: "a server", Columns: audit.Columns(), Rows: []fault.Fault{{Name: "status-404", Group: "statuses", Does: "HTTP 404"}, {Name: "unused", Group: "none"}},
		Tools: []audit.Tool{{Name: "get item", Reached: true}, {Name: "idle", Why: "result: <b>done</b>"}},
		Cells: []audit.Cell{{
			Tool: "get item", Fault: "status-404", Outcome: server.Outcome{End: server.EndResult, IsError: true, Text: text, Bytes: len(text)},
			Verdicts: map[string]string{audit.Credential: audit.Flaw, audit.Status: audit.OK}, Found: found,
			Requests: []proxy.Exchange{{Method: "GET", URL: "https://api.example.com/x"}},
		}},
		Hosts: []string{"api.example.com"},
	}
}

func TestPage(t *testing.T) {
	got := written(t, report("the token SECRETWORD </pre><script>alert(1)</script> \u202e end", "secretword"))
	assert.Contains(t, got, `id="status-404:get-item"`, "a cell has an address")
	assert.Contains(t, got, `href="#status-404:get-item"`)
	assert.Contains(t, got, "<mark>SECRETWORD</mark>")
	assert.NotContains(t, got, "<script")
	assert.NotContains(t, got, "\u202e")
	assert.Contains(t, got, "&lt;script&gt;")
	assert.Contains(t, got, "&lt;b&gt;done")
	assert.Contains(t, got, `class="fault f-credential t0"`, "what the filters look for")
	assert.Contains(t, got, `content="default-src 'none'`)
	assert.NotContains(t, got, "unused", "a fault that was not played")
	assert.NotContains(t, got, "ZgotmplZ")
}

// Every opened element is closed.
func TestBalanced(t *testing.T) {
	got := written(t, report("x"))
	d := xml.NewDecoder(strings.NewReader(got[strings.Index(got, "<main>"):strings.Index(got, "</body>")]))
	d.Strict, d.AutoClose, d.Entity = false, []string{"input"}, xml.HTMLEntity
	depth := 0
	for {
		token, err := d.Token()
		if token == nil {
			break
		}
		require.NoError(t, err)
		switch token.(type) {
		case xml.StartElement:
			depth++
		case xml.EndElement:
			depth--
		}
	}
	assert.Zero(t, depth)
}

func TestLongTextsAreCut(t *testing.T) {
	got := written(t, report(strings.Repeat("é", 10_000)))
	assert.Contains(t, got, "bytes more")
	assert.Less(t, len(got), 40_000)
}

// Tools with the same text are in one section, each at its own address.
func TestSameTexts(t *testing.T) {
	r := report("the same")
	other := r.Cells[0]
	other.Tool = "list items"
	r.Cells = append(r.Cells, other)
	r.Tools = append(r.Tools, audit.Tool{Name: "list items", Reached: true})
	got := written(t, r)
	assert.Equal(t, 1, strings.Count(got, "the same"))
	assert.Contains(t, got, `id="status-404:list-items"`)
}
