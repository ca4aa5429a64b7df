// Site builds a site of static files from the Markdown pages of the repository, which is the
// current folder, and from the playground's program. `make site` runs it:
//
//	go run ./site FOLDER playground.wasm wasm_exec.js
//
// It fails if a link leads nowhere, or if the first page or the playground is too large.
package main

import (
	"bytes"
	"compress/gzip"
	"encoding/base64"
	"errors"
	"fmt"
	"log"
	"os"
	"path"
	"path/filepath"
)

func main() {
	s := site{root: ".", files: map[string][]byte{}}
	err := errors.New("usage: go run ./site FOLDER playground.wasm wasm_exec.js")
	if len(os.Args) == 4 {
		err = errors.Join(s.build(), s.program(os.Args[2]), s.copy(os.Args[3], ""), s.write(os.Args[1]))
	}
	if err != nil {
		log.Fatal(err) //nolint:forbidigo // a program's main
	}
}

// program packs the playground's program into a script, because a page that was opened from a
// file may load scripts and nothing else.
func (s *site) program(name string) error {
	wasm, err := os.ReadFile(name)
	var packed bytes.Buffer
	w, _ := gzip.NewWriterLevel(&packed, gzip.BestCompression) // a valid level
	_, _ = w.Write(wasm)                                       // a buffer takes everything
	_ = w.Close()
	s.files["wasm.js"] = fmt.Appendf(nil, "var errandWasm = %q;\n", base64.StdEncoding.EncodeToString(packed.Bytes()))
	return errors.Join(err, small("the playground, gzipped", packed.Len(), 3_300_000))
}

// small prints a size in bytes, and returns an error if it is too large.
func small(what string, size, most int) error {
	fmt.Printf("%s: %d bytes\n", what, size)
	if size > most {
		return fmt.Errorf("%s has %d bytes, more than %d", what, size, most)
	}
	return nil
}

// copy copies files that match a pattern into a folder of the site.
func (s *site) copy(pattern, folder string) error {
	names, err := filepath.Glob(filepath.Join(pattern))
	for _, name := range names {
		text, fault := os.ReadFile(name)
		s.files[path.Join(folder, filepath.Base(name))], err = text, errors.Join(err, fault)
	}
	return err
}

// write writes the files into a folder.
func (s *site) write(folder string) (err error) {
	for name, text := range s.files {
		name = filepath.Join(folder, filepath.FromSlash(name))
		err = errors.Join(err, os.MkdirAll(filepath.Dir(name), 0o755), os.WriteFile(name, text, 0o644))
	}
	return err
}
