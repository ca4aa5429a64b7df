package main

import (
	"errors"
	"fmt"
	"os"
	"path/filepath"
	"slices"
	"strings"
	"time"

	"golang.org/x/mod/modfile"
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
	if err := r.prepare(version, now); err != nil {
		_, undo := r.git("reset", "-q", "--hard") // nothing else had changed
		return errors.Join(err, undo)
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
	if _, err := r.git("restore", "--source", "HEAD~1", "--staged", "--worktree", "--", ".", ":!"+changelog); err != nil {
		return err
	}
	_, err := r.git("commit", "-q", "-m", "development after "+version)
	return err
}

// prepare changes the files that are another for a release, and adds them to the index.
func (r *repository) prepare(version string, now time.Time) error {
	text, err := os.ReadFile(filepath.Join(r.dir, changelog))
	if err != nil {
		return err
	}
	log, err := released(string(text), version, now)
	if err != nil {
		return err
	}
	if err := r.write(changelog, []byte(log)); err != nil {
		return err
	}
	for _, m := range r.modules {
		if err := r.require(m, version); err != nil {
			return err
		}
	}
	_, err = r.git("add", "--all")
	return err
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
	return nil
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
// lines. Its go.sum has no checksums of them: the go command reads go.sum in the module of
// its user only, and the checkout has a go.work.
func (r *repository) require(m *gomod, version string) error {
	needed := slices.DeleteFunc(slices.Clone(r.modules), func(other *gomod) bool {
		return !slices.ContainsFunc(m.file.Require, func(req *modfile.Require) bool { return req.Mod.Path == other.path() })
	})
	if len(needed) == 0 {
		return nil
	}
	for _, other := range needed {
		if err := m.file.AddRequire(other.path(), version); err != nil {
			return err
		}
	}
	for _, rep := range slices.Clone(m.file.Replace) {
		if !slices.ContainsFunc(r.modules, func(other *gomod) bool { return other.path() == rep.Old.Path }) {
			return fmt.Errorf("%s replaces %s, which no user's build does", m.join("go.mod"), rep.Old.Path)
		}
		if err := m.file.DropReplace(rep.Old.Path, rep.Old.Version); err != nil {
			return err
		}
	}
	m.file.Cleanup()
	text, err := m.file.Format()
	if err != nil {
		return err
	}
	return r.write(m.join("go.mod"), text)
}
