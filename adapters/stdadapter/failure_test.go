package stdadapter_test

import (
	"archive/tar"
	"archive/zip"
	"bufio"
	"bytes"
	"encoding/base32"
	"encoding/base64"
	"encoding/csv"
	"encoding/hex"
	"encoding/json"
	"encoding/xml"
	"io"
	"math"
	"net/mail"
	"net/smtp"
	"os"
	"os/exec"
	"path"
	"path/filepath"
	"regexp"
	"strconv"
	"strings"
	"testing"
	"time"

	"github.com/stretchr/testify/require"

	"github.com/errand-go/errand/conformance"
	"github.com/errand-go/errand/conformance/faults"
	"github.com/errand-go/errand/toolerr"
)

// A failure is a real error of the standard library with its expected result.
type failure struct {
	name string
	err  error
	code string // the row's code
	want conformance.Want
}

const (
	badInput    = toolerr.KindToolBadInputValue
	fatal       = toolerr.KindToolFatal
	again       = toolerr.KindToolRetry
	tooLate     = toolerr.KindToolTimeout
	authError   = toolerr.KindUpstreamAuthError
	notFound    = toolerr.KindUpstreamNotFound
	badRequest  = toolerr.KindUpstreamBadRequest
	validation  = toolerr.KindUpstreamValidationError
	serverError = toolerr.KindUpstreamServerError

	none    = toolerr.EffectNone
	unknown = toolerr.EffectUnknown
	unset   = toolerr.EffectUnset
)

// Texts for all parts of an error that can come from the call: names of files, arguments,
// values. Most of them contain a credential.
const (
	secretName  = faults.CanaryFile + " " + faults.CredentialBearer
	secretValue = faults.CanaryBody + "?key=" + faults.CredentialQuery
	secretDSN   = "postgres://" + faults.CredentialUser + ":" + faults.CredentialPassword + "@" + faults.CanaryHost + "/db"
)

func failed(name string, err error, code string, kind toolerr.Kind, effect toolerr.Effect) failure {
	return failure{name: name, err: err, code: code, want: conformance.Want{Kind: kind, CanRetry: kind.CanRetry(), Effect: effect}}
}

// anything hides deliberate mistakes from linters.
func anything(x any) any { return x }

func expression(s string) error { return second(regexp.Compile(s)) }

// second returns the error of a function with a result.
func second[T any](_ T, err error) error { return err }

// fileFailures returns the failures of files that occur on any system.
func fileFailures(t *testing.T) []failure {
	t.Helper()
	dir := t.TempDir()
	file := filepath.Join(dir, secretName)
	require.NoError(t, os.WriteFile(file, []byte("x"), 0o600))
	full := filepath.Join(dir, faults.CanaryPath)
	require.NoError(t, os.Mkdir(full, 0o700))
	require.NoError(t, os.WriteFile(filepath.Join(full, "x"), nil, 0o600))
	root, err := os.OpenRoot(dir)
	require.NoError(t, err)
	t.Cleanup(func() { _ = root.Close() })
	done, err := os.Open(file)
	require.NoError(t, err)
	require.NoError(t, done.Close())
	reader, writer := io.Pipe()
	require.NoError(t, reader.Close())
	open, err := os.Open(file)
	require.NoError(t, err)
	t.Cleanup(func() { _ = open.Close() })

	return []failure{
		failed("a missing file", second(os.Open(file+"x")), "file_not_found", badInput, unset),
		failed("a missing file, in a root", second(root.Open(secretName+"x")), "file_not_found", badInput, unset),
		failed("a missing file, renamed", os.Rename(file+"x", file+"y"), "file_not_found", badInput, unset),
		failed("a missing working directory", runIn(filepath.Join(dir, "x")), "file_not_found", badInput, unset),
		failed("a directory that is there", os.Mkdir(full, 0o700), "path_exists", badInput, unset),
		failed("a file that is there", second(os.OpenFile(file, os.O_CREATE|os.O_EXCL, 0o600)), "path_exists", badInput, unset),
		failed("a path out of an fs.FS", second(os.DirFS(dir).Open("../"+secretName)), "invalid_path", badInput, unset),
		failed("a name with a NUL", second(os.Open(file+"\x00")), "invalid_path", badInput, unset),
		failed("a file that was closed", second(done.Read(make([]byte, 1))), "closed", fatal, unset),
		failed("a pipe that was closed", second(writer.Write([]byte(secretValue))), "closed", fatal, unset),
		failed("an offset before the file", second(open.ReadAt(make([]byte, 1), -1)), "io_error", fatal, unset),
		failed("a program that is not there", exec.Command(strings.ReplaceAll(secretName, " ", "-")).Run(), "program_not_found", fatal, unset),
		failed("a program that is not there, by its path", exec.Command(file+"x").Run(), "program_not_found", fatal, unset),
	}
}

