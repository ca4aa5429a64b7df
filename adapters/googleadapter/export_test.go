package googleadapter

import "github.com/errand-go/errand/adapter/shape"

// The types of packages that the library does not require.
type ForeignTypes struct {
	Token, Job, Jobs, Rows, Entities, Proto shape.Type
}

// Imitate reads errors of the tests' types as the clients', until restore is called.
func Imitate(f ForeignTypes) (restore func()) {
	g, o, s, p := google, oauth, several, protoErrors
	google = google.Imitate(tokenError, f.Token).Imitate(jobError, f.Job)
	oauth = oauth.Imitate(tokenError, f.Token)
	several = shape.NewSet(f.Jobs, f.Rows, f.Entities)
	protoErrors = shape.NewSet(f.Proto)
	return func() { google, oauth, several, protoErrors = g, o, s, p }
}

// TokenFailureTexts returns the texts that are matched because the errors have no type.
func TokenFailureTexts() []string {
	var texts []string
	for _, f := range tokenFailures {
		texts = append(texts, f.text)
	}
	return texts
}
