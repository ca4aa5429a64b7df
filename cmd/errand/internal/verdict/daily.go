package verdict

import (
	"strings"

	"github.com/errand-go/errand/toolerr"
)

// hintToday is what the model is told of a quota that no wait of minutes fills.
const hintToday = "A daily quota is used up. It starts anew tomorrow."

// daily reports whether the error of a Google API is about a quota of a day: the
// delay that stands beside it is then about another one.
func daily(body []byte) bool {
	type quota struct {
		Limit string `json:"quota_limit"`
		Unit  string `json:"quota_unit"`
	}
	for _, d := range decode[struct {
		Error struct {
			Details []struct {
				Metadata   quota
				Violations []struct{ QuotaID string }
			}
		}
	}](body).Error.Details {
		if ofADay(d.Metadata.Limit) || ofADay(d.Metadata.Unit) {
			return true
		}
		for _, v := range d.Violations {
			if ofADay(v.QuotaID) {
				return true
			}
		}
	}
	return false
}

// ofADay reports whether the id or the unit of a quota says that it is counted by
// the day (google/api/quota.proto).
func ofADay(s string) bool {
	if strings.Contains(s, "/d/") || strings.HasSuffix(s, "/d") {
		return true
	}
	return strings.Contains(strings.ToLower(strings.NewReplacer("-", "", "_", "").Replace(s)), "perday")
}

// today returns what a daily quota adds to the error of a limit; none for
// anything else.
func (e explainer) today(kind toolerr.Kind) []toolerr.Option {
	if slug := e.table.Slug(); slug != "_gemini" && slug != "_google" || kind != toolerr.KindUpstreamRateLimit || !daily(e.response.Body) {
		return nil
	}
	return []toolerr.Option{toolerr.WithCanRetry(false), toolerr.WithHint(toolerr.Msg(hintToday))}
}
