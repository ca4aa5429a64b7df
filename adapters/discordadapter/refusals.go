package discordadapter

import (
	"slices"
	"strings"

	"github.com/errand-go/errand/adapter/phrase"
	"github.com/errand-go/errand/internal/jsontree"
	"github.com/errand-go/errand/internal/refusal"
	"github.com/errand-go/errand/toolerr"
)

// refusals has the codes of Discord's form errors. Other codes are read by their words.
var refusals = &refusal.Dialect{
	Body: readRefusal,
	Row:  table.Finding,
	Codes: []refusal.Coded{ // of fields
		{Codes: "BASE_TYPE_BAD_LENGTH, MAX_EMBED_SIZE_EXCEEDED", Rule: toolerr.RuleTooLong},
		{Codes: "BASE_TYPE_BAD_INT, BASE_TYPE_BAD_TYPE", Rule: toolerr.RuleWrongType},
		{Codes: "LIST_TYPE_MAX_LENGTH, CHANNEL_PARENT_MAX_CHANNELS", Rule: toolerr.RuleTooMany},
		{Codes: "LIST_TYPE_MIN_LENGTH", Rule: toolerr.RuleTooFew},
		{Codes: "BASE_TYPE_CHOICES, ENUM_TYPE_COERCE, UNION_TYPE_CHOICES", Rule: toolerr.RuleNotAllowed},
		{Codes: "DATE_TIME_TYPE_PARSE, URL_TYPE_INVALID_URL, URL_TYPE_INVALID_SCHEME, IMAGE_INVALID, APPLICATION_COMMAND_INVALID_NAME, APPLICATION_COMMAND_OPTIONS_NAME_INVALID", Rule: toolerr.RuleBadFormat},
		{Codes: "COMPONENT_CUSTOM_ID_DUPLICATED, APPLICATION_COMMAND_OPTIONS_NAME_ALREADY_EXISTS", Rule: toolerr.RuleDuplicate},
		{Codes: "APPLICATION_COMMAND_OPTIONS_REQUIRED_INVALID", Rule: toolerr.RuleBadValue},
		{Codes: "BUTTON_COMPONENT_INVALID_EMOJI, REPLIES_UNKNOWN_MESSAGE, CHANNEL_PARENT_INVALID, MESSAGE_REFERENCE_UNKNOWN_MESSAGE", Rule: toolerr.RuleNotFound},
	},
	Texts: []phrase.Pattern{
		{Text: "Value must be one of ({names})", Rule: toolerr.RuleNotAllowed, Source: "Discord API, Error messages: BASE_TYPE_CHOICES"},
		{Text: "Value must be one of {names}", Rule: toolerr.RuleNotAllowed, Source: "Discord API, Error messages: BASE_TYPE_CHOICES"},
		{Text: "Value \"{value}\" is not a valid enum value", Rule: toolerr.RuleNotAllowed, Source: "as above: ENUM_TYPE_COERCE"},
		{Text: "Value \"{value}\" is not ", Rule: toolerr.RuleWrongType, Source: "as above: NUMBER_TYPE_COERCE: Value \"x\" is not snowflake"},
		{Text: "Scheme \"{value}\" is not supported. Scheme must be one of ({names})", Rule: toolerr.RuleNotAllowed, Source: "as above: URL_TYPE_INVALID_SCHEME"},
	},
}

// readRefusal reads the errors of a form, or a number (Discord API, Error messages).
func readRefusal(v *refusal.Dialect, d refusal.Doc) []toolerr.Finding {
	code := d.Root.Member("code")
	if !code.IsNumber() || !d.Root.Member("message").IsString() {
		return nil
	}
	if d.Root.Member("errors").IsObject() {
		return formErrors(v, d.Root.Member("errors"), nil)
	}
	if len(d.Root.Kids) == 2 {
		return v.Findings(refusal.Statement{Code: code.Text})
	}
	return nil
}

// formErrors reads errors in a tree with the same structure as the form.
func formErrors(v *refusal.Dialect, n jsontree.Node, above []string) (all []toolerr.Finding) {
	for _, k := range n.Kids {
		if k.Key != "_errors" {
			if len(all) < refusal.MaxTexts {
				all = append(all, formErrors(v, k, append(slices.Clip(above), k.Key))...)
			}
			continue
		}
		for _, e := range k.Kids {
			s := refusal.Statement{Fields: []string{strings.Join(above, ".")}, Code: e.Member("code").Str(), Text: e.Member("message").Str()}
			all = append(all, v.Findings(s)...)
		}
	}
	return all
}