func runIn(dir string) error {
	program, err := os.Executable()
	if err != nil {
		return err
	}
	cmd := exec.Command(program)
	cmd.Dir = dir
	return cmd.Run()
}

// valueFailures returns the failures of decoders and other functions that parse values. For
// what JSON does not fit, see TestWhereTheFaultIs.
func valueFailures(t *testing.T) []failure {
	t.Helper()
	type person struct {
		Age  int
		Name string
		Born time.Time
		Blob []byte
	}
	decode := func(text string) error { return json.Unmarshal([]byte(text), &person{}) }
	lines := bufio.NewScanner(strings.NewReader(strings.Repeat(secretValue, bufio.MaxScanTokenSize)))
	lines.Scan()

	all := []failure{
		failed("JSON that is none", decode(`{"Name": `+secretValue+`}`), "invalid_json", badInput, unset),
		failed("JSON that ends too early", decode(`{"Name": "`+secretValue), "invalid_json", badInput, unset),
		failed("JSON, text for a number", decode(`{"Age":"`+secretValue+`"}`), "invalid_json", badInput, unset),
		failed("JSON, a time that is none", decode(`{"Born":"`+secretValue+`"}`), "invalid_time", badInput, unset),
		failed("JSON, base64 that is none", decode(`{"Blob":"%%"}`), "invalid_base64", badInput, unset),
		failed("JSON of a NaN", second(json.Marshal(math.NaN())), "not_encodable", fatal, unset),
		failed("JSON of a func", second(json.Marshal(anything(func() {}))), "not_encodable", fatal, unset),
		failed("JSON of something that fails", second(json.Marshal(person{Born: time.Time{}.AddDate(9999, 0, 0)})), "not_encodable", fatal, unset),
		failed("XML of a channel", second(xml.Marshal(anything(make(chan int)))), "not_encodable", fatal, unset),

		failed("XML that is none", xml.Unmarshal([]byte("<a>\n<"+secretName), new(person)), "invalid_xml", badInput, unset),
		failed("XML with another root", xml.Unmarshal([]byte("<"+faults.CanaryBody+"/>"), &struct {
			XMLName xml.Name `xml:"a"`
		}{}), "invalid_xml", badInput, unset),
		failed("CSV that is none", second(csv.NewReader(strings.NewReader("a,b\nc,\""+secretValue)).ReadAll()), "invalid_csv", badInput, unset),
		failed("base64 that is none", second(base64.StdEncoding.DecodeString(secretValue)), "invalid_base64", badInput, unset),
		failed("base32 that is none", second(base32.StdEncoding.DecodeString(secretValue)), "invalid_base32", badInput, unset),
		failed("hexadecimal that is none", second(hex.DecodeString(secretValue)), "invalid_hex", badInput, unset),
		failed("hexadecimal of odd length", second(hex.DecodeString("abc")), "invalid_hex", badInput, unset),

		failed("a number that is none", second(strconv.Atoi(secretValue)), "invalid_number", badInput, unset),
		failed("a number out of range", second(strconv.ParseInt("271828", 10, 8)), "number_out_of_range", badInput, unset),
		failed("a truth that is none", second(strconv.ParseBool(secretValue)), "invalid_boolean", badInput, unset),
		failed("a time that is none", second(time.Parse(time.RFC3339, secretValue)), "invalid_time", badInput, unset),
		failed("an expression that is none", expression("("+secretName), "invalid_pattern", badInput, unset),
		failed("a glob that is none", second(path.Match("["+secretName, "x")), "invalid_pattern", badInput, unset),
		failed("a line that is too long", lines.Err(), "line_too_long", badInput, unset),
	}
	for _, f := range textFailures(t) {
		all = append(all, f.failure)
	}
	return all
}

// A textFailure is a failure without a type, with the text that identifies it.
type textFailure struct {
	text string
	failure
}

