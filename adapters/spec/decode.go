package spec

import (
	"bytes"
	"cmp"
	"encoding/json"
	"encoding/xml"
	"reflect"
	"slices"
	"strings"

	"github.com/errand-go/errand/internal/errtree"
)

// maxBody is the number of bytes of a body that are decoded. Elasticsearch lists the
// failures of each shard; no other error is longer.
const maxBody = 1 << 20

// JSON decodes a body into a T for [Spec.Body]. It ignores members whose type is not that
// of their field. It returns the zero T for a body of more than 1 MiB and for a body that
// is not JSON.
func JSON[T any](body []byte) (value T) {
	if len(body) <= maxBody {
		_ = json.Unmarshal(body, &value) // a member of another type is left out
	}
	return value
}

// XML reads an XML body for [Spec.Body]: the local name of its root element, and the text
// of the element at each of the paths. A path is the local names of up to four elements
// below the root: "Error>Code". Of several elements at a path the last one counts. XML
// finds no root and no text in a body of more than 1 MiB and in one that is not
// well-formed XML.
func XML(body []byte, paths ...string) (root string, texts []string) {
	texts = make([]string, len(paths))
	if len(body) > maxBody || !bytes.HasPrefix(bytes.TrimSpace(body), []byte("<")) {
		return "", texts
	}
	// xml.Unmarshal would double the size that package xml adds to a program.
	found := make([][]byte, len(paths))
	var open []string // the open elements, the root first
	for tokens := xml.NewDecoder(bytes.NewReader(body)); root == "" || len(open) > 0; {
		token, err := tokens.Token()
		if err != nil {
			return "", texts
		}
		switch t := token.(type) {
		case xml.StartElement:
			root = cmp.Or(root, t.Name.Local)
			open = append(open, t.Name.Local)
			if i := pathOf(open, paths); i >= 0 {
				found[i] = nil
			}
		case xml.EndElement:
			open = open[:len(open)-1]
		case xml.CharData:
			if i := pathOf(open, paths); i >= 0 {
				found[i] = append(found[i], t...)
			}
		}
	}
	for i := range texts {
		texts[i] = string(found[i])
	}
	return root, texts
}

// pathOf returns the index of the innermost open element's path in paths, or -1.
func pathOf(open, paths []string) int {
	const deepest = 1 + 4 // the root, and a path
	if len(open) < 2 || len(open) > deepest {
		return -1
	}
	return slices.Index(paths, strings.Join(open[1:], ">"))
}

// ParseStatus parses an HTTP status of three digits, as error texts of clients contain it.
// ok reports whether digits is a status.
func ParseStatus(digits string) (status int, ok bool) {
	if len(digits) != 3 || digits[0] < '1' {
		return 0, false
	}
	for _, c := range []byte(digits) {
		if c < '0' || c > '9' {
			return 0, false
		}
		status = 10*status + int(c-'0')
	}
	return status, true
}

// PlainText returns the text of an error that package errors or fmt made, whether it wraps
// other errors or not. Such an error stores its text, so PlainText is cheap and calls no
// other code. ok is false for errors of other types.
func PlainText(e error) (text string, ok bool) {
	if !errtree.IsPlain(reflect.TypeOf(e)) {
		return "", false
	}
	return e.Error(), true
}

// Wraps reports whether e, an error of package errors or fmt, wraps other errors.
func Wraps(e error) bool { return errtree.Wraps(e) }
