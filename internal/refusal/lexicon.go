package refusal

import (
	"slices"
	"strings"
	"unicode"

	"github.com/errand-go/errand/toolerr"
)

// lexicon has the phrases by which texts in English state what is wrong, in the normalized
// spelling and in lower case. A line that begins with "# " has the rule of the lines below it.
// "|" separates phrases, and "/" words of which any fits. "x*" is any word that begins with x,
// "~" stands for up to three words, <type> and <format> for a word of [kinds], <n> for a
// number, <q> for a text in quotation marks, <s> for one without letters, and "$" for the end of a sentence. A number in the line of the rule is what its phrases weigh less: of the phrases in a
// text, the one with the most words decides, and of equal ones the first.
const lexicon = `
# 
unknown time zone
# syntax
expecting/expected token | missing/unexpected/expected/expecting <s> | expected/expecting <s> or <s> | <s> ~ missing/expected/found | must not find <s> | unexpected key name | mapping values are not allowed | tag mismatch | mismatched ~ tag | no/missing ~ closing/terminating/terminator | matching close/closing/end/brace/bracket/parenthesis/quote | unexpected end
# bad_value
must be ~ <format> no | must be ~ <type> no | is not a required | must not be required
must not start/end with | must not be ~ <format> | must not be ~ <type> | must not exist
must match ~ schema in | missing or invalid | invalid or missing
too short or too long | must be either less/more/greater than
# required
must be non-blank/nonblank | a non-blank/nonblank/non-empty | must be/get accepted/set | must contain/include/provide/specify ~ property/parameter/argument | must provide/specify/include | left blank/out | fill out/in | to be present/set/given/provided/specified | no file was submitted | none is not an allowed value | not allowed to be empty | not found in the document | value was undefined | expected ~ received undefined
not null constraint | insert null | does not contain a/an/any
missing | required | mandatory | must be ~ set/given/provided/specified/supplied/present/defined/filled/included/passed/non-empty/nonempty/sent/configured/selected/chosen/entered/populated
must not be ~ null/nil/none/empty/blank/undefined/unset/omitted/missing | not provided/given/specified/supplied/set/present/sent/passed/filled/optional/included
no value/values/default | null value/constraint | not null | lacks/lack/without a/an/the/any/at | contains no | is/are null/nil/empty/blank/absent/undefined/unset | is/are needed | not ~ supply/provide/specify/include | must have ~ value
only found | absent | received/got/found/was undefined/none/nothing | please enter/provide/specify | must not find required | forgot | incomplete
# unknown
no function matches | must be removed | false schema | schema is false | expected known | not existing ~ property/field/column/attribute/key/option | keyerror/nameerror/attributeerror | not have ~ resource/field/column/attribute/method/option/member/property/key/parameter | unknown/unrecognized parameter/field/property/argument/key/option/attribute ~ must be
no ~ named/called | attempt to call/index | has no attribute/method/field/member/property/column/key/item/option | not in scope | must not find name/symbol/value/variable/function/method/type/column | uninitialized/unbound constant/variable/name/identifier | requires explicit package name | command not found
invalid/illegal/bad/extra option/options/flag/switch/command/subcommand/function/keyword/directive/operator | invalid parameter/attribute/property ~ for | unexpected/invalid keyword argument* | unhandled | unconsumed | unused | leftover | not ~ in/a ~ columns/index/dataframe | column/columns ~ not exist
invalid column/object name | invalid column | invalid identifier | must not query field | unspecified keys | was not expected | expected never | is not allowed $ | not an allowed key | forbidden key | property ~ must not exist | must not be resolved | not ~ supported by the schema | not permitted $
unknown/unrecognized field/key/option/property/argument/parameter/attribute ~ expected/one one/of | unknown | unrecogni* | undefined | undeclared | unresolved/unresolvable | unexpected ~ field/key/property/argument/parameter/option/attribute/keyword/member/element/column/name/flag
not ~ defined/declared/recognized/recognised/known | no such/matching/known ~ subcommand/target/recipe/task/field/column/function/variable/option/command/key/property/parameter/attribute/operator/method/symbol/struct/flag/keyword/identifier
must not ~ evaluate/use ~ field/variable | properties/fields/keys/parameters/columns not allowed/permitted/supported | rogue field | type never | is extraneous | no such ~ table/prop/filter | not in schema
function/column/field/property/variable/parameter/attribute/command/option/operator/method/key not found | function/column/field/property/variable/parameter/attribute/command/option/operator/method does not exist
# not_found
must already exist
must exist | no longer exist*
foreign key constraint | foreign key ~ must not
not/never ~ found | not exist | no such | nonexistent | non-existent | not ~ locate/located/resolved/available | must not ~ find/locate/resolve/open | must not access | must not ~ find/locate/open/resolve/access
no ~ found | no ~ with ~ id/name/key | no matching/match/matches | must not find/open/resolve/locate | dangling | references ~ missing | gone
# duplicate
elements/items/values/keys must be unique | same item/value/element/entry twice | must not repeat/recur | elements/items/values/keys/entries are not unique | unique elements/items/values | must be distinct
duplicate* | more than once | appear*/defined/declared/given/specified/occurs/used/listed ~ twice | repeated | redefin* | redeclar* | already ~ declared/defined/specified/given/set/assigned/appeared | multiple/several times
# exists_already
exists with same/the/this | uniqueness violation | to be unique | must be unique | not unique
already ~ exist*/taken/used/registered/use/there/claimed/reserved/contains | unique violation | there is already | used/taken/registered already | with ~ name exists | violates unique | with this/that/the ~ already exists | exists already | taken
# not_allowed
given enumerator | unknown enum | expected union value | not an element/member of the set/list/enum/enumeration | must be one of | must not be one of | not allow a value | only contain <q> <q> | must be ~ among <q>
must be in/within <q> | must be in ~ <q> | enumeration | belonging to | choices <q> | none of <q>
not an/a acceptable/accepted/allowed/permitted/recognized/recognised ~ value/option/choice/mode/level/type | unacceptable | invalid/bad choice/selection/enum | no enum constant | expected one of | should be either | must specify ~ <q> or <q> | must ~ as <q> or <q> | available/valid/supported/known/possible/allowed/accepted/acceptable/permitted ~ are
not included in | must be in list/enum/set | not an element/member of the set
must be <q> $
must be <q> <q> | must be <q> or <q> | must be ~ <q> or <q>
is reserved | provide/choose/use/pick/specify one of | must be a valid value | not belong to | not have a valid value | not one of | permitted | the selected ~ is invalid | unallowed value | match any variant | unknown/unsupported value | values which does not include | not a valid option/choice | valid instance
check constraint fail* | constraint violation
one/any of | must be either | allowed/valid/permitted/possible/accepted/supported/available/legal/expected values/options/choices/alternatives | not ~ in/among ~ list/enum/set/values/allowed/options/choices/enumeration
not ~ option/choice/enum/member | enum | not/disallowed ~ allowed ~ value/values | choose/pick from/between | select from/between <q> | valid choice/option/values/options/choices | must be equal to constant/one | must match one/any | not ~ allowed | does not belong
# too_long
too long | exceed* ~ width | longer than | be truncated | length ~ exceed* | exceed* ~ length/characters/chars | right truncat* | maximum/max length | length ~ greater/more/above | over ~ characters | name/value/string/text ~ too large
# too_short
too short | shorter than | minimum/min length | length ~ less/below | too few ~ characters
# too_few
too few | not enough | fewer ~ than | at least one ~ item/element/entry/value | minimum/min ~ items/elements/entries | less than <n> items/elements/values | must not be ~ empty array/list
# too_large
too large/big/high/great/much/far/late | overflow* | exceed* | than ~ maximum/max/limit/allowed/permitted | above ~ maximum/max/limit/allowed | maximum | max | upper bound/limit | beyond | size limit
# out_of_range
out of range/bounds/domain | out-of-range/out-of-bounds | outside | not ~ in/within ~ range/bounds/interval | in/within/beyond ~ range | valid/allowed/permitted/acceptable range | range from/between/of/is
# too_small
a future date | date after | must be in the future | not in the future | must be greater/later/more/higher/larger than | must be after | must not be ~ less/earlier/lower/smaller than | must not be before | positive number | positive or zero | non-negative/nonnegative | negative ~ not allowed/permitted/supported
# wrong_type
invalid value ~ supplied ~ <type> $ | needs/requires/wants/takes a/an <type> | not a long
conversion error/failed | error converting | unsupported operand | incompatible types | non-numeric | non-integer | wants/takes/accepts a ~ <type> | only accepts ~ <type> | <type> argument/value required/expected | a <type> is required/expected | interpreted as ~ <type> | parsed/read/decoded as a/an <type> | must be coerced
please enter ~ <type>
<type> type expected | must not cast | must not be converted to | must not convert | invalid input type | invalid literal for | match the expected type | positive integer | true or false | must not be parsed to a | of the required types | not match any of
expect* ~ <type> | must be/have ~ <type> | not ~ <type> | <type> is/are expected/needed | <type> expected/needed | a/an/valid <type> ~ required | wrong/invalid/incorrect/unexpected/bad/mismatched/incompatible/illegal/mismatch type/types | type mismatch/mismatches/error/conflict | got/received/found/given/was ~ <type>
must not ~ convert/converted/coerce/cast/assign/compare/unmarshal/deserialize ~ | not assignable/convertible/comparable/coercible | <type> ~ but/instead/rather | must not convert/cast/coerce | mismatch* ~ type | type <type> | invalid/illegal <type>
# bad_format 2
to be ~ <format> | <format> ~ not valid | not a valid ~ name | neither ~ nor ~ format | incorrect/wrong length | must be absolute/relative | not absolute/relative
any of ~ formats
must start/end with | expected <type> to match
<type> to be ~ <format>
please enter ~ <format> | not ~ valid <format>
is/be/not ~ encoded | base64 data | enter a valid | isoformat | must contain only | neither a valid | only contain | not a recognized | to match pattern/the | well-formed | invalid string | confirmation/it does not match
not ~ <format> | invalid/bad/malformed/wrong/incorrect/illegal/improper ~ format/form/pattern/encoding/<format> | must be ~ <format> | malformed | expect* ~ <format> | not ~ well-formed/parseable/parsable/canonical/formatted
must not ~ parse/decode/read/interpret/recognize/parsed/decoded/interpreted | must not ~ parse/decode/read/interpret/parsed/decoded | must not parse/decode/read/interpret | does not match | not match | no match | format | mismatch ~ pattern | <format> is/are expected/needed | <format> expected/needed | <format> ~ invalid | a/an/valid <format> ~ required
invalid string must match/start/end/include/contain | must match ~ pattern | invalid per syntax | parsing ~ invalid | valid ~ is expected | must match/start/begin/end | contains ~ invalid/illegal ~ character* | invalid/illegal/disallowed/forbidden ~ character* ~ in | does not ~ look/conform/comply/follow | not ~ represent*
bad <format> | malformed/improper/ill-formed | in the wrong form | leading zero* | trailing ~ character*
# syntax 5
unmatched | premature end | expected/expecting ~ but/found/got/instead/before/after/near/at | missing ~ bracket/brace/parenthesis/quote/semicolon/comma/terminator/delimiter/token | unexpected | never closed | not closed | must be closed | stray | garbage | dangling
# unsupported
no longer supported
unsupported | not ~ support/supported/implemented/available/possible | only ~ allowed/supported/available/valid/permitted ~ in/within/inside/for/at/on | disabled | not ~ allowed ~ in/here/inside/within/outside/for/with/on/at | deprecated | no support | unimplemented
# not_permitted 1
must be missing
is prohibited
permission | not authorized/permitted | access denied | denied | privilege* | forbidden | unauthorized
# read_only
read only | read-only | readonly | not ~ writable | must not ~ written
# immutable
immutable | changing/change/modifying/updating ~ not allowed/permitted/supported | must not ~ changed/modified/updated/reassigned/altered | assign* ~ constant/const | constant ~ assign* | not ~ mutable
# conflict
excludes | at the same time | must not both | both ~ and ~ defined/set/given/specified/provided | only one of | exactly one of | at most one of | not both | must not ~ used/specified/combined/mixed/given/set ~ with/together | not allowed with | incompatible with | must not mix | in combination
conflict* | mutually exclusive | together | incompatible | contradict* | overlap* | must not ~ combined/both | both ~ and | collid* | must ~ match ~ each
# depends 1
must/only ~ used with | must not be set/used/given/specified/provided/present when/if/unless | only valid/works/allowed with/when/if | needs/requires ~ option/flag
requires/needs ~ argument/value/also/parameter | must ~ be ~ used/given/followed with/by | depends on | only ~ with/together
# count_mismatch
dimension* ~ not match | count ~ not match | not enough values | too many/few values/positional/fields | requires exactly | accepts <n> | expect* <n> ~ argument*/field*/column* | dimension* mismatch | shape* mismatch | same length/size/shape | expected dim* <n> | expected/expects/takes/requires/accepts ~ <n> argument*/arg/parameter*/field*/column*/element*/value*/position*
wrong/incorrect/invalid/bad number/count | takes/expects/accepts/requires/expected/needs ~ argument*/arg/args/parameter*/operand*/field*/column* | arity | argument count | number of ~ not/does/differ* | too many/few ~ argument*/arg/args/parameter*/operand*/column* | length* mismatch | argument* but
`

