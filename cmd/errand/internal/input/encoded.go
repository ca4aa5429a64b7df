package input

import (
	"bytes"
	"compress/gzip"
	"io"
	"net/http/httputil"
	"strings"
	"unicode/utf8"
)

// decode undoes what curl undoes unless it is told not to: the chunks of a
// transfer, and gzip. What else a body is encoded in stays, and Encoding says
// so.
func (r *Response) decode() {
	if strings.EqualFold(strings.TrimSpace(r.Header.Get("Transfer-Encoding")), "chunked") {
		if whole, ok := unchunked(r.Body); ok {
			r.Body = whole
		}
	}
	if bytes.HasPrefix(r.Body, []byte("\x1f\x8b")) {
		if plain, ok := unzipped(r.Body); ok {
			r.Body = plain
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

// unchunked returns what chunks hold (RFC 9112 section 7.1), if the body is a
// whole row of them.
func unchunked(body []byte) ([]byte, bool) {
	if len(body) == 0 || !strings.ContainsRune("0123456789abcdefABCDEF", rune(body[0])) {
		return nil, false
	}
	whole, err := io.ReadAll(httputil.NewChunkedReader(bytes.NewReader(body)))
	return whole, err == nil
}

// unzipped returns what gzip holds, and as much as there is of what was cut.
func unzipped(body []byte) ([]byte, bool) {
	z, err := gzip.NewReader(bytes.NewReader(body))
	if err != nil {
		return nil, false
	}
	plain, err := io.ReadAll(io.LimitReader(z, MaxBytes))
	return plain, err == nil || len(plain) > 0
}
