package jsonvalue_test

import (
	"encoding/json"
	"math"
	"testing"

	"github.com/stretchr/testify/assert"
	"github.com/stretchr/testify/require"

	"github.com/errand-go/errand/internal/jsonvalue"
)

func TestDecode(t *testing.T) {
	tests := map[string]any{
		`1`:                    int64(1),
		`9007199254740993`:     int64(9007199254740993),
		`-9223372036854775808`: int64(math.MinInt64),
		`2.0`:                  int64(2),
		`2e2`:                  int64(200),
		`-0.0`:                 int64(0),
		`1.5`:                  1.5,
		`9223372036854775808`:  json.Number("9223372036854775808"),
		`1e18`:                 int64(1e18),
		`9007199254740993.0`:   int64(9007199254740993),
		`90071992547409930e-1`: int64(9007199254740993),
		`0.000`:                int64(0),
		`0e99999999999999999`:  int64(0),
		`0.1`:                  0.1,
		`1e-7`:                 1e-7,
		`1e300`:                1e300,
		`18446744073709551617`: json.Number("18446744073709551617"),
		`9007199254740993.5`:   json.Number("9007199254740993.5"),
		`1e400`:                json.Number("1e400"),
		`1e-400`:               json.Number("1e-400"),
		`1e99999999999999999`:  json.Number("1e99999999999999999"),
		`{"n":[1,2.5,"x"]}`:    map[string]any{"n": []any{int64(1), 2.5, "x"}},
		` null `:               nil,
	}
	for raw, want := range tests {
		got, err := jsonvalue.Decode([]byte(raw))
		require.NoError(t, err, raw)
		assert.Equal(t, want, got, raw)
	}
	for _, raw := range []string{``, `{`, `1 2`, `{}]`, `{"a":1}x`} {
		_, err := jsonvalue.Decode([]byte(raw))
		assert.Error(t, err, raw)
	}
}

// Decoding, encoding and decoding again gives the same value.
func FuzzDecode(f *testing.F) {
	for _, seed := range []string{`1`, `2.0`, `1e17`, `-1.5e-7`, `9223372036854775807`, `9223372036854775808`, `1e400`, `{"a":[1.0,null,"\ud800"]}`} {
		f.Add([]byte(seed))
	}
	f.Fuzz(func(t *testing.T, raw []byte) {
		once, err := jsonvalue.Decode(raw)
		if err != nil {
			return
		}
		again, err := json.Marshal(once)
		require.NoError(t, err)
		twice, err := jsonvalue.Decode(again)
		require.NoError(t, err)
		assert.Equal(t, once, twice)
	})
}
