package httpadapter

import (
	"net/http"
	"time"

	"github.com/errand-go/errand/internal/base"
)

// fieldRules is the table of the fields that are read. Of the rows that give the same data,
// the most certain come first. Names are in lower case: SDKs write StatusCode, Statuscode
// and HttpStatusCode.
var fieldRules = []base.FieldRule{
	{
		Gives: givesResponse, Holds: is[*http.Response], Hidden: true,
		Form: "*http.Response",
		Seen: "godo v1.236.0, gitlab client-go v1.46.0, discordgo v0.29.0; in an embedded struct: dnsimple-go v0.30.0",
	},
	{
		Gives: givesResponse, Names: []string{"response", "resp", "httpresponse", "rawresponse"}, Holds: hasStatus, Hidden: true,
		Form: "a struct with a status of its own, such as one that embeds *http.Response",
		Seen: "hcloud-go v2.36.0, whose field is unexported",
	},
	{
		Gives: givesStatus, Names: []string{"statuscode", "httpstatuscode", "httpstatus", "httpcode"}, Holds: integer, Least: 400,
		Form: "an integer from 400 to 599", Unless: otherNumber,
		Seen: "sashabaranov/go-openai v1.43.0, go-containerregistry v0.22.1, ollama v0.17.4, cloudflare-go v0.119.0, influxdb-client-go v2.14.0",
	},
	{
		Gives: givesStatus, Names: []string{"status"}, Holds: integer, Least: 400,
		Form: "an integer from 400 to 599", Unless: otherNumber,
		Seen: "spotify v2.4.3",
	},
	{
		Gives: givesStatus, Names: []string{"actual"}, Holds: integer, Least: 400, Applies: expectsOthers,
		Form: "an integer from 400 to 599", When: "the struct has a field Expected []int",
		Seen: "mailgun-go v4.23.0, gophercloud v2.15.0",
	},
	{
		Gives: givesStatus, Names: []string{"status", "httpstatus"}, Holds: is[string], Least: 400,
		Form: `a string of the form "404 Not Found"`, Unless: otherNumber,
		Seen: "go-bitbucket v0.9.60",
	},
	{
		Gives: givesStatus, Names: []string{"error"}, Holds: is[string], Hidden: true, Least: 400, Applies: generated,
		Form: `a string of the form "404 Not Found"`, When: "the type is GenericOpenAPIError or GenericSwaggerError, which OpenAPI Generator and Swagger Codegen write",
		Seen: "ory/hydra-client-go v2.2.1",
	},
	{
		Gives: givesStatus, Names: []string{"code"}, Holds: integer, Least: 400, Applies: namedForHTTP, Registered: true, Alone: true,
		Form:   "an integer that is a status of HTTP, from 400 to 599",
		When:   "the name of the type, or the last element of its package's path, has one of the words API, HTTP, REST, Status and Response; or the struct has a field of net/http",
		Unless: "another field or method gives the status; " + otherNumber,
		Seen:   "go-ovh v1.9.0, telegram-bot-api v5.5.1",
	},

	{
		Gives: givesHeader, Names: []string{"header", "headers", "responseheader", "responseheaders", "httpheader"}, Holds: header,
		Form: "http.Header, or a map[string][]string",
		Seen: "influxdb-client-go v2.14.0, gophercloud v2.15.0",
	},
	{
		Gives: givesRequest, Holds: is[*http.Request],
		Form: "*http.Request",
		Seen: "go-containerregistry v0.22.1",
	},
	{
		Gives: givesMethod, Names: []string{"method", "httpmethod"}, Holds: is[string],
		Form: "string", Seen: "mailgun-go v4.23.0, gophercloud v2.15.0; HTTPMethod: vault/api v1.23.0",
	},
	{
		Gives: givesURL, Names: []string{"url"}, Holds: is[string],
		Form: "string", Seen: "mailgun-go v4.23.0, gophercloud v2.15.0",
	},
	{
		Gives: givesRequestID, Names: []string{"requestid", "queryid", "rayid"}, Holds: is[string],
		Form: "string", Seen: "godo v1.236.0; QueryID: go-ovh v1.9.0; RayID: cloudflare-go v0.119.0",
	},
	{
		Gives: givesWait, Names: []string{"retryafter"}, Holds: is[time.Duration],
		Form: "time.Duration", Seen: "discordgo v0.29.0",
	},
	{
		Gives: givesWait, Names: []string{"retryafter"}, Holds: integer, Applies: ofTelegram,
		Form: "an integer: seconds", When: "the field is of an embedded struct ResponseParameters, by which the Telegram Bot API says how long to wait",
		Seen: "telegram-bot-api v5.5.1",
	},
	{
		Gives: givesWait, Names: []string{"retryafter"}, Holds: is[string], Applies: namedForLimit,
		Form: "a string: the value of the header", When: "the name of the type has the words rate limit",
		Seen: "resend-go v2.28.0",
	},
}

// The data that fields give.
const (
	givesResponse  = "the whole response"
	givesStatus    = "status"
	givesHeader    = "headers"
	givesRequest   = "request"
	givesMethod    = "method"
	givesURL       = "URL"
	givesRequestID = "request id"
	givesWait      = "wait"
)

// otherNumbers are words in the path of a package, or in the name of a type, which show
// that its numbers only look like HTTP statuses, for example because they belong to another
// protocol.
var otherNumbers = map[string]string{
	"exit":       "exit codes, which have 32 bits on Windows and over SSH (RFC 4254 section 6.10)",
	"amqp":       "reply codes of AMQP 0-9-1, such as 404 and 501",
	"smtp":       "replies (RFC 5321 section 4.2), such as 421 and 550",
	"ftp":        "replies (RFC 959 section 4.2), such as 425 and 530",
	"nntp":       "responses (RFC 3977 section 3.2), such as 430 and 502",
	"nats":       "codes of JetStream's interface, which is not HTTP",
	"clickhouse": "ErrorCodes.cpp, such as 497 and 516",
}

const otherNumber = "the package or the type is named for exit codes or a protocol whose numbers look alike"
