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

// table lists the meanings of the codes.
var table = adapter.NewTable(
	slug, display,
	adapter.Row{VendorCode: "not-found 404", Fact: toolerr.FactNotFound, Source: sourceCodes},
	adapter.Row{VendorCode: "access-refused 403", Fact: toolerr.FactMissingScope, Hint: toolerr.Msg("Someone has to give the tool's user the right to configure, write or read this, or correct its credentials."), Source: sourceCodes},
	adapter.Row{VendorCode: "resource-locked 405", Fact: toolerr.FactWrongState, Message: toolerr.Msg("The queue is exclusive to another connection."), Hint: toolerr.Msg("Use another queue."), Source: sourceCodes},
	adapter.Row{VendorCode: "precondition-failed 406", Fact: toolerr.FactWrongState, Message: toolerr.Msg("The existing queue or exchange has other properties, is in use, or is in a state that does not allow this."), Hint: toolerr.Msg("Use it as it is declared, or another name."), Source: sourceCodes},
	adapter.Row{VendorCodes: []string{"no-route 312", "no-consumers 313"}, Fact: toolerr.FactNotFound, Message: toolerr.Msg("No queue takes the message: it was returned."), Hint: toolerr.Msg("Check the exchange and the routing key."), Source: sourceCodes},
	adapter.Row{VendorCode: "content-too-large 311", Fact: toolerr.FactTooLarge, Source: sourceCodes},
	adapter.Row{VendorCodes: []string{"not-allowed 530", "invalid-path 402"}, Fact: toolerr.FactRefused, Message: toolerr.Msg("The broker does not allow this, or has no such virtual host."), Source: sourceCodes},
	adapter.Row{VendorCode: "connection-forced 320", Fact: toolerr.FactConnectionLost, Message: toolerr.Msg("The broker closed the connection: it is shutting down, or somebody ended it."), Source: sourceCodes},
	adapter.Row{VendorCode: "internal-error 541", Fact: toolerr.FactFailed, Source: sourceCodes},
	adapter.Row{VendorCode: "resource-error 506", Fact: toolerr.FactOverloaded, Source: sourceCodes},
	adapter.Row{VendorCode: "not-implemented 540", Fact: toolerr.FactUnimplemented, Source: sourceCodes},
	adapter.Row{VendorCodes: []string{
		"frame-error 501", "syntax-error 502", "command-invalid 503", "channel-error 504", "unexpected-frame 505",
	}, Fact: toolerr.FactToolFault, Message: toolerr.Msg("The tool uses the broker's protocol in a way that is not possible."), Source: sourceCodes},

	adapter.Row{VendorCode: closed, Fact: toolerr.FactUnreachable, Unanswered: true, Message: toolerr.Msg("The tool's channel to the broker is closed. An earlier error has the reason."), Source: sourceClient},
	adapter.Row{VendorCode: loginRefused, Fact: toolerr.FactWrongKey, Unanswered: true, Source: sourceClient},
	adapter.Row{VendorCode: tooManyChannels, Fact: toolerr.FactMisuse, Unanswered: true, Message: toolerr.Msg("The tool has opened the maximum number of channels of a connection."), Source: sourceClient},
	adapter.Row{VendorCode: badAnswer, Fact: toolerr.FactUnreadable, Unanswered: true, Source: sourceClient},
)
