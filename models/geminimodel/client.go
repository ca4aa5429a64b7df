package geminimodel

import (
	"context"
	"net/http"

	"google.golang.org/genai"
)

// below returns a copy of the client whose responses pass through a transport. If a copy is
// not possible, it returns the client itself: then whole numbers that the SDK may have
// rounded make a call malformed.
func below(client *genai.Client) *genai.Client {
	if client == nil {
		return client
	}
	was := client.ClientConfig()
	if was.HTTPClient == nil {
		return client
	}
	own := was
	if own.Backend == genai.BackendGeminiAPI {
		own.Project, own.Location = "", "" // from the environment; the SDK refuses them as arguments
	}
	http := *was.HTTPClient
	http.Transport = transport{was.HTTPClient.Transport}
	own.HTTPClient = &http
	made, err := genai.NewClient(context.Background(), &own)
	if err != nil || !same(made.ClientConfig(), was) {
		return client
	}
	return made
}

// same reports whether two clients call the same API as the same caller. The Gemini API has
// no projects.
func same(a, b genai.ClientConfig) bool {
	return a.APIKey == b.APIKey && a.Backend == b.Backend &&
		(a.Backend == genai.BackendGeminiAPI || a.Project == b.Project && a.Location == b.Location) &&
		a.Credentials == b.Credentials && a.HTTPOptions.BaseURL == b.HTTPOptions.BaseURL &&
		a.HTTPOptions.APIVersion == b.HTTPOptions.APIVersion
}

// A transport converts the responses of a Model's calls for the SDK.
type transport struct{ base http.RoundTripper }

// RoundTrip implements [http.RoundTripper].
func (t transport) RoundTrip(req *http.Request) (*http.Response, error) {
	base := t.base
	if base == nil {
		base = http.DefaultTransport
	}
	resp, err := base.RoundTrip(req)
	x, ours := req.Context().Value(exchangeKey{}).(*exchange)
	if err != nil || !ours || resp.StatusCode != http.StatusOK {
		return resp, err
	}
	if req.URL.Query().Get("alt") == "sse" {
		resp.Body = eventsOf(resp.Body, x.mark)
	} else {
		resp.Body = wholeOf(resp.Body, x.mark)
	}
	resp.ContentLength = -1
	return resp, nil
}
