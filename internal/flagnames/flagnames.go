// Package flagnames formats the names of flags like the help of the commands: --fault, and
// -o for a single letter. Package flag writes -fault.
package flagnames

import (
	"errors"
	"flag"
	"fmt"
	"io"
	"strings"

	"github.com/errand-go/errand/internal/nearest"
)

// Dashed returns the name of a flag with its dashes.
func Dashed(name string) string {
	if len(name) == 1 {
		return "-" + name
	}
	return "--" + name
}

// Describe writes the descriptions of the flags, two lines for each.
func Describe(w io.Writer, flags *flag.FlagSet) {
	flags.VisitAll(func(f *flag.Flag) {
		value, usage := flag.UnquoteUsage(f)
		_, _ = fmt.Fprintf(w, "%s\n      %s", strings.TrimRight("  "+Dashed(f.Name)+" "+value, " "), usage)
		if f.DefValue != "" && f.DefValue != "false" {
			_, _ = fmt.Fprintf(w, " (default: %s)", f.DefValue)
		}
		_, _ = fmt.Fprintln(w)
	})
}

// Error returns the error of flags.Parse with the names of flags as [Dashed] formats them.
// The error for an unknown flag lists the existing ones.
func Error(flags *flag.FlagSet, err error) error {
	var names, pairs []string
	flags.VisitAll(func(f *flag.Flag) {
		names = append(names, Dashed(f.Name))
		for _, before := range []string{"for flag ", "for "} {
			pairs = append(pairs, before+"-"+f.Name+": ", before+Dashed(f.Name)+": ")
		}
	})
	if name, ok := strings.CutPrefix(err.Error(), "flag needs an argument: -"); ok {
		return fmt.Errorf("%s needs an argument", Dashed(name))
	}
	name, unknown := strings.CutPrefix(err.Error(), "flag provided but not defined: -")
	if !unknown {
		return errors.New(strings.NewReplacer(pairs...).Replace(err.Error()))
	}
	near := nearest.Names(name, names, 3)
	switch {
	case len(names) == 0:
		return fmt.Errorf("no flag is called %s, and there are none", Dashed(name))
	case len(name) < 3 || len(near) == 0: // any name is similar to a word of two letters
		return fmt.Errorf("no flag is called %s; there are %s", Dashed(name), strings.Join(names, ", "))
	}
	return fmt.Errorf("no flag is called %s; did you mean %s?", Dashed(name), strings.Join(near, ", "))
}
