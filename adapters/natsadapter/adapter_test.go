package natsadapter_test

import (
	"context"
	"errors"
	"fmt"
	"strings"
	"testing"

	"github.com/stretchr/testify/assert"

	"github.com/errand-go/errand/adapters/natsadapter"
	"github.com/errand-go/errand/adapters/spec"
)

// Each row is reached by a text or a number.
func TestRowsAreReached(t *testing.T) {
	reached := map[string]bool{"stream_full": true}
	for _, texts := range []map[string]string{natsadapter.Texts(), natsadapter.Sentences()} {
		for text, code := range texts {
			assert.Equal(t, code, natsadapter.CodeOf("nats: "+text))
			reached[code] = true
		}
	}
	for _, row := range spec.Of(natsadapter.Adapter{}).Table().Rows() {
		assert.True(t, reached[row.VendorCode] || len(row.Numbers) > 0, row.VendorCode)
	}
}

type panics struct{}

func (panics) Error() string { panic("hostile") }

func TestDeclines(t *testing.T) {
	for _, err := range []error{
		errors.New("timeout"), errors.New("nats: "), errors.New("nats: timeouts"), errors.New("nats: Parse Error [4]: 'x'"), errors.New("NATS: timeout"),
		fmt.Errorf("nats: timeout: %w", errors.New("x")),
		panics{},
		context.DeadlineExceeded,
	} {
		assert.Nil(t, natsadapter.Adapter{}.FromError(err), "%T", err)
	}
}

// Subjects can contain ids and names of people.
func TestSubjectsStayWithTheDeveloper(t *testing.T) {
	err := fmt.Errorf("%w: %s", errors.New("nats: permissions violation"), "Permissions Violation for Publish to \"patients.quorvexpath\"")
	te := natsadapter.Adapter{}.FromError(err)
	assert.Contains(t, te.DeveloperMessage(), "quorvexpath")
	assert.NotContains(t, te.Payload().String(), "quorvexpath")
}

func FuzzCodeOf(f *testing.F) {
	for text := range natsadapter.Texts() {
		f.Add("nats: " + text)
	}
	for text := range natsadapter.Sentences() {
		f.Add("nats: " + text + " x")
	}
	f.Add("nats: \xff")
	f.Fuzz(func(t *testing.T, text string) {
		code := natsadapter.CodeOf(text)
		if _, ok := spec.Of(natsadapter.Adapter{}).Table().Lookup(code); code != "" && !ok {
			t.Errorf("%q is %q, which has no row", text, code)
		}
		if code != "" && !strings.HasPrefix(text, "nats: ") {
			t.Errorf("%q is %q", text, code)
		}
	})
}
