package cloudflareadapter_test

import (
	"errors"
	"testing"

	"github.com/stretchr/testify/assert"

	"github.com/errand-go/errand/adapters/cloudflareadapter"
	"github.com/errand-go/errand/toolerr"
)

func TestTexts(t *testing.T) {
	for text, want := range map[string]toolerr.Kind{
		"exceeded available rate limit retries":                                           toolerr.KindUpstreamRateLimit,
		"received service unavailable response (HTTP 503), please try again later":        toolerr.KindUpstreamServerError,
		"received  response (HTTP 522), please try again later":                           toolerr.KindUpstreamServerError,
		"received service unavailable response (HTTP 50), please try again later":         "",
		"we received service unavailable response (HTTP 503), please try again later":     "",
		"exceeded available rate limit retries of another client":                         "",
		"received service unavailable response (HTTP 503), please try again later, maybe": "",
	} {
		te := cloudflareadapter.Adapter.FromError(errors.New(text))
		if want == "" {
			assert.Nil(t, te, text)
			continue
		}
		if assert.NotNil(t, te, text) {
			assert.Equal(t, want, te.Kind(), text)
		}
	}
}
