package refusal

import (
	"bytes"
	"encoding/json"
	"strings"

	"github.com/errand-go/errand/internal/jsontree"
)

// Limits on the part of a body that is read.
const (
	maxBody     = 64 << 10
	maxDepth    = 32
	maxValues   = 5000
	maxFindings = 64
	maxMessages = 16 // texts
)

// MaxTexts is the maximum number of sentences that are read of a vendor's answer.
const MaxTexts = 16

// A Doc is the parsed part of a body.
type Doc struct {
	Text     string        // the whole text
	Root     jsontree.Node // the JSON value; the zero Node if the body is not JSON
	Sentence string        // that of the service; empty in a part of a body
}

// parse calls use with a body as text, and as JSON if it begins like JSON. The nodes are
// valid until use returns.
func parse(body []byte, use func(Doc)) {
	d := Doc{Text: string(bytes.TrimPrefix(body[:min(len(body), maxBody)], []byte("\ufeff")))}
	start := strings.TrimLeft(d.Text, " \t\r\n")
	if text := ""; start != "" && start[0] == '"' && json.Unmarshal([]byte(start), &text) == nil {
		d.Text, start = text, ""
	}
	if start == "" || start[0] != '{' && start[0] != '[' {
		d.Sentence = d.message()
		use(d)
		return
	}
	if len(body) > maxBody {
		start += `"` // the body may have been cut inside of a string
	}
	jsontree.Read(start, jsontree.Limits{Depth: maxDepth, Values: maxValues}, func(n jsontree.Node, _ bool) {
		d.Root = n
		d.Sentence = d.message()
		use(d)
	})
}

// sentenceOf returns a body with only a sentence.
func sentenceOf(text string) Doc {
	return Doc{Text: text, Sentence: text, Root: jsontree.Node{Kind: '{', Kids: []jsontree.Node{{Key: "message", Kind: '"', Text: text}}}}
}

// messages are the paths of a service's sentence in a body, in order of precedence.
var messages = [][]string{
	{"error", "message"}, {"error", "reason"}, {"error_description"}, {"message"}, {"detail"}, {"description"}, {"title"}, {"error"}, {"msg"},
}

// message returns the service's sentence, or "".
func (d Doc) message() string {
	for _, path := range messages {
		if text := d.Root.At(path...).Str(); text != "" {
			return text
		}
	}
	for _, list := range [...]string{"errors", "errorMessages"} {
		if items := d.Root.Member(list); items.IsArray() && len(items.Kids) > 0 {
			if first := items.Kids[0]; first.IsString() {
				return first.Text
			}
			if text := items.Kids[0].Member("message").Str(); text != "" {
				return text
			}
		}
	}
	if !d.Root.Exists() && len(d.Text) <= 1<<10 && len(d.Text) > 0 && d.Text[0] != '<' {
		return d.Text
	}
	if d.Root.IsArray() {
		for _, t := range messagesOf(d) {
			return t.text
		}
	}
	return ""
}
