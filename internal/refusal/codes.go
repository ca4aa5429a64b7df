package refusal

import (
	"strings"

	"github.com/errand-go/errand/adapter/phrase"
	"github.com/errand-go/errand/toolerr"
)

// A code is the meaning of a validator's name for a rule.
type code struct {
	rule   toolerr.Rule
	beyond bool // the value must be below or above the limit
}

// Shorthands for the rows below.
var (
	required   = code{rule: toolerr.RuleRequired}
	unknown    = code{rule: toolerr.RuleUnknown}
	wrongType  = code{rule: toolerr.RuleWrongType}
	badFormat  = code{rule: toolerr.RuleBadFormat}
	badValue   = code{rule: toolerr.RuleBadValue}
	notAllowed = code{rule: toolerr.RuleNotAllowed}
	duplicate  = code{rule: toolerr.RuleDuplicate}
	syntax     = code{rule: toolerr.RuleSyntax}
	immutable  = code{rule: toolerr.RuleImmutable}
)

// vocabularies are validators' names for rules, folded: in lower case and without
// separators. The lines that begin with "# " are as in [rowsOf].
const vocabularies = `
# required common pydantic2 pydantic1 joi playground fluent laravel
required missing blank empty null notblank notnull notempty isnotempty isdefined isnotemptyobject anyrequired requirednotnull requirednotblank requirednotempty missingfield missingvalue missingrequired missingparameter missingproperty isempty requiredfield fieldrequired valuerequired validationrequired undefined nil nonoptional optionality
missingargument missingkeywordonlyargument missingpositionalonlyargument uniontagnotfound missingsentinelerror nonerequired
typeerrornonenotallowed valueerrordiscriminatedunionmissingdiscriminator missingdiscriminator
stringempty anyempty objectand objectmissing arrayincludesrequiredknowns arrayincludesrequiredboth
requiredif requiredunless requiredwith requiredwithall requiredwithout requiredwithoutall validationnilornotempty
notemptyvalidator notnullvalidator
filled present presentif presentwith requiredarraykeys requiredifaccepted
# unknown common pydantic2
additionalproperties additionalproperty unevaluatedproperties unknown unknownfield unknownproperty unknownkey unknownparameter unrecognized unrecognizedkeys unrecognizedfield unexpected unexpectedfield unexpectedproperty extra extraforbidden extrafields forbiddenfield whitelistvalidation nounknown objectunknown anyunknown fieldnotallowed notallowedfield
unexpectedkeywordargument unexpectedpositionalargument nosuchattribute
# wrong_type common pydantic2
type typemismatch invalidtype wrongtype string number integer boolean array object list dict float int bool numeric isstring isnumber isint isinteger isboolean isarray isobject isdecimal isnumeric isinstance stringbase numberbase numberinteger booleanbase arraybase objectbase objecttype binarybase symbolbase alternativestypes notype incorrecttype notalist notadict notanumber notaninteger notastring typeerror invaliddatatype unexpectedtype datatypemismatch
intparsing floatparsing boolparsing decimalparsing intfromfloat isinstanceof issubclassof
# bad_format common pydantic2 pydantic1
format invalidformat badformat wrongformat formatinvalid pattern regex regexp regularexpression matches email isemail url isurl uri uuid isuuid guid date isdate isdatestring datetime time duration ip ipv4 ipv6 hostname fqdn slug json alpha alphanum alphanumeric ascii base64 jwt hexadecimal hexcolor creditcard phone e164 mobile timezone lowercase uppercase startswith endswith invalidemail emailinvalid invalidurl invaliddate invaliduuid invalidjson isiso8601 invalidstring malformed parseerror stringpatternmismatch dateformat notregex activeurl emailaddress stringemail stringuri stringguid stringisodate stringpatternbase stringpatternname stringhostname stringip stringhex stringalphanum datebase emailvalidator regularexpressionvalidator creditcardvalidator wellformed invalidpattern patternmismatch
urlscheme urlsyntaxviolation uuidversion stringunicode timezonenaive timezoneaware
valueerrordate valueerrortime valueerrorurlextra valueerrorurlscheme valueerrorurlhost
# not_allowed common
enum const isenum isin oneof in notin fieldvaluenotsupported inclusion exclusion invalidenum invalidenumvalue invalidoption invalidchoice invalidvalue invalidliteral invaliduniondiscriminator literalerror uniontaginvalid anyonly anyinvalid choice enumvalidator notinlist oneofci eqoneof enumvalues validationininvalid notallowedvalue picklist variant literal stringin notanoption
# too_small common
toosmall min minimum minvalue minlimit gte ge greaterthanorequal greaterthanequal greaterthanorequalto numbermin datemin notge decimalmin greaterthanorequalvalidator toolow underflow belowminimum afterorequal
# above common
exclusiveminimum gt greaterthan morethan ispositive positive numbergreater numberpositive dategreater notgt greaterthanvalidator after
# too_large common
toobig toolarge max maximum maxvalue lte le lessthanorequal lessthanequal lessthanorequalto numbermax datemax notle decimalmax lessthanorequalvalidator toohigh overflow abovemaximum beforeorequal maxstringlength
# out_of_range common
outofrange outofbounds range inrange isbetween
# under common
exclusivemaximum lt lessthan isnegative negative numberless numbernegative dateless notlt lessthanvalidator before
# too_short common
minlength tooshort stringtooshort bytestooshort stringmin binarymin minlen minimumlength minimumlengthvalidator isshort strictminlength nonempty
# too_long common
maxlength toolong stringtoolong bytestoolong urltoolong stringmax binarymax maxlen maximumlength maximumlengthvalidator maxdigits maxdecimalplaces maxwholedigits wholedigits decimalmaxdigits decimalmaxplaces decimalwholedigits numberprecision
# too_few common
minitems arraymin arrayminsize arraynotempty minproperties objectmin mincontains toofew minsize notenoughitems minentries minpairs
# too_many common
maxitems arraymax arraymaxsize maxproperties objectmax maxcontains toomany maxsize toomanyitems maxentries maxpairs additionalitems
# duplicate common
uniqueitems arrayunique distinct duplicate duplicates duplicatevalue duplicatedvalue validationduplicate
# exists_already common
unique taken alreadyexists alreadytaken exists uniqueness notunique validationnotunique isunique uniqueviolation uniqueconstraint
# not_found common
notfound doesnotexist nosuch norecord invalidreference foreignkey
# bad_value common
between length size islength stringlength lengthbetween betweenlength rangelength arraysize invalidlength
invalid invalidfield invalidparameter valueerror assertionerror custom anycustom multipleof notmultipleof notmultiple numbermultiple isdivisibleby predicatevalidator anyof validationinvalid not false
# conflict joi common
objectnand objectxor objectoxor objectwithout
confirmation confirmed same equalto equalvalidator eqfield nefield mustmatch excludedwith excludedif dependentschemas mutuallyexclusive different multipleargumentvalues
# depends ajv
dependentrequired dependencies objectwith
# syntax common
jsoninvalid valueerrorjsondecode jsondecode syntaxerror
# read_only common
readonly frozenfield isreadonly
# immutable pydantic2
frozeninstance immutable
`

