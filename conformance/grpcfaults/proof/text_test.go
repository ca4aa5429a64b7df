package proof_test

import (
	"errors"
	"os"
	"regexp"
	"slices"
	"strconv"
	"strings"
	"testing"

	"github.com/stretchr/testify/assert"
	"github.com/stretchr/testify/require"
	"google.golang.org/grpc/codes"
	"google.golang.org/grpc/status"
)

// texts are the adapter's texts. The adapter does not export them, so they are read from
// its source.
type texts struct {
	client   []clientText
	parts    []string // after a client's text
	wrappers []string
}

type clientText struct {
	code   string // the name in package codes, "" for any
	prefix string
	whole  bool
	read   bool // parts of the rest decide
}

func (s clientText) String() string { return s.code + ": " + s.prefix }

// row matches a row of a list of texts.
var row = regexp.MustCompile("(?m)^\t\\{(?:code: code(\\w+), )?(prefix: )?(\"[^\"]*\"|`[^`]*`), ?(.*)\\},")

func readTexts(t *testing.T) (all texts) {
	t.Helper()
	source, err := os.ReadFile("../../../adapters/grpcadapter/table_texts.go")
	require.NoError(t, err)
	for _, m := range row.FindAllStringSubmatch(string(source), -1) {
		text, err := strconv.Unquote(m[3])
		require.NoError(t, err)
		switch rest := m[4]; {
		case m[2] == "":
			all.parts = append(all.parts, text)
		case strings.Contains(rest, "connection: ") || strings.Contains(rest, "waited: "):
			all.wrappers = append(all.wrappers, text)
		default:
			all.client = append(all.client, clientText{m[1], text, strings.Contains(rest, "whole: "), strings.Contains(rest, "read: ")})
		}
	}
	require.Greater(t, len(all.client), 25)
	require.Greater(t, len(all.parts), 10)
	require.Len(t, all.wrappers, 4)
	return all
}

// reachTexts checks that the client returns each text that the adapter matches. The test
// fails if a version of gRPC changes one.
func reachTexts(t *testing.T, all []driven) {
	listed := readTexts(t)
	reached := map[string]bool{}
	count := func(err error) {
		st, ok := innermostStatus(err)
		if !ok || len(st.Proto().GetDetails()) > 0 {
			return
		}
		for _, text := range listed.reached(st.Code(), st.Message()) {
			reached[text] = true
		}
	}
	for _, d := range all {
		count(d.err)
	}
	count(keepaliveError(t))
	count(lastConnectionError(t))
	names := slices.Concat(listed.wrappers, listed.parts)
	for _, s := range listed.client {
		names = append(names, s.String())
	}
	for _, text := range names {
		assert.True(t, reached[text], "no call of the real client reaches the text %q", text)
	}
}

// reached returns the texts that match a status of the client.
func (all *texts) reached(code codes.Code, text string) (reached []string) {
	for range all.wrappers {
		i := slices.IndexFunc(all.wrappers, func(w string) bool { return strings.HasPrefix(text, w) })
		if i < 0 {
			break
		}
		wrap := all.wrappers[i]
		reached, text = append(reached, wrap), text[len(wrap):]
		if quoted, err := strconv.QuotedPrefix(text); err == nil {
			text, _ = strconv.Unquote(quoted)
		}
		if strings.Contains(wrap, "balancer") {
			code = codes.Unavailable // the caller's time is over, and this is the reason
		}
	}
	i := slices.IndexFunc(all.client, func(s clientText) bool {
		return (s.code == "" || s.code == code.String()) && strings.HasPrefix(text, s.prefix) && (!s.whole || text == s.prefix)
	})
	if i < 0 {
		return reached
	}
	listed := all.client[i]
	reached = append(reached, listed.String())
	for _, part := range all.parts {
		rest := text[len(listed.prefix):]
		if listed.read && strings.Contains(rest, part) && (part != "EOF" || strings.HasSuffix(rest, part)) {
			reached = append(reached, part)
		}
	}
	return reached
}

// innermostStatus returns the status of the last error in a chain that has one.
func innermostStatus(err error) (*status.Status, bool) {
	var st *status.Status
	for ; err != nil; err = errors.Unwrap(err) {
		if x, ok := err.(interface{ GRPCStatus() *status.Status }); ok {
			st = x.GRPCStatus()
		}
	}
	return st, st != nil
}
