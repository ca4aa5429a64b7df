package stdadapter_test

import (
	"testing"

	"github.com/stretchr/testify/assert"

	"github.com/errand-go/errand/adapter"
	"github.com/errand-go/errand/adapters/slackadapter"
	"github.com/errand-go/errand/adapters/stdadapter"
)

// The adapters of vendors are asked first, and that of the standard library last.
func TestNewRegistry(t *testing.T) {
	for name, tt := range map[string]struct {
		vendors []adapter.Adapter
		want    []string
	}{
		"none":     {nil, []string{"_http", "_std"}},
		"a vendor": {[]adapter.Adapter{slackadapter.Adapter{}}, []string{"_slack", "_http", "_std"}},
	} {
		t.Run(name, func(t *testing.T) {
			var got []string
			for _, a := range stdadapter.NewRegistry(tt.vendors...).For("x").Adapters() {
				got = append(got, a.Slug())
			}
			assert.Equal(t, tt.want, got)
		})
	}
}
