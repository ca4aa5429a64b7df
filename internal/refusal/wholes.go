package refusal

// wholes are the sentences of decoders and validators that contain a place. {word} is a
// name below {field}. The first match is used.
var wholes = tableOf(rowsOf(`
# required k8s
^{field}: Required value
# bad_value k8s
^{field}: Invalid value: "{value}":·
# not_allowed k8s
^{field}: Unsupported value: "{value}": supported values: {names}
# count_mismatch common
() takes {limit} arg
() takes {limit} positional
() takes exactly {limit} arg
() expects {limit} arg
xpect {limit}, got {} on line
xpected {limit} fields
xpected {limit} columns
xpected {limit} arguments
xpects {limit} argument
# wrong_type java
For input string: "{value}"
# required common
requires property "{word}"
requires attribute '{field}'
# not_allowed common
nknown value "{value}" for
nallowed value {value}$
# wrong_type common
nvalid value for {} field {field}: {value}
conflicting values "{value}" and·
# syntax neo4j
Invalid input '{word}': expected
# required pyschema
'{word}' is a required property
# unknown pyschema
dditional properties are not allowed ('{word}',·
dditional properties are not allowed ('{word}' was
# wrong_type connex
Wrong type, expected '{}' for {} parameter '{field}'
# required msgspec
missing required field ´{word}´ - at ´{field}´
# unknown msgspec voluptuous
contains unknown field ´{word}´ - at ´{field}´
extra keys not allowed @ data{field}$
# required voluptuous
required key not provided @ data{field}$
# exists_already django
The fields {field}, {field} must make a unique set
# required werkzeug
KeyError: '{field}'
# unknown class common
id not expect property ´{field}´ to exist
property {field} should not exist
# wrong_type gojson protogo
json: cannot unmarshal {} into Go struct field {}.{field} of type
invalid value for {} field {field}: {value}
# duplicate protogo
duplicate field "{field}"
# unknown gojson
unknown field "{field}"
# wrong_type echo schema
expected={}, got={}, field={field}, offset=
schema: error converting value for "{field}"
# unknown schema
schema: invalid path "{field}"
# wrong_type strconv
strconv.ParseInt: parsing "{value}"
strconv.Atoi: parsing "{value}"
strconv.ParseUint: parsing "{value}"
strconv.ParseFloat: parsing "{value}"
strconv.ParseBool: parsing "{value}"
# bad_format gotime
parsing time "{value}" as "
# required kin serde
Error at "{field}": property "
target type: {field}: missing field ´{word}´
# unknown serde
target type: {field}: unknown field ´{word}´
# not_allowed serde
target type: {field}: unknown variant ´{value}´, expected one of {names} at line
target type: {field}: unknown variant ´{value}´
# wrong_type serde
target type: {field}: invalid type:·
# bad_value serde
target type: {field}: invalid value:·
# required serde
missing field ´{field}´
# unknown serde
unknown field ´{field}´
# not_allowed serde
unknown variant ´{value}´, expected one of {names} at line
unknown variant ´{value}´, expected one of {names}
unknown variant ´{value}´
# wrong_type serde
invalid type: string "{value}", expected·
# required spring
Required request part '{field}'
# wrong_type spring
Failed to convert '{field}' with value: '{value}'
# bad_format spring
Failed to read request
# required kotlin circe textjson
Field '{word}' is required for type with serial name {}path: {field}
Missing required field: DownField({field})
missing required properties, including the following: {field}$
missing required properties including: '{field}'
# unknown textjson
The JSON property '{field}' could not be mapped to any .NET member
# required newton
Required property '{word}' not found in JSON. Path '{field}'
Required property '{field}' not found in JSON
equired property {field} not found
# unknown newton
Could not find member '{}' on object {}Path '{field}'
Could not find member '{field}' on object
# wrong_type newton
Could not convert string to {}: {value}. Path '{field}'
Could not convert {}. Path '{field}'
# bad_value newton mvc
Error converting value "{value}" to type {}. Path '{field}'
Error converting value {value} to type {}. Path '{field}'
The value '{value}' is not valid for {field}$
# required mvc
Required parameter "{} {field}" was not provided
# wrong_type mvc mongoose
Failed to bind parameter "{} {field}" from "{value}"
Cast to {} failed for value "{value}" {}at path "{field}"
# not_allowed mongoose
´{value}´ is not a valid enum value for path ´{field}´
# unknown prisma
Unknown argument ´{field}´. Did you mean ´{name}´?
# wrong_type prisma
Argument ´{field}´: Invalid value provided
# required ajv
^{field} must have required property '{word}'
^{field} should have required property '{word}'
´{field}´ missing required property ´{word}´
# unknown ajv
´{field}´ should NOT have additional property ´{word}´
# depends joi
^"{field}" missing required peer "{field}"
# conflict joi
^"{field}" conflict with forbidden peer "{field}"
^"{field}" must not exist simultaneously with [{field}]
# conflict grape
^{field}, {field} are mutually exclusive
# required grape
param is missing or the value is empty or invalid: {field}
param is missing or the value is empty: {field}
# unknown grape
found unpermitted parameter: :{field}
# required common
issing parameter: {field}
# unknown common
nknown parameter: '{field}'
nknown parameter '{field}'
nknown field '{field}'
# wrong_type santhosh
at '{field}': got {}, want {name}
# required santhosh
at '{field}': missing property '{word}'
# unknown santhosh
at '{field}': additional properties '{word}' not allowed
# bad_format nest
Validation failed (uuid·
# wrong_type nest
Validation failed (numeric string is expected)
Validation failed (boolean string is expected)
Validation failed (parsable array expected)
# not_allowed nest
Validation failed (enum string is expected)
# bad_value common
nvalid value for '{field}'
`))
