// Package stravaadapter recognises the errors of Strava's API in plain HTTP responses.
//
// A limit of the day and one of 15 minutes share the status 429: the headers with the usage
// decide.
package stravaadapter

import (
	"net/http"
	"strconv"
	"strings"

	"github.com/errand-go/errand/adapters/spec"
)

// Adapter recognises plain HTTP responses of Strava.
var Adapter = spec.New(spec.Spec{
	Table:   table,
	Errors:  []spec.Error{{Codes: []string{"Code"}}},
	Body:    func(body []byte) any { return spec.JSON[response](body).limit() },
	Hosts:   []string{"www.strava.com"}, // Strava API v3, Getting started
	Form:    spec.FormOf(`"rate limit"`, func(r response) bool { return r.limit() != nil }),
	Members: []string{"errors"},
	Refine:  refine,
})

// A response is the body of an error (Strava API v3, Errors).
type response struct {
	Errors []struct {
		Field string `json:"field"`
		Code  string `json:"code"`
	} `json:"errors"`
}

// limited is the code of a body that states a limit, which may have the status 403.
type limited struct{ Code string }

// limit returns the code of a limit; nil if there is none.
func (r response) limit() any {
	for _, e := range r.Errors {
		if e.Field == "rate limit" && e.Code == "exceeded" {
			return limited{rateLimit}
		}
	}
	return nil
}

// refine recognises the limit of the day: X-RateLimit-Limit and X-RateLimit-Usage, and those of
// reading requests, have a number for 15 minutes and one for the day.
func refine(a *spec.Answer) {
	for _, of := range [...]string{"X-RateLimit-", "X-ReadRateLimit-"} {
		if limit := daily(a.Header.Get(of + "Limit")); (a.Status == http.StatusTooManyRequests || a.Row.VendorCode == rateLimit) && limit > 0 && daily(a.Header.Get(of+"Usage")) >= limit {
			a.Is(dailyLimit)
		}
	}
}

// daily returns the second of two numbers, or 0.
func daily(numbers string) int {
	_, day, _ := strings.Cut(numbers, ",")
	n, _ := strconv.Atoi(strings.TrimSpace(day))
	return n
}
