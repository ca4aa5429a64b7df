package grpcadapter_test

import (
	"encoding/binary"
	"fmt"
	"os"
	"testing"

	"github.com/errand-go/errand/adapters/grpcadapter"
)

// The types below have the names and methods of gRPC's. The library does not require gRPC;
// the module conformance/grpcfaults tests real clients.

func TestMain(m *testing.M) {
	restore := grpcadapter.SetPath("github.com/errand-go/errand/adapters/grpcadapter_test")
	code := m.Run()
	restore()
	os.Exit(code)
}

type Code uint32

type Any struct {
	TypeUrl string //nolint:revive // the name is the vendor's
	Value   []byte
}

func (a *Any) GetTypeUrl() string { return a.TypeUrl } //nolint:revive // the name is the vendor's
func (a *Any) GetValue() []byte   { return a.Value }

type Proto struct{ Details []*Any }

type Status struct {
	code    Code
	message string
	details []*Any
}

func (s *Status) Code() Code      { return s.code }
func (s *Status) Message() string { return s.message }
func (s *Status) Proto() *Proto   { return &Proto{s.details} }

func (s *Status) Details() (all []any) {
	for _, d := range s.details {
		all = append(all, d)
	}
	return all
}

// statusError has the form of status.Error's result.
type statusError struct{ s *Status }

func (e *statusError) Error() string {
	return fmt.Sprintf("rpc error: code = %d desc = %s", e.s.code, e.s.message)
}
func (e *statusError) GRPCStatus() *Status { return e.s }

func failed(code Code, text string, details ...*Any) error {
	return &statusError{&Status{code, text, details}}
}

// detail is a message of google.rpc.
func detail(name string, fields ...[]byte) *Any {
	return &Any{"type.googleapis.com/google.rpc." + name, join(fields...)}
}

func join(fields ...[]byte) (all []byte) {
	for _, f := range fields {
		all = append(all, f...)
	}
	return all
}

// text returns a field with a text or a message.
func text[T string | []byte](number uint64, value T) []byte {
	b := binary.AppendUvarint(nil, number<<3|2)
	b = binary.AppendUvarint(b, uint64(len(value)))
	return append(b, value...)
}

// number returns a field with a number.
func number(number uint64, value int64) []byte {
	b := binary.AppendUvarint(nil, number<<3)
	return binary.AppendUvarint(b, uint64(value)) //nolint:gosec // two's complement is how the wire has it
}

func reason(reason, domain string) *Any {
	return detail("ErrorInfo", text(1, reason), text(2, domain))
}

func retry(seconds, nanos int64) *Any {
	return detail("RetryInfo", text(1, join(number(1, seconds), number(2, nanos))))
}
