package refusal

import (
	"strings"

	"github.com/errand-go/errand/adapter/phrase"
	"github.com/errand-go/errand/internal/jsontree"
	"github.com/errand-go/errand/toolerr"
)

// Microsoft is the dialect of Azure and of services with OData, such as Microsoft Graph
// and Dataverse.
var Microsoft = &Dialect{
	codes: []coded{
		{codes: "NullValue, MissingRequiredQueryParameter, MissingRequiredHeader, MissingRequiredXmlNode", rule: toolerr.RuleRequired},
		{codes: "BadArgument, OutOfRangeQueryParameterValue, InvalidQueryParameterValue, InvalidHeaderValue, OutOfRangeInput, InvalidXmlNodeValue", rule: toolerr.RuleBadValue},
		{codes: "UnsupportedQueryParameter, UnsupportedHeader", rule: toolerr.RuleUnsupported},
		{codes: "MalformedValue, AccountNameInvalid", rule: toolerr.RuleBadFormat},
		{codes: "PropertyValueTooLarge", rule: toolerr.RuleTooLong},
		{codes: "TooManyProperties", rule: toolerr.RuleTooMany},
		{codes: "PropertyChangeNotAllowed", rule: toolerr.RuleImmutable},
		{codes: "StorageAccountAlreadyTaken", rule: toolerr.RuleExistsAlready},
	},
	texts: []phrase.Pattern{
		// Azure Resource Manager, from issues of azure-quickstart-templates, azure-sdk-for-net
		// and azure-xplat-cli. The sentences of the decoder are Newtonsoft.Json's.
		{Text: "…template parameter '{field}' at line '{line}' and column '{column}' is not provided", Rule: toolerr.RuleRequired, Source: "Azure Resource Manager, Troubleshoot invalid template errors"},
		{Text: "…template parameter '{field}' at line '{line}' and column '{column}' is not valid. The parameter value is not part of the allowed value(s): '{names}'", Rule: toolerr.RuleNotAllowed, Source: "as above"},
		{Text: "…template parameter '{field}' at line '{line}' and column '{column}' is not valid. Length of the value should be less than or equal to '{limit}'", Rule: toolerr.RuleTooLong, Source: "Azure Resource Manager, Troubleshoot invalid template errors"},
		{Text: "…template parameter '{field}' at line '{line}' and column '{column}' is not valid. Length of the value should be greater than or equal to '{limit}'", Rule: toolerr.RuleTooShort, Source: "as above"},
		{Text: "…template parameter '{field}' at line '{line}' and column '{column}' is not valid", Rule: toolerr.RuleBadValue, Source: "as above"},
		{Text: "…The template parameter '{word}' is not found", Rule: toolerr.RuleUnknown, Source: "Azure Resource Manager, Troubleshoot invalid template errors"},
		{Text: "…The resource '{word}' is not defined in the template", Rule: toolerr.RuleUnknown, Source: "as above"},
		{Text: "…Could not find member '{word}' on object of type '{}'. Path '{field}', line {line}, position {column}", Rule: toolerr.RuleUnknown, Source: "Newtonsoft.Json 13, JsonSerializerInternalReader.cs"},
		{Text: "…Error converting value {} to type '{}'. Path '{field}', line {line}, position {column}", Rule: toolerr.RuleWrongType, Source: "github.com/Azure/azure-xplat-cli/issues/2086"},
		{Text: "…Cannot deserialize the current JSON {}Path '{field}', line {line}, position {column}", Rule: toolerr.RuleWrongType, Source: "Newtonsoft.Json 13, JsonSerializerInternalReader.cs"},
		{Text: "…Could not convert string to {}: {value}. Path '{field}', line {line}, position {column}", Rule: toolerr.RuleWrongType, Source: "Newtonsoft.Json 13, JsonReader.cs"},
		{Text: "…Input string '{value}' is not a valid {}. Path '{field}', line {line}, position {column}", Rule: toolerr.RuleWrongType, Source: "Newtonsoft.Json 13, JsonTextReader.cs"},
		// Azure Compute, Network, Storage and Resource Manager; azure-sdk and terraform issues.
		{Text: "The value '{value}' of parameter '{field}' is not allowed. Allowed values are {names}", Rule: toolerr.RuleNotAllowed, Source: "Azure Compute: InvalidParameter"},
		{Text: "The value '{value}' provided for {field} is not valid", Rule: toolerr.RuleBadValue, Source: "Azure Compute: InvalidParameter"},
		{Text: "Parameter '{field}' is not allowed", Rule: toolerr.RuleNotPermitted, Source: "Azure Compute: InvalidParameter"},
		{Text: "Changing property '{field}' is not allowed", Rule: toolerr.RuleImmutable, Source: "Azure Compute: PropertyChangeNotAllowed"},
		{Text: "The provided location '{value}' is not available for {}List of available regions for the resource type is '{names}'", Rule: toolerr.RuleNotAllowed, Source: "Azure Resource Manager: LocationNotAvailableForResourceType"},
		{Text: "No registered resource provider found for location '{value}'", Rule: toolerr.RuleNotAllowed, Source: "Azure Resource Manager: NoRegisteredProviderFound"},
		{Text: "The Resource '{value}' under resource group '{}' was not found", Rule: toolerr.RuleNotFound, Source: "Azure Resource Manager: ResourceNotFound"},
		// OData.
		{Text: "…Could not find a property named '{word}' on type", Rule: toolerr.RuleUnknown, Source: "Microsoft.OData.Core 8, MetadataBinder_PropertyNotDeclared"},
		{Text: "…The property '{word}' does not exist on type", Rule: toolerr.RuleUnknown, Source: "Microsoft.OData.Core 8, ValidationUtils_PropertyDoesNotExistOnType"},
		{Text: "…An unknown function with name '{word}' was found", Rule: toolerr.RuleUnknown, Source: "Microsoft.OData.Core 8, MetadataBinder_UnknownFunction"},
		{Text: "…Syntax error at position {}", Rule: toolerr.RuleSyntax, Source: "Microsoft.OData.Core 8, ExpressionLexer_SyntaxError"},
		{Text: "…Cannot convert the literal '{value}' to the expected type", Rule: toolerr.RuleWrongType, Source: "Microsoft.OData.Core 8, ReaderValidationUtils_CannotConvertPrimitiveValue"},
		{Text: "…The limit of '{limit}' for {field} query has been exceeded", Rule: toolerr.RuleTooLarge, Source: "Microsoft.AspNetCore.OData 9, SkipTopLimitExceeded"},
		{Text: "Invalid value '{value}' for ${field} query option found", Rule: toolerr.RuleBadValue, Source: "Microsoft.AspNetCore.OData 9, SkipTopLimitExceeded"},
		{Text: "The query parameter '{field}' is not supported", Rule: toolerr.RuleUnsupported, Source: "Microsoft.AspNetCore.OData 9, CustomQueryOptionNotSupported"},
		// Microsoft Graph.
		{Text: "The property '{word}' does not support filtering", Rule: toolerr.RuleUnsupported, Source: "github.com/microsoftgraph/microsoft-graph-docs/issues/17863"},
		{Text: "Unsupported or invalid query filter clause specified for property '{word}'", Rule: toolerr.RuleUnsupported, Source: "github.com/microsoft/botframework-components/issues/1108"},
		{Text: "One or more property values specified are invalid", Source: "Microsoft Graph: Request_BadRequest"},
		{Text: "Unrecognized query argument specified: '{field}'", Rule: toolerr.RuleUnknown, Source: "Microsoft Graph: Request_BadRequest"},
		{Text: "…Entity '{word}' With Id = {value} Does Not Exist", Rule: toolerr.RuleNotFound, Source: "Microsoft Dataverse Web API, 0x80040217"},
	},
}

