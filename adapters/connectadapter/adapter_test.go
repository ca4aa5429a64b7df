package connectadapter_test

import (
	"testing"

	"github.com/stretchr/testify/assert"

	"github.com/errand-go/errand/adapters/connectadapter"
	"github.com/errand-go/errand/adapters/spec"
)

func TestTheTableIsWellMade(t *testing.T) {
	for _, row := range spec.Of(connectadapter.Adapter).Table().Rows() {
		ofTwirp := row.VendorCode == "malformed" || row.VendorCode == "bad_route"
		assert.True(t, row.Unanswered || ofTwirp || len(row.Numbers) == 1, row.VendorCode)
	}
}
