package visible_test

import (
	"testing"

	"github.com/stretchr/testify/assert"

	"github.com/errand-go/errand/internal/visible"
)

func TestText(t *testing.T) {
	assert.Equal(t, "a\n\tb", visible.Text("a\n\tb"))
	assert.Equal(t, `\x202e\x1b\xff\x00`, visible.Text("\u202e\x1b\xff\x00"))
}
