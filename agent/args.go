package agent

import (
	"bytes"
	"context"
	"encoding/json"
	"errors"
	"io"
	"strconv"
	"strings"
	"unicode/utf8"

	"github.com/errand-go/errand/internal/jsonvalue"
	"github.com/errand-go/errand/toolerr"
)

const (
	maxArgsBytes = 1 << 20 // of the arguments of a call
	maxArgsDepth = 64      // of objects and arrays inside each other
	maxMalformed = 8 << 10 // bytes that are kept of what is no JSON object
)

// argsError is what is wrong with arguments as JSON.
var (
	errArgsTooLarge  = errors.New("larger than the limit")
	errArgsTooDeep   = errors.New("nested too deep")
	errArgsNoObject  = errors.New("not one JSON object")
	errArgsTruncated = errors.New("ends in the middle of JSON")
)

// parsed is a JSON object that was read with care.
type parsed struct {
	value map[string]any // numbers are json.Number
	twice []toolerr.Problem
}

// parseObject reads raw as one JSON object. It keeps the digits of numbers, and
// notes keys that occur twice or differ from another one in case only, which
// encoding/json would take for one and the same.
func parseObject(raw []byte) (parsed, error) {
	if len(raw) > maxArgsBytes {
		return parsed{}, errArgsTooLarge
	}
	raw = bytes.TrimSpace(raw)
	if len(raw) == 0 || string(raw) == "null" {
		return parsed{value: map[string]any{}}, nil
	}
	switch {
	case !json.Valid(raw):
		return parsed{}, invalidJSON(raw)
	case raw[0] != '{':
		return parsed{}, errArgsNoObject
	case jsonvalue.Depth(raw) > maxArgsDepth:
		return parsed{}, errArgsTooDeep
	}
	p := objectParser{Scanner: jsonvalue.Scan(raw)}
	value, _ := p.value().(map[string]any)
	if !jsonvalue.InRange(raw) {
		return parsed{}, outOfRange(unreasonable(value, nil, nil))
	}
	return parsed{value: value, twice: p.twice}, nil
}

// outOfRange is the error of an object with numbers that a float64 cannot hold. No
// provider takes them back in a history.
type outOfRange []toolerr.Problem

func (outOfRange) Error() string { return "a number is out of range" }

// invalidJSON returns in what way raw is not JSON.
func invalidJSON(raw []byte) error {
	var v json.RawMessage
	if err := json.NewDecoder(bytes.NewReader(raw)).Decode(&v); errors.Is(err, io.ErrUnexpectedEOF) {
		return errArgsTruncated
	}
	return errArgsNoObject
}

// objectParser takes valid JSON apart.
type objectParser struct {
	jsonvalue.Scanner
	path  []string
	twice []toolerr.Problem
}

func (p *objectParser) value() any {
	switch p.Next() {
	case '{':
		return p.object()
	case '[':
		return p.array()
	case '"':
		return jsonvalue.Unquote(p.Take())
	}
	switch word := string(p.Take()); word {
	case "null":
		return nil
	case "true", "false":
		return word == "true"
	default:
		return json.Number(word)
	}
}

func (p *objectParser) object() any {
	object := map[string]any{}
	for p.Step(); p.Next() != '}'; {
		key := jsonvalue.Unquote(p.Take())
		p.path = append(p.path, key)
		p.checkKey(object, key)
		object[key] = p.value()
		p.path = p.path[:len(p.path)-1]
	}
	p.Step()
	return object
}

func (p *objectParser) array() any {
	list := []any{}
	for p.Step(); p.Next() != ']'; {
		p.path = append(p.path, strconv.Itoa(len(list)))
		list = append(list, p.value())
		p.path = p.path[:len(p.path)-1]
	}
	p.Step()
	return list
}

func (p *objectParser) checkKey(object map[string]any, key string) {
	if len(p.twice) >= maxFound {
		return
	}
	if _, same := object[key]; same {
		p.twice = append(p.twice, toolerr.Problem{Path: pointer(p.path), Problem: toolerr.Msg("is given twice")})
		return
	}
	const few = 256 // keys of one object; beyond, only exact repeats are looked for
	if len(object) > few {
		return
	}
	for other := range object {
		if strings.EqualFold(other, key) {
			p.twice = append(p.twice, toolerr.Problem{
				Path: pointer(p.path), Problem: toolerr.Msg("differs from another name in case only"),
			})
			return
		}
	}
}

// checkArgs is the argument gate: it returns the arguments a tool may be given,
// or a result that has everything that is wrong with them.
func (r *run) checkArgs(c *callState) (json.RawMessage, *result) {
	if c.fc.Malformed != "" {
		_, err := parseObject([]byte(c.fc.Malformed))
		return nil, failed(malformedArgs(err))
	}
	args, problems, err := r.gate(c, c.fc.Args)
	te, checked := toolerr.Find(err)
	switch {
	case r.ctx.Err() != nil:
		return nil, canceled()
	case checked:
		return nil, failed(te.With(toolerr.WithEffect(toolerr.EffectNone)))
	case err != nil:
		return nil, failed(malformedArgs(err))
	case len(problems) > 0:
		return nil, failed(unfitArgs(problems))
	}
	return args, nil
}

