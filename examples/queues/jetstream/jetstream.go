// Package jetstream is an example: a consumer of NATS JetStream whose tool fails.
package jetstream

import (
	"context"
	"time"

	"github.com/nats-io/nats.go/jetstream"

	"github.com/errand-go/errand/adapter"
	"github.com/errand-go/errand/toolerr"
)

// mayRunTwice is for messages that do no harm when they are handled again.
const mayRunTwice = false

// Consume runs the tool for each message of the consumer until ctx ends, one after the other.
// report is called with the error if a message could not be acknowledged.
//
// The server delivers a message again that has no answer after the consumer's AckWait, 30 s by
// default. The tool's time therefore ends before, and no message waits here: AckWait begins
// when the server sends it, and jetstream's default is to fetch 500.
//
// TermWithReason needs nats-server 2.10.4; an older one ignores it and delivers the message
// again, so call Term there. The reason is sent to all subscribers of advisories.
func Consume(
	ctx context.Context, consumer jetstream.Consumer, chain adapter.Chain,
	tool func(ctx context.Context, message []byte) error, report func(error),
) (jetstream.ConsumeContext, error) {
	ackWait := consumer.CachedInfo().Config.AckWait
	return consumer.Consume(func(msg jetstream.Msg) {
		if ctx.Err() != nil {
			return // another worker gets it after ackWait
		}
		_, err := adapter.Do(ctx, chain, func(ctx context.Context) (struct{}, error) {
			return struct{}{}, tool(ctx, msg.Data())
		}, adapter.WithEvidence(), adapter.Bounded{Timeout: ackWait * 4 / 5})
		te, failed := toolerr.Find(err)
		wait, named := te.RetryAfter()
		switch {
		case !failed:
			err = msg.Ack()
		case ctx.Err() != nil && (mayRunTwice || te.Effect() == toolerr.EffectNone):
			err = msg.Nak() // the worker stops
		case !te.SafeToRetry(mayRunTwice):
			err = msg.TermWithReason(te.Error()) // no retry helps, or it may have been done
		case named:
			err = msg.NakWithDelay(wait)
		default:
			err = msg.NakWithDelay(10 * time.Second)
		}
		if err != nil {
			report(err)
		}
	}, jetstream.PullMaxMessages(1))
}
