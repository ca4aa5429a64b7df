package findings

import (
	"strings"

	"github.com/errand-go/errand/toolerr"
)

// frameworks are the shapes of web frameworks and their validators. The first with a
// finding is used.
var frameworks = catalogueOf([]shape{
	{
		name:   "entries and maps",
		source: "RFC 9457; JSON:API 1.1; the vocabularies of codes.go",
		read:   entries,
	},
	{name: "JSON in a text", source: "tRPC 11, error formatting; zod 4.6", read: embedded},
	{name: "texts", source: "the sources of sentences.go and wholes.go", read: texts},
	{name: "codes with a place", source: "Alibaba Cloud and Tencent Cloud APIs, common error codes; Dropbox API, error_summary", read: placedCode},
}...)

// placedCode reads a code that contains the name of a place, such as
// InvalidParameter.InstanceType or path/not_found.
func placedCode(d doc) []toolerr.Finding {
	for _, path := range [...][]string{{"Code"}, {"code"}, {"error", "code"}, {"Response", "Error", "Code"}, {"Error", "Code"}, {"ResponseMetadata", "Error", "Code"}, {"errorCode"}} {
		name, place, ok := strings.Cut(d.root.At(path...).Str(), ".")
		if rule := RuleOf(name); ok && rule != "" && isPlaceName(place) {
			return []toolerr.Finding{{Rule: rule, Fields: []string{place}}}
		}
	}
	steps := strings.Split(d.root.Member("error_summary").Str(), "/")
	for i := 1; i < len(steps); i++ {
		if c, ok := codeOf(steps[i]); ok && isPlaceName(steps[i-1]) {
			return []toolerr.Finding{{Rule: c.rule, Fields: steps[i-1 : i : i]}}
		}
	}
	return nil
}
