package refusal

import (
	"bytes"
	"encoding/json"
	"slices"
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
	if isPage(start) {
		d.Text, start = visible(start), ""
	}
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
	jsontree.Read(start, jsontree.Limits{Depth: maxDepth, Values: maxValues}, func(n jsontree.Node, complete bool) {
		if complete || len(n.Kids) > 0 { // not "[ERROR] x"
			d.Root = n
		}
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
	{"error", "message"}, {"error", "reason"}, {"error", "info"}, {"error_description"}, {"message"}, {"detail"}, {"reason"}, {"description"}, {"title"}, {"error"}, {"errorMessage"}, {"msg"},
}

// message returns the service's sentence, or "".
func (d Doc) message() string {
	code := ""
	for _, path := range messages {
		switch text := d.Root.At(path...).Str(); {
		case strings.Contains(text, " "):
			return text
		case code == "":
			code = text
		}
	}
	if code != "" {
		return code
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
	return ""
}

// A line is a text of a body. With list, it is an item of a list of sentences.
type line struct {
	text string
	list bool
}

// sentenceMembers are the members, folded, with a service's sentence, besides containers.
var sentenceMembers = set("reason msg title detail description errordescription errormessage errorsummary errordetail errortext errormsg err summary faultstring faultmessage exceptionmessage statusmessage statustext responsetext text longmessage " +
	"info moreinfo developermessage usermessage userpresentablemessage displaymessage localizedmessage internalmessage exception invalidreason explanation failure errmsg errinfo desc information rootcause")

// sentenceEndings are the endings of the names of other such members.
var sentenceEndings = [...]string{"message", "messages", "description", "details", "reason", "errors", "msg"}

// messagesOf returns the texts of a body that may state a problem.
func messagesOf(d Doc) []line {
	if !d.Root.Exists() {
		text := d.Text
		if strings.HasPrefix(text, "<") && strings.Contains(text, "</") {
			text = visible(text)
		}
		if strings.HasPrefix(text, "<") || text == "" {
			return nil
		}
		return []line{{withoutUsage(text[:min(len(text), 2<<10)]), false}}
	}
	var all []line
	var collect func(n jsontree.Node, depth int)
	collect = func(n jsontree.Node, depth int) {
		if depth > 4 {
			return
		}
		for _, k := range n.Kids {
			key := fold(k.Key)
			_, container := containers[key]
			sentence := container || sentenceMembers[key] || key == "value" && fold(n.Key) == "message" || key == "data" && n.Key == "error" // OData 2; JSON-RPC 2.0, section 5.1
			sentence = sentence || slices.ContainsFunc(sentenceEndings[:], func(end string) bool { return strings.HasSuffix(key, end) })
			switch {
			case len(all) >= maxMessages:
				return
			case k.IsString() && (sentence || n.IsArray()):
				all = append(all, line{k.Text[:min(len(k.Text), 16<<10)], n.IsArray()})
			case k.IsArray() && !sentence && (len(k.Kids) == 0 || k.Kids[0].IsString()): // data
			case k.IsObject() || k.IsArray():
				collect(k, depth+1)
			}
		}
	}
	collect(d.Root, 0)
	return all
}

// The maximum length in bytes of a sentence in a member that is not one for sentences, and of all
// sentences and codes of a body.
const maxSentence, maxRest = 300, 2 << 10

// rest returns the sentences and codes of a body besides the service's sentence, a line each.
func rest(d Doc) string {
	var buffer [1 << 10]byte
	return string(appendRest(buffer[:0], &d, &d.Root, 0))
}

// appendRest appends the strings below a node that may state a rule or name a place.
func appendRest(b []byte, d *Doc, n *jsontree.Node, depth int) []byte {
	for i := range n.Kids {
		k := &n.Kids[i]
		switch role := roleOf(k.Key); {
		case !k.IsString() && depth < 4:
			b = appendRest(b, d, k, depth+1)
		case !k.IsString() || k.Text == "" || k.Text == d.Sentence || len(b)+len(k.Text) > maxRest:
		case role.rule+role.place+role.text > 0 || n.IsArray() && strings.Contains(k.Text, " ") || len(k.Text) <= maxSentence && strings.Count(k.Text, " ") > 2:
			b = append(append(b, k.Text...), '\n')
		}
	}
	return b
}
