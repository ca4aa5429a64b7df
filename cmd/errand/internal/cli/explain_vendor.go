package cli

import (
	"fmt"
	"strings"

	"github.com/errand-go/errand/cmd/errand/internal/codebook"
	"github.com/errand-go/errand/cmd/errand/internal/lexicon"
	"github.com/errand-go/errand/cmd/errand/internal/screen"
)

// printCodes prints vendors' codes with all details.
func printCodes(s *screen.Screen, codes []codebook.Entry) {
	for i, e := range codes {
		if i > 0 {
			s.Blank()
		}
		payload, _ := e.Payload.MarshalJSON() // never fails
		title, sort := e.Service[1:]+":"+e.Word, "a vendor's code, of the adapter "+e.Service
		if e.Sort == lexicon.SortErrno {
			title, sort = e.Word, sortName(e.Sort)
		}
		printEntry(s, title, sort, spaced(payload), e.Entry)
	}
}

// listCodes lists the codes of a vendor by their meaning.
func (a *app) listCodes(s *screen.Screen, vendor string, codes []codebook.Entry) {
	var kinds answers
	for _, e := range codes {
		kinds.add(answer{e.Kinds[0], *e.CanRetry}, e.Word)
	}
	s.Heading("", screen.Accent, codes[0].Vendor, fmt.Sprintf("(%d codes, of the adapter %s)", len(codes), codes[0].Service))
	for _, key := range kinds.order {
		s.Blank()
		s.Heading("  ", screen.Strong, string(key.kind), fmt.Sprintf("can_retry %t", key.can))
		s.Item("    ", screen.Plain, screen.Plain, strings.Join(kinds.words[key], ", "))
	}
	s.Blank()
	s.Text(screen.Faint, a.self+" explain "+vendor+":"+codes[0].Word+" prints what the agent is told, and what to do.")
}
