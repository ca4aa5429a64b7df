package main

import (
	"errors"
	"fmt"
	"os"
	"path/filepath"
	"slices"
	"strings"
	"time"

	"golang.org/x/mod/module"
	"golang.org/x/mod/semver"
)

const changelog = "CHANGELOG.md"

// release makes the commit of a version with its tags, and the commit that development
// goes on with. Nothing is pushed.
func (r *repository) release(version string, now time.Time) error {
	if err := r.ready(version); err != nil {
		return err
	}
	changed, err := r.prepare(version, now)
	if err != nil {
		_, undo := r.git("restore", ".") // nothing else had changed
		return errors.Join(err, undo)
	}
	if _, err := r.git(append([]string{"add", "--"}, changed...)...); err != nil {
		return err
	}
	if _, err := r.git("commit", "-q", "-m", "release "+version); err != nil {
		return err
	}
	for _, m := range r.modules {
		if _, err := r.git("tag", "-a", "-m", m.path()+" "+version, m.tag(version)); err != nil {
			return err
		}
		_, _ = fmt.Fprintln(r.out, "tagged", m.tag(version))
	}
	if changed = changed[1:]; len(changed) == 0 { // the changelog stays
		return nil
	}
	if _, err := r.git(append([]string{"restore", "--source", "HEAD~1", "--staged", "--worktree", "--"}, changed...)...); err != nil {
		return err
	}
	_, err = r.git("commit", "-q", "-m", "development after "+version)
	return err
}

// prepare changes the files that are another for a release, and returns them, the
// changelog first.
func (r *repository) prepare(version string, now time.Time) ([]string, error) {
	text, err := r.read(changelog)
	if err != nil {
		return nil, err
	}
	log, err := released(string(text), version, now)
	if err != nil {
		return nil, err
	}
	if err := r.write(changelog, []byte(log)); err != nil {
		return nil, err
	}
	changed := []string{changelog}
	for _, m := range r.modules {
		names, err := r.require(m, version)
		if err != nil {
			return nil, err
		}
		changed = append(changed, names...)
	}
	return changed, nil
}

// ready reports why there cannot be a release now, nil if there can.
func (r *repository) ready(version string) error {
	if !semver.IsValid(version) || semver.Canonical(version) != version {
		return fmt.Errorf("%q is not a version such as v0.1.0", version)
	}
	for _, m := range r.modules {
		if err := module.Check(m.path(), version); err != nil {
			return err
		}
	}
	changes, err := r.git("status", "--porcelain")
	if err != nil {
		return err
	}
	if changes != "" {
		return fmt.Errorf("the checkout has changes:\n%s", changes)
	}
	tags, err := r.git("tag", "--list")
	if err != nil {
		return err
	}
	for tag := range strings.FieldsSeq(tags) {
		if tag == version || strings.HasSuffix(tag, "/"+version) {
			return fmt.Errorf("%s is tagged", tag)
		}
		if semver.IsValid(tag) && semver.Compare(tag, version) > 0 && semver.MajorMinor(tag) == semver.MajorMinor(version) {
			return fmt.Errorf("%s, which is newer, is tagged", tag)
		}
	}
	return r.api(version)
}

// released returns the changelog with what is unreleased under the heading of a version.
func released(text, version string, now time.Time) (string, error) {
	const heading = "\n## [Unreleased]\n"
	before, rest, ok := strings.Cut(text, heading)
	if !ok {
		return "", fmt.Errorf("%s has no section [Unreleased]", changelog)
	}
	entries, _, _ := strings.Cut(rest, "\n## [")
	if !strings.Contains(entries, "\n- ") {
		return "", fmt.Errorf("%s: nothing is unreleased", changelog)
	}
	return before + heading + "\n## [" + strings.TrimPrefix(version, "v") + "] - " + now.Format(time.DateOnly) + "\n" + rest, nil
}

// require makes the go.mod of a module require the release of the others, without replace
// lines, adds their checksums to its go.sum, and returns the files that it changed.
func (r *repository) require(m *gomod, version string) ([]string, error) {
	var needed []*gomod
	for _, req := range m.file.Require {
		if other := r.find(req.Mod.Path); other != nil {
			needed = append(needed, other)
		}
	}
	if len(needed) == 0 {
		return nil, nil
	}
	sums, err := r.read(m.join("go.sum"))
	if err != nil {
		return nil, err
	}
	lines := slices.DeleteFunc(strings.Split(string(sums), "\n"), func(l string) bool { return l == "" })
	for _, other := range needed {
		if err := m.file.AddRequire(other.path(), version); err != nil {
			return nil, err
		}
		added, err := r.checksums(other, version)
		if err != nil {
			return nil, err
		}
		lines = append(lines, added...)
	}
	for _, rep := range slices.Clone(m.file.Replace) {
		if r.find(rep.Old.Path) == nil {
			return nil, fmt.Errorf("%s replaces %s, which no user's build does", m.join("go.mod"), rep.Old.Path)
		}
		if err := m.file.DropReplace(rep.Old.Path, rep.Old.Version); err != nil {
			return nil, err
		}
	}
	m.file.Cleanup()
	text, err := m.file.Format()
	if err != nil {
		return nil, err
	}
	if err := r.write(m.join("go.mod"), text); err != nil {
		return nil, err
	}
	slices.Sort(lines)
	if err := r.write(m.join("go.sum"), []byte(strings.Join(slices.Compact(lines), "\n")+"\n")); err != nil {
		return nil, err
	}
	return []string{m.join("go.mod"), m.join("go.sum")}, nil
}

// pack writes every version that is tagged below a folder, in the form of the GOPROXY
// protocol (https://go.dev/ref/mod#goproxy-protocol).
func (r *repository) pack(dir string) error {
	tags, err := r.git("tag", "--list")
	if err != nil {
		return err
	}
	for _, m := range r.modules {
		escaped, err := module.EscapePath(m.path())
		if err != nil {
			return err
		}
		versions := filepath.Join(dir, filepath.FromSlash(escaped), "@v")
		var list []string
		for tag := range strings.FieldsSeq(tags) {
			version := strings.TrimPrefix(strings.TrimPrefix(tag, m.dir), "/")
			if m.tag(version) != tag || !semver.IsValid(version) {
				continue
			}
			list = append(list, version)
			if err := os.MkdirAll(versions, 0o755); err != nil {
				return err
			}
			if err := r.packOne(m, version, filepath.Join(versions, version)); err != nil {
				return err
			}
		}
		if len(list) > 0 {
			if err := os.WriteFile(filepath.Join(versions, "list"), []byte(strings.Join(list, "\n")+"\n"), 0o644); err != nil {
				return err
			}
		}
	}
	return nil
}
