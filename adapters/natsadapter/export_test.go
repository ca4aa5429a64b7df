package natsadapter

import "github.com/errand-go/errand/adapter/shape"

// Imitate reads errors of the tests' types as the clients', until restore is called.
func Imitate(api, js, server shape.Type) (restore func()) {
	before := nats
	nats = nats.Imitate(apiError, api).Imitate(jsError, js).Imitate(serverError, server)
	return func() { nats = before }
}

// Texts are the texts that are matched because the errors have no type, with their codes.
func Texts() map[string]string { return texts }

// Numbers are the numbers of JetStream's errors, with their codes.
func Numbers() map[int]string { return numbers }

// Sentences returns the beginnings of a server's texts, with their codes.
func Sentences() map[string]string {
	all := map[string]string{}
	for _, s := range sentences {
		all[s.begin] = s.code
	}
	return all
}

// CodeOf is codeOf.
func CodeOf(text string) string { return codeOf(text) }
