package main

import (
	"strings"
	"testing"

	"github.com/stretchr/testify/assert"
	"github.com/stretchr/testify/require"
)

func TestTheFastestCountStands(t *testing.T) {
	var out strings.Builder
	require.NoError(t, run(strings.NewReader(`goos: linux
BenchmarkSuccess/bare-2  1000  4.0 ns/op  0 B/op  0 allocs/op
BenchmarkSuccess/bare-2  1000  2.0 ns/op  0 B/op  0 allocs/op
BenchmarkSuccess/errand.Wrap-2  1000  9.0 ns/op  0 B/op  0 allocs/op
BenchmarkOther/a_b-2  1000  7 ns/op
PASS
`), &out))
	assert.Equal(t, `
### Success

| | ns/op | allocations | ratio |
|---|---|---|---|
| bare | 2.0 | 0 | 1.00 |
| errand.Wrap | 9.0 | 0 | 4.50 |

### Other

| | ns/op | allocations | ratio |
|---|---|---|---|
| a b | 7.0 |  | 1.00 |
`, out.String())
}

func TestNothingToRead(t *testing.T) {
	assert.ErrorIs(t, run(strings.NewReader("PASS\n"), &strings.Builder{}), errNothing)
}
