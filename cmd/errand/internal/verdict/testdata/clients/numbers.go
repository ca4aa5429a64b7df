package main

import (
	"errors"
	"fmt"

	"github.com/errand-go/errand/adapters/twilioadapter"
)

// numbers are Twilio's, one for each name that its adapter has.
var numbers = func() map[string]int {
	found := map[string]int{"xyzzy": 99999}
	for number := 10000; number < 70000; number++ {
		te := twilioadapter.Adapter{}.FromAnswer(errors.New("x"), 400, nil, fmt.Appendf(nil, `{"code":%d}`, number))
		if name := te.VendorCode(); name != "" {
			found[name] = number
		}
	}
	return found
}()
