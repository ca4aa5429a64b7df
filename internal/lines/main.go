// Lines prints the number of lines and tokens of Go in the tree, and of bytes that programs
// embed:
//
//	go run ./internal/lines [FOLDER]
//
// FOLDER is a checkout, by default the current folder. A line of code has a token on it:
// comments, blank lines and the blank lines of raw strings do not count. Lines reads every
// Go file that git tracks, including those below testdata.
package main

import (
	"bytes"
	"cmp"
	"fmt"
	"go/scanner"
	"go/token"
	"log"
	"os"
	"os/exec"
	"path"
	"path/filepath"
	"strings"
)

func main() {
	folder := cmp.Or(strings.Join(os.Args[1:], " "), ".")
	names, err := exec.Command("git", "-C", folder, "ls-files", "-z", "*.go").Output()
	if err != nil {
		log.Fatalf("git ls-files in %s: %v", folder, err) //nolint:forbidigo // a program's main
	}
	var all, tokens, embedded, tests int
	for name := range strings.SplitSeq(strings.TrimSuffix(string(names), "\x00"), "\x00") {
		src, err := os.ReadFile(filepath.Join(folder, name))
		switch {
		case os.IsNotExist(err): // deleted, and not yet committed
		case err != nil:
			log.Fatal(err) //nolint:forbidigo // a program's main
		case strings.HasSuffix(name, "_test.go"):
			tests += bytes.Count(src, []byte("\n"))
		default:
			n, t := code(src)
			all, tokens, embedded = all+n, tokens+t, embedded+data(filepath.Join(folder, path.Dir(name)), src)
		}
	}
	fmt.Printf("%6d  lines of code\n", all)
	fmt.Printf("%6d  tokens in them, and %d bytes of embedded data\n", tokens, embedded)
	fmt.Printf("%6d  lines of tests, with comments and blank lines\n", tests)
}

// data returns the number of bytes of the files that a Go file in a folder embeds.
func data(folder string, src []byte) (n int) {
	for line := range strings.Lines(string(src)) {
		patterns, ok := strings.CutPrefix(line, "//go:embed ")
		for pattern := range strings.FieldsSeq(patterns) {
			files, _ := filepath.Glob(filepath.Join(folder, pattern))
			for _, file := range files {
				if info, err := os.Stat(file); ok && err == nil {
					n += int(info.Size())
				}
			}
		}
	}
	return n
}

// code returns the number of lines of a file that have a token or a part of one, and the
// number of its tokens.
func code(src []byte) (n, tokens int) {
	var s scanner.Scanner
	file := token.NewFileSet().AddFile("", -1, len(src))
	s.Init(file, src, nil, 0)
	for last := 0; ; {
		pos, kind, text := s.Scan()
		if kind == token.EOF {
			return n, tokens
		}
		if kind == token.SEMICOLON && text == "\n" {
			continue // inserted at the end of the line
		}
		tokens++
		line := file.Line(pos)
		for part := range strings.SplitSeq(text, "\n") {
			if line > last && (text == "" || strings.TrimSpace(part) != "") {
				n, last = n+1, line
			}
			line++
		}
	}
}
