package verdict

import "github.com/errand-go/errand/cmd/errand/internal/input"

// Parse classifies a text, if it can be read.
func Parse(text string, o Options) (Verdict, bool) {
	in, err := input.Parse([]byte(text))
	if err != nil || in.Response == nil {
		return Verdict{}, false
	}
	return OfResponse(in.Response, o), true
}
