package jsonvalue_test

import (
	"testing"

	"github.com/stretchr/testify/assert"

	"github.com/errand-go/errand/internal/jsonvalue"
)

func TestHalvesOfSurrogatePairs(t *testing.T) {
	tests := map[string]string{
		`{"a":"\ud83d"}`:             `{"a":"\ufffd"}`,
		`{"a":"\uDE00x"}`:            `{"a":"\ufffdx"}`,
		`{"a":"\ud83d\ude00"}`:       `{"a":"\ud83d\ude00"}`,
		`{"a":"\ud83d\ud83d\ude00"}`: `{"a":"\ufffd\ud83d\ude00"}`,
		`{"a":"\ud83d\u0041"}`:       `{"a":"\ufffd\u0041"}`,
		`{"a":"\ud83d\n"}`:           `{"a":"\ufffd\n"}`,
		`{"a":"\\ud83d"}`:            `{"a":"\\ud83d"}`,
		`{"a":"\\\ud83d"}`:           `{"a":"\\\ufffd"}`,
		`{"\ud83d":"\ude00\ud83d"}`:  `{"\ufffd":"\ufffd\ufffd"}`,
	}
	for in, want := range tests {
		assert.Equal(t, want, string(jsonvalue.WellFormed([]byte(in))))
	}
}
