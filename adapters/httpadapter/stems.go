package httpadapter

// maxLimit is the number of bytes of a body that are read, and each row of codes and of denied
// contains one of stems, so that most bodies are not decoded.
const maxLimit = 16 << 10

var stems = [...]string{
	"retry", "again", "wait", "requested", "upgrade", "verif", "not_active", "overdue", "notopen", "not_exist", "ready_exist", "token_count", "tokens_in", "token,_does", "api_key", "unusual", "too_long", "mfa", "max_tokens", "max_length", "support_tools",
	"pending", "too_many", "limit", "reset", "throttl", "quota", "balance", "credit", "billing", "arrear", "run_out", "budget", "cap_exceeded", "suspended", "disabled", "restricted", "client", "refresh", "permission", "scope", "context", "capacity", "slow_down",
	"month", "week", "daily", "per_day", "plan", "subscri", "unpurchased", "trial", "rented", "enable", "allow", "white_list", "access", "revoked", "sso", "consent", "username", "usage", "maxlag", "credentials", "not_found", "expired", "lock", "feature",
	"concurrent", "authenti", "approved", "activated", "appid", "malformed", "past_due", "identity", "contract", "duplicate", "欠费", "余额", "invalid", "authorization", "no_space", "system_memory", "not_available", "http_4", "code:_4", "code_4", "status_4",
	"available_in", "estimated", "header", "removed", "no_longer", "nonexistent", "in_progress", "not_supported", "inactive", "application_id", "authorized_list", "free_tier", "model_not", "payment", "premium", "prompt", "unrecogni", "country", "virtual_network",
	"free_account", "delinquent", "license", "endpoint", "function", "lease_", "busy", "deprecated", "decommissioned", "conflicting", "two_factor", "not_confirmed", "one_time", "registered", "privilege", "higher", "admin_policy", "authorized", "login_", "paused", "submitted", "end_of", "index", "another", "currently", "frequen",
}

// containsStem reports whether a body contains a stem, in any case. A "_" of the stem stands for
// a separator of words, or for none.
func containsStem(body []byte, stem string) bool {
	for i := range body {
		if beginsWith(body[i:], stem) {
			return true
		}
	}
	return false
}

func beginsWith(body []byte, stem string) bool {
	for i := range len(stem) {
		switch {
		case len(body) > 0 && (body[0] == stem[i] || body[0]|0x20 == stem[i] || stem[i] == '_' && (body[0] == ' ' || body[0] == '-')):
			body = body[1:]
		case stem[i] != '_':
			return false
		}
	}
	return true
}

// follow reports whether a text has the words in their order.
func follow(text, want []string, between int) bool {
	for start := range text {
		if text[start] != want[0] && text[start] != want[0]+"s" {
			continue
		}
		found, last := 0, start
		for at := start; at < len(text) && at <= last+between && found < len(want); at++ {
			if text[at] == want[found] || text[at] == want[found]+"s" {
				found, last = found+1, at+1
			}
		}
		if found == len(want) {
			return true
		}
	}
	return false
}
