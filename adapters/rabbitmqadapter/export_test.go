package rabbitmqadapter

import "github.com/errand-go/errand/adapter/shape"

// Imitate reads errors of a test's type as the client's, until restore is called.
func Imitate(of shape.Type) (restore func()) {
	before := rabbitmq
	rabbitmq = rabbitmq.Imitate(amqpError, of)
	return func() { rabbitmq = before }
}
