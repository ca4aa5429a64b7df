package slackadapter

import (
	"slices"
	"strings"

	"github.com/errand-go/errand/adapter/phrase"
	"github.com/errand-go/errand/internal/refusal"
	"github.com/errand-go/errand/toolerr"
)

// refusals has the sentences of response_metadata, and the codes that imply an argument (Slack
// Web API, methods chat.postMessage, chat.update, chat.scheduleMessage,
// conversations.create, views.open, reactions.add, files.upload, users.info: Errors).
var refusals = &refusal.Dialect{
	Body: readRefusal,
	Row:  table.Finding,
	Texts: []phrase.Pattern{
		{Text: "missing required field: {field}", Rule: toolerr.RuleRequired, Source: "Slack Web API, Errors: response_metadata.messages"},
		{Text: "unsupported type: {value}", Rule: toolerr.RuleNotAllowed, Source: "as above"},
		{Text: "invalid_keys", Rule: toolerr.RuleBadFormat, Source: "as above"},
		{Text: "must provide a", Rule: toolerr.RuleWrongType, Source: "as above"},
	},
}

// codes are codes that contain the name of an argument.
var codes = []phrase.Pattern{
	{Text: "invalid_{field}$", Rule: toolerr.RuleBadValue, Source: "Slack Web API, methods: invalid_limit, invalid_cursor"},
	{Text: "missing_{field}$", Rule: toolerr.RuleRequired, Source: "Slack Web API, methods: missing_duration"},
	{Text: "{field}_not_found$", Rule: toolerr.RuleNotFound, Source: "Slack Web API, methods: usergroup_not_found"},
	{Text: "{field}_too_long$", Rule: toolerr.RuleTooLong, Source: "Slack Web API, methods: purpose_too_long"},
	{Text: "too_many_{field}$", Rule: toolerr.RuleTooMany, Source: "Slack Web API, methods: too_many_users"},
}

// noArgument are codes that match [codes] but name no argument: they are about
// the token, or about the tool's HTTP request (Slack Web API, errors that every method may
// return).
var noArgument = []string{
	"invalid_auth", "missing_scope", "invalid_arguments", "invalid_keys", "duplicate_channel_not_found", "invalid_refresh_token", "too_many_requests",
	"invalid_arg_name", "invalid_array_arg", "invalid_charset", "missing_charset", "invalid_post_type", "missing_post_type", "invalid_form_data",
}

// statements returns the refusal in a Slack code and the messages beside it.
func statements(v *refusal.Dialect, code string, messages []string) toolerr.Refusal {
	r := toolerr.Refusal{Message: code}
	var general []toolerr.Finding
	for _, m := range messages[:min(len(messages), refusal.MaxTexts)] {
		text, ok := strings.CutPrefix(m, "[ERROR] ")
		if !ok {
			continue
		}
		r.Message = text
		text, place, _ := strings.Cut(strings.TrimSuffix(text, "]"), " [json-pointer:")
		s := refusal.Statement{Code: code, Text: text}
		f, named := phrase.Find(text, v.Texts)
		switch {
		case named && len(f.Fields) > 0 && place != "":
			s.Fields = []string{strings.TrimSuffix(place, "/") + "/" + f.Fields[0]}
		case place != "":
			s.Fields = []string{place}
		case !named && len(refusal.Stated(text)) == 0:
			continue
		}
		if strings.HasPrefix(text, "failed to match") { // of the object around the mistake
			general = append(general, v.Findings(s)...)
			continue
		}
		if coded, _ := v.Lookup(code); len(s.Fields) == 0 && len(f.Fields) == 0 {
			s.Fields = coded.Fields
		}
		r.Findings = append(r.Findings, v.Findings(s)...)
	}
	if len(r.Findings) == 0 {
		r.Findings = general
	}
	if coded, ok := v.Lookup(code); len(r.Findings) == 0 && ok && len(coded.Fields) > 0 {
		r.Findings = []toolerr.Finding{coded}
	} else if len(r.Findings) == 0 && !slices.Contains(noArgument, code) {
		if f, ok := phrase.Find(code, codes); ok {
			r.Findings = []toolerr.Finding{f}
		}
	}
	return r
}

// readRefusal reads a body (Slack Web API, Evaluating responses).
func readRefusal(v *refusal.Dialect, d refusal.Doc) []toolerr.Finding {
	if ok := d.Root.Member("ok"); ok.Kind != 'f' || !d.Root.Member("error").IsString() || d.Root.Member("error_code").Exists() {
		return nil
	}
	messages := d.Root.At("response_metadata", "messages").Strings()
	return statements(v, d.Root.Member("error").Text, messages).Findings
}
