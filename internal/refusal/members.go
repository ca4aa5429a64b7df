package refusal

import (
	"strings"
)

// containers are the members, folded, that contain such lists, or maps of fields. With
// true, a map in the member is a map of fields, whatever its sentences are.
var containers = map[string]bool{
	"errors": true, "fielderrors": true, "validationerrors": true, "modelstate": true, "validationmessages": true, "invalidfields": true, "children": true,
	"error": false, "err": false, "details": false, "detail": false, "issues": false, "violations": false, "validation": false, "invalidparams": false, "parameterviolations": false,
	"propertyviolations": false, "classviolations": false, "returnvalueviolations": false, "inner": false, "message": false, "messages": false, "data": false, "body": false, "query": false, "params": false, "causes": false,
	"extra": false, "zoderror": false, "cause": false, "formerrors": false, "fields": false, "suberrors": false, "apierror": false, "apierrors": false, "failures": false, "problems": false,
	"reasons": false, "validationresults": false, "validationerror": false, "bodyparams": false, "queryparams": false, "pathparams": false, "extensions": false,
	"errorcauses": false, "parameterlist": false, "errordetail": true, "errorextra": false, "contextinfo": false, "badrequestdetail": false, "errordata": false, "errorlist": false, "faults": false, "fault": false, "errormessages": false, "paramerrors": true, "invalidparameters": false, "requesterrors": false,
	"validationfailures": false, "validationissues": false, "badrequest": false, "fieldviolations": false, "invalidattributes": false, "errorinfo": false, "fielderror": true, "diagnostics": false, "notifications": false, "warnings": false,
	"meta": false, "errordetails": false, "embedded": false, "invalid": false, "json": false, "form": false, "results": false, "responsestatus": false, "additionalinfo": false, "nested": true, "payload": false, "parameters": false,
}

// The members of an entry, folded, in order of precedence. The sources are those of the
// vocabularies of rules; FailedField is from fiber 2, recipes/validation, column_id from
// monday.com, Errors, details and messages from Contentful and Hetzner.
const (
	placeMembers = "loc instancepath instancelocation datapath propertypath pointer jsonpointer jsonpath fieldpath field fieldname fieldid property propertyname param parameter paramname parametername argument argumentname attribute attributename attr " +
		"members membernames fieldnames failedfield fieldreferencename apiname columnid columnname inputname invalidfield invalidparam invalidparameter varname variable fieldref propname argname"
	// weakMembers have other uses, so they count only with a known rule beside them.
	weakMembers  = "path source location name key target element identifier option"
	ruleMembers  = "refinement keyword keywordlocation code errorcode errorkey rule ruleid constraintid constraint kind validator tag error reason type errortype validation validatorkey validatorname rulename failedrule keyword key issue violation expected expectedtype"
	textMembers  = "msg message defaultmessage errormessage detail description reason title error summary errorsummary messages details info explanation text problem localizedmessage helpmessage context code"
	valueMembers = "input value rejectedvalue attemptedvalue invalidvalue actual violationinvalidvalue"
)

// A role is the use of a member of an entry: its rank in each of the lists, from 1, or 0 if
// it is not in the list.
type role struct {
	place, rule, text, value uint8
}

// strongRanks is the number of ranks of placeMembers. Those of weakMembers follow.
const strongRanks = 46

// roles are the roles of members by their folded names.
var roles = func() map[string]role {
	m := map[string]role{}
	for i, list := range [...]string{placeMembers, weakMembers, ruleMembers, textMembers, valueMembers} {
		for n, name := range strings.Fields(list) {
			r, rank := m[name], uint8(n+1) //nolint:gosec // the lists are short
			switch i {
			case 0:
				r.place = rank
			case 1:
				r.place = strongRanks + rank
			case 2:
				r.rule = rank
			case 3:
				r.text = rank
			default:
				r.value = rank
			}
			m[name] = r
		}
	}
	return m
}()

// roleOf returns the role of a member by its name.
func roleOf(key string) role {
	var buffer [64]byte
	if len(key) > len(buffer) {
		return role{}
	}
	return roles[string(appendFolded(buffer[:0], key))]
}

// The other members of an entry.
var (
	paramMembers = []string{"params", "ctx", "context", "parameters", "meta", "properties", "formattedMessagePlaceholderValues", "arguments", "attributes", "extensions", "constraints", "args"}
	// subMembers have a place below that of the entry.
	subMembers = []string{"missingProperty", "additionalProperty", "additionalProperties", "unevaluatedProperty", "propertyName", "keys", "unknown"}
)

// Members of parameters, folded, that have the limit.
var (
	lowest  = []string{"min", "param", "ge", "gt", "minlength", "minitems", "minimum", "limitvalue", "limit", "{{limit}}", "requirement", "comparison", "comparisonvalue", "comparedvalue", "{{comparedvalue}}", "expected", "mindigits", "minvalue", "minproperties", "exclusiveminimum", "gte", "more", "from", "count", "threshold", "inclusiveminimum"}
	highest = []string{"max", "param", "le", "lt", "maxlength", "maxitems", "maximum", "limitvalue", "limit", "{{limit}}", "requirement", "comparison", "comparisonvalue", "comparedvalue", "{{comparedvalue}}", "expected", "maxvalue", "maxproperties", "exclusivemaximum", "lte", "less", "to", "count", "threshold", "inclusivemaximum"}
	factor  = []string{"multipleof", "multiple", "divisor", "requirement"}
	allowed = []string{"allowedvalues", "enumvalues", "valids", "options", "values", "permitted", "allowed", "choices", "validvalues", "allowedvalue", "expectedtags", "requirement", "enum", "expected"}
)
