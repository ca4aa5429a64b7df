package refusals_test

import (
	"encoding/json"
	"flag"
	"fmt"
	"go/ast"
	"go/parser"
	"go/token"
	"maps"
	"os"
	"os/exec"
	"path/filepath"
	"regexp"
	"slices"
	"strings"
	"testing"

	"github.com/stretchr/testify/assert"
	"github.com/stretchr/testify/require"
)

// switched are the readers of internal/refusal that make ablate switches off, one at a time.
var switched = []string{
	"entries", "fields", "embedded", "texts", // of bodies
	"playground", "pydanticText", "drawn", "jackson", "syntaxError", "tail", "subjectOf", "marked", "lone", "around", // of texts
	"limitsIn", "RuleOf", "Limits", "keysOnly", "measure", "fill", // of parts
	"english", "said", "Readings", "union", "placedAt", "readClause", "listed",
}

// ablate is set by make ablate, which takes a minute.
var ablate = flag.Bool("ablate", false, "print what each reader is worth")

const generic = "../../../internal/refusal"

// withSwitches returns the files of internal/refusal in which the named functions return zero
// values if the environment names them, and the names that no file has.
func withSwitches(t *testing.T, names []string) (files map[string]string, missing []string) {
	t.Helper()
	paths, err := filepath.Glob(filepath.Join(generic, "*.go"))
	require.NoError(t, err)
	files, missing = map[string]string{}, slices.Clone(names)
	for _, path := range paths {
		text, err := os.ReadFile(path)
		require.NoError(t, err)
		set := token.NewFileSet()
		file, err := parser.ParseFile(set, path, text, parser.SkipObjectResolution)
		require.NoError(t, err)
		changed := string(text)
		for _, d := range slices.Backward(file.Decls) {
			f, ok := d.(*ast.FuncDecl)
			if !ok || !slices.Contains(names, f.Name.Name) || strings.HasSuffix(path, "_test.go") {
				continue
			}
			missing = slices.DeleteFunc(missing, func(n string) bool { return n == f.Name.Name })
			var zeros []string
			if f.Type.Results != nil {
				for _, r := range f.Type.Results.List {
					zero := "*new(" + string(text[set.Position(r.Type.Pos()).Offset:set.Position(r.Type.End()).Offset]) + ")"
					zeros = append(zeros, slices.Repeat([]string{zero}, max(len(r.Names), 1))...)
				}
			}
			at := set.Position(f.Body.Lbrace).Offset + 1
			changed = changed[:at] + fmt.Sprintf(" if switchedOff == %q { return %s };", f.Name.Name, strings.Join(zeros, ", ")) + changed[at:]
		}
		if changed != string(text) {
			files[path] = changed
		}
	}
	files[filepath.Join(generic, "switched_off.go")] = "package refusal\n\nimport \"os\"\n\nvar switchedOff = os.Getenv(\"ERRAND_SWITCHED_OFF\")\n"
	return files, missing
}

// Every name in switched is that of a reader. With -ablate, the test builds the judge with them and prints the
// cases that each reader is worth: a reader without any does not earn its lines.
func TestReadersHaveSwitches(t *testing.T) {
	files, missing := withSwitches(t, switched)
	assert.Empty(t, missing)
	if !*ablate {
		return
	}
	dir := t.TempDir()
	overlay := map[string]map[string]string{"Replace": {}}
	for i, path := range slices.Sorted(maps.Keys(files)) {
		full, err := filepath.Abs(path)
		require.NoError(t, err)
		overlay["Replace"][full] = filepath.Join(dir, fmt.Sprint(i, ".go"))
		require.NoError(t, os.WriteFile(overlay["Replace"][full], []byte(files[path]), 0o600))
	}
	text, err := json.Marshal(overlay)
	require.NoError(t, err)
	require.NoError(t, os.WriteFile(filepath.Join(dir, "overlay.json"), text, 0o600))
	judge := filepath.Join(dir, "judge")
	out, err := exec.CommandContext(t.Context(), "go", "test", "-c", "-overlay", filepath.Join(dir, "overlay.json"), "-o", judge, ".").CombinedOutput() //nolint:gosec // the test's own files
	require.NoError(t, err, "%s", out)
	figures := func(reader string) (all []int) {
		cmd := exec.CommandContext(t.Context(), judge, "-test.v", "-test.run=ModelsRead")
		cmd.Env = append(os.Environ(), "ERRAND_SWITCHED_OFF="+reader)
		out, _ := cmd.CombinedOutput() // which fails if a figure is too low
		for _, m := range regexp.MustCompile(`fixable and clean (\d+) of`).FindAllSubmatch(out, -1) {
			var n int
			_, err := fmt.Sscan(string(m[1]), &n)
			require.NoError(t, err)
			all = append(all, n)
		}
		return all
	}
	whole := figures("")
	require.NotEmpty(t, whole, "the judge prints no figures")
	t.Logf("%-16s of %v", "cases lost", whole)
	for _, reader := range switched {
		lost := figures(reader)
		require.Len(t, lost, len(whole), reader)
		for i := range lost {
			lost[i] = whole[i] - lost[i]
		}
		t.Logf("%-16s %v", reader, lost)
	}
}
