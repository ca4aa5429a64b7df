package matrix

import (
	"bytes"
	"cmp"
	"errors"
	"fmt"
	"io"
	"os"
	"path/filepath"
	"strings"
)

// An output is a format and its destination.
type output struct {
	format string
	file   string
	write  func(Matrix, io.Writer) error
}

// outputs returns the outputs of the job. It returns an error before any client runs if one
// cannot be written.
func (j Job) outputs() ([]output, error) {
	var all []output
	for _, o := range [...]output{{"html", j.HTML, Matrix.HTML}, {"markdown", j.Markdown, Matrix.Markdown}, {"json", j.JSON, Matrix.JSON}} {
		if o.file != "" {
			all = append(all, o)
		}
	}
	if j.Format != "" || j.Output != "" || len(all) == 0 {
		main, err := j.main()
		if err != nil {
			return nil, err
		}
		all = append(all, main)
	}
	taken := map[string]bool{}
	for _, o := range all {
		place := "the standard output"
		if !o.standard() {
			place = filepath.Clean(o.file)
		}
		if taken[place] {
			return nil, fmt.Errorf("%w: two formats go to %s", ErrUsage, place)
		}
		taken[place] = true
		if err := o.possible(); err != nil {
			return nil, err
		}
	}
	return all, nil
}

// main is the output of Format and Output.
func (j Job) main() (output, error) {
	o := output{format: j.Format, file: j.Output}
	if o.format == "" {
		ending := strings.ToLower(strings.TrimPrefix(filepath.Ext(j.Output), "."))
		o.format = cmp.Or(map[string]string{"": "text", "txt": "text", "md": "markdown", "htm": "html"}[ending], ending)
	}
	switch o.format {
	case "text":
		o.write = Matrix.Text
		if o.standard() {
			o.write = func(m Matrix, w io.Writer) error { return m.text(w, look{j.Paint, j.Wrap}) }
		}
	case "markdown":
		o.write = Matrix.Markdown
	case "json":
		o.write = Matrix.JSON
	case "html":
		o.write = Matrix.HTML
	default:
		return output{}, fmt.Errorf("%w: no format is called %q; %s", ErrUsage, o.format, offer(o.format, "format", Formats()))
	}
	return o, nil
}

func (o output) standard() bool { return o.file == "" || o.file == "-" }

// possible returns an error if the file cannot be created.
func (o output) possible() error {
	if o.standard() {
		return nil
	}
	if info, err := os.Stat(o.file); err == nil && info.IsDir() {
		return fmt.Errorf("the %s cannot be written: %s is a folder", o.format, o.file)
	}
	if _, err := os.Stat(filepath.Dir(o.file)); err != nil {
		return fmt.Errorf("the %s cannot be written: %w", o.format, err)
	}
	return nil
}

// put writes the matrix and returns its number of bytes. An existing file is not changed
// before the matrix is complete.
func (o output) put(m Matrix, stdout io.Writer) (int, error) {
	if o.standard() {
		return 0, o.write(m, stdout)
	}
	var b bytes.Buffer
	if err := o.write(m, &b); err != nil {
		return 0, err
	}
	const mode = 0o644 // nothing in it is secret
	return b.Len(), os.WriteFile(o.file, b.Bytes(), mode)
}

func kilobytes(n int) string {
	const k = 1000
	return fmt.Sprintf("%d kB", (n+k-1)/k)
}

// ErrUsage is wrapped by the errors of [Job.Run] that are caused by the command line: a
// format that does not exist, or a filter that leaves nothing to run.
var ErrUsage = errors.New("matrix")
