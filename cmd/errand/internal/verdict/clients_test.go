package verdict_test

import (
	"encoding/json"
	"io/fs"
	"os"
	"os/exec"
	"path/filepath"
	"strings"
	"testing"

	"github.com/stretchr/testify/assert"
	"github.com/stretchr/testify/require"

	"github.com/errand-go/errand/cmd/errand/internal/verdict"
	"github.com/errand-go/errand/toolerr"
)

// standIns are the modules of the clients that testdata/clients stands in for.
var standIns = []string{
	"github.com/Azure/azure-sdk-for-go/sdk/azcore", "github.com/anthropics/anthropic-sdk-go", "github.com/elastic/go-elasticsearch",
	"github.com/hashicorp/vault/api", "github.com/minio/minio-go", "github.com/openai/openai-go", "github.com/slack-go/slack",
	"github.com/stripe/stripe-go", "github.com/twilio/twilio-go", "google.golang.org/genai", "k8s.io/apimachinery",
}

// TestClassifyAgreesWithTheAdapters puts errors that clients return for responses
// to the vendors' adapters, and the responses to classify: every row of their
// tables and words outside, in answers and in streams. Adapters know a client by
// the path of its package, so it takes a program of its own.
func TestClassifyAgreesWithTheAdapters(t *testing.T) {
	dec := json.NewDecoder(strings.NewReader(string(clients(t))))
	seen, differ := map[string]int{}, 0
	for dec.More() {
		var p struct {
			Service, Response string
			Report            *toolerr.Report
		}
		require.NoError(t, dec.Decode(&p))
		if p.Report == nil {
			continue // of an error that says nothing
		}
		seen[p.Service]++
		v := classify(t, p.Response, verdict.Options{Service: p.Service})
		require.NotNil(t, v.Err, "%s: %q", p.Service, p.Response)
		want, got := answer(*p.Report), answer(v.Err.Report())
		if !assert.Equal(t, want, got, "%s: %q", p.Service, p.Response) {
			if differ++; differ == 10 {
				t.FailNow()
			}
		}
	}
	for _, slug := range []string{"_slack", "_microsoft", "_anthropic", "_openai", "_gemini", "_stripe", "_kubernetes", "_vault", "_elastic", "_minio", "_twilio"} {
		assert.Greater(t, seen[slug], 50, slug)
	}
}

// answer is what a model and a program do by, of a report.
func answer(r toolerr.Report) toolerr.Report {
	r.DeveloperMessage, r.Extra = "", toolerr.Extra{VendorCode: r.VendorCode}
	return r
}

// clients runs testdata/clients in modules of its own, and returns what it
// prints.
func clients(t *testing.T) []byte {
	t.Helper()
	dir := t.TempDir()
	source := filepath.Join("testdata", "clients")
	require.NoError(t, filepath.WalkDir(source, func(name string, d fs.DirEntry, err error) error {
		if err != nil || d.IsDir() {
			return err
		}
		raw, err := os.ReadFile(name)
		if err != nil {
			return err
		}
		rel, err := filepath.Rel(source, name)
		if err != nil {
			return err
		}
		write(t, filepath.Join(dir, rel), string(raw))
		return nil
	}))
	command, err := filepath.Abs(filepath.Join("..", ".."))
	require.NoError(t, err)
	mod, err := os.ReadFile(filepath.Join(command, "go.mod"))
	require.NoError(t, err)
	sum, err := os.ReadFile(filepath.Join(command, "go.sum"))
	require.NoError(t, err)
	text := strings.ReplaceAll(string(mod), "=> ../..", "=> "+filepath.ToSlash(filepath.Dir(filepath.Dir(command))))
	text = strings.Replace(text, "module github.com/errand-go/errand/cmd/errand", "module clients", 1)
	for _, path := range standIns {
		write(t, filepath.Join(dir, path, "go.mod"), "module "+path+"\n\ngo 1.26\n")
		text += "\nrequire " + path + " v0.0.0\nreplace " + path + " => ./" + path + "\n"
	}
	write(t, filepath.Join(dir, "go.mod"), text)
	write(t, filepath.Join(dir, "go.sum"), string(sum))
	cmd := exec.CommandContext(t.Context(), "go", "run", ".")
	cmd.Dir = dir
	cmd.Env = append(os.Environ(), "GOWORK=off", "GOFLAGS=-mod=mod", "GOPROXY=off")
	var stderr strings.Builder
	cmd.Stderr = &stderr
	out, err := cmd.Output()
	require.NoError(t, err, stderr.String())
	return out
}

func write(t *testing.T, name, text string) {
	t.Helper()
	require.NoError(t, os.MkdirAll(filepath.Dir(name), 0o755))
	require.NoError(t, os.WriteFile(name, []byte(text), 0o600))
}
