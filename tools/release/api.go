package main

import (
	"archive/tar"
	"bytes"
	"errors"
	"fmt"
	"io"
	"os"
	"os/exec"
	"path"
	"path/filepath"
	"slices"
	"strconv"
	"strings"

	"golang.org/x/mod/modfile"
	"golang.org/x/mod/semver"
)

// api compares the exported API of every released module with that of its latest tag
// below version, writes what was added and what breaks, and returns an error for a break
// that the version does not allow. "" is the next version, whichever that is: then a
// break is refused if no version of the same major allows it.
func (r *repository) api(version string) error {
	var refused []error
	for _, m := range r.modules {
		before, err := r.latest(m, version)
		if err != nil {
			return err
		}
		if before == "" {
			_, _ = fmt.Fprintf(r.out, "-- %s: no version to compare with\n", m.path())
			continue
		}
		breaks, added, err := r.compare(m, before)
		if err != nil {
			return fmt.Errorf("%s: %w", m.path(), err)
		}
		_, _ = fmt.Fprintf(r.out, "-- %s since %s: %d added, %d broken\n", m.path(), before, len(added), len(breaks))
		for _, line := range added {
			_, _ = fmt.Fprintln(r.out, "added ", line)
		}
		for _, line := range breaks {
			_, _ = fmt.Fprintln(r.out, "broken", line)
		}
		if len(breaks) > 0 && !mayBreak(before, version) {
			refused = append(refused, fmt.Errorf("%s: %d names of %s are broken, which needs %s", m.path(), len(breaks), before, breaking(before)))
		}
	}
	return errors.Join(refused...)
}

// mayBreak reports whether a version may break what another one has (semver.org, 4 and
// 8): with a new minor before v1.0.0, and never after, as another major is another
// module path.
func mayBreak(before, version string) bool {
	if semver.Major(before) != "v0" {
		return false
	}
	return version == "" || semver.MajorMinor(version) != semver.MajorMinor(before)
}

// breaking returns the next version that may break the API of a version.
func breaking(before string) string {
	if major := semver.Major(before); major != "v0" {
		return "another major version than " + major
	}
	minor, err := strconv.Atoi(strings.TrimPrefix(semver.MajorMinor(before), "v0."))
	if err != nil {
		return "another minor version"
	}
	return "v0." + strconv.Itoa(minor+1) + ".0"
}

// latest returns the newest tagged version of a module below version, "" if there is
// none. A prerelease promises nothing.
func (r *repository) latest(m *gomod, version string) (latest string, err error) {
	tags, err := r.git("tag", "--list")
	if err != nil {
		return "", err
	}
	for tag := range strings.FieldsSeq(tags) {
		v := strings.TrimPrefix(strings.TrimPrefix(tag, m.dir), "/")
		if m.tag(v) != tag || !semver.IsValid(v) || semver.Prerelease(v) != "" || version != "" && semver.Compare(v, version) >= 0 {
			continue
		}
		if latest == "" || semver.Compare(v, latest) > 0 {
			latest = v
		}
	}
	return latest, nil
}

// compare returns what is broken and what was added in a module since a version. Commands
// have no API.
func (r *repository) compare(m *gomod, before string) (broken, added []string, err error) {
	temp, err := os.MkdirTemp("", "api")
	if err != nil {
		return nil, nil, err
	}
	defer func() { err = errors.Join(err, os.RemoveAll(temp)) }()
	if err := r.extract(m.tag(before), temp); err != nil {
		return nil, nil, err
	}
	if err := r.together(temp); err != nil {
		return nil, nil, err
	}
	apidiff, err := r.apidiff()
	if err != nil {
		return nil, nil, err
	}
	var files []string
	for _, root := range []string{temp, r.dir} {
		dir := filepath.Join(root, filepath.FromSlash(m.dir))
		packages, err := command(dir, "go", "list", "-f", `{{if ne .Name "main"}}{{.ImportPath}}{{end}}`, "./...")
		if err != nil {
			return nil, nil, err
		}
		public := func(p string) bool { return !strings.Contains(p+"/", "/internal/") }
		if !slices.ContainsFunc(strings.Fields(packages), public) {
			return nil, nil, nil
		}
		file := filepath.Join(temp, strconv.Itoa(len(files))+".api")
		if _, err := command(dir, apidiff, "-m", "-w", file, m.path()); err != nil {
			return nil, nil, err
		}
		files = append(files, file)
	}
	text, err := command(temp, apidiff, "-m", files[0], files[1])
	if err != nil {
		return nil, nil, err
	}
	list := &added
	for line := range strings.Lines(text) {
		switch line = strings.TrimSpace(line); {
		case line == "Incompatible changes:":
			list = &broken
		case line == "Compatible changes:":
			list = &added
		case line != "":
			*list = append(*list, strings.TrimPrefix(line, "- "))
		}
	}
	return broken, added, nil
}

// apidiff returns the program that compares APIs, which the go command builds once.
func (r *repository) apidiff() (string, error) {
	modfile, err := filepath.Abs(r.tools)
	if err != nil {
		return "", err
	}
	name, err := command(filepath.Dir(modfile), "go", "tool", "-modfile="+modfile, "-n", "golang.org/x/exp/cmd/apidiff")
	return strings.TrimSpace(name), err
}

// extract writes the files of a tag below a folder.
func (r *repository) extract(tag, dir string) error {
	archive, err := r.git("archive", "--format=tar", tag)
	if err != nil {
		return err
	}
	for t := tar.NewReader(strings.NewReader(archive)); ; {
		h, err := t.Next()
		if errors.Is(err, io.EOF) {
			return nil
		}
		if err != nil {
			return err
		}
		if h.Typeflag != tar.TypeReg {
			continue
		}
		text, err := io.ReadAll(t)
		if err != nil {
			return err
		}
		name := filepath.Join(dir, filepath.FromSlash(path.Clean("/"+h.Name)))
		if err := os.MkdirAll(filepath.Dir(name), 0o755); err != nil {
			return err
		}
		if err := os.WriteFile(name, text, 0o644); err != nil {
			return err
		}
	}
}

// together lets the modules of an extracted release find each other there, without a
// network.
func (r *repository) together(dir string) error {
	for _, m := range r.modules {
		name := filepath.Join(dir, filepath.FromSlash(m.join("go.mod")))
		text, err := os.ReadFile(name)
		if errors.Is(err, os.ErrNotExist) {
			continue // it was released later
		}
		if err != nil {
			return err
		}
		mod, err := modfile.Parse(name, text, nil)
		if err != nil {
			return err
		}
		for _, other := range r.modules {
			if other == m {
				continue
			}
			if err := mod.AddReplace(other.path(), "", filepath.Join(dir, filepath.FromSlash(other.dir)), ""); err != nil {
				return err
			}
		}
		if text, err = mod.Format(); err != nil {
			return err
		}
		if err := os.WriteFile(name, text, 0o644); err != nil {
			return err
		}
	}
	return nil
}

// command runs a program in a folder, outside any workspace, and returns what it printed.
func command(dir, name string, args ...string) (string, error) {
	var out, errs bytes.Buffer
	cmd := exec.Command(name, args...)
	cmd.Dir, cmd.Stdout, cmd.Stderr = dir, &out, &errs
	cmd.Env = append(os.Environ(), "GOWORK=off")
	if err := cmd.Run(); err != nil {
		return "", fmt.Errorf("%s: %w\n%s", filepath.Base(name), err, errs.Bytes())
	}
	return out.String(), nil
}
