package refusal

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
does not match pattern
does not match format
does not match regex
does not match the·
does not match required
isoformat
base64 data
must not parse
could not parse
unable to parse
failed to parse
# wrong_type common
could not convert
must not convert
must not be converted
unable to convert
must not cast
must not be cast
invalid literal for int
mismatched types
a string is required
a number is required
an integer is required
# not_allowed common
not in enum list: {names}
not in the list of allowed values: {names}
not in the list of allowed values
not in enum
must be in the enum
not have a value in the enumeration [{names}]
not match any of the allowed
not match any variant
unallowed value
unknown value
# too_many common
more items than
# too_few common
fewer items than
# too_long common
longer than allowed
# unknown common
not an allowed key
forbidden key
unexpected key
unexpected field
# required common
missing property
missing field
missing key
missing value
# syntax mysql
error in your SQL syntax
# syntax mssql
incorrect syntax
# unknown oracle mssql trino
invalid identifier
invalid object name
invalid column name
must not be resolved
# required zod express yup
received undefined
received: undefined
received "undefined"
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
# under class symfony
negative number
must be negative
# too_small laravel
date after {field}$
# too_large laravel
date before {field}$
# too_small laravel
date after·
# too_large laravel
date before·
# too_small bean pydantic1
must be in the future
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
# not_allowed yup class huma zod pydantic1 common ajv marsh joi
must not be one of the following values
one of the following values: {names}
to be one of "{names}"
expected one of {names}
invalid enum value. expected {names}, received
permitted: {names}
allowed values are: {names}
allowed values are {names}
allowed values: {names}
valid values are: {names}
valid values are {names}
valid values: {names}
valid options are: {names}
not one of the allowed values {names}
one of the allowed values
must be one of: {names}
must be one of the following: {names}
must be one of {names}
# wrong_type class playground
must be either object or array
must be either an integer number
# bad_value common
must be either less than
must be either more than
must be either greater than
# not_allowed common rfc arktype pydantic2 joi pyschema django symfony playground grape pydantic1 rails ajv laravel marsh fluent
must be either {names}
must be in list [{names}]
must be any of {names}
must be {}'{}' or '{}'
must be "{}" or "{}"
must be '{name}'$
must be [{names}]
is not one of [{names}]
not a valid choice
select a valid choice
not one of the
must be a valid value
not have a valid value
not a valid enumeration member
valid Enum instance
not included in the list
is reserved
must be equal to constant
the selected {} is invalid
not in: {names}
range of values which does not include
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
# unknown pydantic1 pydantic2 ajv marsh zod graphql yup common
extra fields not permitted
extra inputs are not permitted
dditional properties
unevaluated properties
unknown field
nrecognized key
nrecognized field
must not query field
unspecified keys
unknown properties
unexpected property
unknown property
unknown key
is unknown
not recognized
# exists_already rails common symfony django
already been taken
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
already used
the fields {} must make a unique set
# duplicate class
elements must be unique
# exists_already django
must be unique
# duplicate ajv symfony pyschema
duplicate
only unique elements
non-unique
# not_found rails django common symfony
must exist
does not exist
do not exist
not found
ould not find
no such·
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
# conflict rails laravel dotnet symfony joi
does not match {field}$
confirmation does not match
must be different
do not match
two values must be equal
a conflict between
exist simultaneously
# depends joi ajv
required peer
when property {} is present
# read_only common pydantic2
read-only
read only
field is frozen
# immutable common
immutable
must not be changed
# bad_format joi
to match the·
to match pattern
# wrong_type django joi
a valid integer is required
a valid number is required
of the required types
# required common yup pydantic1 pydantic2 ajv zod rails cakephp bean class laravel symfony django
is required
are required
required field
missing required
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
is a required
field required
must not be none
but missing
argument required
required propert
invalid key: Expected "
must not be blank
must not be empty
must be accepted
must not be left empty
must not be null
must be a non-empty
must have a value
must be present
is missing
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
# too_large common zod
too large
greater than maximum
above the maximum
exceeds the maximum
exceeds maximum
exceeds the limit
more than the maximum
too big
# too_many common
too many
# too_few pyschema common
not have enough
too few
# too_large bean common
out of bounds
out of range
# wrong_type laravel dotnet django common marsh pydantic1 playground
true or false
could not be converted to·
incorrect type
unexpected type
invalid type
wrong type
failed to convert
invalid input type
·type expected
could not be parsed to a boolean
must not unmarshal
# bad_format django laravel common fluent ajv pyschema bean joi class symfony zod pydantic1
enter a valid
format is invalid
must start with
must end with
not match·
malformed
must contain only·
must not be parsed
ot a recognized
correct format
must match·
does not match
well-formed
only contain
·encoded
neither a valid
invalid string: must
could not be parsed
`))
