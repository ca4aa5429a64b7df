// Package rabbitmqadapter recognises the errors of RabbitMQ and other brokers of AMQP 0-9-1,
// as github.com/rabbitmq/amqp091-go and github.com/streadway/amqp return them.
//
// Neither client is imported: package shape recognises their Error by the name of its
// type. The protocol's reply code decides. The broker's texts, with names of queues,
// exchanges and virtual hosts, reach developers only.
package rabbitmqadapter

import (
	"strconv"

	"github.com/errand-go/errand/adapter"
	"github.com/errand-go/errand/adapter/shape"
	"github.com/errand-go/errand/adapters/spec"
	"github.com/errand-go/errand/toolerr"
)

// Adapter recognises Error of the clients, for a broker's answer and for a failure of
// the client itself, such as a closed channel. The zero value is ready to use.
//
// Publishing is not acknowledged without confirms: a message to an exchange that does
// not exist closes the channel later. Errors of the connection are left to httpadapter.
type Adapter struct{}

var _ adapter.Specified = Adapter{}

// Slug returns "_rabbitmq".
func (Adapter) Slug() string { return slug }

// Spec returns the data of the adapter; see [spec.Of]. Its table has the meanings of the
// protocol's names for reply codes.
func (Adapter) Spec() adapter.Adapter { return rabbitmq }

// FromError returns the error that err becomes, or nil if it is not a client's.
func (Adapter) FromError(err error) *toolerr.ToolRuntimeError { return rabbitmq.FromError(err) }

// Code returns the name of a reply code, "" if the table has none: 404 is not-found.
func Code(number int) string { return table.Code(number) }

var amqpError = shape.T("github.com/rabbitmq/amqp091-go", "Error")

var rabbitmq = spec.New(spec.Spec{
	Table:  table,
	NoHTTP: true,
	Errors: []spec.Error{{Types: []shape.Type{amqpError, shape.T("github.com/streadway/amqp", "Error")}, Read: readNumber}},
})

var (
	fieldCode   = shape.NewGetter[int]("Code")
	fieldServer = shape.NewGetter[bool]("Server")
	fieldReason = shape.NewGetter[string]("Reason")
)

// readNumber reads a reply code. The client uses a few of them for its own errors.
func readNumber(a *spec.Answer) bool {
	number, ok := fieldCode.Of(a.Node)
	server, _ := fieldServer.Of(a.Node)
	reason, _ := fieldReason.Of(a.Node)
	a.Codes = []string{strconv.Itoa(number)}
	switch a.Is(Code(number)); {
	case server:
	case reason == "channel/connection is not open": // ErrClosed
		a.Is(closed)
	case number == 403: // ErrCredentials, ErrVhost, ErrSASL: the broker closed the connection during the login
		a.Is(loginRefused)
	case reason == "channel id space exhausted": // ErrChannelMax
		a.Is(tooManyChannels)
	case a.Row.VendorCode == "frame-error" || a.Row.VendorCode == "unexpected-frame" || a.Row.VendorCode == "syntax-error":
		a.Is(badAnswer)
	}
	return ok
}
