// Command launder shows the ways round Message that compile: each line of its
// output is an error's text that became a message. The page of rough edges lists
// them; they are kept here, out of the library, so that a way that closes is
// noticed.
package main

import (
	"errors"
	"fmt"
	"reflect"

	"github.com/errand-go/errand/toolerr"
)

var errVendor = errors.New("row 8841 of customers")

// generic makes the compiler infer the type that only toolerr can name.
func generic[T ~string](msg func(T) toolerr.Message, text string) toolerr.Message {
	return msg(T(text))
}

// genericFormat does the same with Msgf.
func genericFormat[T ~string](msgf func(T, ...toolerr.Arg) toolerr.Message, text string) toolerr.Message {
	return msgf(T(text))
}

// genericName does the same with an argument.
func genericName[T ~string](name func(T) toolerr.Arg, text string) toolerr.Message {
	return toolerr.Msgf("%s", name(T(text)))
}

// reflected calls the function with a string of whatever type it takes.
func reflected(msg any, text string) toolerr.Message {
	f := reflect.ValueOf(msg)
	out := f.Call([]reflect.Value{reflect.ValueOf(text).Convert(f.Type().In(0))})
	return out[0].Interface().(toolerr.Message)
}

// restored takes a report that was not stored.
func restored(text string) toolerr.Message {
	return toolerr.FromReport(toolerr.Report{Kind: toolerr.KindToolFatal, Message: text}).Message()
}

func main() {
	text := errVendor.Error()
	for _, way := range []struct {
		name    string
		message toolerr.Message
	}{
		{"generic inference of Msg", generic(toolerr.Msg, text)},
		{"generic inference of Msgf", genericFormat(toolerr.Msgf, text)},
		{"generic inference of Name", genericName(toolerr.Name, text)},
		{"reflection", reflected(toolerr.Msg, text)},
		{"UncheckedMessage", toolerr.UncheckedMessage(text)},
		{"FromReport", restored(text)},
		{"Quote of a variable", toolerr.Msgf("%s", toolerr.Quote(text))},
		{"Ident of a variable", toolerr.Msgf("%s", toolerr.Ident(errors.New("row_8841").Error()))},
	} {
		fmt.Printf("%s: %s\n", way.name, way.message)
	}
}
