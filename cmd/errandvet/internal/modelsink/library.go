package modelsink

import (
	"go/types"
	"strings"
)

// Three rules apply to functions of packages that are not analyzed: the results of pure
// functions have only the text of their arguments, functions that make errors put the text
// of their arguments into them, and every other error has text of others.

// pure are functions whose errors and results have only the text of their arguments: a
// package, or one function of it.
var pure = map[string]bool{
	"bytes": true, "strings": true, "strconv": true, "unicode/utf8": true, "slices": true, "maps": true, "sort": true, "cmp": true,
	"bufio": true, "encoding/json": true, "encoding/base64": true, "encoding/hex": true, "encoding/csv": true, "encoding/xml": true,
	"encoding/binary": true, "compress/gzip": true, "regexp": true, "net/url": true, "net/netip": true, "net/mail": true, "mime": true, "html": true,
	"text/template": true, "text/tabwriter": true, "path": true, "path/filepath": true, "time": true, "errors": true, "reflect": true,
	"math/big": true, "text/scanner": true, "encoding/pem": true, "encoding": true, "unicode": true, "iter": true, "sync": true, "context": true, "embed": true,
	"io.LimitReader": true, "io.TeeReader": true, "io.NopCloser": true,
	"net.ParseCIDR": true, "net.ParseIP": true, "net.SplitHostPort": true, "net.ParseMAC": true,
	"github.com/google/uuid": true, "gopkg.in/yaml": true, "go.yaml.in/yaml": true, "sigs.k8s.io/yaml": true, "github.com/gocarina/gocsv": true,
	"github.com/google/jsonschema-go/jsonschema": true, "github.com/tidwall/gjson": true,
	"github.com/openai/openai-go/packages/param": true, "github.com/openai/openai-go.String": true,
	"github.com/anthropics/anthropic-sdk-go/packages/param": true, "github.com/anthropics/anthropic-sdk-go.String": true,
	"net/http.NewRequest": true, "net/http.NewRequestWithContext": true,
}

// impure are functions of pure packages that use the system.
var impure = map[string]bool{
	"path/filepath.EvalSymlinks": true, "path/filepath.Walk": true, "path/filepath.WalkDir": true, "path/filepath.Glob": true, "path/filepath.Abs": true,
	"text/template.ParseFiles": true, "text/template.ParseGlob": true, "text/template.ParseFS": true,
}

// makers are packages whose functions make errors or text from their arguments.
var makers = map[string]bool{
	"fmt": true, "errors": true, "golang.org/x/xerrors": true, "github.com/pkg/errors": true, "google.golang.org/grpc/status": true,
	"github.com/hashicorp/go-multierror": true, "go.uber.org/multierr": true, "github.com/cockroachdb/errors": true,
	"google.golang.org/grpc/internal/status": true, "emperror.dev/errors": true,
}

// A behaviour is the behaviour of a function that is not analyzed.
type behaviour int

const (
	unknown   behaviour = iota
	passes              // pure or a maker
	making              // a maker: the text of a response becomes that of an error
	silent              // its results are clean
	answering           // its results have the text of a service or a program
	reading             // its results have the text of its arguments, its error that of the source
	encoding            // its results have the text of its arguments, its error does not
	decoding            // its error has that of responses alone
)

func behaviourOf(f *types.Func) behaviour {
	pkg := f.Pkg()
	if pkg == nil { // error.Error
		return passes
	}
	path := unversioned(pkg.Path())
	full := path + "." + nameOf(f)
	switch {
	case full == "context.Context.Err", full == "fmt.Print", full == "fmt.Println", full == "fmt.Printf":
		return silent
	case full == "os/exec.Cmd.Output", full == "os/exec.Cmd.CombinedOutput":
		return answering
	case strings.HasPrefix(full, "fmt.S") && strings.Contains(full, "can"), strings.HasPrefix(full, "fmt.F"):
		return passes
	case path == "io" && f.Signature().Recv() == nil && !pure[full]:
		return reading
	case pure[path] && strings.HasPrefix(f.Name(), "Marshal"):
		return encoding
	case pure[path] && (strings.HasPrefix(f.Name(), "Unmarshal") || strings.HasPrefix(f.Name(), "Decode")):
		return decoding
	case makers[path]:
		return making
	case impure[full]:
		return unknown
	case pure[path], pure[full]:
		return passes
	}
	return unknown
}

// said are fields with the text of a service: path.Type.Field.
var said = map[string]bool{
	"net/http.Response.Body": true, "net/http.Response.Status": true,
	"os/exec.ExitError.Stderr": true,
}

// saidNames are fields with the text of a service in the structs of SDKs.
var saidNames = map[string]bool{
	"Error": true, "ErrorMessage": true, "ErrorDescription": true, "ErrorMsg": true, "ErrorDetails": true, "Err": true,
}
