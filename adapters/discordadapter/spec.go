// Package discordadapter recognises the errors of github.com/bwmarrin/discordgo for
// Discord's REST API.
//
// The client is not imported: package shape recognises its errors by the names of
// their types. Discord's numbers are its codes, which the agent reads by errand's
// names for them. Discord's texts reach developers only.
package discordadapter

import (
	"strconv"
	"time"

	"github.com/errand-go/errand/adapter/shape"
	"github.com/errand-go/errand/adapters/spec"
	"github.com/errand-go/errand/internal/refusal"
	"github.com/errand-go/errand/toolerr"
)

// Code returns the code that the table has for one of Discord's numbers, "" if it has none:
// 50013 is missing_permissions.
func Code(number int) string { return table.Code(number) }

var restError = shape.T("github.com/bwmarrin/discordgo", "RESTError")

// Adapter recognises RESTError and RateLimitError of the client, and plain HTTP responses of
// Discord. If the table does not list a number, the status decides. The zero value is ready
// to use.
//
// By default the client itself waits out a rate limit and retries the request.
var Adapter = spec.New(spec.Spec{
	Table: table,
	Errors: []spec.Error{
		{Types: []shape.Type{restError}, Response: "Response", Read: readNumber, Refusal: func(node any) toolerr.Refusal {
			body, _ := shape.Field[[]byte](node, "ResponseBody")
			return refusal.Read(body, refusals.Read)
		}},
		{Types: []shape.Type{shape.T("github.com/bwmarrin/discordgo", "RateLimitError")}, Read: readLimit},
	},
	Body:     func(body []byte) any { return response{spec.JSON[message](body)} },
	Hosts:    []string{"discord.com", "discordapp.com"}, // Discord API, Reference: base URL; discordgo v0.29.0, endpoints.go
	Refusals: refusals,
})

// A response has the number in the same field as the client's error.
type response struct{ Message message }

type message struct {
	Code int `json:"code"`
}

func readNumber(a *spec.Answer) bool {
	number, _ := shape.Field[int](a.Node, "Message.Code")
	if number != 0 {
		a.Codes = []string{strconv.Itoa(number)}
		a.Is(Code(number))
	}
	return true
}

// readLimit reads the wait of a rate limit, the only data of the error.
func readLimit(a *spec.Answer) bool {
	a.Kind = toolerr.KindUpstreamRateLimit
	if wait, _ := shape.Field[time.Duration](a.Node, "RateLimit.TooManyRequests.RetryAfter"); wait > 0 {
		a.WaitFor(wait)
	}
	return true
}
