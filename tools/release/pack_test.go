package main

import (
	"archive/tar"
	"encoding/json"
	"errors"
	"fmt"
	"io"
	"os"
	"path"
	"path/filepath"
	"slices"
	"strings"
	"time"

	"golang.org/x/mod/module"
	"golang.org/x/mod/semver"
	"golang.org/x/mod/zip"
)

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

// packOne writes one version: VERSION.info, VERSION.mod and VERSION.zip.
func (r *repository) packOne(m *gomod, version, base string) (err error) {
	archive, err := r.git("archive", "--format=tar", m.tag(version))
	if err != nil {
		return err
	}
	var all []file
	for t := tar.NewReader(strings.NewReader(archive)); ; {
		h, err := t.Next()
		if errors.Is(err, io.EOF) {
			break
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
		all = append(all, file{path.Clean(h.Name), text, h.FileInfo()})
	}
	i := slices.IndexFunc(all, func(f file) bool { return f.path == m.join("go.mod") })
	if i < 0 {
		return fmt.Errorf("%s has no %s", m.tag(version), m.join("go.mod"))
	}
	if err := os.WriteFile(base+".mod", all[i].text, 0o644); err != nil {
		return err
	}
	seconds, err := r.git("log", "-1", "--format=%cI", m.tag(version))
	if err != nil {
		return err
	}
	made, err := time.Parse(time.RFC3339, strings.TrimSpace(seconds))
	if err != nil {
		return err
	}
	info, err := json.Marshal(map[string]any{"Version": version, "Time": made.UTC()})
	if err != nil {
		return err
	}
	if err := os.WriteFile(base+".info", info, 0o644); err != nil {
		return err
	}
	out, err := os.Create(base + ".zip")
	if err != nil {
		return err
	}
	defer func() { err = errors.Join(err, out.Close()) }()
	return zip.Create(out, module.Version{Path: m.path(), Version: version}, m.own(all))
}
