package openaiadapter_test

import (
	"errors"
	"fmt"
	"strings"
	"testing"

	"github.com/stretchr/testify/assert"

	"github.com/errand-go/errand/adapters/openaiadapter"
)

// The texts begin like the SDK's, but have no error object of OpenAI.
func TestTexts(t *testing.T) {
	for _, text := range []string{
		"",
		`"a sentence"`,
		"a sentence",
		`["a list"]`,
		"{",
		"null",
		`{"message":"no code"}`,
		`{"message":null,"code":"server_error"}`,
		`{"code":"server_error","type":"server_error"}`,
		`{"message":1,"code":"server_error"}`,
		`{"type":"error","error":{"type":"overloaded_error","message":"Overloaded"}}`,
		`{"message":"` + strings.Repeat("x", 1<<20) + `","code":"server_error"}`,
	} {
		err := fmt.Errorf("asking: %w", errors.New("received error while streaming: "+text))
		assert.Nil(t, openaiadapter.Adapter.FromError(err), text[:min(len(text), 80)])
	}
	const object = `{"message":"","code":"server_error"}`
	assert.Nil(t, openaiadapter.Adapter.FromError(errors.New("tool: received error while streaming: "+object)), "another program's text")
	assert.NotNil(t, openaiadapter.Adapter.FromError(errors.New("received error while streaming: "+object)))
}
