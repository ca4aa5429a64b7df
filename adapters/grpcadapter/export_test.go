package grpcadapter

import (
	"strings"

	"google.golang.org/grpc/codes"
)

// Pinned returns every text that is matched: the sayings, and the parts of them
// that decide further.
func Pinned() []string {
	var all []string
	for _, s := range sayings {
		all = append(all, sayingName(s))
	}
	for _, list := range [][]reason{untrusted, misdirected, late, lost, granted} {
		for _, r := range list {
			all = append(all, "part "+r.part)
		}
	}
	return append(all, wrapWaited, wrapLast, wrapClosing, wrapConnection)
}

func sayingName(s saying) string {
	if s.code == codes.OK {
		return "any: " + s.prefix
	}
	return s.code.String() + ": " + s.prefix
}

// Reached returns those that a status of the client reaches.
func Reached(code codes.Code, text string) []string {
	var reached []string
	for _, wrap := range []string{wrapWaited, wrapLast, wrapClosing, wrapConnection} {
		if strings.Contains(text, wrap) {
			reached = append(reached, wrap)
		}
	}
	inner, w := unwrap(text)
	if w.waited {
		code = codes.Unavailable
	}
	i := matching(code, inner)
	if i < 0 {
		return reached
	}
	reached = append(reached, sayingName(sayings[i]))
	if sayings[i].rest == nil {
		return reached
	}
	rest := inner[len(sayings[i].prefix):]
	for _, list := range [][]reason{untrusted, misdirected, late, lost, granted} {
		for _, r := range list {
			if because(rest, verdict{kind: "none of them"}, []reason{r}).kind != "none of them" {
				reached = append(reached, "part "+r.part)
			}
		}
	}
	return reached
}

// Local is what a text is taken for; false where it is taken for a service's.
func Local(code codes.Code, text string) (kind string, ok bool) {
	v, ok := local(code, text)
	return string(v.kind), ok
}
