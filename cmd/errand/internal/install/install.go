// Package install writes a command before those of the MCP servers in a client's
// configuration, and removes it.
package install

import (
	"encoding/json"
	"os"
	"path/filepath"
	"slices"
	"strings"

	"github.com/tailscale/hujson"
)

// Places returns the files in which clients are configured: for the user, and in a folder.
func Places(home, config, folder string) []string {
	return []string{
		filepath.Join(config, "Claude", "claude_desktop_config.json"), // modelcontextprotocol.io/docs/develop/connect-local-servers
		filepath.Join(home, ".claude.json"),                           // code.claude.com/docs/en/mcp
		filepath.Join(folder, ".mcp.json"),
		filepath.Join(home, ".cursor", "mcp.json"), // cursor.com/docs/context/mcp
		filepath.Join(folder, ".cursor", "mcp.json"),
		filepath.Join(config, "Code", "User", "mcp.json"), // code.visualstudio.com/docs/copilot/customization/mcp-servers
		filepath.Join(folder, ".vscode", "mcp.json"),
		filepath.Join(home, ".codeium", "windsurf", "mcp_config.json"), // docs.windsurf.com/windsurf/cascade/mcp
	}
}

// An Editor changes the text of a configuration. Everything else in it stays, also comments.
type Editor struct {
	// Self is the command that is written before others.
	Self string
	// Undo removes it.
	Undo bool
	// Servers are the names of the servers; none is all of them.
	Servers []string

	text  string
	edits []change
}

// A change replaces a part of the text.
type change struct {
	from, to int
	with     string
}

// Edit returns the changed text, and the names of the servers that have changed.
func (e Editor) Edit(text string) (changed string, names []string, err error) {
	root, err := hujson.Parse([]byte(text))
	if err != nil {
		return text, nil, err
	}
	e.text = text
	e.walk(root, true, &names)
	slices.SortFunc(e.edits, func(a, b change) int { return b.from - a.from })
	for _, c := range e.edits {
		text = text[:c.from] + c.with + text[c.to:]
	}
	return text, names, nil
}

// walk visits the lists of servers in a value.
func (e *Editor) walk(v hujson.Value, top bool, names *[]string) {
	object, ok := v.Value.(*hujson.Object)
	if !ok {
		return
	}
	for _, m := range object.Members {
		key := literal(m.Name)
		servers, ok := m.Value.Value.(*hujson.Object)
		if !ok || key != "mcpServers" && (key != "servers" || !top) {
			e.walk(m.Value, false, names)
			continue
		}
		for _, s := range servers.Members {
			if name := literal(s.Name); (len(e.Servers) == 0 || slices.Contains(e.Servers, name)) && e.server(&s.Value) {
				*names = append(*names, name)
			}
		}
	}
}

// separator is written behind what is inserted into a list.
const separator = ", "

// server changes a server, and reports whether it did.
func (e *Editor) server(v *hujson.Value) bool {
	command, args, array := v.Find("/command"), v.Find("/args"), &hujson.Array{}
	if args != nil {
		array, _ = args.Value.(*hujson.Array)
	}
	if array == nil || command == nil || literal(*command) == "" {
		return false
	}
	list := array.Elements
	own := slices.IndexFunc(list, func(v hujson.Value) bool { return literal(v) == "--" })
	errand := literal(*command) == e.Self || strings.HasPrefix(filepath.Base(literal(*command)), "errand")
	wrapped := len(list) > own+1 && own > 0 && literal(list[0]) == "mcp" && errand
	before := e.text[command.StartOffset:command.EndOffset]
	inserted := `"mcp", "--", ` + before
	self, _ := json.Marshal(e.Self) // of a string
	switch {
	case wrapped != e.Undo:
		return false
	case e.Undo:
		e.replace(command.StartOffset, command.EndOffset, e.text[list[own+1].StartOffset:list[own+1].EndOffset])
		from, to := args.StartOffset+1, list[own+1].EndOffset
		if len(list) == own+2 && strings.HasPrefix(e.text[command.EndOffset:], `, "args": ["mcp"`) {
			from, to = command.EndOffset, args.EndOffset
		} else if strings.HasPrefix(e.text[to:], separator) {
			to += len(separator)
		}
		e.replace(from, to, "")
		return true
	case args == nil:
		e.replace(command.EndOffset, command.EndOffset, `, "args": [`+inserted+`]`)
	case len(list) == 0:
		e.replace(args.StartOffset+1, args.StartOffset+1, inserted)
	default:
		e.replace(args.StartOffset+1, args.StartOffset+1, inserted+separator)
	}
	e.replace(command.StartOffset, command.EndOffset, string(self))
	return true
}

func (e *Editor) replace(from, to int, with string) {
	e.edits = append(e.edits, change{from, to, with})
}

// literal returns a string, or "" for any other value.
func literal(v hujson.Value) string {
	if l, ok := v.Value.(hujson.Literal); ok && l.Kind() == '"' {
		return l.String()
	}
	return ""
}

// Write replaces the text of a file, and keeps a copy that only the user can read.
func Write(file, before, after string) error {
	err := os.WriteFile(file+".errand-backup", []byte(before), 0o600)
	if err == nil {
		err = os.WriteFile(file, []byte(after), 0o600) // keeps the mode of the file, and a link
	}
	return err
}
