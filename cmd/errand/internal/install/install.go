// Package install writes a command before those of the MCP servers in a client's
// configuration, and removes it.
package install

import (
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
}

// Edit returns the changed text, and the names of the servers that have changed.
func (e Editor) Edit(text string) (changed string, names []string, err error) {
	root, err := hujson.Parse([]byte(text))
	if err != nil {
		return text, nil, err
	}
	e.walk(root, true, &names)
	return string(root.Pack()), names, nil
}

// walk visits the lists of servers in a value.
func (e Editor) walk(v hujson.Value, top bool, names *[]string) {
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

// server changes a server, and reports whether it did. It writes no line breaks.
func (e Editor) server(v *hujson.Value) bool {
	command, args, array := v.Find("/command"), v.Find("/args"), &hujson.Array{}
	if args != nil {
		array, _ = args.Value.(*hujson.Array)
	}
	if array == nil || command == nil || literal(*command) == "" {
		return false
	}
	object, _ := v.Value.(*hujson.Object) // it has members
	list := array.Elements
	own := slices.IndexFunc(list, func(v hujson.Value) bool { return literal(v) == "--" })
	errand := literal(*command) == e.Self || strings.HasPrefix(filepath.Base(literal(*command)), "errand")
	wrapped := len(list) > own+1 && own > 0 && literal(list[0]) == "mcp" && errand
	next := 1 + slices.IndexFunc(object.Members, func(m hujson.ObjectMember) bool { return literal(m.Name) == "command" })
	switch {
	case wrapped != e.Undo:
		return false
	case e.Undo:
		command.Value = list[own+1].Value
		array.Elements = slices.Delete(list, 0, own+2)
		if len(array.Elements) > 0 && string(array.Elements[0].BeforeExtra) == space {
			array.Elements[0].BeforeExtra = nil
		} else if len(array.Elements) == 0 && next < len(object.Members) && literal(object.Members[next].Name) == "args" {
			command.AfterExtra = args.AfterExtra
			object.Members = slices.Delete(object.Members, next, next+1)
		}
		return true
	case args == nil:
		value := hujson.Value{BeforeExtra: []byte(space), Value: array, AfterExtra: command.AfterExtra}
		command.AfterExtra = nil
		object.Members = slices.Insert(object.Members, next, hujson.ObjectMember{Name: hujson.Value{BeforeExtra: []byte(space), Value: hujson.String("args")}, Value: value})
		command = v.Find("/command") // it has moved
	}
	if len(list) > 0 && len(list[0].BeforeExtra) == 0 {
		list[0].BeforeExtra = []byte(space)
	}
	array.Elements = slices.Insert(list, 0, hujson.Value{Value: hujson.String("mcp")},
		hujson.Value{BeforeExtra: []byte(space), Value: hujson.String("--")}, hujson.Value{BeforeExtra: []byte(space), Value: command.Value})
	command.Value = hujson.String(e.Self)
	return true
}

// space is written before what is inserted into a list.
const space = " "

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
