package shopifyadapter

import (
	"strings"

	"github.com/errand-go/errand/internal/refusal"
	"github.com/errand-go/errand/toolerr"
)

// refusals reads the user errors of mutations (Admin GraphQL API, UserError). Their sentences
// and codes are those of any service.
var refusals = &refusal.Dialect{Body: func(v *refusal.Dialect, d refusal.Doc) (all []toolerr.Finding) {
	for _, mutation := range d.Root.Member("data").Kids {
		for _, k := range mutation.Kids {
			if strings.HasSuffix(strings.ToLower(k.Key), "usererrors") {
				all = append(all, userErrors.Read(v, refusal.Doc{Root: k})...)
			}
		}
	}
	return all
}}

var userErrors = refusal.List{At: [][]string{{}}, Needs: []string{"message"}, Place: []string{"field"}, Code: []string{"code"}, Text: []string{"message"}, Steps: true}
