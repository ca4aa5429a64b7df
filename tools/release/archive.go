package main

import (
	"archive/tar"
	"bytes"
	"encoding/json"
	"errors"
	"fmt"
	"io"
	"io/fs"
	"os"
	"path"
	"path/filepath"
	"slices"
	"strings"
	"time"

	"golang.org/x/mod/module"
	"golang.org/x/mod/sumdb/dirhash"
	"golang.org/x/mod/zip"
)

// A file is one of a module, for package zip.
type file struct {
	path string
	text []byte
	info fs.FileInfo
}

func (f file) Path() string                 { return f.path }
func (f file) Lstat() (fs.FileInfo, error)  { return f.info, nil }
func (f file) Open() (io.ReadCloser, error) { return io.NopCloser(bytes.NewReader(f.text)), nil }

// own returns the files of a module among those of the repository. A module below the
// root has the root's LICENSE, as the go command packs it.
func (m *gomod) own(all []file) []zip.File {
	var files []zip.File
	licensed := false
	for _, f := range all {
		name, ok := strings.CutPrefix(f.path, m.dir)
		if name = strings.TrimPrefix(name, "/"); !ok || m.join(name) != f.path {
			continue
		}
		licensed = licensed || name == "LICENSE"
		files = append(files, file{name, f.text, f.info})
	}
	for _, f := range all {
		if f.path == "LICENSE" && !licensed {
			files = append(files, f)
		}
	}
	return files
}

// checksums returns the two lines of go.sum for a module as it is in the checkout.
func (r *repository) checksums(m *gomod, version string) ([]string, error) {
	names, err := r.tracked()
	if err != nil {
		return nil, err
	}
	var all []file
	for _, name := range names {
		at := filepath.Join(r.dir, filepath.FromSlash(name))
		info, err := os.Lstat(at)
		if err != nil {
			return nil, err
		}
		text, err := os.ReadFile(at)
		if err != nil {
			return nil, err
		}
		all = append(all, file{name, text, info})
	}
	temp, err := os.CreateTemp("", "release")
	if err != nil {
		return nil, err
	}
	defer func() { _ = os.Remove(temp.Name()) }()
	err = zip.Create(temp, module.Version{Path: m.path(), Version: version}, m.own(all))
	if err := errors.Join(err, temp.Close()); err != nil {
		return nil, err
	}
	whole, err := dirhash.HashZip(temp.Name(), dirhash.Hash1)
	if err != nil {
		return nil, err
	}
	i := slices.IndexFunc(all, func(f file) bool { return f.path == m.join("go.mod") })
	gomod, err := dirhash.Hash1([]string{"go.mod"}, func(string) (io.ReadCloser, error) { return all[i].Open() })
	if err != nil {
		return nil, err
	}
	return []string{fmt.Sprintf("%s %s %s", m.path(), version, whole), fmt.Sprintf("%s %s/go.mod %s", m.path(), version, gomod)}, nil
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
