package slackadapter

import (
	"encoding/json"
	"net/http"
	"time"

	"github.com/errand-go/errand/adapters/httpadapter"
	"github.com/errand-go/errand/toolerr"
)

// maxBody is how much of an answer is decoded, in bytes. A refusal is never
// longer.
const maxBody = 64 << 10

// FromAnswer returns what an answer of Slack's API means to who calls it without
// slack-go: the same that FromError makes of the client's error for it, with the
// wait that a header names. It is nil for a success, which is what an answer with
// a status below 300 is without a word for an error. err is the cause; options
// come last and win.
func (Adapter) FromAnswer(err error, status int, header http.Header, body []byte, opts ...toolerr.Option) *toolerr.ToolRuntimeError {
	switch {
	case status == http.StatusTooManyRequests:
		row, _ := table.Lookup(codeLimited)
		known := []toolerr.Option{toolerr.WithStatus(status)}
		if wait, ok := httpadapter.RetryAfter(status, header, time.Time{}); ok {
			known = append(known, toolerr.WithRetryAfter(wait))
		}
		return row.Error(err, append(known, opts...)...)
	case status >= http.StatusMultipleChoices:
		return httpadapter.FromStatus(err, status, header, time.Time{}, append(bare(err, err, toolerr.WithStatus(status)), opts...)...)
	}
	var said struct {
		OK     *bool
		Error  string
		Needed string
	}
	if len(body) > maxBody || json.Unmarshal(body, &said) != nil || said.OK == nil || *said.OK || said.Error == "" {
		return nil
	}
	return meaning(err, err, said.Error, said.Needed, opts...)
}
