package refusal

// wholes are the sentences of decoders and validators that contain a place. {word} is a
// name below {field}. The first match is used.
var wholes = rowsOf(`
# count_mismatch common
() takes {limit} arg
xpect {limit}, got {} on line
# required common pyschema msgspec voluptuous kin serde kotlin circe textjson newton ajv grape
requires property "{word}"
requires attribute '{field}'
missing required field ´{word}´ - at ´{field}´
required key not provided @ data{field}$
missing field ´{field}´
missing required properties including: '{field}'
^{field} must have required property '{word}'
^{field} should have required property '{word}'
´{field}´ missing required property ´{word}´
param is missing or the value is empty: {field}
ust have required property '{word}'
# not_allowed common serde nest
unknown variant ´{value}´, expected one of {names} at line
Validation failed (enum string is expected)
# too_large strconv
strconv.{}: parsing "{value}": value out of range
# wrong_type common gojson protogo echo schema strconv serde spring mvc mongoose
json: cannot unmarshal {} into Go struct field {}.{field} of type
could not convert string to float: '{value}'
strconv.{}: parsing "{value}"
cannot unmarshal {value} into Go value of type
target type: {field}: invalid type:·
Failed to convert '{field}' with value: '{value}'
# unknown pyschema class common gojson newton prisma
roperties not allowed: {word}
dditional properties are not allowed ('{word}' was
id not expect property ´{field}´ to exist
property {field} should not exist
unknown field "{field}"
Could not find member '{}' on object {}Path '{field}'
Unknown argument ´{field}´. Did you mean ´{name}´?
# exists_already django
The fields {field}, {field} must make a unique set
# duplicate protogo
duplicate field "{field}"
# bad_format gotime spring nest
Failed to read request
Validation failed (uuid·
# conflict grape
^{field}, {field} are mutually exclusive
# depends joi
^"{field}" missing required peer "{field}"
`)
