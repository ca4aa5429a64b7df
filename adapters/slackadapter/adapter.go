// Package slackadapter recognises the errors of github.com/slack-go/slack
// without importing it.
//
// Slack refuses with HTTP status 200 and a word: the word decides, by a table of
// those that Slack documents. A failure of an incoming webhook has a status
// alone. Errors of the transport come from the client bare, and are
// httpadapter's.
//
// Three failures are no errors of a type, and no adapter can know them by
// themselves. A webhook that answers 200 and another text than "ok", and an
// answer whose error is empty, are successes to the client. And a 429 whose
// Retry-After is a date comes back as a *strconv.NumError: with
// httpadapter.Transport under the client and adapter.WithEvidence the limit and
// its wait are known all the same.
//
// Recognised by shape, so a build that renames packages hides the errors: see
// package adapter/shape.
package slackadapter

import (
	"net/http"
	"time"

	"github.com/errand-go/errand/adapter"
	"github.com/errand-go/errand/adapter/shape"
	"github.com/errand-go/errand/adapters/httpadapter"
	"github.com/errand-go/errand/toolerr"
)

// Adapter recognises the error types of slack-go. The zero value is ready for
// use.
type Adapter struct{}

var _ adapter.Tabled = Adapter{}

// Slug returns "_slack".
func (Adapter) Slug() string { return slug }

// Table returns what Slack's words for errors mean, and the sentinels of the
// client.
func (Adapter) Table() adapter.Table { return table }

// The types of slack-go, wherever they live.
type vendorTypes struct {
	refused, limited, status, constant shape.Type
	set                                *shape.Set
}

var vendor = typesOf("github.com/slack-go/slack", "github.com/slack-go/slack/internal/errorsx")

func typesOf(path, constants string) vendorTypes {
	v := vendorTypes{
		refused:  shape.T(path, "SlackErrorResponse"),
		limited:  shape.T(path, "RateLimitedError"),
		status:   shape.T(path, "StatusCodeError"),
		constant: shape.T(constants, "String"),
	}
	v.set = shape.NewSet(v.refused, v.limited, v.status, v.constant)
	return v
}

var (
	wordOf     = shape.NewGetter[string]("Err")
	neededOf   = shape.NewGetter[string]("Needed")
	waitOf     = shape.NewGetter[time.Duration]("RetryAfter")
	statusOf   = shape.NewGetter[int]("Code")
	constantOf = shape.NewGetter[string]("")
)

// FromError returns what err means, nil if it is not slack-go's.
func (Adapter) FromError(err error) *toolerr.ToolRuntimeError {
	for e := range adapter.Tree(err) {
		switch vendor.set.Of(e) {
		case vendor.refused:
			return refused(err, e)
		case vendor.limited:
			return limited(err, e)
		case vendor.status:
			return answered(err, e)
		case vendor.constant:
			if te := constant(err, e); te != nil {
				return te
			}
		}
	}
	return nil
}

// refused is the error of a call that Slack answered with 200 and a word.
func refused(err, e error) *toolerr.ToolRuntimeError {
	word, _ := wordOf.Of(e)
	needed, _ := neededOf.Of(e)
	return meaning(err, e, word, needed)
}

// meaning is what a word means: by its row, or else by its family. needed are
// the scopes that the call needs.
func meaning(err, e error, word, needed string, more ...toolerr.Option) *toolerr.ToolRuntimeError {
	row, listed := table.Lookup(word)
	if !listed {
		return toolerr.New(kindOf(word), toolerr.Message{}, append(bare(err, e, toolerr.WithVendorCode(word)), more...)...)
	}
	opts := []toolerr.Option{toolerr.WithVendorType(e)}
	if hint := lacking(needed); word == codeScope && !hint.IsZero() {
		opts = append(opts, toolerr.WithHint(hint))
	}
	return row.Error(err, append(opts, more...)...)
}

// limited is the error of a 429 with a Retry-After in seconds, which is all that
// the client makes one of (slack-go v0.35.0, checkStatusCode). It multiplies them
// without looking whether they fit: what is no whole number of seconds is not
// what Slack wrote.
func limited(err, e error) *toolerr.ToolRuntimeError {
	opts := []toolerr.Option{toolerr.WithVendorType(e), toolerr.WithStatus(http.StatusTooManyRequests)}
	if wait, ok := waitOf.Of(e); ok && wait >= 0 && wait%time.Second == 0 {
		opts = append(opts, toolerr.WithRetryAfter(wait))
	}
	row, _ := table.Lookup(codeLimited)
	return row.Error(err, opts...)
}

// answered is the error of an answer that had another status than 200: of a
// webhook, or of what stands before Slack.
func answered(err, e error) *toolerr.ToolRuntimeError {
	status, _ := statusOf.Of(e)
	if te := httpadapter.FromStatus(err, status, nil, time.Time{}, bare(err, e, toolerr.WithStatus(status))...); te != nil {
		return te
	}
	return toolerr.New(toolerr.KindUpstreamUnmapped, toolerr.Message{}, bare(err, e, toolerr.WithStatus(status))...)
}

// constant is an error of the client itself, nil if it is about no call of
// Slack's API: those of a signature that does not fit, of a connection that is
// closed.
func constant(err, e error) *toolerr.ToolRuntimeError {
	text, _ := constantOf.Of(e)
	row, ok := table.Lookup(constants[text])
	if !ok {
		return nil
	}
	return row.Error(err, toolerr.WithVendorType(e))
}

// bare are the options of an answer without a row.
func bare(err, e error, more ...toolerr.Option) []toolerr.Option {
	return append([]toolerr.Option{
		toolerr.WithCause(err), toolerr.WithVendorType(e), toolerr.WithService(slug),
		toolerr.WithUpstreamName(toolerr.Name(display)),
	}, more...)
}
