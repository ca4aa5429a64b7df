// Package refusals has refusals of real software and the judge of what a model reads of them.
//
// A refusal is an answer that says what the caller must change: a response, an error of a
// database, what a program wrote to stderr, the text of a parser. A [Case] has the call that
// was refused, the refusal, the facts that the model needs to correct the call, and the strings
// that must not reach it. [Judge] compares a [View], which is what the model reads, with them,
// whatever made the view. [Figures] sums up verdicts.
//
// The cases are JSON files below testdata, one file for each kind of software in each group,
// because a reader compares the answers of similar software, and because most cases are small:
// a file for each would be hundreds of files. The groups differ in when their cases were collected:
//
//   - open: while the readers of errand were written, which know their forms.
//   - fresh: afterwards, from software that the readers did not know.
//   - further: later, from software that no table of errand names, committed before any figure
//     was known.
//   - unseen: by someone who knew none of the readers, from software of none of the others.
//   - sealed: last, in the same way, by how often an agent's tools would call the software.
//   - held: in the same way, with the composition of fresh.
//   - kept: after that, in the same way.
//   - last: after kept, in the same way.
//   - next: after last, in the same way; 51 of its cases are of software of which the reader's
//     developers had read other refusals.
//   - late: after next, with the composition of last; of software whose names begin with A to L,
//     while the readers were developed with that of M to Z.
//   - blind: after late, in the same way, of any letter.
//   - final: after blind, in the same way.
//   - trained: while the words of package wording were learned, which know its cases.
//
// [Reports] are cases of another sort: what to do
// next is in question there, and not which argument to correct.
//
// testdata/README.md describes the members of a case, and package bench compares what tools
// answer to them.
package refusals

import (
	"bytes"
	"embed"
	"encoding/base64"
	"encoding/json"
	"fmt"
	"io/fs"
	"strconv"
	"strings"
)

//go:embed testdata/*/*.json reports/*.json
var files embed.FS

// A Case is one refusal, and what a model must and must not read of it.
type Case struct {
	ID         string          `json:"id"`
	Vendor     string          `json:"vendor"`
	Client     string          `json:"client"` // net/http, or whose error the caller gets
	Tool       string          `json:"tool"`
	Schema     json.RawMessage `json:"schema"` // of the tool's arguments
	Args       map[string]any  `json:"args"`   // as the model sent them
	Upstream   Upstream        `json:"upstream"`
	Source     string          `json:"source"`
	SourceKind string          `json:"source_kind"` // real_run, issue_thread, documentation, shape or synthetic
	Hostile    string          `json:"hostile"`     // what was done to the refusal, if anything
	Facts      []Fact          `json:"facts"`
	Also       []string        `json:"also"` // arguments that are at fault too: a view may name them or not
	// Forbidden has the strings that must not reach a model, by class: prose, name, value,
	// host, secret, injection, order_ident.
	Forbidden map[string][]string `json:"forbidden"`

	// Next is set for reports: "retry" the same call, or "stop" until a person has acted.
	Next string `json:"-"`
	// Wait is the number of seconds before a retry; 0 if the report leaves it open.
	Wait float64 `json:"-"`
}

// An Upstream is a refusal: a response over HTTP, or the error of a driver.
type Upstream struct {
	Method     string            `json:"method"`
	Host       string            `json:"host"` // by which clients recognise the service, if not by the response
	Path       string            `json:"path"`
	Status     int               `json:"status"`
	Headers    map[string]string `json:"headers"` // an empty value takes away a header that servers add
	Body       string            `json:"body"`
	BodyBase64 string            `json:"body_base64"` // a body that is not UTF-8
	BodyRepeat *Repeat           `json:"body_repeat"`

	Driver     string `json:"driver"` // pgx, pq, mysql, sqlite, redis, exec or text; empty for HTTP
	Severity   string `json:"severity"`
	SQLState   string `json:"sqlstate"`
	Number     uint16 `json:"number"` // of MySQL
	Code       int    `json:"code"`   // of SQLite, or the exit status of a program
	Message    string `json:"message"`
	Detail     string `json:"detail"`
	Hint       string `json:"hint"`
	Where      string `json:"where"`
	Schema     string `json:"schema"`
	Table      string `json:"table"`
	Column     string `json:"column"`
	DataType   string `json:"datatype"`
	Constraint string `json:"constraint"`
	Position   int    `json:"position"`
	Routine    string `json:"routine"`
}

// A Repeat makes a body large without making the file large: Prefix or Suffix is written Times
// times, or else Text in place of Replace. A %d in Text is the count.
type Repeat struct {
	Prefix  string `json:"prefix"`
	Suffix  string `json:"suffix"`
	Replace string `json:"replace"`
	Text    string `json:"text"`
	Times   int    `json:"times"`
}

// Groups returns the names of the groups, in the order of their collection.
func Groups() []string {
	return []string{"open", "fresh", "further", "unseen", "sealed", "held", "kept", "last", "next", "late", "blind", "final", "sight", "novel", "trained"}
}

// Load returns the cases of the groups, of all groups if none is named.
func Load(groups ...string) ([]Case, error) {
	if len(groups) == 0 {
		groups = Groups()
	}
	var cases []Case
	for _, group := range groups {
		pattern, decode := "testdata/"+group+"/*.json", decodeCases
		if group == Reports {
			pattern, decode = "reports/*.json", decodeReport
		}
		names, err := fs.Glob(files, pattern)
		if err != nil || len(names) == 0 {
			return nil, fmt.Errorf("refusals: no group %q", group)
		}
		for _, name := range names {
			b, err := files.ReadFile(name)
			if err != nil {
				return nil, fmt.Errorf("refusals: %w", err)
			}
			some, err := decode(name, b)
			if err != nil {
				return nil, fmt.Errorf("refusals: %s: %w", name, err)
			}
			cases = append(cases, some...)
		}
	}
	return cases, nil
}

// decodeCases returns the cases of a file.
func decodeCases(_ string, b []byte) (some []Case, err error) {
	decoder := json.NewDecoder(bytes.NewReader(b))
	decoder.DisallowUnknownFields()
	err = decoder.Decode(&some)
	return some, err
}

// Bytes returns the body of a response.
func (u Upstream) Bytes() []byte {
	b := []byte(u.Body)
	if u.BodyBase64 != "" {
		b, _ = base64.StdEncoding.DecodeString(u.BodyBase64)
	}
	r := u.BodyRepeat
	switch {
	case r == nil:
	case r.Prefix != "":
		b = append(bytes.Repeat([]byte(r.Prefix), r.Times), b...)
	case r.Suffix != "":
		b = append(b, bytes.Repeat([]byte(r.Suffix), r.Times)...)
	default:
		var s strings.Builder
		for i := range r.Times {
			s.WriteString(strings.ReplaceAll(r.Text, "%d", strconv.Itoa(i)))
		}
		b = bytes.Replace(b, []byte(r.Replace), []byte(s.String()), 1)
	}
	return b
}

// Raw returns the refusal as programs that hide nothing pass it on: the status and the body,
// or the text of the error.
func (u Upstream) Raw() View {
	if u.Driver != "" {
		return View{Raw: u.Message, Text: u.Message}
	}
	text := fmt.Sprintf("HTTP %d: %s", u.Status, u.Bytes())
	return View{Raw: text, Text: text + "\n" + NewView(u.Bytes()).Text}
}
