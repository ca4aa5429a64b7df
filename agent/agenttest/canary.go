package agenttest

import (
	"encoding/json"
	"fmt"
	"strings"
)

// AssertNoCanary checks that none of the given values contains the text canary, neither in
// its JSON nor when it is printed with %v, %+v, %#v or %s. Pass events, requests
// ([Model.Requests]) and errors.
func AssertNoCanary(t TB, canary string, values ...any) {
	t.Helper()
	for i, v := range values {
		if where := canaryIn(canary, v); where != "" {
			t.Errorf("value %d (%T) holds the canary in its %s", i, v, where)
		}
	}
}

func canaryIn(canary string, v any) string {
	raw, err := json.Marshal(v)
	if err == nil && strings.Contains(string(raw), canary) {
		return "JSON"
	}
	for _, verb := range []string{"%v", "%+v", "%#v", "%s"} {
		if strings.Contains(fmt.Sprintf(verb, v), canary) {
			return verb
		}
	}
	return ""
}
