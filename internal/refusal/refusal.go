// Package refusal reads from the body of a response which part of a request the service
// refused. It is the reader of all services without a table of their own: it knows the
// standards for such bodies, the forms of web frameworks, the names and the sentences of
// their validators. It names no vendor: a [Dialect] in a vendor's adapter has the vendor's
// codes and sentences. A body that only resembles a form gives no finding. The comments call
// the path of a field, as a body spells it, a place.
package refusal

import (
	"encoding/json"
	"strings"

	"github.com/errand-go/errand/internal/jsontree"
	"github.com/errand-go/errand/internal/quoted"
	"github.com/errand-go/errand/toolerr"
)

// A Reader returns the findings of a body, or nil if it knows nothing of the body's form.
type Reader func(Doc) []toolerr.Finding

// readers are the generic readers. The first with a finding is used.
var readers = [...]Reader{entries, embedded, texts}

// Read returns the refusal in a body: that of the vendors' readers, or else of the generic
// ones. An empty list of findings that is not nil ends the search.
func Read(body []byte, vendors ...Reader) (r toolerr.Refusal) {
	parse(body, func(d Doc) { r = read(d, vendors) })
	return r
}

// Sentence is [Read] for a body with only a service's sentence, for clients that keep no
// more.
func Sentence(text string, vendors ...Reader) toolerr.Refusal {
	if text = strings.TrimPrefix(text[:min(len(text), maxBody)], "\ufeff"); text == "" {
		return toolerr.Refusal{}
	}
	r := read(sentenceOf(text), vendors)
	if r.Findings == nil {
		r.Findings = lone(text)
	}
	return r
}

// OfValue is [Read] for what a client decoded from a body with encoding/json.
func OfValue(x any, vendors ...Reader) (r toolerr.Refusal) {
	defer func() {
		if recover() != nil { // in a method of the client's types
			r = toolerr.Refusal{}
		}
	}()
	body, err := json.Marshal(x)
	if err != nil {
		return toolerr.Refusal{}
	}
	return Read(body, vendors...)
}

// Refusal returns the refusal with a service's sentence and what the vendor's dialect found,
// or otherwise what the sentence states in the words of any service.
func Refusal(text string, found []toolerr.Finding) toolerr.Refusal {
	if len(found) == 0 {
		found = Sentence(text).Findings
	}
	if len(found) == 0 && strings.Contains(text, " ") { // not "UnknownError"
		found = statedIn(text)
	}
	return toolerr.Refusal{Message: text, Findings: found}
}

// Text returns what a text that no service wrote states, such as that of a parser or a program,
// in the words of services.
func Text(text string) []toolerr.Finding { return Read([]byte(replaced(unframed, text))).Findings }

func read(d Doc, vendors []Reader) toolerr.Refusal {
	r := toolerr.Refusal{Message: d.Sentence, Rest: rest(d)}
	for _, list := range [...][]Reader{vendors, readers[:]} {
		for _, read := range list {
			if r.Findings = read(d); r.Findings != nil {
				if r.Findings = r.Findings[:min(len(r.Findings), maxFindings)]; len(r.Findings) == 0 {
					r.Findings = nil
				}
				suggest(d, r.Findings)
				return r
			}
		}
	}
	if len(vendors) > 0 {
		r.Findings = lone(d.Sentence)
	}
	for _, m := range messagesOf(d) { // the first that states something
		if r.Message == "" || strings.Contains(m.text, " ") && len(statedIn(r.Message)) == 0 && len(statedIn(m.text)) > 0 {
			r.Message = m.text
		}
	}
	return r
}

// suggest adds the names that PostgreSQL suggests in a member of its own (PostgREST 13, Errors).
func suggest(d Doc, found []toolerr.Finding) {
	hint := d.Root.Member("hint").Str()
	if len(found) == 1 && found[0].Rule == toolerr.RuleUnknown && found[0].Names == nil && strings.HasPrefix(hint, "Perhaps you meant") {
		found[0].Names, _ = quoted.Texts(hint)
	}
}

// literals replaces the notation of Python and Ruby.
var literals = strings.NewReplacer("'", `"`, `"=>`, `":`, "{:", `{"`, ", :", `, "`, "=>", `":`, "None", "null", "True", "true", "False", "false")

// embedded reads JSON in the strings of a body: tRPC and Zod write their issues into the
// message of an error.
func embedded(d Doc) []toolerr.Finding {
	for _, s := range messagesOf(d) {
		text := strings.TrimSpace(s.text)
		i := strings.IndexAny(text, "[{")
		if i < 0 || i > 80 || i+2 > len(text) || !strings.ContainsRune("\"'{[: \n", rune(text[i+1])) {
			continue
		}
		if text[i+1] == '\'' || strings.Contains(text, "=>") {
			text = literals.Replace(text)
		}
		n, _ := jsontree.Parse(text[i:], jsontree.Limits{Depth: maxDepth, Values: maxValues})
		if found := entries(Doc{Root: n}); len(found) > 0 {
			return found
		}
	}
	return nil
}