// gate returns arguments as the tool is given them, and what is wrong with them. The error
// says why they cannot be read, or is a *toolerr.ToolRuntimeError of the check.
func (r *run) gate(c *callState, args json.RawMessage) (json.RawMessage, []toolerr.Problem, error) {
	p, err := parseObject(args)
	if err != nil {
		return nil, nil, err
	}
	if _, changed := c.tool.schema.shape.fit(p.value); changed || len(args) == 0 || string(args) == "null" {
		if args, err = json.Marshal(p.value); err != nil {
			return nil, nil, errArgsNoObject
		}
	}
	found, err := r.examine(c.tool.schema, p.value, c.tool.name, c.fc.ID)
	return args, append(p.twice, found...), err
}

// examine returns what is wrong with a value. A check that takes more than some
// milliseconds ends with the run, or with the time of a tool, at the latest.
func (r *run) examine(schema *compiled, value any, name, callID string) ([]toolerr.Problem, error) {
	if schema.rule == nil {
		return schema.violations(value), nil
	}
	switch n := schema.rule.checks(value, maxChecks); {
	case n > maxChecks:
		return []toolerr.Problem{tooMuch()}, nil
	case n <= fewChecks:
		return schema.violations(value), nil
	}
	return bounded(r.ctx, task{run: r, name: name, callID: callID, timeout: r.limits.ToolTimeout},
		func(context.Context) ([]toolerr.Problem, error) { return schema.violations(value), nil })
}

// badArgs is the error of arguments the tool was not given: what is wrong, and
// what to do about it.
func badArgs(msg, hint toolerr.Message, problems []toolerr.Problem, opts ...toolerr.Option) *toolerr.ToolRuntimeError {
	return toolerr.InvalidInput(msg, problems,
		append(opts, toolerr.WithHint(hint), toolerr.WithEffect(toolerr.EffectNone))...)
}

// unfitArgs is the error of arguments that the tool cannot be given.
func unfitArgs(problems []toolerr.Problem) *toolerr.ToolRuntimeError {
	return badArgs(toolerr.Msg("The arguments do not fit the tool's schema."), toolerr.Msg("Correct them and call again."), problems)
}

// malformedArgs is the error of arguments that cannot be read as a JSON object.
func malformedArgs(err error) *toolerr.ToolRuntimeError {
	var numbers outOfRange
	switch {
	case errors.As(err, &numbers):
		return unfitArgs(numbers)
	case errors.Is(err, errArgsTruncated):
		return badArgs(toolerr.Msg("The arguments end in the middle of JSON, so the call was not executed."),
			toolerr.Msg("Send it again, with smaller arguments."), nil, toolerr.WithCode(toolerr.CodeTruncatedCall))
	case errors.Is(err, errArgsTooLarge):
		return badArgs(toolerr.Msgf("The arguments are larger than %s bytes.", toolerr.Int(maxArgsBytes)), toolerr.Msg("Send less."), nil)
	case errors.Is(err, errArgsTooDeep):
		return badArgs(toolerr.Msgf("The arguments are nested deeper than %s levels.", toolerr.Int(maxArgsDepth)), toolerr.Message{}, nil)
	default:
		return badArgs(toolerr.Msg("The arguments are not valid JSON."),
			toolerr.Msg("Send one JSON object that fits the tool's schema."), nil)
	}
}

// normalArgs makes what a model wrote fit to be stored and sent back: the
// arguments as a JSON object, or an empty one and what stood there.
func normalArgs(raw json.RawMessage) (args json.RawMessage, malformed string) {
	raw = bytes.TrimSpace(raw)
	if object(raw) {
		if !utf8.Valid(raw) {
			raw = bytes.ToValidUTF8(raw, []byte("\uFFFD"))
		}
		return wellFormed(raw), ""
	}
	if len(raw) == 0 || string(raw) == "null" {
		return json.RawMessage("{}"), ""
	}
	malformed = strings.ToValidUTF8(string(raw), "\uFFFD")
	if len(malformed) > maxMalformed {
		malformed = strings.ToValidUTF8(malformed[:maxMalformed], "")
	}
	if _, again := parseObject([]byte(malformed)); again == nil {
		malformed += "…" // what is kept must not pass for what was written
	}
	return json.RawMessage("{}"), malformed
}

// object reports whether raw is one JSON object that parseObject would read.
func object(raw []byte) bool {
	return len(raw) > 0 && len(raw) <= maxArgsBytes && raw[0] == '{' && json.Valid(raw) &&
		jsonvalue.Depth(raw) <= maxArgsDepth && jsonvalue.InRange(raw)
}