// A saying is a phrase of the lexicon.
type saying struct {
	rule   toolerr.Rule
	words  [][]string // the words that fit at each position
	weight int
}

var sayings = func() (all []saying) {
	head := saying{}
	for _, line := range strings.Split(strings.TrimSpace(lexicon), "\n") {
		if rule, ok := strings.CutPrefix(line, "# "); ok {
			rule, less, _ := strings.Cut(rule, " ")
			n, _ := digits(less)
			head = saying{rule: toolerr.Rule(rule), weight: -n}
			continue
		}
		for _, phrase := range strings.Split(line, " | ") {
			s := head
			for _, word := range strings.Fields(phrase) {
				s.words = append(s.words, strings.Split(word, "/"))
				switch {
				case word == "~":
				case slight[word]:
					s.weight += wordWeight / 2
				default:
					s.weight += wordWeight
				}
			}
			all = append(all, s)
		}
	}
	return all
}()

// beginning returns the part of a word by which phrases are found, or "" for that of a class.
func beginning(word string) string {
	word = strings.TrimSuffix(word, "*")
	if word[0] == '<' {
		return ""
	}
	return word[:min(len(word), 3)]
}

// beginWith has the phrases by the beginnings of their first words.
var beginWith = func() map[string][]*saying {
	m := map[string][]*saying{}
	for i := range sayings {
		for _, word := range sayings[i].words[0] {
			key := beginning(word)
			if list := m[key]; len(list) == 0 || list[len(list)-1] != &sayings[i] {
				m[key] = append(list, &sayings[i])
			}
		}
	}
	return m
}()

