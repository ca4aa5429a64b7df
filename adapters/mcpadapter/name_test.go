package mcpadapter_test

import (
	"testing"

	"github.com/stretchr/testify/assert"

	"github.com/errand-go/errand/adapters/mcpadapter"
	"github.com/errand-go/errand/adapters/spec"
)

// Every name has a code in the table.
func TestCodesOfNames(t *testing.T) {
	for _, name := range []string{"parse_error", "invalid_request", "method_not_found", "invalid_params", "internal_error", "resource_not_found", "url_elicitation_required"} {
		_, listed := spec.Of(mcpadapter.Adapter{}).Table().Lookup(mcpadapter.Code(name))
		assert.True(t, listed, name)
	}
	assert.Equal(t, "-32602", mcpadapter.Code("invalid_params"))
	assert.Empty(t, mcpadapter.Code("server_error"))
}
