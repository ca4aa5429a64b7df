package cli

import (
	"encoding/json"
	"errors"
	"io"
	"maps"
	"os"
	"slices"
	"strconv"
	"strings"

	"github.com/errand-go/errand/cmd/errand/internal/install"
	"github.com/errand-go/errand/cmd/errand/internal/screen"
	"github.com/errand-go/errand/internal/redact" //nolint:depguard // nobody imports the command, and the files have credentials
)

// installMCP shows what it would change in the configurations of clients, and changes it
// with --write.
func (a *app) installMCP(e install.Editor, write bool) int {
	home, _ := os.UserHomeDir()
	config, _ := os.UserConfigDir()
	var err error
	if e.Self, err = os.Executable(); err != nil {
		return a.complain(ExitInput, "mcp: %v", err)
	}
	s := screen.New(a.stdout, a.env)
	found := 0
	for _, file := range install.Places(home, config, ".") {
		raw, err := os.ReadFile(file)
		if err != nil {
			continue
		}
		before := string(raw)
		after, servers, err := e.Edit(before)
		if err == nil && write && len(servers) > 0 {
			err = install.Write(file, before, after)
		}
		if err != nil {
			return a.complain(ExitInput, "mcp: %s: %v", file, err)
		}
		found += len(servers)
		s.Line(file, ": ", strings.Join(servers, ", "))
		lines := strings.Split(after, "\n")
		for i, line := range strings.Split(before, "\n") {
			if line != lines[i] {
				s.Line("- ", redact.Text(line))
				s.Line("+ ", redact.Text(lines[i]))
			}
		}
	}
	switch {
	case found == 0:
		s.Text("No configuration of a client has a server to change.")
	case write:
		s.Text("Written; a copy of each file is beside it, with the ending .errand-backup. Restart the client.")
	default:
		s.Text("Nothing is changed. Run it again with --write.")
	}
	return a.written(s.Err())
}

// A failed row counts the equal failures in the log of a gateway.
type failedRow struct {
	times int
	Tool  string
	Error struct {
		Kind, Message, Reference string
		Dev                      struct{ Message string }
	}
}

// reportMCP prints which failures a log has, how often, and what the server said.
func (a *app) reportMCP(name string) int {
	file, err := os.Open(name)
	if err != nil {
		return a.complain(ExitInput, "mcp: %v", err)
	}
	defer func() { _ = file.Close() }()
	rows := map[string]failedRow{}
	for dec := json.NewDecoder(file); ; {
		var r failedRow
		if err = dec.Decode(&r); err != nil {
			break
		}
		if key := r.Tool + r.Error.Kind + r.Error.Message; r.Error.Kind != "" {
			r.times = rows[key].times + 1
			rows[key] = r
		}
	}
	if !errors.Is(err, io.EOF) {
		return a.complain(ExitInput, "mcp: %s is not a log of errand mcp: %v", name, err)
	}
	t := screen.Table{Heading: []string{"TIMES", "TOOL", "LAST", "WHAT FAILED, AND WHAT THE SERVER SAID"}}
	for _, r := range slices.SortedFunc(maps.Values(rows), func(x, y failedRow) int { return y.times - x.times }) {
		said := strings.ToValidUTF8(r.Error.Dev.Message[:min(len(r.Error.Dev.Message), 200)], "")
		t.Rows = append(t.Rows, []string{strconv.Itoa(r.times), r.Tool, r.Error.Reference, r.Error.Message + " | " + said})
	}
	s := screen.New(a.stdout, a.env)
	s.Table(t)
	return a.written(s.Err())
}
