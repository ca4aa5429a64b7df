package rabbitmqadapter

import (
	"github.com/errand-go/errand/adapter"
	"github.com/errand-go/errand/toolerr"
)

const (
	slug    = "_rabbitmq"
	display = "RabbitMQ"
)

// errand's own codes, for errors of the client.
const (
	closed          = "channel_closed"
	loginRefused    = "login_refused"
	tooManyChannels = "too_many_channels"
	badAnswer       = "frame_not_readable"
)

// The sources of the rows, read 2026-11-23.
const (
	sourceCodes  = "AMQP 0-9-1 Complete Reference Guide, constants; RabbitMQ, Channels: channel-level exceptions"
	sourceClient = "amqp091-go v1.16.0, types.go, connection.go"
)

const msgTool = "The tool uses the broker's protocol in a way that is not possible."

// numbers are the names of reply codes.
var numbers = map[int]string{
	311: "content-too-large",
	312: "no-route",
	313: "no-consumers",
	320: "connection-forced",
	402: "invalid-path",
	403: "access-refused",
	404: "not-found",
	405: "resource-locked",
	406: "precondition-failed",
	501: "frame-error",
	502: "syntax-error",
	503: "command-invalid",
	504: "channel-error",
	505: "unexpected-frame",
	506: "resource-error",
	530: "not-allowed",
	540: "not-implemented",
	541: "internal-error",
}

// table lists the meanings of the codes.
var table = adapter.NewTable(
	slug, display,
	adapter.Row{VendorCode: "not-found", Kind: toolerr.KindUpstreamNotFound, Message: toolerr.Msg("The broker has no such queue or exchange."), Source: sourceCodes},
	adapter.Row{VendorCode: "access-refused", Kind: toolerr.KindUpstreamAuthError, Hint: toolerr.Msg("Someone has to give the tool's user the right to configure, write or read this, or correct its credentials."), Source: sourceCodes},
	adapter.Row{VendorCode: "resource-locked", Kind: toolerr.KindUpstreamBadRequest, Message: toolerr.Msg("The queue belongs to another connection alone."), Source: sourceCodes},
	adapter.Row{VendorCode: "precondition-failed", Kind: toolerr.KindUpstreamBadRequest, Message: toolerr.Msg("What is there has other properties, is in use, or is in a state that does not allow this."), Hint: toolerr.Msg("Use it as it is declared, or another name."), Source: sourceCodes},
	adapter.Row{VendorCodes: []string{"no-route", "no-consumers"}, Kind: toolerr.KindUpstreamNotFound, Message: toolerr.Msg("No queue takes the message: it was returned."), Source: sourceCodes},
	adapter.Row{VendorCode: "content-too-large", Kind: toolerr.KindUpstreamValidationError, Message: toolerr.Msg("The message is larger than the broker accepts."), Source: sourceCodes},
	adapter.Row{VendorCodes: []string{"not-allowed", "invalid-path"}, Kind: toolerr.KindUpstreamBadRequest, Message: toolerr.Msg("The broker does not allow this, or has no such virtual host."), Source: sourceCodes},
	adapter.Row{VendorCode: "connection-forced", Kind: toolerr.KindNetworkTransportUnreachable, Effect: toolerr.EffectUnknown, Message: toolerr.Msg("The broker closed the connection: it is shutting down, or somebody ended it."), Source: sourceCodes},
	adapter.Row{VendorCode: "internal-error", Kind: toolerr.KindUpstreamServerError, Source: sourceCodes},
	adapter.Row{VendorCode: "resource-error", Kind: toolerr.KindUpstreamServerError, Effect: toolerr.EffectNone, Message: toolerr.Msg("The broker has not enough resources."), Source: sourceCodes},
	adapter.Row{VendorCode: "not-implemented", Kind: toolerr.KindUpstreamServerError, Retry: adapter.RetryNever, Effect: toolerr.EffectNone, Source: sourceCodes},
	adapter.Row{VendorCodes: []string{"frame-error", "syntax-error", "command-invalid", "channel-error", "unexpected-frame"}, Kind: toolerr.KindToolFatal, Message: toolerr.Msg(msgTool), Source: sourceCodes},

	adapter.Row{VendorCode: closed, Kind: toolerr.KindNetworkTransportUnreachable, Unanswered: true, Effect: toolerr.EffectNone, Message: toolerr.Msg("The tool's channel to the broker is closed. An earlier error says why."), Source: sourceClient},
	adapter.Row{VendorCode: loginRefused, Kind: toolerr.KindUpstreamAuthError, Unanswered: true, Effect: toolerr.EffectNone, UserAction: true, Hint: toolerr.Msg("Someone has to correct the credentials, or the virtual host."), Source: sourceClient},
	adapter.Row{VendorCode: tooManyChannels, Kind: toolerr.KindToolFatal, Unanswered: true, Effect: toolerr.EffectNone, Message: toolerr.Msg("The tool has opened as many channels as a connection may have."), Source: sourceClient},
	adapter.Row{VendorCode: badAnswer, Kind: toolerr.KindNetworkTransportUnmapped, Unanswered: true, Effect: toolerr.EffectUnknown, Source: sourceClient},
)
