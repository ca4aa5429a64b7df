package main

import (
	"cmp"
	"errors"
	"fmt"
	"os"
	"path/filepath"
	"strings"

	"golang.org/x/exp/apidiff"
	"golang.org/x/mod/semver"
	"golang.org/x/tools/go/packages"
)

// api compares the exported API of every released module with that of the latest release
// below version, writes what was added and what breaks, and returns an error for a break
// that the version does not allow. "" is the next version, whichever that is: then a
// break is refused if no version of the same major allows it.
func (r *repository) api(version string) (err error) {
	before, err := r.latest(version)
	if err != nil {
		return err
	}
	if before == "" {
		_, _ = fmt.Fprintln(r.out, "no version to compare with")
		return nil
	}
	temp, err := os.MkdirTemp("", "api")
	if err != nil {
		return err
	}
	if _, err := r.git("worktree", "add", "--quiet", "--detach", temp, before); err != nil {
		return err
	}
	defer func() {
		_, removed := r.git("worktree", "remove", "--force", temp)
		err = errors.Join(err, removed)
	}()
	var refused []error
	for _, m := range r.modules {
		was, now := filepath.Join(temp, filepath.FromSlash(m.dir)), filepath.Join(r.dir, filepath.FromSlash(m.dir))
		if _, err := os.Stat(was); errors.Is(err, os.ErrNotExist) {
			continue // the module is new
		}
		report, err := compare(was, now)
		if err != nil {
			return fmt.Errorf("%s: %w", m.path(), err)
		}
		breaks := 0
		for _, c := range report.Changes {
			what := "added "
			if !c.Compatible {
				what = "broken"
				breaks++
			}
			_, _ = fmt.Fprintln(r.out, what, c.Message)
		}
		_, _ = fmt.Fprintf(r.out, "-- %s since %s: %d added, %d broken\n", m.path(), before, len(report.Changes)-breaks, breaks)
		if breaks > 0 && !mayBreak(before, version) {
			refused = append(refused, fmt.Errorf("%s: %d names of %s are broken, which needs a new minor of v0, or another major version", m.path(), breaks, before))
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

// latest returns the newest tagged version of the repository below version, "" if there
// is none. A prerelease promises nothing.
func (r *repository) latest(version string) (latest string, err error) {
	tags, err := r.git("tag", "--list", "v*")
	if err != nil {
		return "", err
	}
	for v := range strings.FieldsSeq(tags) {
		if semver.IsValid(v) && semver.Prerelease(v) == "" && (version == "" || semver.Compare(v, version) < 0) && semver.Compare(v, cmp.Or(latest, "v0.0.0-0")) > 0 {
			latest = v
		}
	}
	return latest, nil
}

// compare returns the differences between the API of a module in two folders.
func compare(was, now string) (apidiff.Report, error) {
	before, err := exported(was)
	if err != nil {
		return apidiff.Report{}, err
	}
	after, err := exported(now)
	if err != nil {
		return apidiff.Report{}, err
	}
	return apidiff.ModuleChanges(before, after), nil
}

// exported returns the packages of a module that others may import. The modules of the
// repository find each other through its go.work, without a network.
func exported(dir string) (*apidiff.Module, error) {
	m := &apidiff.Module{}
	all, err := packages.Load(&packages.Config{
		Mode: packages.NeedName | packages.NeedTypes | packages.NeedModule, Dir: dir, Env: append(os.Environ(), "GOWORK="),
	}, "./...")
	for _, p := range all {
		for _, e := range p.Errors {
			err = errors.Join(err, e)
		}
		m.Path = p.Module.Path
		if p.Name != "main" && !strings.Contains(p.PkgPath+"/", "/internal/") {
			m.Packages = append(m.Packages, p.Types)
		}
	}
	return m, err
}
