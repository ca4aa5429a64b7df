package verdict

import (
	"strings"

	"github.com/errand-go/errand/adapter"
)

// mostOwners is how many services may have a word that still tells who spoke.
const mostOwners = 2

// maybe names the services whose tables list a word of a response that nothing
// shows to be theirs.
func (e explainer) maybe() (Reason, bool) {
	if e.response == nil || e.options.Service != "" {
		return Reason{}, false
	}
	for _, code := range codes(e.response.Header, e.response.Body) {
		owners := e.options.owners(code)
		if len(owners) == 0 || len(owners) > mostOwners {
			continue
		}
		var slugs, names, words []string
		for _, t := range owners {
			slugs = append(slugs, t.Slug())
			names = append(names, t.Display()+"'s")
			words = append(words, "--service "+strings.TrimPrefix(t.Slug(), "_"))
		}
		lists := " lists"
		if len(owners) > 1 {
			lists = " list"
		}
		return Reason{
			About: "service", Decided: "not known", Source: errandsOwn,
			Because: "the body has " + code + ", which " + strings.Join(slugs, " and ") + lists + ": if it is " + strings.Join(names, " or ") + ", pass " + strings.Join(words, " or "),
		}, true
	}
	return Reason{}, false
}

// owners are the tables that list a code, of services whose responses hold such.
func (o Options) owners(code string) (all []adapter.Table) {
	for _, a := range o.adapters() {
		tabled, ok := a.(adapter.Tabled)
		if d := dialectOf(a.Slug()); !ok || d.absent || d.named {
			continue
		}
		if _, listed := tabled.Table().Lookup(code); listed {
			all = append(all, tabled.Table())
		}
	}
	return all
}