// at reports whether the phrase is in a text at a word.
func (s *saying) at(words []string, i, position int) bool {
	for ; position < len(s.words); position++ {
		if s.words[position][0] == "~" {
			for gap := 0; gap <= maxGap && (gap == 0 || i+gap <= len(words) && words[i+gap-1] != ";"); gap++ {
				if s.at(words, i+gap, position+1) {
					return true
				}
			}
			return false
		}
		counted := i > 0 && i < len(words) && words[i-1] != "" && isDigit(words[i-1][0]) && s.words[position][0] == "<type>" // "5 bytes"
		if s.words[position][0] == "$" {                                                                                     // the end of a sentence
			if i < len(words) && words[i] != ";" {
				return false
			}
			continue
		}
		if i >= len(words) || counted || !fitsAny(s.words[position], words[i]) {
			return false
		}
		i++
	}
	return true
}

// nothing are the words for a missing value.
var nothing = set("undefined null nil none")

const (
	maxGap     = 3 // words for which "~" stands
	wordWeight = 4
)

// slight are words of phrases that say less than others.
var slight = set("must not be is a an the of in to no has have for by")

func isLetterOrDigit(r rune) bool { return unicode.IsLetter(r) || unicode.IsDigit(r) }

// fitsAny reports whether a word is one of those of the lexicon.
func fitsAny(all []string, word string) bool {
	for _, one := range all {
		stem, open := strings.CutSuffix(one, "*")
		switch {
		case one == word, open && strings.HasPrefix(word, stem):
			return true
		case one == "<q>" && (word == "" || word == "<s>"):
			return true
		case one[0] == '<' && word != "" && (one == "<n>" && isDigit(word[0]) || one == "<type>" && kinds[word] == toolerr.RuleWrongType || one == "<format>" && kinds[word] == toolerr.RuleBadFormat):
			return true
		}
	}
	return false
}

