package refusals

import (
	"bytes"
	"cmp"
	"encoding/json"
	"fmt"
	"maps"
	"path"
	"slices"
	"strings"
)

// A report is the part of a file of reports that a case needs.
type report struct {
	Report []string `json:"report"`
	Drive  []string `json:"drive"`
	Input  struct {
		Host    string            `json:"host"`
		Status  int               `json:"status"`
		Headers map[string]string `json:"headers"`
		Body    json.RawMessage   `json:"body"`
		Args    map[string]any    `json:"args"`
		Method  string            `json:"method"`
		Path    string            `json:"path"`
	} `json:"input"`
	Expected map[string]any `json:"expected"`
	Siblings []report       `json:"siblings"`
}

// Reports is the name of a group that Groups does not list: the reports that a plain HTTP client
// can meet, and whose input does not depend on the time. What a report expects becomes facts: that
// the call may be retried, the wait, that a person has to act. Where a report says that a retry is
// wrong, advice to retry is forbidden; the sentences of the body are forbidden in every report.
// What else a report expects is not judged.
const Reports = "reports"

// decodeReport returns the cases of a file of reports.
func decodeReport(name string, b []byte) (cases []Case, err error) {
	var r report
	if err := json.Unmarshal(b, &r); err != nil || bytes.Contains(b, []byte("{now+")) {
		return nil, err
	}
	for i, sibling := range append([]report{r}, r.Siblings...) {
		expected := maps.Clone(r.Expected)
		maps.Copy(expected, sibling.Expected)
		if sibling.Drive == nil {
			sibling.Drive = r.Drive
		}
		if slices.Contains(sibling.Drive, "http") && sibling.Input.Status != 0 {
			c := sibling.asCase(expected)
			c.ID, c.Source = fmt.Sprintf("%s-%d", strings.TrimSuffix(path.Base(name), ".json"), i), strings.Join(r.Report, ", ")
			cases = append(cases, c)
		}
	}
	return cases, nil
}

// asCase returns the case of a report.
func (r report) asCase(expected map[string]any) Case {
	body := string(r.Input.Body)
	_ = json.Unmarshal(r.Input.Body, &body) // a text, or the JSON itself
	c := Case{
		Vendor: cmp.Or(r.Input.Host, "HTTP"), Client: "net/http", Tool: "call", Schema: json.RawMessage(`{"type":"object"}`), Args: r.Input.Args, SourceKind: "issue_thread",
		Upstream:  Upstream{Method: cmp.Or(r.Input.Method, "GET"), Host: r.Input.Host, Path: cmp.Or(r.Input.Path, "/"), Status: r.Input.Status, Headers: r.Input.Headers, Body: body},
		Forbidden: map[string][]string{},
	}
	switch expected["can_retry"] {
	case true:
		c.Next, c.Facts = "retry", []Fact{{Rules: []string{"transient"}}}
	case false:
		c.Forbidden["advice"] = []string{"can_retry: true", "ry again", "etry after"}
	}
	if wait, ok := expected["retry_after_ms"].(float64); ok && wait > 0 {
		c.Wait = wait / 1000
		c.Facts = append(c.Facts, Fact{Number: fmt.Sprint(c.Wait), AnyOf: []string{
			fmt.Sprintf("retry_after_ms: %v", wait), fmt.Sprintf("after %v", c.Wait), fmt.Sprintf("%v seconds", c.Wait), fmt.Sprintf("%v minutes", c.Wait/60),
		}})
	}
	if expected["requires_user_action"] == true {
		c.Next, c.Facts = "stop", append(c.Facts, Fact{Rules: []string{"person"}})
	}
	var value any
	if json.Unmarshal([]byte(body), &value) == nil {
		var lines []string
		leaves(value, &lines)
		c.Forbidden["prose"] = slices.DeleteFunc(lines, func(line string) bool { return len(strings.Fields(line)) < 4 })
	}
	return c
}
