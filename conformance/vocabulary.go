package conformance

import (
	"encoding/json"
	"fmt"
	"maps"
	"slices"
	"strconv"
	"strings"
	"time"
	"unicode"
	"unicode/utf8"

	"github.com/errand-go/errand/adapter"
	"github.com/errand-go/errand/internal/decoder"
	"github.com/errand-go/errand/toolerr"
)

// A Vocabulary has the words that a model may read about any failure: those of errand's own
// tables, and those of its call.
type Vocabulary struct {
	words map[string]bool
	known wordSet
}

// NewVocabulary returns the words of package toolerr, of the adapters' tables, and of the
// given messages.
func NewVocabulary(adapters []adapter.Adapter, messages ...toolerr.Message) Vocabulary {
	v := Vocabulary{words: map[string]bool{}}
	for _, kind := range toolerr.Kinds() {
		for _, code := range toolerr.Codes() {
			v.payload(toolerr.New(kind, toolerr.Message{}, toolerr.WithCode(code), toolerr.WithEffect(toolerr.EffectUnknown)))
		}
		v.payload(toolerr.New(kind, toolerr.Message{}, toolerr.WithCanRetry(false)))
		v.payload(toolerr.New(kind, toolerr.Message{}, toolerr.WithRepeatable()))
		v.payload(toolerr.New(kind, toolerr.Message{}, toolerr.WithStatus(400)))
	}
	for status := range 600 {
		v.payload(toolerr.Upstream(status, toolerr.Message{}))
	}
	for _, wait := range []time.Duration{0, time.Second, time.Minute, 11 * time.Minute, time.Hour, 5 * time.Hour} {
		v.payload(toolerr.RateLimit(toolerr.Message{}, toolerr.WithRetryAfter(wait)))
	}
	for _, rule := range toolerr.Rules() {
		word, many := toolerr.Int(1), toolerr.Int(2)
		for _, d := range []toolerr.Detail{{}, {Word: word}, {Limit: word}, {Limit: many}, {Limit: word, Beyond: true}, {Names: []toolerr.Arg{word}}, {Names: []toolerr.Arg{word, word, word}, Word: word, Got: word}, {Beside: word, Unplaced: true}} {
			v.add(rule.Message(d).String())
		}
	}
	v.add("The error's text names the value of line column character of the text that the service received and more problems (withheld) (missing) null true false")
	v.add("array boolean integer null number object string date date-time duration email hostname ipv4 ipv6 regex time uri uuid")
	for _, undecodable := range []bool{true, false} {
		v.payload(decoder.Undecodable(undecodable))
	}
	for _, a := range adapters {
		v.add(a.Slug())
		if tabled, ok := adapter.As[adapter.Tabled](a); ok {
			v.add(tabled.Table().Display())
			for _, row := range tabled.Table().Rows() {
				v.add(row.VendorCode)
				v.payload(row.Error(nil))
				v.payload(row.Error(nil, toolerr.WithStatus(400)))
			}
		}
	}
	for _, m := range messages {
		v.add(m.String())
	}
	return v
}

func (v Vocabulary) payload(te *toolerr.ToolRuntimeError) {
	for _, text := range leaves(te.Payload()) {
		v.add(text)
	}
}

func (v Vocabulary) add(text string) {
	for _, word := range wordsOf(text) {
		v.words[word] = true
	}
}

// wordsOf splits a text at all characters except letters, digits and "_".
func wordsOf(text string) []string {
	return strings.FieldsFunc(text, func(r rune) bool { return !unicode.IsLetter(r) && !unicode.IsDigit(r) && r != '_' })
}

// leaves returns the texts and numbers in a payload, without its keys and the tool's
// result. upstream_message has the service's text if the author allowed it.
func leaves(p toolerr.Payload) (texts []string) {
	m := toolerr.Result(nil, p.Err()).Map()
	delete(m, "problems")
	delete(m, "upstream_message")
	for _, value := range m {
		texts = append(texts, fmt.Sprint(value))
	}
	return texts
}

// In returns the vocabulary with the words of a call.
func (v Vocabulary) In(call adapter.Call) Vocabulary {
	v.known = knownWords(call)
	return v
}

// Foreign returns the words in the payload of a failed call that are neither of errand's
// tables, nor a number at its place, nor of the call, nor in names: a service could have
// written them. For a right adapter, it returns none.
func (v Vocabulary) Foreign(p toolerr.Payload, names ...string) (foreign []string) {
	known := v.known
	if len(names) > 0 {
		known = wordSet{}
		maps.Copy(known, v.known)
	}
	for _, name := range names {
		known[name] = true
	}
	for _, text := range leaves(p) {
		foreign = append(foreign, v.foreign(text, known)...)
	}
	problems := p.Err().Problems()
	problems = append(slices.Clip(problems), p.Err().Resolution().Problems...)
	for _, problem := range problems {
		if !known.hasPath(problem.Path) {
			foreign = append(foreign, problem.Path)
		}
		foreign = append(foreign, v.problem(problem.Problem.String(), known)...)
		foreign = append(foreign, unsaid(problem)...)
	}
	return foreign
}

