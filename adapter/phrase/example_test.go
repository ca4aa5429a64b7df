package phrase_test

import (
	"fmt"

	"github.com/errand-go/errand/adapter/phrase"
	"github.com/errand-go/errand/toolerr"
)

func ExampleFind() {
	patterns := []phrase.Pattern{
		{Text: `column "{word}" does not exist$`, Rule: toolerr.RuleUnknown, Source: "PostgreSQL 15, parse_relation.c"},
		{Text: "…must be between {} and {limit}", Rule: toolerr.RuleTooLarge},
	}
	f, ok := phrase.Find(`column "emial" does not exist`, patterns)
	fmt.Println(ok, f.Rule, f.Word)
	f, ok = phrase.Find("The TTL must be between 120 and 86,400 seconds", patterns)
	fmt.Println(ok, f.Rule, f.Limit)
	_, ok = phrase.Find("Spalte »emial« existiert nicht", patterns)
	fmt.Println(ok)
	// Output:
	// true unknown emial
	// true too_large 86400
	// false
}
