// Command ratio reads the output of go test -bench on its standard input and
// prints a Markdown table per benchmark: the fastest of the counts, and how it
// compares to the first row of its table.
package main

import (
	"bufio"
	"errors"
	"fmt"
	"io"
	"os"
	"regexp"
	"strconv"
	"strings"
)

func main() {
	if err := run(os.Stdin, os.Stdout); err != nil {
		fmt.Fprintln(os.Stderr, "ratio:", err)
		os.Exit(1)
	}
}

// row is the fastest of a benchmark's counts.
type row struct {
	name   string
	ns     float64
	allocs string
}

var line = regexp.MustCompile(`^Benchmark([^/\s]+)/(\S+?)(?:-\d+)?\s+\d+\s+([0-9.]+) ns/op(?:.*?(\d+) allocs/op)?`)

var errNothing = errors.New("the input holds no benchmarks")

func run(in io.Reader, out io.Writer) error {
	var order []string
	tables := map[string][]row{}
	scan := bufio.NewScanner(in)
	for scan.Scan() {
		m := line.FindStringSubmatch(scan.Text())
		if m == nil {
			continue
		}
		ns, err := strconv.ParseFloat(m[3], 64)
		if err != nil {
			return err
		}
		if tables[m[1]] == nil {
			order = append(order, m[1])
		}
		tables[m[1]] = faster(tables[m[1]], row{strings.ReplaceAll(m[2], "_", " "), ns, m[4]})
	}
	if err := scan.Err(); err != nil {
		return err
	}
	if order == nil {
		return errNothing
	}
	for _, name := range order {
		if _, err := fmt.Fprintf(out, "\n### %s\n\n| | ns/op | allocations | ratio |\n|---|---|---|---|\n", name); err != nil {
			return err
		}
		for _, r := range tables[name] {
			if _, err := fmt.Fprintf(out, "| %s | %.1f | %s | %.2f |\n", r.name, r.ns, r.allocs, r.ns/tables[name][0].ns); err != nil {
				return err
			}
		}
	}
	return nil
}

// faster puts r into rows, unless a faster one of its name is there.
func faster(rows []row, r row) []row {
	for i := range rows {
		if rows[i].name == r.name {
			rows[i].ns = min(rows[i].ns, r.ns)
			return rows
		}
	}
	return append(rows, r)
}