// ability are the words that something was tried and failed, which phrases have as "must not".
var ability = strings.NewReplacer("could not ", "must not ", "couldn't ", "must not ", "couldn’t ", "must not ", "can't ", "must not ", "can’t ", "must not ", "cannot ", "must not ", "unable to ", "must not ", "failed to ", "must not ",
	"should ", "must ", "doesn't ", "does not ", "isn't ", "is not ", "didn't ", "did not ", "wasn't ", "was not ")

// said returns the rule that a text in the normalized spelling states by the lexicon, or "".
func said(text string) toolerr.Rule { return saidBy(text, false).rule }

// resources are in sentences about what a service or a machine has left, not about arguments.
var resources = [...]string{"open files", "open connections", "rate limit exceeded", "quota exceeded", "memory limit", "concurrency limit", "connection limit", "_connections'"}

// saidBy returns the phrase of a text in the normalized spelling that decides. With numbered, of
// amounts only those that compare with no number: the grammar of limits knows better.
func saidBy(text string, numbered bool) saying {
	if slices.ContainsFunc(resources[:], func(limit string) bool { return strings.Contains(text, limit) }) {
		return saying{weight: -wordWeight}
	}
	var buffer [2 * maxMarkedWords]string
	words := buffer[:0]
	end, last, first := 0, 0, 2*maxMarkedWords
	text = replaced(ability, strings.ToLower(text))
	var all [maxMarkedWords]word
	for _, w := range appendWords(all[:0], text) {
		if strings.ContainsAny(text[end:w.start], ".;\n") { // no phrase goes on
			words = append(words, ";")
		}
		if len(words) > 0 && strings.Contains(text[end:w.start], ". ") { // the sentences after the first give advice
			first = min(first, len(words))
		}
		if strings.HasPrefix(text[end:w.start], ": ") { // errors that wrap others state the cause at last
			last = len(words)
		}
		end = w.end
		one := strings.ToLower(strings.Trim(w.text, ".-[]"))
		if n := len(words); n > 0 && isDigit((one + " ")[0]) && (lineUnits[words[n-1]] || columnUnits[words[n-1]]) { // a position
			one = ";"
		}
		if w.quoted && strings.IndexFunc(w.text, isLetterOrDigit) < 0 {
			words = append(words, "<s>")
			continue
		}
		format := kinds[one] == toolerr.RuleBadFormat && (strings.HasPrefix(text[w.end:], " type") || strings.HasPrefix(text[w.end:], " format"))
		if w.quoted && !nothing[one] && kinds[one] != toolerr.RuleWrongType && !format || strings.ContainsAny(one, "/[@$_") { // the caller's, not the sentence's
			one = ""
		}
		words = append(words, one)
	}
	best := saying{weight: -wordWeight}
	for i, word := range words {
		if word == "" {
			continue
		}
		for _, list := range [...][]*saying{beginWith[beginning(word)], beginWith[""]} {
			for _, s := range list {
				weight := s.weight
				if i >= last && last > 0 {
					weight++
				}
				if i >= first {
					weight -= wordWeight
				}
				if compares := numbered && (isAmount(s.rule) || s.rule == toolerr.RuleOutOfRange) && s.words[0][0] != "too" && !strings.HasPrefix(s.words[0][0], "out"); !compares && weight > best.weight && s.at(words, i, 0) && !negated(words[:i], s) {
					best = *s
					best.weight = weight
				}
			}
		}
	}
	return best
}

