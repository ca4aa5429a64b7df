package refusals_test

import (
	"fmt"

	"github.com/errand-go/errand/conformance/refusals"
)

// A tool's view of one refusal: it names the rule and keeps the argument back.
func ExampleJudge() {
	cases, err := refusals.Load("open")
	if err != nil {
		panic(err)
	}
	for _, c := range cases {
		if c.ID == "jsonapi-short" {
			v := refusals.Judge(c, refusals.NewView([]byte(`{"error": "A value is too short."}`)))
			fmt.Println("tells", v.Met)
			fmt.Println("misses", v.Missed)
			fmt.Println("fixable:", v.Fixable(), "clean:", v.Clean())
		}
	}
	// Output:
	// tells [rule too_short]
	// misses [path /data/attributes/first-name]
	// fixable: false clean: true
}
