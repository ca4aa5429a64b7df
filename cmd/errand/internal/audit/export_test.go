package audit

import (
	"github.com/errand-go/errand/cmd/errand/internal/audit/fault"
	"github.com/errand-go/errand/cmd/errand/internal/audit/proxy"
	"github.com/errand-go/errand/cmd/errand/internal/audit/server"
)

// Judge judges a call whose refusals are about the argument title.
func Judge(f fault.Fault, o server.Outcome, exchanges []proxy.Exchange, secrets ...string) (map[string]string, []string) {
	return judge(observation{fault: f, asked: true, outcome: o, exchanges: exchanges, field: "title", secrets: secrets})
}

// Withhold replaces secrets in a cell.
func Withhold(c *Cell, secrets ...string) { c.withhold(secrets) }
