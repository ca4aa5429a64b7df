package mongo_test

import (
	"encoding/binary"
	"io"
	"net"
	"testing"

	"go.mongodb.org/mongo-driver/v2/bson"

	"github.com/errand-go/errand/conformance/loopback"
)

// A server implements the part of MongoDB's protocol that its drivers need, and answers
// every command outside the handshake with one document.
type server struct {
	address  string
	reply    bson.D // nil closes the connection
	hang     bool   // sends no answer
	commands chan string
}

func startMongo(t *testing.T, s *server) *server {
	t.Helper()
	var ports loopback.Server
	t.Cleanup(ports.Close)
	s.commands = make(chan string, 64)
	s.address = ports.Serve(s.serve)
	return s
}

const (
	opReply = 1
	opQuery = 2004
	opMsg   = 2013
)

func (s *server) serve(conn *net.TCPConn) {
	for {
		header := make([]byte, 16)
		if _, err := io.ReadFull(conn, header); err != nil {
			return
		}
		body := make([]byte, binary.LittleEndian.Uint32(header)-16)
		if _, err := io.ReadFull(conn, body); err != nil {
			return
		}
		op := binary.LittleEndian.Uint32(header[12:])
		document := body[5:] // flags, the kind of a section
		if op == opQuery {
			document = body[4:]
			for document[0] != 0 {
				document = document[1:]
			}
			document = document[9:] // the end of the name, two numbers
		}
		answer := s.answer(document)
		if answer == nil {
			if s.hang {
				_, _ = conn.Read(make([]byte, 1))
			}
			return
		}
		if _, err := conn.Write(message(op, header[4:8], answer)); err != nil {
			return
		}
	}
}

func (s *server) answer(document []byte) bson.D {
	var command bson.D
	if err := bson.Unmarshal(document[:binary.LittleEndian.Uint32(document)], &command); err != nil || len(command) == 0 {
		return nil
	}
	switch name := command[0].Key; name {
	case "hello", "isMaster", "ismaster":
		return bson.D{
			{Key: "ok", Value: 1},
			{Key: "helloOk", Value: true},
			{Key: "isWritablePrimary", Value: true},
			{Key: "ismaster", Value: true},
			{Key: "maxBsonObjectSize", Value: 16 << 20},
			{Key: "maxMessageSizeBytes", Value: 48_000_000},
			{Key: "maxWriteBatchSize", Value: 100_000},
			{Key: "minWireVersion", Value: 0},
			{Key: "maxWireVersion", Value: 21},
		}
	case "ping", "endSessions":
		return bson.D{{Key: "ok", Value: 1}}
	default:
		select {
		case s.commands <- name:
		default:
		}
		return s.reply
	}
}

func message(op uint32, to []byte, answer bson.D) []byte {
	document, _ := bson.Marshal(answer)
	var body []byte
	if op == opQuery {
		op = opReply
		body = append(make([]byte, 16), 1, 0, 0, 0) // no flags, no cursor, from 0, one document
		body = append(body[:16], 1, 0, 0, 0)
	} else {
		body = make([]byte, 5)
		op = opMsg
	}
	body = append(body, document...)
	out := binary.LittleEndian.AppendUint32(nil, uint32(16+len(body)))
	out = append(out, 0, 0, 0, 0)
	out = append(out, to...)
	return append(binary.LittleEndian.AppendUint32(out, op), body...)
}
