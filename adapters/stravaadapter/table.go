package stravaadapter

import (
	"github.com/errand-go/errand/adapter"
	"github.com/errand-go/errand/toolerr"
)

// dailyLimit is errand's own code.
const dailyLimit = "daily_limit"

const source = "Strava API v3, Rate limits"

// table lists the meaning of the code.
var table = adapter.NewTable(
	"_strava", "Strava",
	adapter.Row{VendorCode: dailyLimit, Fact: toolerr.FactDailyLimit, Source: source},
)
