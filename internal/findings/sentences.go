package findings

import (
	"strings"
)

// Sentences about one value are similar in all frameworks: "must be at least 3", "Ensure
// this value is greater than or equal to 3.", "should be 3 or more". The spelling of the
// verbs is normalized, and the rows below have the normalized spelling.
var spelling = strings.NewReplacer(
	"should not ", "must not ", "should NOT ", "must not ", "must NOT ", "must not ", "cannot ", "must not ", "can't ", "must not ", "can’t ", "must not ",
	"can not ", "must not ", "may not ", "must not ", "shouldn't ", "must not ", "mustn't ", "must not ", "should ", "must ", "has to ", "must ", "have to ", "must ",
	"needs to ", "must ", "shall ", "must ", "isn't ", "is not ", "isn’t ", "is not ", "aren't ", "are not ", "doesn't ", "does not ", "doesn’t ", "does not ",
	"wasn't ", "was not ", "is required to ", "must ", " (inclusive)", "", "≤", "<=", "≥", ">=", "–", "-", " two ", " 2 ", " three ", " 3 ", " four ", " 4 ", " five ", " 5 ", " six ", " 6 ", " eight ", " 8 ", " ten ", " 10 ",
	"than '", "than ", "equal to '", "equal to ", "length of '", "length of ", "is '", "is ", "`", "'",
)

// plain returns a sentence in the normalized spelling.
func plain(text string) string {
	text = strings.TrimSpace(text[:min(len(text), 1<<10)])
	if text != "" && 'A' <= text[0] && text[0] <= 'Z' {
		text = string(text[0]+'a'-'A') + text[1:]
	}
	for i := 2; i < len(text); i++ { // the sentences after the first
		if c := text[i]; 'A' <= c && c <= 'Z' && text[i-1] == ' ' && (text[i-2] == '.' || text[i-2] == ':') {
			text = text[:i] + string(c+'a'-'A') + text[i+1:]
		}
	}
	var w written
	_, _ = spelling.WriteString(&w, text)
	return string(w)
}

// written is the text that a replacer writes. It takes no memory if nothing is replaced.
type written string

func (w *written) Write(p []byte) (int, error) { return w.WriteString(string(p)) }

// WriteString adds a text.
func (w *written) WriteString(s string) (int, error) {
	*w += written(s)
	return len(s), nil
}

