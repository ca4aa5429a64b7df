package flagnames_test

import (
	"flag"
	"io"
	"strings"
	"testing"
	"time"

	"github.com/stretchr/testify/assert"

	"github.com/errand-go/errand/internal/flagnames"
)

func TestError(t *testing.T) {
	tests := map[string]struct {
		args []string
		want string
	}{
		"unknown":             {[]string{"--colour"}, "no flag is called --colour; there are --fault, --json, -o, --wait"},
		"unknown, one letter": {[]string{"-x"}, "no flag is called -x; there are --fault, --json, -o, --wait"},
		"misspelt":            {[]string{"-fualt", "a"}, "no flag is called --fualt; did you mean --fault?"},
		"without its value":   {[]string{"-fault"}, "--fault needs an argument"},
		"one letter, without": {[]string{"-o"}, "-o needs an argument"},
		"a wrong boolean":     {[]string{"-json=perhaps"}, `invalid boolean value "perhaps" for --json: parse error`},
		"a wrong value":       {[]string{"-wait", "for -o: x"}, `invalid value "for -o: x" for flag --wait: parse error`},
		"too many dashes":     {[]string{"---json"}, "bad flag syntax: ---json"},
	}
	for name, tt := range tests {
		t.Run(name, func(t *testing.T) {
			flags := flag.NewFlagSet("", flag.ContinueOnError)
			flags.SetOutput(io.Discard)
			flags.String("fault", "", "")
			flags.Bool("json", false, "")
			flags.String("o", "", "")
			flags.Duration("wait", 0, "")
			assert.EqualError(t, flagnames.Error(flags, flags.Parse(tt.args)), tt.want)
		})
	}
	none := flag.NewFlagSet("", flag.ContinueOnError)
	none.SetOutput(io.Discard)
	assert.EqualError(t, flagnames.Error(none, none.Parse([]string{"--json"})), "no flag is called --json, and there are none")
}

func TestDescribe(t *testing.T) {
	flags := flag.NewFlagSet("", flag.ContinueOnError)
	flags.String("fault", "", "only faults that match this `GLOB`")
	flags.Bool("json", false, "for programs")
	flags.String("o", "-", "write to `FILE`")
	flags.Duration("wait", time.Second, "how long")
	var out strings.Builder
	flagnames.Describe(&out, flags)
	assert.Equal(t, "  --fault GLOB\n      only faults that match this GLOB\n  --json\n      for programs\n"+
		"  -o FILE\n      write to FILE (default: -)\n  --wait duration\n      how long (default: 1s)\n", out.String())
}
