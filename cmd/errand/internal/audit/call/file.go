package call

import (
	"encoding/json"
	"fmt"
	"os"

	"github.com/errand-go/errand/cmd/errand/internal/audit/proxy"
)

// A File is the format that --calls reads.
type File struct {
	// Tools has the arguments of a call for each tool.
	Tools map[string]Entry `json:"tools"`
	// Answers are the answers to the requests of a tool before the one that fails.
	Answers []proxy.Answer `json:"answers,omitempty"`
}

// An Entry is the call of a tool.
type Entry struct {
	Arguments map[string]any `json:"arguments,omitempty"`
	// Skip excludes the tool.
	Skip bool `json:"skip,omitempty"`
}

// Read reads a file of calls.
func Read(name string) (File, error) {
	text, err := os.ReadFile(name)
	if err != nil {
		return File{}, err
	}
	return Parse(text)
}

// Parse parses a file of calls.
func Parse(text []byte) (File, error) {
	var f File
	if err := json.Unmarshal(text, &f); err != nil {
		return File{}, fmt.Errorf("not a file of calls: %w", err)
	}
	for i, a := range f.Answers {
		if a.Method == "" || a.Path == "" || a.Status < 100 || a.Status > 999 {
			return File{}, fmt.Errorf("answer %d needs a method, a path and a status", i+1)
		}
	}
	return f, nil
}
