package reports_test

import (
	"bytes"
	"encoding/json"
	"fmt"
	"maps"
	"math"
	"os"
	"path/filepath"
	"reflect"
	"regexp"
	"slices"
	"strconv"
	"strings"
	"testing"
	"time"

	"github.com/stretchr/testify/assert"
	"github.com/stretchr/testify/require"

	"github.com/errand-go/errand/toolerr"
)

// A report is a failure that people reported, and the answer to it that is right.
type report struct {
	Drive     []string       `json:"drive"`
	Input     input          `json:"input"`
	Expected  map[string]any `json:"expected"`
	Tolerance float64        `json:"tolerance_ms"`
	Siblings  []report       `json:"siblings"`
}

// An input is what a client, a model or a server gets. Each driver reads some members.
type input struct {
	Host    string            `json:"host"`
	Status  int               `json:"status"`
	Headers map[string]string `json:"headers"`
	Body    json.RawMessage   `json:"body"`
	Args    json.RawMessage   `json:"args"`

	Repeat bool              `json:"repeat"` // the provider answers every request so
	Events []json.RawMessage `json:"events"`
	Turns  []struct {
		Finish string      `json:"finish"`
		Calls  [][2]string `json:"calls"`
	} `json:"turns"`

	Severity, Code, Message, Routine json.RawMessage
	Line                             string          `json:"line"`
	Method                           string          `json:"method"`
	Path                             string          `json:"path"`
	Error                            string          `json:"error"`
	URL                              string          `json:"url"`
	Content                          []string        `json:"content"`
	Structured                       string          `json:"structured"`
	InputSchema                      json.RawMessage `json:"inputSchema"`
	Tool                             string          `json:"tool"`
}

// line returns a member that is a text, or JSON in one line.
func line(raw json.RawMessage) string {
	var b bytes.Buffer
	if s := text(raw); json.Compact(&b, []byte(s)) != nil {
		return s
	}
	return b.String()
}

// text returns a member that is a JSON string, or the JSON itself.
func text(raw json.RawMessage) (s string) {
	if json.Unmarshal(raw, &s) != nil {
		s = string(raw)
	}
	return s
}

// body returns the body of the input's response.
func (in *input) body() string { return fill(text(in.Body)) }

var moments = regexp.MustCompile(`\{now\+(\w+) as ([^}]*)\}`)

// fill replaces a time such as "{now+60s as epoch milliseconds}".
func fill(s string) string {
	return moments.ReplaceAllStringFunc(s, func(m string) string {
		parts := moments.FindStringSubmatch(m)
		after, _ := time.ParseDuration(parts[1])
		at := time.Now().Add(after).UTC()
		if parts[2] == "epoch milliseconds" {
			return fmt.Sprint(at.UnixMilli())
		}
		return at.Format(parts[2])
	})
}

// observed is what errand answers, by the names of the reports' members.
type observed map[string]any

// of returns what an error says.
func of(te *toolerr.ToolRuntimeError) observed {
	wait, waits := te.RetryAfter()
	o := observed{
		"kind": string(te.Kind()), "error_code": string(te.Code()), "can_retry": te.CanRetry(), "effect": string(te.Effect()),
		"requires_user_action": te.RequiresUserAction(), "hint": te.Hint().String(), "error": te.Message().String(),
		"vendor_code": te.VendorCode(), "success": false, "guidance": string(te.Guidance()), "safe_to_retry": te.SafeToRetry(false), "retry_after_ms": nil,
	}
	if waits {
		o["retry_after_ms"] = float64(wait.Milliseconds())
	}
	problems := []any{}
	for _, p := range te.Problems() {
		problems = append(problems, p.Path+" "+p.Problem.String())
	}
	o["problems"] = problems
	o["all"] = fmt.Sprintf("%+v %s %v", te, te.DeveloperMessage(), problems)
	return o
}

// differs returns the members that are not as expected.
func (r *report) differs(got observed) (all []string) {
	for _, key := range slices.Sorted(maps.Keys(r.Expected)) {
		want := r.Expected[key]
		name, not := strings.CutSuffix(key, "_not")
		value := got[name]
		var ok bool
		switch s, isText := want.(string); {
		case name == "hidden":
			ok = !slices.ContainsFunc(want.([]any), func(secret any) bool { return strings.Contains(fmt.Sprint(got["all"]), secret.(string)) })
		case name == "one_of":
			ok = slices.ContainsFunc(want.([]any), func(one any) bool {
				c := report{Expected: one.(map[string]any), Tolerance: r.Tolerance}
				return len(c.differs(got)) == 0
			})
			value = slices.Collect(func(yield func(any) bool) {
				for _, one := range want.([]any) {
					for member := range one.(map[string]any) {
						if !yield(got[member]) {
							return
						}
					}
				}
			})
		case name == "problem": // one problem has all the words, the first of which is its path
			value = got["problems"]
			problems, _ := value.([]any)
			ok = slices.ContainsFunc(problems, func(p any) bool {
				words := want.([]any)
				return strings.HasPrefix(p.(string), words[0].(string)+" ") && !slices.ContainsFunc(words, func(w any) bool { return !strings.Contains(p.(string), w.(string)) })
			})
		case name == "declared_without":
			ok = !slices.ContainsFunc(want.([]any), func(word any) bool { return strings.Contains(fmt.Sprint(got["declared"]), word.(string)) })
		case isText && s != "" && slices.Contains([]string{"hint", "result", "error", "diagnostic", "refused"}, name):
			ok = strings.Contains(fmt.Sprint(value), s) != not
		case name == "waited_ms": // the loop adds up to a tenth
			at, _ := value.(float64)
			ok = at >= want.(float64) && at <= 1.1*want.(float64)
		case strings.HasSuffix(name, "_ms"):
			at, isNumber := value.(float64)
			if want == nil {
				ok = value == nil
				break
			}
			ok = isNumber && math.Abs(at-want.(float64)) <= max(r.Tolerance, want.(float64)/50)
		case isText && s == "" && (name == "kind" || name == "hint"):
			ok = true // any
		default:
			ok = reflect.DeepEqual(value, want) != not
		}
		if !ok {
			all = append(all, fmt.Sprintf("%s is %v, not %v", key, value, want))
		}
	}
	return all
}

