package nearest_test

import (
	"strings"
	"testing"

	"github.com/stretchr/testify/assert"

	"github.com/errand-go/errand/internal/nearest"
)

func TestNames(t *testing.T) {
	names := []string{"get_weather", "send_mail", "search_files", "search_mail", "n", "429-delta", "ÄRGER"}
	tests := map[string]struct {
		word string
		n    int
		want []string
	}{
		"the same":              {"get_weather", 3, []string{"get_weather"}},
		"case and punctuation":  {"GET-Weather", 3, []string{"get_weather"}},
		"no punctuation":        {"getWeather", 3, []string{"get_weather"}},
		"more in front":         {"functions.get_weather", 3, []string{"get_weather"}},
		"a part":                {"search", 3, []string{"search_files", "search_mail"}},
		"a part, of one":        {"search", 1, []string{"search_files"}},
		"two letters exchanged": {"429-detla", 3, []string{"429-delta"}},
		"one letter":            {"m", 3, nil},
		"a part in the middle":  {"is_get_weather_now", 3, nil},
		"less than half":        {"mail", 3, nil},
		"a letter of another":   {"ärger", 3, []string{"ÄRGER"}},
		"far away":              {"xyzzy", 3, nil},
		"none wanted":           {"search", 0, nil},
		"fewer than none":       {"search", -1, nil},
		"nothing":               {"", 3, nil},
		"punctuation alone":     {" -_./:\t", 3, nil},
		"very long":             {strings.Repeat("x", 1e6), 3, nil},
		"long, and not a word":  {strings.Repeat("\xff", 1e4), 3, nil},
	}
	for name, tt := range tests {
		t.Run(name, func(t *testing.T) {
			assert.Equal(t, tt.want, nearest.Names(tt.word, names, tt.n))
		})
	}
	assert.Nil(t, nearest.Names("x", nil, 3))
	assert.Equal(t, []string{"status-404", "status-440"}, nearest.Names("status-405", []string{"status-440", "status-404"}, 3), "the nearest first")
	assert.Empty(t, nearest.Names("is_not_equal", []string{"note", "not", "equal"}, 3))
	assert.Equal(t, []string{"ab", "a-b", "AB"}, nearest.Names("ab", []string{"ab", "a-b", "ab", "AB"}, 5), "what differs at all are two names, and a name counts once")
}

// 64 bytes of a word and 256 of a name are compared.
func TestLongNames(t *testing.T) {
	long := strings.Repeat("a", 64)
	assert.Equal(t, []string{long}, nearest.Names(long+strings.Repeat("b", 1000), []string{long}, 1))
	huge := strings.Repeat("z", 1e6) + "needle"
	assert.Empty(t, nearest.Names("needle", []string{huge}, 1))
}

// A few letters may differ: two, or a third of a longer word.
func TestDistance(t *testing.T) {
	for word, near := range map[string]bool{
		"sunday": true, "sundae": true, "sudnay": true, "sonay": true, "soondays": false, "saturday": false, "monday": true, "today": false, "Sun Day": true,
	} {
		assert.Equal(t, near, nearest.Names(word, []string{"sunday"}, 1) != nil, word)
	}
	assert.NotEmpty(t, nearest.Names("sitting", []string{"kitting"}, 1))
	assert.Empty(t, nearest.Names("sitting", []string{"kitten"}, 1))
}

// For any word, each result is one of the names, and a name finds itself.
func FuzzNames(f *testing.F) {
	f.Add("getWeather", "get_weather", "send_mail")
	f.Add("\xff\x00", "", strings.Repeat("é", 300))
	f.Add("İ", "i̇", "K")
	f.Fuzz(func(t *testing.T, word, one, other string) {
		names := []string{one, other, one}
		found := nearest.Names(word, names, 2)
		assert.LessOrEqual(t, len(found), 2)
		for _, name := range found {
			assert.Contains(t, names, name)
		}
		if len(nearest.Names(one, []string{one}, 1)) == 0 {
			assert.Empty(t, strings.Trim(one, " -_./:\t"), "it does not find itself")
		}
	})
}
