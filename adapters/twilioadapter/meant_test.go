package twilioadapter_test

import (
	"slices"
	"strconv"
	"strings"
	"testing"

	"github.com/stretchr/testify/assert"

	"github.com/errand-go/errand/adapters/twilioadapter"
	"github.com/errand-go/errand/toolerr"
)

const (
	none    = toolerr.EffectNone
	unknown = toolerr.EffectUnknown
)

// meant is what each number means, spelled out once more, and the status that it
// comes with.
var meant = []struct {
	kind    toolerr.Kind
	status  int
	retry   bool
	effect  toolerr.Effect
	user    bool
	numbers string
}{
	{toolerr.KindUpstreamRateLimit, 429, true, none, false, "14107 20429 21611 30001 30022 60212 60728 63017 63018"},
	{toolerr.KindUpstreamRateLimit, 429, false, none, false, "30023 30027 60202 60203 60310 63038"},
	{toolerr.KindUpstreamServerError, 503, true, none, false, "30017"},
	{toolerr.KindUpstreamServerError, 500, true, unknown, false, "20500 20503 30008 30410 63009 63010 63012"},
	{toolerr.KindUpstreamBadRequest, 409, true, none, false, "20162"},
	{toolerr.KindUpstreamAuthError, 401, false, none, true, "20003 20005 20008 20010 20151 21472 30002 63001"},
	{toolerr.KindUpstreamAuthError, 403, false, none, false, "20006 20101 20103 20104 20106 20107 20403"},
	{toolerr.KindUpstreamNotFound, 404, false, none, false, "20404 21422 21452 21701"},
	{toolerr.KindUpstreamBadRequest, 409, false, none, false, "20004 20009 20409 20413 21220 30409 60318"},
	{toolerr.KindUpstreamBadRequest, 400, false, none, true, "63008 63020 63051"},
	{ // somebody has to do something first
		toolerr.KindUpstreamValidationError, 400, false, none, true, "21203 21215 21219 21404 21408 21607 21608 21631 21649 21703 21704 30018 30032 30034 " +
			"60220 60223 60605 63015 63041 63042",
	},
	{ // recipients who do not want it, and what is held back
		toolerr.KindUpstreamValidationError, 400, false, none, false, "21610 30004 30007 60238 60410 63013 63014 63026 63032 63033",
	},
	{ // numbers
		toolerr.KindUpstreamValidationError, 400, false, none, false, "21201 21202 21210 21211 21212 21213 21214 21216 21217 21265 21266 21401 21421 21601 21603 21604 " +
			"21606 21612 21614 21635 21659 21660 21661 30003 30005 30006 60205 63002 63003 63007 63024 63031 63036",
	},
	{ // what is said
		toolerr.KindUpstreamValidationError, 400, false, none, false, "20001 20002 20007 20422 20423 21205 21206 21218 21402 21602 21609 21617 21618 21619 " +
			"21620 21621 21622 21623 21624 21627 21654 21655 21656 21910 30011 60200 60201 60204 60206 60228 60306 63005 63006 63016 63019 63021 63027 63028 63030 63034",
	},
}

// names are some numbers with the name that the agent reads.
var names = map[int]string{
	20003: "not_authenticated", 20404: "not_found", 20429: "too_many_requests", 20500: "internal_server_error", 21211: "invalid_to_number",
	21212: "invalid_from_number", 21214: "to_number_unreachable", 21217: "invalid_phone_number", 21408: "sms_region_not_enabled", 21606: "from_number_not_capable",
	21608: "trial_recipient_not_verified", 21610: "recipient_opted_out", 21612: "to_number_unreachable", 21614: "to_number_not_mobile", 21617: "body_too_long",
	30001: "message_queue_full", 30002: "account_suspended", 30003: "unreachable_handset", 30004: "message_blocked", 30005: "unknown_recipient",
	30006: "to_number_landline", 30007: "message_filtered", 30008: "unknown_delivery_error", 60200: "invalid_parameter", 60202: "max_check_attempts",
	60203: "max_send_attempts", 63016: "outside_messaging_window",
}

// TestEveryNumberIsMeant compares numbers and table with the lists above.
func TestEveryNumberIsMeant(t *testing.T) {
	said := map[int]bool{}
	for _, m := range meant {
		for field := range strings.FieldsSeq(m.numbers) {
			number, err := strconv.Atoi(field)
			assert.NoError(t, err)
			assert.False(t, said[number], "%d is listed twice", number)
			said[number] = true
		}
	}
	table := twilioadapter.Adapter{}.Table()
	named := map[string]bool{"invalid_credentials": true} // what the SDK says itself
	last := 0
	for _, n := range twilioadapter.Numbers() {
		assert.Greater(t, n.Number, last, "they are searched by halves")
		last = n.Number
		assert.True(t, said[n.Number], n.Number)
		delete(said, n.Number)
		if name := names[n.Number]; name != "" {
			assert.Equal(t, name, n.Name)
		}
		_, ok := table.Lookup(n.Name)
		assert.True(t, ok, n.Name)
		named[n.Name] = true
	}
	assert.Empty(t, said, "no names")
	for _, row := range table.Rows() {
		assert.True(t, named[row.VendorCode], "%s is no number's", row.VendorCode)
		if row.CanRetry != nil {
			assert.NotEqual(t, row.Kind.CanRetry(), *row.CanRetry, "%s: the kind says so already", row.VendorCode)
		}
	}
}

// TestNobodyWritesToSomebodyWhoSaidStop: whatever becomes of the rest.
func TestNobodyWritesToSomebodyWhoSaidStop(t *testing.T) {
	types(t)
	never := []int{21610, 30004, 63014, 63032, 63033}
	for _, n := range twilioadapter.Numbers() {
		te := adapt(t, refused(400, n.Number))
		if slices.Contains(never, n.Number) {
			assert.False(t, te.CanRetry(), n.Number)
			assert.Contains(t, te.Hint().String(), "Do not send it again", n.Number)
		} else {
			assert.NotContains(t, te.Hint().String(), "Do not send it again", n.Number)
		}
	}
}
