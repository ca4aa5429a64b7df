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
	Table:  table,
	Hosts:  []string{"www.strava.com"}, // Strava API v3, Getting started
	Refine: refine,
})

// refine recognises the limit of the day: X-RateLimit-Limit and X-RateLimit-Usage, and those of
// reading requests, have a number for 15 minutes and one for the day.
func refine(a *spec.Answer) {
	for _, of := range [...]string{"X-RateLimit-", "X-ReadRateLimit-"} {
		if limit := daily(a.Header.Get(of + "Limit")); (a.Status == http.StatusTooManyRequests || a.Status == http.StatusForbidden) && limit > 0 && daily(a.Header.Get(of+"Usage")) >= limit {
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
