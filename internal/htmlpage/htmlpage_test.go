package htmlpage_test

import (
	"html/template"
	"strings"
	"testing"

	"github.com/stretchr/testify/assert"

	"github.com/errand-go/errand/internal/htmlpage"
)

func TestPieces(t *testing.T) {
	assert.Equal(t, []htmlpage.Piece{{Text: "a "}, {Text: "SECRET", Marked: true}, {Text: " &lt;b&gt;"}}, htmlpage.Pieces("a SECRET <b>", []string{"", "secret"}))
	assert.Empty(t, htmlpage.Pieces("", []string{"x"}))
	assert.Equal(t, []htmlpage.Piece{{Text: "x", Marked: true}}, htmlpage.Pieces("x", []string{"x"}))
}

func TestVisible(t *testing.T) {
	assert.Equal(t, "a\n\tb", htmlpage.Visible("a\n\tb"))
	assert.Equal(t, `\x202e\x1b\xff`, htmlpage.Visible("\u202e\x1b\xff"))
	assert.Equal(t, template.HTML(`&amp;"'&lt;\x00`), htmlpage.Plain("&\"'<\x00"))
}

func TestAddress(t *testing.T) {
	assert.Equal(t, template.URL("status-404/get-item"), htmlpage.Address("status-404/get  item"))
}

// The style cannot end its element.
func TestStyle(t *testing.T) {
	assert.NotContains(t, string(htmlpage.Style()), "<")
	assert.Equal(t, strings.Count(string(htmlpage.Style()), "{"), strings.Count(string(htmlpage.Style()), "}"))
}
