package main

import (
	"bytes"
	"errors"
	"fmt"
	"io"
	"os"
	"os/exec"
	"path"
	"path/filepath"
	"slices"
	"strings"

	"golang.org/x/mod/modfile"
)

// unreleased are the folders whose modules run in the checkout alone: programs that show
// something, and proofs.
var unreleased = []string{"benchmarks", "examples", "proof", "tools"}

// A repository is a checkout with its modules.
type repository struct {
	dir     string
	out     io.Writer // for people
	root    string    // the path of the root module
	modules []*gomod  // that are released
}

// A gomod is one module of a repository.
type gomod struct {
	dir  string // slash-separated, "" for the root
	file *modfile.File
}

func (m *gomod) path() string { return m.file.Module.Mod.Path }

// tag returns the name that the go command looks for.
func (m *gomod) tag(version string) string { return path.Join(m.dir, version) }

// join returns the path of a file of the module in the repository.
func (m *gomod) join(name string) string { return path.Join(m.dir, name) }

// open reads the modules of the checkout in a folder.
func open(dir string) (*repository, error) {
	r := &repository{dir: dir, out: io.Discard}
	tracked, err := r.tracked()
	if err != nil {
		return nil, err
	}
	for _, name := range tracked {
		if path.Base(name) != "go.mod" || strings.Contains(name, "testdata/") {
			continue
		}
		m := &gomod{dir: strings.TrimPrefix(path.Dir(name), ".")}
		if slices.ContainsFunc(unreleased, func(u string) bool { return m.dir == u || strings.HasPrefix(m.dir, u+"/") }) {
			continue
		}
		text, err := os.ReadFile(filepath.Join(dir, filepath.FromSlash(name)))
		if err != nil {
			return nil, err
		}
		if m.file, err = modfile.Parse(name, text, nil); err != nil {
			return nil, err
		}
		if m.file.Module == nil {
			return nil, fmt.Errorf("%s has no module line", name)
		}
		if m.dir == "" {
			r.root = m.path()
		}
		r.modules = append(r.modules, m)
	}
	if r.root == "" {
		return nil, errors.New("there is no go.mod at the root of the repository")
	}
	slices.SortFunc(r.modules, func(a, b *gomod) int { return strings.Compare(a.path(), b.path()) })
	return r, nil
}

// tracked returns the files that git knows.
func (r *repository) tracked() ([]string, error) {
	out, err := r.git("ls-files", "-z")
	if err != nil {
		return nil, err
	}
	return slices.DeleteFunc(strings.Split(out, "\x00"), func(s string) bool { return s == "" }), nil
}

// git runs git in the repository and returns what it printed.
func (r *repository) git(args ...string) (string, error) {
	var out, errs bytes.Buffer
	cmd := exec.Command("git", args...)
	cmd.Dir, cmd.Stdout, cmd.Stderr = r.dir, &out, &errs
	if err := cmd.Run(); err != nil {
		return "", fmt.Errorf("git %s: %w\n%s", args[0], err, errs.Bytes())
	}
	return out.String(), nil
}

// write replaces a file of the repository.
func (r *repository) write(name string, text []byte) error {
	return os.WriteFile(filepath.Join(r.dir, filepath.FromSlash(name)), text, 0o644)
}