// predicates are sentences about one value. The first match is used, so a negated form
// comes before the form without the negation.
var predicates = tableOf(rowsOf(`
# required common
was not sent
# wrong_type common
match the expected type
ailed to cast
# not_allowed common
invalid enum value$
# bad_format common
not match pattern
# syntax mysql
error in your SQL syntax
# unknown oracle
invalid identifier
# required zod
received undefined
received: undefined
# required express
received "undefined"
# required yup
final value was: 'undefined'
must be defined
# unknown rfc
was not expected
# bad_value ajv
schema in·
# wrong_type influx
already exists as type
# required common
not found in the document
# bad_value valibot
xpected %{limit}
# unknown valibot
xpected never but received
# not_allowed valibot
xpected ({names})
# too_many pyschema
] is too long
# too_few pyschema
] is too short
# bad_format pyschema
does not match '
# above class
positive number
# wrong_type rfc
positive integer
# too_small symfony
positive or zero
# above symfony
must be positive
# under class
negative number
# under symfony
must be negative
# too_small laravel
date after {field}$
# too_large laravel
date before {field}$
# too_small laravel
date after·
# too_large laravel
date before·
# too_small bean
must be in the future
# too_small pydantic1
not in the future
# too_large bean
must be in the past
a past date
# too_small bean
a future date
# too_large pydantic1
not in the past
# too_small yup
must be later than·
# too_large yup
must be at earlier than·
# too_small joi
must be greater than·
# too_large joi
must be less than·
# not_allowed yup
must not be one of the following values
# not_allowed class
one of the following values: {names}
# not_allowed huma
to be one of "{names}"
# not_allowed zod
expected one of {names}
invalid enum value. expected {names}, received
invalid enum value. Expected {names}, received
# not_allowed pydantic1
permitted: {names}
# not_allowed common
allowed values are: {names}
allowed values are {names}
allowed values: {names}
valid values are: {names}
valid values are {names}
valid values: {names}
valid options are: {names}
not one of the allowed values {names}
# not_allowed ajv
one of the allowed values
# not_allowed marsh
must be one of: {names}
# not_allowed joi
must be one of [{names}]
# not_allowed common
must be one of the following: {names}
# not_allowed joi
must be one of {names}
# wrong_type class
must be either object or array
# wrong_type playground
must be either an integer number
# bad_value common
must be either less than
must be either more than
must be either greater than
# not_allowed common
must be either {names}
must be in list [{names}]
must be any of {names}
# not_allowed rfc
must be {}'{}' or '{}'
# not_allowed arktype
must be "{}" or "{}"
# not_allowed pydantic2
must be '{name}'$
# not_allowed joi
must be [{names}]
# not_allowed pyschema
is not one of [{names}]
# not_allowed django
not a valid choice
select a valid choice
# not_allowed symfony
not one of the
# not_allowed playground
must be a valid value
# not_allowed grape
not have a valid value
# not_allowed pydantic1
not a valid enumeration member
valid Enum instance
# not_allowed rails
not included in the list
is reserved
# not_allowed ajv
must be equal to constant
# not_allowed laravel
the selected {} is invalid
# not_allowed marsh
not in: {names}
# not_allowed fluent
range of values which does not include
# not_allowed common
not a valid option
# required pydantic1
none is not an allowed value
# not_allowed common
not belong to
not an enum symbol
is not an allowed value
is not allowed value
# unknown common
is not supported by the schema
# not_allowed common
is not supported
# unsupported common
is unsupported
# not_allowed express
unsupported value
# required joi
not allowed to be empty
# unknown class
property {} must not exist
# not_found common
no longer exist
# unsupported common
no longer supported
# unknown pydantic1
extra fields not permitted
# unknown pydantic2
extra inputs are not permitted
# unknown ajv
dditional properties
unevaluated properties
# unknown marsh
unknown field
# unknown zod
nrecognized key
nrecognized field
# unknown graphql
must not query field
# unknown yup
unspecified keys
unknown properties
# unknown common
unexpected property
unknown property
unknown key
is unknown
not recognized
# exists_already rails
already been taken
# exists_already common
already exists
already in use
already taken
already registered
exists with same
exists with the same
exists with this
to be unique
not unique
niqueness violation
# exists_already symfony
already used
# exists_already django
the fields {} must make a unique set
# duplicate class
elements must be unique
# exists_already django
must be unique
# duplicate ajv
duplicate
# duplicate symfony
only unique elements
# duplicate pyschema
non-unique
# not_found rails
must exist
# not_found django
does not exist
# not_found common
do not exist
not found
ould not find
no such·
# not_found symfony
could not be found
# not_permitted laravel
is prohibited
# unknown joi
is not allowed$
is not allowed.
# wrong_type joi
not match any of the
# bad_format symfony
not match the·
# bad_format pydantic1
not match regex
# bad_format marsh
not match expected
# conflict rails
does not match {field}$
# conflict laravel
confirmation does not match
must be different
# conflict dotnet
do not match
# conflict symfony
two values must be equal
# conflict joi
a conflict between
exist simultaneously
# depends joi
required peer
# depends ajv
when property {} is present
# read_only common
read-only
read only
# read_only pydantic2
field is frozen
# immutable common
immutable
must not be changed
# bad_format joi
to match the·
to match pattern
# wrong_type django
a valid integer is required
a valid number is required
# wrong_type joi
of the required types
# required common
is required
are required
required field
missing required
required but missing
must not be nil
must be non-empty
must be filled
must be provided
must be specified
must be set
not provided
is mandatory
is not optional
must contain property
a mandatory
must contain parameter
must contain the parameter
must include
ou must specify a
parameter missing
must provide
left blank
issing input
is empty
is blank
# required yup
is a required
# required pydantic1
field required
must not be none
but missing
# required pydantic2
argument required
# required ajv
required propert
# required zod
invalid key: Expected "
# required rails
must not be blank
must not be empty
must be accepted
# required cakephp
must not be left empty
# required bean
must not be null
# required class
must be a non-empty
# required laravel
must have a value
must be present
# required symfony
is missing
# required django
no file was submitted
# bad_value common
too short or too long
# too_short common
too short
# too_long common
too long
# too_small common
too small
less than minimum
less than the minimum
below the minimum
below minimum
# too_large common
too large
greater than maximum
above the maximum
exceeds the maximum
exceeds maximum
exceeds the limit
more than the maximum
# too_large zod
too big
# too_many common
too many
# too_few pyschema
not have enough
# too_few common
too few
# too_large bean
out of bounds
# too_large common
out of range
# wrong_type rails
is not a number
# wrong_type laravel
true or false
# wrong_type dotnet
could not be converted to·
# wrong_type django
incorrect type
# wrong_type common
unexpected type
invalid type
wrong type
failed to convert
# wrong_type marsh
invalid input type
# wrong_type pydantic1
·type expected
could not be parsed to a boolean
# wrong_type playground
must not unmarshal
# bad_format django
wrong format
enter a valid
# bad_format laravel
format is invalid
must start with
must end with
# bad_format common
invalid format
not match·
malformed
must contain only·
must not be parsed
pass validation for format
ot a recognized
# bad_format fluent
correct format
# bad_format ajv
must match·
# bad_format pyschema
does not match
# bad_format bean
well-formed
# bad_format joi
only contain
# bad_format class
·encoded
# bad_format symfony
neither a valid
# bad_format zod
invalid string: must
# bad_format pydantic1
could not be parsed
`))

// vague are sentences that only state that a value is wrong, unless they name a type or a
// format.
var vague = rowsOf(`
# bad_value rails
is invalid
# bad_value common
valid value
# bad_format symfony
not a valid·
# bad_format joi
·format
# bad_format class
must be a valid·
must be valid·
must contain {} char
strong enough
# bad_value zod
invalid·
# bad_value symfony
not valid
# bad_value class
must be·
must not·
must contain·
# bad_value pydantic1
ensure·
`)