// unsaid returns the parts of a problem that are not in its sentence. There must be none: the
// sentence decides which words of the call the model reads.
func unsaid(p toolerr.Problem) []string {
	parts := p.Parts()
	all := slices.Concat([]string{parts.Field, parts.Word, parts.Limit, parts.Beside}, parts.Allowed, parts.DidYouMean)
	return slices.DeleteFunc(all, func(part string) bool {
		escaped := strings.Trim(toolerr.Quote(strings.TrimSuffix(part, "…")).String(), `"`)
		return strings.Contains(p.Problem.String(), part) || strings.Contains(p.Problem.String(), escaped)
	})
}

// problem returns the foreign words of a sentence: a quoted text must be known as a whole,
// and every other word must be errand's.
func (v Vocabulary) problem(text string, known wordSet) (foreign []string) {
	for text != "" {
		i := strings.IndexByte(text, '"')
		if i < 0 {
			return append(foreign, v.foreign(text, known)...)
		}
		foreign = append(foreign, v.foreign(text[:i], known)...)
		quoted, err := strconv.QuotedPrefix(text[i:])
		if err != nil {
			return append(foreign, text[i:])
		}
		word, _ := strconv.Unquote(quoted)
		if !known[word] && !known.hasPath(word) {
			foreign = append(foreign, quoted)
		}
		text = text[i+len(quoted):]
	}
	return foreign
}

func (v Vocabulary) foreign(text string, known wordSet) (foreign []string) {
	for _, word := range wordsOf(text) {
		if !v.words[word] && !known[word] && !isNumber(word, known) {
			foreign = append(foreign, word)
		}
	}
	return foreign
}

// isNumber reports whether a word is a number that may be shown: one of at most nine
// digits, the largest number of a type, or one of the call.
func isNumber(word string, known wordSet) bool {
	if strings.Trim(word, "0123456789") != "" {
		return false
	}
	return len(word) <= 9 || known[word] || known["-"+word] || slices.Contains([]string{"2147483647", "4294967295", "9007199254740991", "9223372036854775807"}, word)
}

// A wordSet has the words of a call that the model has read, and JSON pointers, which
// follow a line break.
type wordSet map[string]bool

const ofPath = "\n"

func (w wordSet) hasPath(path string) bool {
	if path == "" || w[ofPath+path] {
		return true
	}
	begins, cut := strings.CutSuffix(path, "…")
	for known := range w {
		if cut && strings.HasPrefix(known, ofPath+begins) {
			return true
		}
	}
	return false
}

// knownWords returns the words of a call by the rule in docs/findings.md. It does not use
// the code that it checks.
func knownWords(call adapter.Call) wordSet {
	w := wordSet{}
	var schema, arguments any
	_ = json.Unmarshal(call.Schema, &schema)
	_ = json.Unmarshal(call.Arguments, &arguments)
	w.sent(arguments, "")
	w.shown(schema, "", 0)
	return w
}

func (w wordSet) sent(value any, path string) {
	w[ofPath+path] = true
	switch x := value.(type) {
	case map[string]any:
		for key, inner := range x {
			w[key] = true
			w.sent(inner, path+"/"+strings.NewReplacer("~", "~0", "/", "~1").Replace(key))
		}
	case []any:
		for i, inner := range x {
			w.sent(inner, fmt.Sprintf("%s/%d", path, i))
		}
	case string:
		w.value(x)
		for _, token := range strings.FieldsFunc(x, func(r rune) bool {
			return !unicode.IsLetter(r) && !unicode.IsDigit(r) && !strings.ContainsRune("_.-$@", r)
		}) {
			bare := strings.Trim(token, ".-")
			for _, word := range []string{token, bare, bare[strings.LastIndexByte(bare, '.')+1:]} {
				w.value(word)
			}
		}
	case nil:
	case float64:
		w[strconv.FormatFloat(x, 'f', -1, 64)] = true
	default:
		w[fmt.Sprint(x)] = true
	}
}

func (w wordSet) value(s string) {
	if utf8.RuneCountInString(s) <= 80 {
		w[s] = true
	}
}

// shown collects the names of properties and the values of enums at any depth of a schema.
func (w wordSet) shown(schema any, path string, depth int) {
	if list, ok := schema.([]any); ok {
		for _, inner := range list {
			w.shown(inner, path, depth+1)
		}
	}
	s, ok := schema.(map[string]any)
	if !ok || depth > 20 {
		return
	}
	for _, key := range slices.Sorted(maps.Keys(s)) {
		switch key {
		case "enum", "const":
			list, ok := s[key].([]any)
			if !ok {
				list = []any{s[key]}
			}
			for _, value := range list {
				w[fmt.Sprint(value)] = true
			}
		case "properties":
			properties, _ := s[key].(map[string]any)
			for name, inner := range properties {
				w[name] = true
				below := path + "/" + strings.NewReplacer("~", "~0", "/", "~1").Replace(name)
				w[ofPath+below] = true
				w.shown(inner, below, depth+1)
				for known := range w { // a sent item has the properties of its schema
					if parent, ok := strings.CutPrefix(known, ofPath); ok && path != "" && matchesPath(parent, path) {
						w[known+"/"+strings.NewReplacer("~", "~0", "/", "~1").Replace(name)] = true
					}
				}
			}
		case "items", "additionalProperties":
			w.shown(s[key], path+"/*", depth+1)
		default:
			w.shown(s[key], path, depth+1)
		}
	}
}

// matchesPath compares a JSON pointer with one that may have "*" for any step.
func matchesPath(path, pattern string) bool {
	a, b := strings.Split(path, "/"), strings.Split(pattern, "/")
	return slices.EqualFunc(a, b, func(x, y string) bool { return y == "*" || x == y })
}
