package cli

import (
	"cmp"
	"context"
	"flag"
	"fmt"
	"io"
	"log/slog"
	"net"
	"net/http"
	"net/url"
	"os"
	"os/signal"
	"slices"
	"strings"
	"syscall"
	"time"

	"github.com/errand-go/errand/adapter"
	"github.com/errand-go/errand/cmd/errand/internal/audit/server"
	"github.com/errand-go/errand/cmd/errand/internal/gateway"
	"github.com/errand-go/errand/cmd/errand/internal/install"
	"github.com/errand-go/errand/cmd/errand/internal/verdict"
)

// An mcpJob is the command line of a gateway.
type mcpJob struct {
	gateway.Config
	logFile string
	listen  string
	write   bool
	header  http.Header
	given   []string // the names of the flags
}

// mcpFlags are the flags that have an effect, by what is run.
var mcpFlags = map[string]string{
	"install": "write", "uninstall": "write", "report": "",
	"a command": "timeout disclosure json redact-results no-restart log listen observe no-observe",
	"a URL":     "timeout disclosure json redact-results no-restart log listen header",
}

func mcpCommand() command {
	return command{
		name: "mcp", usage: "[FLAGS] -- COMMAND ARGS… | [FLAGS] -- URL | install [--write] [SERVER…] | uninstall … | report LOG",
		does: "runs an MCP server, and turns its failures into answers that a model can act on",
		more: "Write it before the command of a server in the configuration of a client. docs/mcp.md explains what it changes. " +
			"The exit code is that of the server.",
		setup: func(a *app, fs *flag.FlagSet) func([]string) int {
			j := &mcpJob{Config: gateway.Config{Disclosure: map[string]adapter.Disclosure{"": adapter.DisclosureText}}, header: http.Header{}}
			j.flags(fs)
			return func(args []string) int {
				fs.Visit(func(f *flag.Flag) { j.given = append(j.given, f.Name) })
				return a.runMCP(args, j)
			}
		},
	}
}

func (j *mcpJob) flags(fs *flag.FlagSet) {
	fs.DurationVar(&j.Timeout, "timeout", 2*time.Minute, "how long a call may take without progress; 0 for no limit")
	fs.Func("disclosure", "what a model reads of failures: known, names or text (default), or `TOOL=known` for one tool", j.disclose)
	fs.BoolVar(&j.JSON, "json", false, "write failures as JSON in place of sentences")
	fs.BoolVar(&j.RedactResults, "redact-results", false, "remove credentials from the results of successes, too")
	fs.BoolVar(&j.NoRestart, "no-restart", false, "do not start a server again that has crashed")
	fs.BoolVar(&j.Observe, "observe", false, "send the server's requests through a proxy of this run, for the status and the wait of those that fail; see docs/mcp.md")
	fs.Func("no-observe", "`HOST` whose requests pass unread", func(host string) error { j.Unobserved = append(j.Unobserved, host); return nil })
	fs.Func("header", "`'NAME: VALUE'` for a server at a URL; ${X} in it is a variable of the environment", func(line string) error {
		name, value, _ := strings.Cut(os.ExpandEnv(line), ":")
		j.header.Add(name, strings.TrimSpace(value))
		j.Secrets = append(j.Secrets, server.Secrets([]string{"token=" + value[strings.LastIndex(value, " ")+1:]})...)
		return nil
	})
	fs.BoolVar(&j.write, "write", false, "of install and uninstall: change the files, not only show what would change")
	fs.StringVar(&j.listen, "listen", "", "`HOST:PORT` at which clients are served by streamable HTTP; without a host, the loopback")
	fs.StringVar(&j.logFile, "log", "", "`file` to append a record of every failure to")
}

func (j *mcpJob) disclose(value string) error {
	tool, name, ok := strings.Cut(value, "=")
	if !ok {
		tool, name = "", value
	}
	d := slices.Index(verdict.Disclosures, name)
	if d < 0 {
		return fmt.Errorf("%q is not known, names or text", name)
	}
	j.Disclosure[tool] = adapter.Disclosure(d)
	return nil
}

// runMCP runs a gateway. A signal ends it, and the server with it.
func (a *app) runMCP(args []string, j *mcpJob) int {
	if len(args) == 0 || j.Timeout < 0 || len(j.Unobserved) > 0 && !j.Observe {
		return a.refuse("mcp: which server? Name its command behind --, a --timeout that is not negative, and --no-observe only with --observe")
	}
	what, start := args[0], gateway.Command(args, nil, a.stderr)
	if u, err := url.Parse(what); err == nil && u.Host != "" {
		what, start = "a URL", gateway.Remote(args[0], j.header)
	} else if what != "install" && what != "uninstall" && (what != "report" || len(args) != 2) {
		what = "a command"
	}
	for _, name := range j.given {
		if !slices.Contains(strings.Fields(mcpFlags[what]), name) {
			return a.refuse("mcp: --%s has no effect with %s", name, what)
		}
	}
	switch what {
	case "install", "uninstall":
		return a.installMCP(install.Editor{Undo: what == "uninstall", Servers: args[1:]}, j.write)
	case "report":
		return a.reportMCP(args[1])
	}
	ctx, stop := signal.NotifyContext(context.Background(), os.Interrupt, syscall.SIGTERM, syscall.SIGHUP)
	defer stop()
	signal.Ignore(syscall.SIGPIPE) // of a client that has left
	j.Registry = adapter.NewRegistry(a.adapters()...)
	j.Secrets, j.Stderr = append(j.Secrets, server.Secrets(a.env)...), a.stderr
	if j.logFile != "" {
		file, err := os.OpenFile(j.logFile, os.O_CREATE|os.O_APPEND|os.O_WRONLY, 0o600)
		if err != nil {
			return a.complain(ExitInput, "mcp: %v", err)
		}
		defer func() { _ = file.Close() }()
		j.Log = slog.New(slog.NewJSONHandler(file, nil))
	}
	if j.listen != "" {
		return a.listenMCP(ctx, j, start)
	}
	session := gateway.NewSession(j.Config, a.stdout, start)
	defer context.AfterFunc(ctx, session.Close)()
	code, err := session.Run(a.stdin)
	if err != nil {
		return a.complain(ExitInput, "mcp: %v", err)
	}
	return code & 0xff // -1 for a signal
}

// listenMCP serves clients until the end of ctx.
func (a *app) listenMCP(ctx context.Context, j *mcpJob, start gateway.Start) int {
	host, port, err := net.SplitHostPort(j.listen)
	if err != nil {
		return a.refuse("mcp: --listen: %v", err)
	}
	listener, err := net.Listen("tcp", net.JoinHostPort(cmp.Or(host, "127.0.0.1"), port))
	if err != nil {
		return a.complain(ExitInput, "mcp: %v", err)
	}
	_, _ = fmt.Fprintf(a.stderr, "listens on http://%s\n", listener.Addr())
	h := &gateway.Handler{Open: func(out io.Writer) *gateway.Session { return gateway.NewSession(j.Config, out, start) }}
	server := http.Server{Handler: h, ReadHeaderTimeout: time.Minute}
	defer context.AfterFunc(ctx, func() { _ = server.Close() })()
	_ = server.Serve(listener)
	h.Close()
	return ExitOK
}