var codes = func() map[string]code {
	m := map[string]code{}
	for _, row := range rowsOf(vocabularies) {
		for _, name := range strings.Fields(strings.TrimPrefix(row.Text, "…")) {
			m[name] = code{row.Rule, row.Beyond}
		}
	}
	return m
}()

// rowsOf parses a table that is one text, which makes a program smaller than literal rows.
// A line that begins with "# " has the rule of the lines below it and their sources, names
// in [sources]; above and under mean that a value must be above or below the limit. Every
// other line is a sentence of a [phrase.Pattern]. It may be anywhere in a text unless it
// begins with "^". "´" stands for a backtick, and "·" for a space at an end.
func rowsOf(table string) []phrase.Pattern {
	rows := make([]phrase.Pattern, 0, strings.Count(table, "\n"))
	var head phrase.Pattern
	for _, line := range strings.Split(strings.Trim(table, "\n"), "\n") {
		if rule, ok := strings.CutPrefix(line, "# "); ok {
			rule, head.Source, _ = strings.Cut(rule, " ")
			head.Rule, head.Beyond = toolerr.Rule(rule), false
			switch rule {
			case "above":
				head.Rule, head.Beyond = toolerr.RuleTooSmall, true
			case "under":
				head.Rule, head.Beyond = toolerr.RuleTooLarge, true
			}
			continue
		}
		row := head
		if text, ok := strings.CutPrefix(line, "^"); ok {
			row.Text = unspelled.Replace(text)
		} else {
			row.Text = "…" + unspelled.Replace(line)
		}
		rows = append(rows, row)
	}
	return rows
}

var unspelled = strings.NewReplacer("´", "`", "·", " ")

// affixes are common beginnings and endings of the names of error types.
var affixes = [...]struct {
	source, beginning, ending string
	code                      code
}{
	{"pydantic2", "", "_type", wrongType},
	{"pydantic2", "", "_parsing", badFormat},
	{"pydantic2", "", "_missing", required},
	{"pydantic1", "type_error", "", wrongType},
	{"play", "error.expected.", "", wrongType},
}

// codeOf returns the meaning of a validator's name for a rule. It looks up the whole name,
// and then its last or first part.
func codeOf(name string) (code, bool) {
	if name == "" || len(name) > 80 {
		return code{}, false
	}
	var buffer [80]byte
	if c, ok := codes[string(appendFolded(buffer[:0], name))]; ok {
		return c, true
	}
	if i := strings.LastIndexAny(name, "./"); i >= 0 {
		if c, ok := codes[string(appendFolded(buffer[:0], name[i+1:]))]; ok {
			return c, true
		}
	}
	for _, a := range affixes {
		if strings.HasPrefix(name, a.beginning) && strings.HasSuffix(name, a.ending) {
			return a.code, true
		}
	}
	if keyword, _, ok := strings.Cut(name, ".openapi."); ok { // express-openapi-validator 5
		c, ok := codes[fold(keyword)]
		return c, ok
	}
	if strings.Contains(name, " ") {
		return code{}, false
	}
	rule := RuleOf(name)
	return code{rule: rule}, rule != "" && rule != toolerr.RuleBadValue
}

// fold returns a name in lower case without separators.
func fold(name string) string {
	same := true
	for i := 0; i < len(name) && same; i++ {
		same = !foldable[name[i]]
	}
	if same {
		return name
	}
	return string(appendFolded(make([]byte, 0, len(name)), name))
}

// appendFolded appends what [fold] returns.
//
//go:noinline
func appendFolded(folded []byte, name string) []byte {
	for i := range len(name) {
		switch c := name[i]; {
		case 'A' <= c && c <= 'Z':
			folded = append(folded, c+'a'-'A')
		case !foldable[c]:
			folded = append(folded, c)
		}
	}
	return folded
}

// foldable are the bytes that fold changes or removes: capitals and separators.
var foldable = func() (set [256]bool) {
	for c := 'A'; c <= 'Z'; c++ {
		set[c] = true
	}
	for _, c := range []byte("_-. @:/") {
		set[c] = true
	}
	return set
}()
