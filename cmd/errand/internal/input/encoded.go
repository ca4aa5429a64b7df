package input

import (
	"bytes"
	"compress/gzip"
	"errors"
	"io"
	"net/http/httputil"
	"strconv"
	"strings"
	"unicode/utf8"
)

// decode decodes what curl decodes by default: chunks, and gzip. Other encodings stay, and
// Encoding names them. input is the text that contained the response.
func (r *Response) decode(input []byte) {
	if strings.EqualFold(strings.TrimSpace(r.Header.Get("Transfer-Encoding")), "chunked") {
		whole, err := unchunked(r.Body)
		if errors.Is(err, io.ErrUnexpectedEOF) {
			r.Short = "its last chunk is missing"
		}
		if err == nil || r.Short != "" {
			r.Body = whole
		}
	} else {
		r.Short = r.shorter(input)
	}
	if bytes.HasPrefix(r.Body, []byte("\x1f\x8b")) {
		if plain, ok := unzipped(r.Body); ok {
			r.Body, r.Cut = plain, len(plain) == MaxBytes
			return
		}
	}
	encoding := strings.ToLower(strings.TrimSpace(r.Header.Get("Content-Encoding")))
	if encoding != "" && encoding != "identity" && !utf8.Valid(r.Body) {
		r.Encoding = "an encoding of its own"
		switch encoding {
		case "gzip", "x-gzip", "deflate", "compress", "br", "zstd":
			r.Encoding = encoding
		}
	}
}

// shorter returns how much shorter a body is than its headers declare, and "" if it is not,
// or need not be: a response to HEAD has no body, curl decodes bodies with
// Content-Encoding, and copying text can change the ends of lines.
func (r *Response) shorter(input []byte) string {
	length, err := strconv.Atoi(r.Header.Get("Content-Length"))
	if err != nil || len(r.Body) == 0 || r.Header.Get("Content-Encoding") != "" {
		return ""
	}
	lost := len("\r\n")
	if !bytes.Contains(input, []byte("\r\n")) {
		lost += bytes.Count(r.Body, []byte("\n"))
	}
	if len(r.Body)+lost >= length {
		return ""
	}
	return "it has " + strconv.Itoa(len(r.Body)) + " of the " + strconv.Itoa(length) + " bytes of Content-Length"
}

// errNoChunks is the error of a body without chunks: curl has decoded them.
var errNoChunks = errors.New("no chunks")

// unchunked returns the data in chunks (RFC 9112 section 7.1). Its error is
// [io.ErrUnexpectedEOF] if they end before the last one.
func unchunked(body []byte) ([]byte, error) {
	size, _, ok := bytes.Cut(body, []byte("\r\n"))
	size, _, _ = bytes.Cut(size, []byte(";"))
	if !ok || len(size) == 0 || strings.Trim(string(size), "0123456789abcdefABCDEF") != "" {
		return nil, errNoChunks
	}
	return io.ReadAll(httputil.NewChunkedReader(bytes.NewReader(body)))
}

// unzipped returns gzip's data, and the first part of truncated data.
func unzipped(body []byte) ([]byte, bool) {
	z, err := gzip.NewReader(bytes.NewReader(body))
	if err != nil {
		return nil, false
	}
	plain, err := io.ReadAll(io.LimitReader(z, MaxBytes))
	return plain, err == nil || len(plain) > 0
}