// readMicrosoft reads an error of OData JSON Format v4.01, section 21, which Microsoft
// REST API Guidelines and Azure Resource Manager extend.
func readMicrosoft(d doc) []toolerr.Finding {
	e := objectOf(d.root)
	if old := d.root.Member("odata.error"); old.IsObject() {
		e = old
	}
	if !e.Member("code").IsString() {
		return nil
	}
	return microsoftDetails(e, "", 0)
}

// microsoftDetails returns the findings of the errors inside an error, or otherwise its
// own. The places of details are below the error's place.
func microsoftDetails(e jsontree.Node, above string, depth int) (all []toolerr.Finding) {
	if depth > 4 || !e.IsObject() {
		return nil
	}
	target := e.Member("target").Str()
	if above != "" && target != "" && !strings.Contains(target, ".") && !strings.HasPrefix(target, "/") && !strings.HasPrefix(target, above) {
		target = above + "." + target
	}
	inner := target
	if inner == "" {
		inner = above
	}
	for _, k := range e.Member("details").Kids {
		all = append(all, microsoftDetails(k, inner, depth+1)...)
	}
	for _, name := range [...]string{"innererror", "innerError"} {
		if len(all) == 0 {
			all = microsoftDetails(e.Member(name), inner, depth+1)
		}
	}
	if len(all) > 0 || len(all) > maxFindings {
		return all
	}
	text := e.Member("message").Str()
	if text == "" {
		text = e.At("message", "value").Str() // OData JSON Verbose, v2
	}
	return Microsoft.read(Statement{Fields: []string{target}, Code: e.Member("code").Str(), Text: text})
}

// MicrosoftError is an error that a [Microsoft] client keeps without the body.
type MicrosoftError struct {
	Code, Target, Message string
	Details               []MicrosoftError
}

// Refusal returns the refusal in the error.
func (e MicrosoftError) Refusal() toolerr.Refusal {
	return toolerr.Refusal{Findings: microsoftDetails(e.node(), "", 0), Message: e.Message}
}

func (e MicrosoftError) node() jsontree.Node {
	member := func(key, text string) jsontree.Node { return jsontree.Node{Key: key, Kind: '"', Text: text} }
	details := jsontree.Node{Key: "details", Kind: '['}
	for _, k := range e.Details {
		details.Kids = append(details.Kids, k.node())
	}
	return jsontree.Node{Kind: '{', Kids: []jsontree.Node{member("code", e.Code), member("target", e.Target), member("message", e.Message), details}}
}
