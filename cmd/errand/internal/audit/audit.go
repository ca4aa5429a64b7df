// Package audit runs an MCP server with faults of its upstream, and judges the texts that a
// model reads.
package audit

import (
	"context"
	"errors"
	"fmt"
	"maps"
	"os"
	"path/filepath"
	"runtime"
	"slices"
	"strings"
	"sync"
	"time"

	"github.com/modelcontextprotocol/go-sdk/mcp"

	"github.com/errand-go/errand/cmd/errand/internal/audit/call"
	"github.com/errand-go/errand/cmd/errand/internal/audit/fault"
	"github.com/errand-go/errand/cmd/errand/internal/audit/proxy"
	"github.com/errand-go/errand/cmd/errand/internal/audit/server"
	"github.com/errand-go/errand/internal/choice" //nolint:depguard // nobody imports the command, and its lists are the matrix's
)

// A Config is the configuration of an audit.
type Config struct {
	// Command starts the server. In it, {upstream} stands for the address of the proxy as a
	// base URL.
	Command []string
	// URL is the address of a server that uses HTTP.
	URL string
	// Upstreams are variables for the server. Their values are paths below the proxy's
	// address.
	Upstreams map[string]string
	// Calls has the arguments of calls that are not made from schemas.
	Calls call.File
	// Tools has the patterns of the tools to call; "" means all.
	Tools string
	// Faults are the rows to play.
	Faults []fault.Fault
	// Timeout is the maximum duration of a call.
	Timeout time.Duration
	// StartTimeout is the maximum time for the server to start.
	StartTimeout time.Duration
	// Workers is the number of simultaneous copies of the server.
	Workers int
	// Progress is called with the number of completed calls and of all calls, by one goroutine
	// at a time.
	Progress func(done, all int)
}

// A run is the state of an audit.
type run struct {
	Config
	authority *proxy.Authority
	caFile    string
	secrets   []string
	// starting limits the servers that start at the same time, because more of them take
	// longer each.
	starting chan struct{}

	mu     sync.Mutex
	done   int
	all    int
	report Report
	hosts  map[string]bool
	// distrusted is true if the server does not trust the run's authority.
	distrusted bool
}

// Run audits a server.
func Run(ctx context.Context, c Config) (Report, error) {
	began := time.Now()
	dir, err := os.MkdirTemp("", "errand-audit-")
	if err != nil {
		return Report{}, err
	}
	defer func() { _ = os.RemoveAll(dir) }()
	r := &run{
		Config: c, authority: proxy.NewAuthority(), caFile: filepath.Join(dir, "ca.pem"),
		secrets: server.Secrets(os.Environ()), starting: make(chan struct{}, runtime.NumCPU()), hosts: map[string]bool{},
	}
	if err := os.WriteFile(r.caFile, r.authority.PEM(), 0o600); err != nil {
		return Report{}, err
	}
	first, err := r.newWorker(ctx)
	if err != nil {
		return Report{}, err
	}
	defer first.close()
	tools, err := r.tools(ctx, first)
	if err != nil {
		return Report{}, err
	}
	info := first.server.Session.InitializeResult().ServerInfo
	r.report = Report{
		Version: version, Server: strings.TrimSpace(info.Name + " " + info.Version), Command: c.Command,
		Columns: Columns(), Rows: slices.Concat(c.Faults, localFaults()),
	}
	r.all = len(tools) * len(r.report.Rows)
	if err := r.work(ctx, first, tools); err != nil {
		return Report{}, err
	}
	r.report.Hosts = slices.Sorted(maps.Keys(r.hosts))
	if r.distrusted {
		r.report.Notes = append(r.report.Notes, "the server refused the certificate of the run's authority: it does not read SSL_CERT_FILE or NODE_EXTRA_CA_CERTS")
	}
	r.report.sort()
	r.report.Seconds = time.Since(began).Round(100 * time.Millisecond).Seconds()
	return r.report, nil
}

// work makes all workers call the tools.
func (r *run) work(ctx context.Context, first *worker, tools []*mcp.Tool) error {
	ctx, cancel := context.WithCancelCause(ctx)
	defer cancel(nil)
	queue := make(chan *mcp.Tool)
	var all sync.WaitGroup
	serve := func(w *worker) {
		defer w.close()
		for tool := range queue {
			if err := w.audit(ctx, tool); err != nil {
				cancel(err)
				return
			}
		}
	}
	all.Go(func() { serve(first) })
	workers := min(r.Workers, len(tools))
	if r.URL != "" {
		workers = 1 // there is one address
	}
	for range workers - 1 {
		all.Go(func() {
			w, err := r.newWorker(ctx)
			if err != nil {
				cancel(err)
				return
			}
			serve(w)
		})
	}
	for _, tool := range tools {
		select {
		case queue <- tool:
		case <-ctx.Done():
		}
	}
	close(queue)
	all.Wait()
	return context.Cause(ctx)
}

// tools lists the server's tools to call.
func (r *run) tools(ctx context.Context, w *worker) ([]*mcp.Tool, error) {
	ctx, cancel := context.WithTimeout(ctx, r.StartTimeout)
	defer cancel()
	var tools []*mcp.Tool
	var names []string
	for tool, err := range w.server.Session.Tools(ctx, nil) {
		if err != nil {
			return nil, fmt.Errorf("the server does not list its tools: %w", err)
		}
		names = append(names, tool.Name)
		if !r.Calls.Tools[tool.Name].Skip {
			tools = append(tools, tool)
		}
	}
	chosen, err := choice.Of("tool", r.Tools, names)
	if err != nil {
		return nil, err
	}
	tools = slices.DeleteFunc(tools, func(tool *mcp.Tool) bool { return !slices.Contains(chosen, tool.Name) })
	if len(tools) == 0 {
		return nil, errors.New("the server has no tool to call")
	}
	return tools, nil
}

// environment returns the variables that are set for the server.
func (r *run) environment(p *proxy.Proxy) []string {
	base := "http://" + p.Address()
	env := proxy.Environment(base, r.caFile)
	for _, name := range slices.Sorted(maps.Keys(r.Upstreams)) {
		env = append(env, name+"="+base+"/"+strings.TrimPrefix(r.Upstreams[name], "/"))
	}
	return env
}

// add adds a cell to the report.
func (r *run) add(c Cell) {
	c.withhold(r.secrets)
	r.mu.Lock()
	defer r.mu.Unlock()
	r.report.Cells = append(r.report.Cells, c)
	r.progress(1)
}

// skip counts calls that are not made.
func (r *run) skip(n int) {
	r.mu.Lock()
	defer r.mu.Unlock()
	r.progress(n)
}

func (r *run) progress(n int) {
	r.done += n
	if r.Progress != nil {
		r.Progress(r.done, r.all)
	}
}
