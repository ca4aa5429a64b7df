package redact_test

import (
	"strings"
	"testing"

	"github.com/errand-go/errand/internal/redact"
)

const prose = `operation error S3: GetObject, exceeded maximum number of attempts, 3, https response error StatusCode: 503, ` +
	`RequestID: 7QK0P8FJD3M9VB3D, HostID: f6a1c9, api error SlowDown: Please reduce your request rate. ` +
	`{"error":{"code":503,"message":"The service is currently unavailable.","status":"UNAVAILABLE","details":[{"retry":"30s"}]}} ` +
	`dial tcp 10.0.0.1:443: connect: connection refused while the tool list_items was waiting for the token to be refreshed. `

var (
	plainText = strings.Repeat(prose, 8)[:2048]
	fullText  = plainText[:1024] + ` Get "https://u:p@api.example.com/v1/items?q=secret&page=2": Authorization: Bearer abc.def ` +
		`{"access_token":"abc","client_secret":"def"} ` + redact.Shapes()[2].Example + plainText[1024:]
)

func BenchmarkText(b *testing.B) {
	for _, c := range []struct{ name, text string }{
		{"plain2KiB", plainText},
		{"credentials2KiB", fullText},
		{"short", "token expired"},
		{"dots2KiB", strings.Repeat("a: b=c ", 300)[:2048]},
	} {
		b.Run(c.name, func(b *testing.B) {
			b.SetBytes(int64(len(c.text)))
			b.ReportAllocs()
			for b.Loop() {
				redact.Text(c.text)
			}
		})
	}
}

// BenchmarkTextHostile shows the same throughput for both sizes if the scan is linear.
func BenchmarkTextHostile(b *testing.B) {
	for _, c := range []struct {
		name string
		size int
	}{{"64KiB", 1 << 16}, {"512KiB", 1 << 19}} {
		b.Run(c.name, func(b *testing.B) {
			var texts []string
			for _, unit := range hostile {
				texts = append(texts, strings.Repeat(unit, c.size/len(unit)))
			}
			b.SetBytes(int64(c.size * len(texts)))
			for b.Loop() {
				for _, s := range texts {
					redact.Text(s)
				}
			}
		})
	}
}

func BenchmarkHasCredential(b *testing.B) {
	for _, c := range []struct{ name, text string }{{"plain2KiB", plainText}, {"identifier", "list_items"}} {
		b.Run(c.name, func(b *testing.B) {
			b.SetBytes(int64(len(c.text)))
			b.ReportAllocs()
			for b.Loop() {
				redact.HasCredential(c.text)
			}
		})
	}
}

func BenchmarkEndpoint(b *testing.B) {
	b.ReportAllocs()
	for b.Loop() {
		redact.Endpoint("https://u:p@api.example.com:8443/v1/items/8f3a9?q=s#f")
	}
}
