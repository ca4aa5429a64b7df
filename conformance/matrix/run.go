package matrix

import (
	"cmp"
	"context"
	"fmt"
	"io"
	"strconv"
	"time"

	"github.com/errand-go/errand/conformance"
)

// Run runs the suites, one after the other, and returns their matrix. Each suite needs the
// name of its client. Progress gets a line for each client. A wrong answer is not an error,
// see [Matrix.Failed].
func Run(ctx context.Context, title string, suites []conformance.Suite, progress io.Writer) (Matrix, error) {
	m := Matrix{Title: title}
	digits := len(strconv.Itoa(len(suites)))
	seen := map[string]bool{}
	for n, s := range suites {
		if seen[s.Client] {
			return Matrix{}, fmt.Errorf("two suites have a client called %q", s.Client)
		}
		seen[s.Client] = true
		start := time.Now()
		_, _ = fmt.Fprintf(progress, "%*d/%d %-26s ", digits, n+1, len(suites), s.Client)
		report, err := s.Report(ctx)
		if err = cmp.Or(err, ctx.Err()); err != nil {
			return Matrix{}, fmt.Errorf("%s: %w", s.Client, err)
		}
		m.Reports = append(m.Reports, report)
		_, _ = fmt.Fprintf(progress, "%s  %.1f s\n", (Matrix{Reports: []conformance.SuiteReport{report}}).Total().short(), time.Since(start).Seconds())
	}
	_, _ = fmt.Fprintf(progress, "%*s%-26s %s\n", 2*digits+2, "", "all", m.Total().short())
	return m, nil
}
