package codebook

import "strings"

// An other is another name for a vendor, or for a part of its table.
type other struct {
	slug string
	// prefix is what the codes of the part begin with, and what need not be
	// written.
	prefix string
	// is tells the codes of the part, where no prefix does.
	is func(code string) bool
	// class returns the code that answers for one without a row of its own.
	class func(code string) string
}

// others are the names by which people ask. The slug of an adapter comes before
// them.
var others = map[string]other{
	"sqlstate":   {slug: "_sql", is: isState, class: stateClass},
	"postgres":   {slug: "_sql", is: isState, class: stateClass},
	"postgresql": {slug: "_sql", is: isState, class: stateClass},
	"pg":         {slug: "_sql", is: isState, class: stateClass},
	"mysql":      {slug: "_sql", prefix: "ER_"},
	"sqlite":     {slug: "_sql", prefix: "SQLITE_"},
	"smtp":       {slug: "_std", prefix: "smtp_"},
	"oauth":      {slug: "_oauth2"},
	"gcp":        {slug: "_google"},
	"azure":      {slug: "_microsoft"},
	"msgraph":    {slug: "_microsoft"},
	"claude":     {slug: "_anthropic"},
	"genai":      {slug: "_gemini"},
	"valkey":     {slug: "_redis"},
	"mongodb":    {slug: "_mongo"},
	"k8s":        {slug: "_kubernetes"},
}

func (o other) has(code string) bool {
	if o.is != nil {
		return o.is(code)
	}
	return strings.HasPrefix(code, o.prefix)
}

// isState reports whether code is a SQLSTATE: five digits or capital letters
// (ISO/IEC 9075-2).
func isState(code string) bool {
	return len(code) == 5 && strings.Trim(code, "0123456789ABCDEFGHIJKLMNOPQRSTUVWXYZ") == ""
}

// stateClass returns the code of a SQLSTATE's class, as PostgreSQL advises for
// codes that a program does not know (PostgreSQL 18, Appendix A). The classes
// 00 and 01 are no failures.
func stateClass(code string) string {
	if !isState(code) || code[:2] == "00" || code[:2] == "01" {
		return ""
	}
	return code[:2] + "000"
}
