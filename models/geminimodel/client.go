package geminimodel

import (
	"context"
	"net/http"

	"google.golang.org/genai"
)

// below returns a client like the given one whose answers pass through a
// transport. A client that cannot be had twice stays as it is: whole numbers that
// its SDK may have rounded then make a call malformed.
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
		own.Project, own.Location = "", "" // of the environment, and refused if they are given
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

// same reports whether two clients ask the same API as the same caller. The Gemini
// API knows no projects.
func same(a, b genai.ClientConfig) bool {
	return a.APIKey == b.APIKey && a.Backend == b.Backend &&
		(a.Backend == genai.BackendGeminiAPI || a.Project == b.Project && a.Location == b.Location) &&
		a.Credentials == b.Credentials && a.HTTPOptions.BaseURL == b.HTTPOptions.BaseURL &&
		a.HTTPOptions.APIVersion == b.HTTPOptions.APIVersion
}

// A transport hands the SDK answers as it can read them, for the calls of a Model.
type transport struct{ base http.RoundTripper }

// RoundTrip is http.RoundTripper's.
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
