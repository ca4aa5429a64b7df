package cli

import (
	"cmp"
	"encoding/json"
	"errors"
	"flag"
	"io"
	"io/fs"
	"net/http"
	"net/url"
	"os"
	"slices"
	"strings"

	"golang.org/x/term"

	"github.com/errand-go/errand/adapter"
	"github.com/errand-go/errand/cmd/errand/internal/input"
	"github.com/errand-go/errand/cmd/errand/internal/screen"
	"github.com/errand-go/errand/cmd/errand/internal/verdict"
)

func classifyCommand() command {
	return command{
		name: "classify", usage: "[FLAGS] [FILE|-]",
		does: "prints the error that an agent would read for a response, and why",
		more: "Reads an HTTP response as `curl -i` prints it, or the body alone with --status, from FILE or from standard input. " +
			"The response goes through a tool that decodes JSON, and errand adapts the tool's error. " +
			"The first adapter that recognises the response, by the host of --url, by a header or by the body, reads it. " +
			"Of several responses (redirects, 100 Continue, a proxy's answer to CONNECT) the last one counts. " +
			"If the service refuses values, --arguments and --schema show the problems that the model reads, the service's text, and the part of the text that is withheld. " +
			"The exit code is 0 for any response, 2 for a wrong command line, 3 for an input that cannot be read.",
		setup: func(a *app, flags *flag.FlagSet) func([]string) int {
			var o classifyOptions
			flags.IntVar(&o.status, "status", 0, "the `STATUS` of the response, if the input is only its body")
			flags.StringVar(&o.method, "method", http.MethodGet, "the request's `METHOD`, which decides whether a retry is safe")
			flags.StringVar(&o.url, "url", "", "the request's `URL`, whose host shows the service; credentials in it are never shown")
			flags.StringVar(&o.arguments, "arguments", "", "a `FILE` with the arguments of the call as the model sent them, a JSON object")
			flags.StringVar(&o.schema, "schema", "", "a `FILE` with the JSON schema of the arguments that the model was shown")
			flags.StringVar(&o.disclosure, "disclosure", verdict.Disclosures[0], "a `WORD` for what else the model may read of a refusal: "+
				"known (nothing), names (identifiers such as columns) or text (the service's sentence)")
			flags.BoolVar(&o.json, "json", false, "for programs: payload, report, reasons and the refusal in one object")
			return func(args []string) int { return a.runClassify(args, o) }
		},
	}
}

type classifyOptions struct {
	status                        int
	method, url                   string
	arguments, schema, disclosure string
	json                          bool
}

// A classification is a classification of a command line.
type classification struct {
	verdict.Classification
	called bool // the tool call is known
}

func (a *app) runClassify(args []string, o classifyOptions) int {
	if len(args) > 1 {
		return a.refuse("classify takes one file; without one it reads the standard input")
	}
	if o.status != 0 && (o.status < 200 || o.status > 999) {
		return a.refuse("--status is not the status of a response such as 422")
	}
	options := verdict.Options{Method: strings.ToUpper(o.method), URL: o.url, Now: a.now(), Adapters: a.adapters()}
	if u, err := url.Parse(o.url); err != nil || o.url != "" && u.Host == "" {
		return a.refuse("--url is not a URL such as https://api.example.com/v1/items")
	}
	if strings.Trim(options.Method, "ABCDEFGHIJKLMNOPQRSTUVWXYZ-") != "" {
		return a.refuse("--method is not a method such as POST")
	}
	name := cmp.Or(strings.Join(args, ""), "-")
	if code := a.readCall(&options, o); code != ExitOK {
		return code
	}
	in, err := a.read(name, o.status)
	if err != nil {
		return a.complain(ExitInput, "%s: %v", place(name), unwrapPath(err))
	}
	c := classification{verdict.Classify(in, options), options.Call != nil}
	if o.json {
		return a.writeJSON(c)
	}
	s := screen.New(a.stdout, a.env)
	c.print(s, in)
	return a.written(s.Err())
}

// readCall reads the tool call that the flags name.
func (a *app) readCall(options *verdict.Options, o classifyOptions) int {
	at := slices.Index(verdict.Disclosures, o.disclosure)
	if at < 0 {
		return a.refuse("--disclosure is not one of %s", strings.Join(verdict.Disclosures, ", "))
	}
	options.Disclosure = adapter.Disclosure(at)
	if o.arguments == "" && o.schema == "" {
		if at > 0 {
			options.Call = &adapter.Call{}
		}
		return ExitOK
	}
	options.Call = &adapter.Call{}
	for _, file := range [...]struct {
		flag, name string
		to         *json.RawMessage
	}{{"arguments", o.arguments, &options.Call.Arguments}, {"schema", o.schema, &options.Call.Schema}} {
		if file.name == "" {
			continue
		}
		var err error
		if *file.to, err = readObject(file.name, "the "+file.flag); err != nil {
			return a.complain(ExitInput, "--%s %s: %v", file.flag, file.name, unwrapPath(err))
		}
	}
	return ExitOK
}

// readObject reads a JSON object from a file.
func readObject(name, what string) (json.RawMessage, error) {
	f, err := os.Open(name)
	if err != nil {
		return nil, err
	}
	defer func() { _ = f.Close() }()
	return input.Object(f, what)
}

// read reads the input from a file, or from standard input.
func (a *app) read(name string, status int) (*input.Response, error) {
	if name != "-" {
		f, err := os.Open(name)
		if err != nil {
			return nil, err
		}
		defer func() { _ = f.Close() }()
		return input.Read(f, status)
	}
	if f, ok := a.stdin.(interface{ Fd() uintptr }); ok && term.IsTerminal(int(f.Fd())) {
		screen.New(a.stderr, a.env).Text("Paste a response as curl -i prints it, and end with Ctrl-D. From a pipe: curl -i URL | " + a.self + " classify")
	}
	return input.Read(a.stdin, status)
}

func place(name string) string {
	if name == "-" {
		return "standard input"
	}
	return name
}

// unwrapPath removes the file's name, which the message already has.
func unwrapPath(err error) error {
	if e, ok := errors.AsType[*fs.PathError](err); ok {
		return e.Err
	}
	if errors.Is(err, io.ErrUnexpectedEOF) {
		return errors.New("it ended too early")
	}
	return err
}