// merged returns a sibling with what it has in common with the report.
func (r *report) merged(sibling report) report {
	expected := maps.Clone(r.Expected)
	for key, value := range sibling.Expected {
		expected[key] = value
		if value == nil {
			delete(expected, key)
		}
	}
	sibling.Expected = expected
	if sibling.Drive == nil {
		sibling.Drive = r.Drive
	}
	return sibling
}

// try returns what is not as expected, by case, and the numbers of cases and of right ones.
func (r *report) try(t *testing.T) (wrong []string, cases, right int) {
	for i, c := range append([]report{*r}, r.Siblings...) {
		if i > 0 {
			c = r.merged(c)
		}
		for _, name := range c.Drive {
			cases++
			drive, ok := drivers()[name]
			if !ok {
				wrong = append(wrong, fmt.Sprintf("%d %s: no driver has this name", i, name))
				continue
			}
			differs := c.relevant(name).differs(drive(t, &c.Input))
			for _, d := range differs {
				wrong = append(wrong, fmt.Sprintf("%d %s: %s", i, name, d))
			}
			if len(differs) == 0 {
				right++
			}
		}
	}
	return wrong, cases, right
}

// ofLoops are the members that only a run has.
var ofLoops = []string{"run_error", "requests", "text", "waited_ms", "calls", "results", "result", "event", "diagnostic", "tool_args"}

// relevant returns the report without the members that a driver does not observe: a client
// makes one request and runs nothing, and a loop reports what it did.
func (r *report) relevant(driver string) *report {
	c := *r
	c.Expected = maps.Clone(r.Expected)
	maps.DeleteFunc(c.Expected, func(key string, _ any) bool {
		return !strings.HasPrefix(driver, "mcp") && strings.HasPrefix(driver, "loop") != slices.Contains(ofLoops, strings.TrimSuffix(key, "_not"))
	})
	return &c
}

// Every report is answered in the right way, but for the known misses.
func TestReports(t *testing.T) {
	paths, err := filepath.Glob("../../conformance/refusals/reports/*.json")
	require.NoError(t, err)
	require.NotEmpty(t, paths)
	figures := map[string]map[string]int{}
	tried := map[string]bool{}
	for _, path := range paths {
		raw, err := os.ReadFile(path)
		require.NoError(t, err)
		var r report
		require.NoError(t, json.Unmarshal(raw, &r), path)
		name := strings.TrimSuffix(filepath.Base(path), ".json")
		tried[name] = true
		t.Run(name, func(t *testing.T) {
			wrong, cases, right := r.try(t)
			require.NotZero(t, cases)
			if reason, missed := misses[name]; missed {
				assert.NotEmpty(t, wrong, "is right now: delete it from the known misses (%s)", reason)
			} else {
				assert.Empty(t, strings.Join(wrong, "\n"), "%d of %d cases are right", right, cases)
			}
			verdict := "in part"
			switch right {
			case cases:
				verdict = "right"
			case 0:
				verdict = "wrong"
			}
			of := group(name)
			if figures[of] == nil {
				figures[of] = map[string]int{}
			}
			figures[of][verdict]++
			t.Logf("%s: %s, %d of %d cases\n%s", name, verdict, right, cases, strings.Join(wrong, "\n"))
		})
	}
	for name := range misses {
		assert.True(t, tried[name], "no report has the name %s", name)
	}
	t.Logf("of %d reports: %v", len(paths), figures)
}

// group returns which of the lots a report is in.
func group(name string) string {
	digits, _, _ := strings.Cut(name, "_")
	number, _ := strconv.Atoi(digits)
	first := 1
	for _, next := range []int{35, 55, 75, 95, 115, 135, 155, 175, math.MaxInt} {
		if number < next {
			break
		}
		first = next
	}
	return fmt.Sprintf("from %d", first)
}

// misses are the reports that errand does not answer in the right way in every case, each
// with the reason. A report that becomes right must leave the list.
var misses = map[string]string{
	"35_bedrock_throttle_in_stream":       "no driver: this module has no client of Bedrock",
	"40_no_capacity_without_a_status":     "an error that is only a text is not read: it may be about anything",
	"79_figma_monthly_limit":              "a wait is told as 24 hours at most",
	"84_postgrest_key_that_is_no_jwt":     "PGRST301 is an expired key too in older releases, and the status alone cannot tell",
	"90_azure_devops_sign_in_page_in_203": "a page with 203 is a success, whatever it contains",
	"92_snowflake_session_expired":        "an error that is only a text is not read: it may be about anything",
	"55_notion_error_without_is_error":    "a result without isError is the tool's data, whatever it contains",
}
