package stdadapter

import (
	"net/textproto"
	"strconv"

	"github.com/errand-go/errand/toolerr"
)

// replied looks at a server's reply to a command: SMTP's, or that of another
// protocol with replies of three digits (RFC 5321 section 4.2, RFC 959 section
// 4.2). The text beside the number is the server's.
func (s *sights) replied(e *textproto.Error) {
	if e.Code < 100 || e.Code > 599 {
		return
	}
	s.reply, s.node = e.Code, e
	if code := replyCode(e.Code); listed(code) {
		s.code = code
	}
}

func replyCode(number int) string { return "smtp_" + strconv.Itoa(number) }

func listed(code string) bool { _, ok := table.Lookup(code); return ok }

// unlistedReply is the error of a reply without a row: its first digit says
// whether a repeat may succeed (RFC 5321 section 4.2.1). What the server does not
// do for now it may have done in part, as a transfer that broke off (RFC 959).
// Below 400 it is a success where another one was expected.
func (s *sights) unlistedReply(err error) *toolerr.ToolRuntimeError {
	kind, effect := toolerr.KindUpstreamUnmapped, toolerr.EffectUnknown
	switch s.reply / 100 {
	case 4:
		kind = toolerr.KindUpstreamServerError
	case 5:
		kind, effect = toolerr.KindUpstreamBadRequest, toolerr.EffectNone
	}
	return toolerr.New(kind, toolerr.Message{},
		toolerr.WithCause(err),
		toolerr.WithVendorType(s.node),
		toolerr.WithService(slug),
		toolerr.WithUpstreamName(toolerr.Name(display)),
		toolerr.WithVendorCode(replyCode(s.reply)),
		toolerr.WithEffect(effect))
}
