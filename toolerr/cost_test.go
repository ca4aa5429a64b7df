package toolerr_test

import (
	"fmt"
	"testing"
	"time"

	"github.com/stretchr/testify/assert"

	"github.com/errand-go/errand/toolerr"
)

// The sinks keep the compiler from removing measured code.
var (
	sinkError  *toolerr.ToolRuntimeError
	sinkOption toolerr.Option
	sinkString string
)

func TestAllocations(t *testing.T) {
	header := "30 seconds"
	vendor := &vendorError{"E1"}
	guidance, effect, code := toolerr.GuidanceNone, toolerr.EffectNone, toolerr.CodeDenied
	e := everything()
	tests := map[string]struct {
		atMost float64
		run    func()
	}{
		"options": {0, func() {
			sinkOption = toolerr.WithCause(vendor)
			sinkOption = toolerr.WithDeveloperMessage(header)
			sinkOption = toolerr.WithRetryAfter(time.Second)
			sinkOption = toolerr.WithStatus(429)
			sinkOption = toolerr.WithHint(hint)
			sinkOption = toolerr.WithEffect(effect)
			sinkOption = toolerr.WithCanRetry(true)
			sinkOption = toolerr.WithCode(code)
			sinkOption = toolerr.WithService(header)
			sinkOption = toolerr.WithUpstreamName(toolerr.Name("Acme"))
			sinkOption = toolerr.WithListedCode(header)
			sinkOption = toolerr.WithVendorCode(header)
			sinkOption = toolerr.WithVendorType(vendor)
			sinkOption = toolerr.WithEndpoint("GET", header)
			sinkOption = toolerr.WithRequestID(header)
			sinkOption = toolerr.WithGuidance(guidance)
			sinkOption = toolerr.WithUserAction()
		}},
		"New":      {2, func() { sinkError = toolerr.New(notFound, toolerr.Message{}) }},
		"Upstream": {2, func() { sinkError = toolerr.Upstream(429, toolerr.Message{}) }},
		"New with every option": {2, func() {
			sinkError = toolerr.New(notFound, say,
				toolerr.WithCause(vendor), toolerr.WithRetryAfter(time.Second), toolerr.WithStatus(404), toolerr.WithHint(hint),
				toolerr.WithEffect(effect), toolerr.WithCanRetry(true), toolerr.WithCode(code), toolerr.WithService("_acme"),
				toolerr.WithUpstreamName(toolerr.Name("Acme")), toolerr.WithListedCode("row_locked"), toolerr.WithVendorType(vendor),
				toolerr.WithEndpoint("GET", header), toolerr.WithRequestID(header), toolerr.WithGuidance(guidance), toolerr.WithUserAction())
		}},
		"With":                     {2, func() { sinkError = e.With(toolerr.WithStatus(404), toolerr.WithEffect(effect)) }},
		"accessors":                {0, func() { _, _, _, _ = e.Kind(), e.Class(), e.Code(), e.SafeToRetry(true) }},
		"Answered":                 {0, func() { _ = e.Answered() }},
		"Find":                     {0, func() { sinkError, _ = toolerr.Find(e) }},
		"a message that was given": {0, func() { sinkString = e.Error() }},
	}
	for name, tt := range tests {
		t.Run(name, func(t *testing.T) {
			assert.LessOrEqual(t, testing.AllocsPerRun(100, tt.run), tt.atMost)
		})
	}
}

func BenchmarkNew(b *testing.B) {
	vendor := &vendorError{"E1"}
	b.Run("zero", func(b *testing.B) {
		b.ReportAllocs()
		for b.Loop() {
			sinkError = toolerr.New(notFound, toolerr.Message{})
		}
	})
	b.Run("eight options", func(b *testing.B) {
		b.ReportAllocs()
		for b.Loop() {
			sinkError = toolerr.Upstream(429, toolerr.Message{},
				toolerr.WithCause(vendor), toolerr.WithVendorType(vendor), toolerr.WithRetryAfter(30*time.Second),
				toolerr.WithService("_http"), toolerr.WithListedCode("slow_down"), toolerr.WithRequestID("req-1"),
				toolerr.WithEndpoint("GET", "https://api.example.com/v1/items"), toolerr.WithEffect(toolerr.EffectNone))
		}
	})
}

func BenchmarkPayload(b *testing.B) {
	e := toolerr.Upstream(429, toolerr.Message{}, toolerr.WithRetryAfter(30*time.Second), toolerr.WithService("_http"))
	b.ReportAllocs()
	for b.Loop() {
		sinkString = e.Payload().String()
	}
}

func BenchmarkResult(b *testing.B) {
	rows := make([]page, 1000)
	for i := range rows {
		rows[i] = page{Keyword: "k", Results: []string{"a", "b"}}
	}
	b.ReportAllocs()
	for b.Loop() {
		sinkString = toolerr.Result(rows, nil).String()
	}
}

func BenchmarkDeveloperMessage(b *testing.B) {
	e := toolerr.Fatal(say, toolerr.WithCause(&vendorError{"row 8841 is locked by https://joe:pw@example.com/?key=s3cr3t"}))
	b.ReportAllocs()
	for b.Loop() {
		sinkString = e.DeveloperMessage()
	}
}

func BenchmarkErrorf(b *testing.B) {
	b.Run("fmt", func(b *testing.B) {
		b.ReportAllocs()
		for b.Loop() {
			sinkString = fmt.Errorf("channel %q not found among %d", "#ops", 12).Error()
		}
	})
	b.Run("toolerr", func(b *testing.B) {
		b.ReportAllocs()
		for b.Loop() {
			sinkError = toolerr.Errorf("channel %q not found among %d", "#ops", 12)
		}
	})
}