// textFailures returns an error of the standard library for each text that is matched.
func textFailures(t *testing.T) []textFailure {
	t.Helper()
	dir := t.TempDir()
	file := filepath.Join(dir, secretName)
	require.NoError(t, os.WriteFile(file, []byte("x"), 0o600))
	root, err := os.OpenRoot(dir)
	require.NoError(t, err)
	t.Cleanup(func() { _ = root.Close() })
	strict := json.NewDecoder(strings.NewReader(`{"` + faults.CanaryCode + `":1}`))
	strict.DisallowUnknownFields()

	zone := func(s string) error { return second(time.LoadLocation(s)) }
	address := func(s string) error { return second(mail.ParseAddress(s)) }
	list := func(s string) error { return second(mail.ParseAddressList(s)) }

	t.Setenv("GODEBUG", "zipinsecurepath=0,tarinsecurepath=0")
	all := []textFailure{}
	add := func(text string, err error, code string) {
		all = append(all, textFailure{text, failed("text, "+text, err, code, badInput, unset)})
	}
	for text, d := range map[string]string{`time: invalid duration "`: "x", `time: missing unit in duration "`: "1", `time: unknown unit "`: "1x"} {
		add(text, second(time.ParseDuration(d)), "invalid_duration")
	}
	add("path escapes from parent", second(root.Open("../"+secretName)), "path_escapes")
	add("not a directory", second(os.OpenRoot(file)), "not_directory")
	add("zip: insecure file path", unzip(zipped(t, "../"+faults.CanaryFile, zip.Deflate)), "path_escapes")
	add("archive/tar: insecure file path", second(tar.NewReader(tarred(t, "../"+faults.CanaryFile)).Next()), "path_escapes")
	add(`json: unknown field "`, strict.Decode(&struct{}{}), "invalid_json")
	add("unknown time zone ", zone(faults.CanaryBody), "unknown_time_zone")
	add("time: invalid location name", zone("../"+faults.CanaryBody), "unknown_time_zone")
	add("zip: not a valid zip file", unzip([]byte(secretValue)), "invalid_archive")
	add("zip: unsupported compression algorithm", unzip(zipped(t, faults.CanaryFile, 99)), "invalid_archive")
	add("zip: checksum error", unzip(damaged(zipped(t, faults.CanaryFile, zip.Store))), "invalid_archive")
	add("archive/tar: invalid tar header", second(tar.NewReader(strings.NewReader(strings.Repeat(secretValue, 512))).Next()), "invalid_archive")

	add("mail: no address", address(""), "invalid_email_address")
	add("mail: missing '@' or angle-addr", address(faults.CanaryBody), "invalid_email_address")
	add("mail: no angle-addr", address(`"`+faults.CanaryBody+`" x@y`), "invalid_email_address")
	add("mail: unclosed angle-addr", address(faults.CanaryBody+" <a@b"), "invalid_email_address")
	add("mail: expected comma", list(faults.CanaryBody+"@b c@d"), "invalid_email_address")
	add(`mail: expected single address, got "`, address("a@b, "+secretValue), "invalid_email_address")
	add("mail: missing @ in addr-spec", address("<"+faults.CanaryBody+">"), "invalid_email_address")
	add("mail: no domain in addr-spec", address("<"+faults.CanaryBody+"@"), "invalid_email_address")
	add("mail: leading dot in atom", address("<."+faults.CanaryBody+"@b>"), "invalid_email_address")
	add("mail: double dot in atom", address("<"+faults.CanaryBody+"..a@b>"), "invalid_email_address")
	add("mail: trailing dot in atom", address("<"+faults.CanaryBody+".@b>"), "invalid_email_address")
	add("smtp: A line must not contain CR or LF", smtp.SendMail("127.0.0.1:1", nil, "a@b\r\n"+faults.CanaryBody, nil, nil), "invalid_email_address")
	return all
}

func zipped(t *testing.T, name string, method uint16) []byte {
	t.Helper()
	var b bytes.Buffer
	w := zip.NewWriter(&b)
	w.RegisterCompressor(99, func(w io.Writer) (io.WriteCloser, error) {
		return struct {
			io.Writer
			io.Closer
		}{w, io.NopCloser(nil)}, nil
	})
	f, err := w.CreateHeader(&zip.FileHeader{Name: name, Method: method})
	require.NoError(t, err)
	_, err = io.WriteString(f, faults.CanaryUpload)
	require.NoError(t, err)
	require.NoError(t, w.Close())
	return b.Bytes()
}

func damaged(archive []byte) []byte {
	return bytes.Replace(archive, []byte(faults.CanaryUpload), []byte(strings.ToUpper(faults.CanaryUpload)), 1)
}

// unzip reads the first file of an archive.
func unzip(archive []byte) error {
	r, err := zip.NewReader(bytes.NewReader(archive), int64(len(archive)))
	if err != nil {
		return err
	}
	f, err := r.File[0].Open()
	if err != nil {
		return err
	}
	return second(io.ReadAll(f))
}

func tarred(t *testing.T, name string) io.Reader {
	t.Helper()
	var b bytes.Buffer
	w := tar.NewWriter(&b)
	require.NoError(t, w.WriteHeader(&tar.Header{Name: name}))
	require.NoError(t, w.Close())
	return &b
}
