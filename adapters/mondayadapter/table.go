package mondayadapter

import (
	"github.com/errand-go/errand/adapter"
	"github.com/errand-go/errand/toolerr"
)

const source = "monday.com API, Error handling and Rate limits"

// table lists the meanings of the codes.
var table = adapter.NewTable(
	"_monday", "monday.com",
	adapter.Row{VendorCodes: []string{"COMPLEXITY_BUDGET_EXHAUSTED", "ComplexityException", "maxConcurrencyExceeded", "IP_RATE_LIMIT_EXCEEDED"}, Fact: toolerr.FactRateLimit, Source: source},
	adapter.Row{VendorCode: "DAILY_LIMIT_EXCEEDED", Fact: toolerr.FactDailyLimit, Source: source},
	adapter.Row{VendorCodes: []string{"UserUnauthorizedException", "USER_UNAUTHORIZED"}, Fact: toolerr.FactNotPermitted, Source: source},
	adapter.Row{VendorCode: "missingRequiredPermissions", Fact: toolerr.FactMissingScope, Source: source},
	adapter.Row{VendorCodes: []string{"ResourceNotFoundException", "InvalidBoardIdException"}, Fact: toolerr.FactNotFound, Source: source},
	adapter.Row{VendorCode: "ItemsLimitationException", Fact: toolerr.FactQuota, Hint: toolerr.Msg("The board has as many items as it may have. Someone has to archive items, or use another board."), Source: source},
	adapter.Row{VendorCodes: []string{"ColumnValueException", "CorrectedValueException", "InvalidArgumentException", "InvalidColumnIdException", "InvalidUserIdException", "ItemNameTooLongException", "JsonParseException"}, Fact: toolerr.FactInvalid, Source: source},
)
