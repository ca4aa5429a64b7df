package toolerr_test

import (
	"errors"
	"fmt"
	"strings"
	"testing"
	"unicode/utf8"

	"github.com/stretchr/testify/assert"
	"github.com/stretchr/testify/require"

	"github.com/errand-go/errand/internal/note"
	"github.com/errand-go/errand/internal/redact"
	"github.com/errand-go/errand/toolerr"
)

// counting counts the calls of Error.
type counting struct{ asked int }

func (c *counting) Error() string { c.asked++; return "counted" }

func TestDeveloperMessageIsDerivedOnDemand(t *testing.T) {
	cause := &counting{}
	e := toolerr.Upstream(500, say, toolerr.WithCause(cause), toolerr.WithVendorType(cause)).With(toolerr.WithStatus(502))
	_, _, _ = e.Error(), e.Payload().String(), fmt.Sprintf("%+v %#v", e, e)
	_ = errors.Is(e, errMine)
	assert.Zero(t, cause.asked, "the text is not read yet")
	assert.Equal(t, "counted", e.DeveloperMessage())
	assert.Equal(t, "counted", e.DeveloperMessage())
	assert.Equal(t, 2, cause.asked, "it is made anew each time")
}

func TestDeveloperMessage(t *testing.T) {
	inner := toolerr.Upstream(404, say, toolerr.WithCause(errors.New("row 8841 is gone")))
	told := toolerr.Upstream(404, say, toolerr.WithCause(errVendor), toolerr.WithDeveloperMessage("shard 7 is down"))
	nested := toolerr.Fatal(say, toolerr.WithCause(fmt.Errorf("retrying: %w", inner)))
	tests := map[string]struct {
		err  *toolerr.ToolRuntimeError
		want string
	}{
		"the developer message":         {told, "shard 7 is down"},
		"the cause":                     {inner, "row 8841 is gone"},
		"nothing but the message":       {toolerr.Fatal(say), "It did not work."},
		"nothing at all":                {toolerr.New(rateLimit, toolerr.Message{}), "The upstream service is limiting the rate of requests."},
		"one of ours in the cause":      {nested, "retrying: It did not work.\nrow 8841 is gone"},
		"ours as the cause":             {toolerr.Fatal(say, toolerr.WithCause(told)), "It did not work.\nshard 7 is down"},
		"ours without more information": {toolerr.Fatal(say, toolerr.WithCause(toolerr.Fatal(hint))), "Use a smaller page."},
		"ours in ours in the cause":     {toolerr.Fatal(say, toolerr.WithCause(nested)), "It did not work.\nretrying: It did not work.\nrow 8841 is gone"},
		"ours twice": {
			toolerr.Fatal(say, toolerr.WithCause(errors.Join(told, told))), "It did not work.\nIt did not work.\nshard 7 is down",
		},
		"a wrapped error of ours, as a chain copies it": {
			told.With(toolerr.WithCause(fmt.Errorf("%w: %w", errMine, told)), toolerr.WithDeveloperMessage("")),
			"mine: It did not work.\nshard 7 is down",
		},
		"a panicking cause":      {toolerr.Fatal(say, toolerr.WithCause(&hostile{})), "(the Error method of a *toolerr_test.hostile panicked)"},
		"a typed nil":            {toolerr.Fatal(say, toolerr.WithCause((*vendorError)(nil))), "(the Error method of a *toolerr_test.vendorError panicked)"},
		"a typed nil of ours":    {toolerr.Fatal(say, toolerr.WithCause((*toolerr.ToolRuntimeError)(nil))), "The tool failed."},
		"a bare kind":            {toolerr.New(notFound, toolerr.Message{}, toolerr.WithCause(notFound)), "UPSTREAM_RUNTIME_NOT_FOUND"},
		"10,000 deep":            {toolerr.Fatal(say, toolerr.WithCause(chain(errMine, 10_000))), "an error tree of more than 256 errors, or one that contains itself"},
		"not UTF-8":              {toolerr.Fatal(say, toolerr.WithDeveloperMessage("a\xffb")), "a\uFFFDb"},
		"authorization":          {toolerr.Fatal(say, toolerr.WithDeveloperMessage("Authorization: Bearer s3cr3t-t0k3n-of-joe")), "Authorization: Bearer (redacted)"},
		"a URL":                  {toolerr.Fatal(say, toolerr.WithCause(errors.New(`Get "https://joe:pw@example.com/x?key=s3cr3t": EOF`))), `Get "https://(redacted)@example.com/x?key=(redacted)": EOF`},
		"words are not a secret": {toolerr.Fatal(say, toolerr.WithDeveloperMessage("the quota of project cats is used up")), "the quota of project cats is used up"},
		"an error that is empty": {toolerr.Fatal(say, toolerr.WithCause(errors.New(""))), "It did not work."},
	}
	for name, tt := range tests {
		t.Run(name, func(t *testing.T) { assert.Equal(t, tt.want, tt.err.DeveloperMessage()) })
	}
}

// talkative has a developer message besides its text.
type talkative struct{ more string }

func (talkative) Error() string              { return "talkative" }
func (e talkative) DeveloperMessage() string { return e.more }

// moody has a DeveloperMessage method that panics.
type moody struct{}

func (moody) Error() string            { return "moody" }
func (moody) DeveloperMessage() string { panic("DeveloperMessage") }

