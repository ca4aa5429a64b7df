package natsadapter

import "github.com/errand-go/errand/adapter/shape"

// SetTypes replaces the types of the client, and returns a function that puts them
// back.
func SetTypes(api, js, sentence shape.Type) (restore func()) {
	a, j, p, set := apiError, jsError, serverSentence, types
	apiError, jsError, serverSentence = api, js, sentence
	types = shape.NewSet(api, js, sentence)
	return func() { apiError, jsError, serverSentence, types = a, j, p, set }
}

// Texts are the texts that are matched for want of a type, and their codes.
func Texts() map[string]string { return texts }

// Numbers are the numbers of JetStream's errors, and their codes.
func Numbers() map[int]string { return numbers }

// Full are the descriptions of a stream that is full.
func Full() map[string]bool { return full }

// Sentences are the beginnings of what a server says, and their codes.
func Sentences() map[string]string {
	all := map[string]string{}
	for _, s := range sentences {
		all[s.begin] = s.code
	}
	return all
}

// CodeOf is codeOf.
func CodeOf(text string) string { return codeOf(text) }
