// Package kafkaadapter recognises the errors of Apache Kafka and of other servers of
// its protocol, as franz-go, segmentio/kafka-go and sarama return them.
//
// No client is imported: package shape recognises their errors by the names of their
// types, whatever the version. All of them keep the number of the protocol, whose
// name the agent reads as the code. The texts of brokers, with topics, groups and
// principals, reach developers only.
package kafkaadapter

import (
	"maps"
	"slices"
	"strconv"
	"strings"

	"github.com/errand-go/errand/adapter"
	"github.com/errand-go/errand/adapter/shape"
	"github.com/errand-go/errand/adapters/spec"
	"github.com/errand-go/errand/toolerr"
)

// Adapter recognises Error of github.com/twmb/franz-go/pkg/kerr, Error, WriteErrors and
// MessageTooLargeError of github.com/segmentio/kafka-go, KError of
// github.com/IBM/sarama and of github.com/Shopify/sarama with the lists of errors around
// it, and the errors that the clients make by themselves.
//
// A broken connection without an error of the client's own is left to httpadapter. If
// several messages fail, the first error counts: the others may have been written.
var Adapter = spec.New(spec.Spec{
	Table:  table,
	NoHTTP: true,
	Errors: []spec.Error{
		{Types: []shape.Type{kerrError, segmentError, saramaError, shopifyError}, Read: readNumber},
		{Types: lists, Read: readFirst, Fallback: true},
		{Types: typed, Read: readTyped, Fallback: true},
	},
	Begins: slices.Collect(maps.Keys(texts)),
	Text: func(e error) *spec.Answer {
		code := texts[e.Error()]
		if code == "" || spec.Wraps(e) {
			return nil
		}
		return &spec.Answer{Codes: []string{code}, Fallback: true}
	},
})

// readNumber reads an error that is a number, or has one. For an unlisted number,
// franz-go's fields decide.
func readNumber(a *spec.Answer) bool { return read(a, a.Node) }

func read(a *spec.Answer, node any) bool {
	number, ok := shape.Field[int](node, "Code")
	if !ok {
		number, ok = shape.Field[int](node, "")
	}
	if retriable, _ := shape.Field[bool](node, "Retriable"); retriable {
		a.Kind = toolerr.KindUpstreamServerError
	}
	return ok && readCode(a, number)
}

func readCode(a *spec.Answer, number int) bool {
	a.Codes = []string{strconv.Itoa(number)}
	a.Is(Code(number))
	return number != 0
}

// readFirst reads the first error with a number in a list that does not unwrap.
func readFirst(a *spec.Answer) bool {
	a.Add(toolerr.WithEffect(toolerr.EffectUnknown))
	for item := range shape.Items(a.Node, "") {
		err, _ := item.(error)
		for e := range adapter.Tree(err) {
			if numbered.Of(e) != (shape.Type{}) && read(a, e) {
				return true
			}
		}
	}
	return false
}

// readTyped reads an error with its own type and text (franz-go v1.22.2, sarama v1.61.1).
// Its cause follows the text. A number in one of sarama's errors decides.
func readTyped(a *spec.Answer) bool {
	if number, ok := shape.Field[int](a.Node, "sentinel"); ok {
		a.Fallback = false
		return readCode(a, number)
	}
	text, ok := shape.Call(a.Node, error.Error)
	i := slices.IndexFunc(beginnings[:], func(b beginning) bool { return strings.HasPrefix(text, b.text) })
	if !ok || i < 0 {
		return false
	}
	a.Is(beginnings[i].code)
	return true
}
