package fault_test

import (
	"testing"

	"github.com/stretchr/testify/assert"
	"github.com/stretchr/testify/require"

	"github.com/errand-go/errand/cmd/errand/internal/audit/fault"
	"github.com/errand-go/errand/conformance/faults"
)

// Each row has a fault of conformance/faults, and a unique name.
func TestRowsExist(t *testing.T) {
	server := faults.New(t)
	names := map[string]bool{}
	for _, f := range fault.All() {
		assert.False(t, names[f.Name], "%s twice", f.Name)
		names[f.Name] = true
		assert.NotEmpty(t, f.Does)
		assert.NotEmpty(t, f.Group)
		target, err := f.Target(server, "title")
		require.NoError(t, err)
		assert.True(t, target.Refuse != (target.Address != ""), "%s", f.Name)
	}
}

func TestSelect(t *testing.T) {
	rows, err := fault.Select(fault.All(), "status-4*,silent,status-404")
	require.NoError(t, err)
	assert.Equal(t, "status-400", rows[0].Name)
	assert.Equal(t, "silent", rows[len(rows)-1].Name)
	for _, bad := range []string{"none", "[", "status-404,nothing"} {
		_, err := fault.Select(fault.All(), bad)
		require.Error(t, err, bad)
	}
	_, err = fault.Fault{Name: "no such row"}.Target(faults.New(t), "")
	require.Error(t, err)
}