// denied are the words between a negation and the problem that it denies.
var denied = set("be been a an the is are was were already any to contain contains considered marked as longer yet")

// negated reports whether the words before a phrase deny it, as in "is not missing".
func negated(before []string, s *saying) bool {
	if n := len(before); n > 0 && grammarParts[s.words[0][0]] != not {
		last := before[n-1]
		return grammarParts[last] == not || n > 1 && denied[last] && grammarParts[before[n-2]] == not && (n < 3 || before[n-3] != "must")
	}
	return false
}

// gotWords are before the refused value.
var gotWords = set("got received found actual given was has current value code error status argument specified requested")

// kinds are the names of types and formats in sentences.
var kinds = func() map[string]toolerr.Rule {
	m := map[string]toolerr.Rule{}
	for _, k := range [...]struct {
		rule  toolerr.Rule
		words string
	}{
		{toolerr.RuleWrongType, "string str text integer int number numeric numerical float double decimal boolean bool array list object dict dictionary map mapping tuple bigint " +
			"int32 int64 uint32 uint64 u8 u16 u32 u64 i8 i16 i32 i64 f32 f64 usize whole sequence iterable bytes primitive symbol nan"},
		{toolerr.RuleBadFormat, "email e-mail address url uri uuid guid date datetime date-time time timestamp ip ipv4 ipv6 hostname host domain iso rfc base64 base64-encoded base32 hex hexadecimal phone " +
			"credit card jwt json slug regex regular ulid cuid cuid2 nanoid mac locale currency country language timezone postal port isbn issn iban bic uppercase lowercase " +
			"alphanumeric alpha-numeric duration period color colour format mongodb mongo semver semantic latitude longitude mime emoji pattern path byte cron css rgb hsl barcode hash xid ksuid e.164 cidr"},
	} {
		for _, word := range strings.Fields(k.words) {
			m[word] = k.rule
		}
	}
	return m
}()