func TestDeveloperMessageOfCauses(t *testing.T) {
	told := func(opts ...toolerr.Option) string { return fatal(opts...).DeveloperMessage() }
	assert.Equal(t, "talkative\nthe body", told(toolerr.WithCause(talkative{"the body"})))
	assert.Equal(t, "a: talkative\nthe body", told(toolerr.WithCause(fmt.Errorf("a: %w", talkative{"the body"}))))
	assert.Equal(t, "It did not work.\ntalkative\nthe body", told(toolerr.WithCause(fatal(toolerr.WithCause(talkative{"the body"})))))
	assert.Equal(t, "talkative", told(toolerr.WithCause(talkative{})))
	assert.Equal(t, "moody", told(toolerr.WithCause(moody{})))
	assert.Equal(t, "own", told(toolerr.WithCause(talkative{"the body"}), toolerr.WithDeveloperMessage("own")))
	assert.Equal(t, "talkative\nAuthorization: Bearer (redacted)", told(toolerr.WithCause(talkative{"Authorization: Bearer s3cr3t-t0k3n-of-joe"})))
	assert.LessOrEqual(t, len(told(toolerr.WithCause(talkative{strings.Repeat("body ", 1<<20)}))), 2<<10)
}

func TestDeveloperMessageIsCut(t *testing.T) {
	const limit = 2 << 10
	tests := map[string]struct {
		text  string
		whole bool
	}{
		"as long as it may be": {strings.Repeat("a", limit), true},
		"longer":               {strings.Repeat("a", limit+1), false},
		"two bytes a rune":     {strings.Repeat("é", limit), false},
		"four bytes a rune":    {"a" + strings.Repeat("😀", limit), false},
		"a megabyte":           {strings.Repeat("word ", 200_000), false},
		"a megabyte, no space": {strings.Repeat("a", 1<<20), false},
	}
	for name, tt := range tests {
		t.Run(name, func(t *testing.T) {
			for _, e := range []*toolerr.ToolRuntimeError{
				toolerr.Fatal(say, toolerr.WithDeveloperMessage(tt.text)),
				toolerr.Fatal(say, toolerr.WithCause(errors.New(tt.text))),
			} {
				got := e.DeveloperMessage()
				assert.LessOrEqual(t, len(got), limit)
				assert.True(t, utf8.ValidString(got))
				assert.NotContains(t, got, "\uFFFD", "cut at a rune")
				if tt.whole {
					assert.Equal(t, tt.text, got)
				} else {
					assert.True(t, strings.HasSuffix(got, "…"))
					assert.True(t, strings.HasPrefix(tt.text, strings.TrimSuffix(got, "…")))
				}
			}
		})
	}
	t.Run("most of it is there", func(t *testing.T) {
		assert.Greater(t, len(toolerr.Fatal(say, toolerr.WithDeveloperMessage(strings.Repeat("word ", 2000))).DeveloperMessage()), limit-8)
	})
}

// Redaction comes before every cut, because a credential that was cut has lost its shape.
// The test moves each shape over the borders at which text is cut, in front of text that
// redaction makes shorter and of text that it does not.
func TestCutsDoNotHideCredentials(t *testing.T) {
	fillers := map[string]string{
		"words":   "plain words ",
		"secrets": "password=" + strings.Repeat("hunter2hunter2", 20) + " ", // nearly all of it is redacted
	}
	developer := func(text string) string {
		return toolerr.Fatal(say, toolerr.WithDeveloperMessage(text)).DeveloperMessage()
	}
	requestID := func(text string) string {
		return toolerr.Fatal(say, toolerr.WithRequestID(text)).Extra().RequestID
	}
	stack := func(text string) string {
		return toolerr.Fatal(say, toolerr.WithNote(note.Stack([]byte(text)))).LogValue().String()
	}
	cuts := []struct {
		name   string
		border int
		render func(text string) string
	}{
		{"request id", 256, requestID},
		{"request id", 8 << 10, requestID},
		{"developer message", 2 << 10, developer},
		{"developer message", 8 << 10, developer},
		{"stack", 8 << 10, stack},
		{"stack", 32 << 10, stack},
	}
	shapes := append(redact.Shapes(), redact.Shape{Name: "quoted words", Example: `password="correct horse battery staple wallet"`})
	for _, shape := range shapes {
		t.Run(shape.Name, func(t *testing.T) {
			secret := shape.Example
			// The part that is not secret, the host of a web hook, stays.
			stays := beginningIn(redact.Text("more "+secret+" more"), secret) + 4
			for name, filler := range fillers {
				for _, cut := range cuts {
					for shift := -len(secret) - 8; shift <= 8; shift += max(3, len(secret)/3) {
						before := strings.Repeat(filler, cut.border/len(filler)+2)[:max(cut.border+shift, 0)]
						got := cut.render(before + " " + secret + " " + strings.Repeat("more ", 200))
						require.False(t, redact.HasCredential(got), "%s: %s up to %d%+d", cut.name, name, cut.border, shift)
						require.LessOrEqual(t, beginningIn(got, secret), stays, "%s: %s up to %d%+d", cut.name, name, cut.border, shift)
					}
				}
			}
		})
	}
}

// beginningIn returns how many of the first bytes of secret are in text.
func beginningIn(text, secret string) int {
	n := 0
	for n < len(secret) && strings.Contains(text, secret[:n+1]) {
		n++
	}
	return n
}
