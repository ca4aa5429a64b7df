package microsoftadapter

import (
	"net/http"
	"reflect"
	"strings"

	"github.com/errand-go/errand/adapter/phrase"
	"github.com/errand-go/errand/adapter/shape"
	"github.com/errand-go/errand/internal/jsontree"
	"github.com/errand-go/errand/internal/refusal"
	"github.com/errand-go/errand/toolerr"
)

// refused returns the refusal in a body. It uses only a body that azcore has read: azcore
// returns its bytes, and a second reader would take them from the first (azcore v1.24.0,
// internal/exported, Payload).
func refused(node any) toolerr.Refusal {
	if plain, ok := node.(response); ok {
		return refusal.Read(plain.body, refusals.Read)
	}
	raw, ok := shape.Field[*http.Response](node, "RawResponse")
	if !ok {
		return toolerr.Refusal{}
	}
	body, _ := shape.Call(raw.Body, func(b interface{ Bytes() []byte }) []byte { return b.Bytes() })
	return refusal.Read(body, refusals.Read)
}

// The methods of an ODataError's MainError and of its details, which are interfaces in each
// client's package (msgraph-sdk-go v1.89.0, models/odataerrors).
type detail interface {
	GetCode() *string
	GetTarget() *string
	GetMessage() *string
}

// generatedRefusal returns the refusal in an ODataError.
func generatedRefusal(node any) toolerr.Refusal {
	main, _ := shape.Result(node, func(v reflect.Value) reflect.Value { return v.MethodByName("GetErrorEscaped") })
	e := readDetail(main)
	details, _ := shape.Result(main, func(v reflect.Value) reflect.Value { return v.MethodByName("GetDetails") })
	for d := range shape.Items(details, "") {
		e.Details = append(e.Details, readDetail(d))
	}
	return refusal.OfValue(map[string]any{"error": e}, refusals.Read)
}

// A kept error is what a client keeps of an error.
type kept struct {
	Code    string `json:"code"`
	Target  string `json:"target"`
	Message string `json:"message"`
	Details []kept `json:"details"`
}

func readDetail(x any) kept {
	text := func(of func(detail) *string) string {
		s, _ := shape.Call(x, func(d detail) string { return *of(d) })
		return s
	}
	return kept{Code: text(detail.GetCode), Target: text(detail.GetTarget), Message: text(detail.GetMessage)}
}

// refusals is the dialect of Azure and of services with OData, such as Microsoft Graph
// and Dataverse.
var refusals = &refusal.Dialect{
	Body: readRefusal,
	Row:  table.Finding,
	Codes: []refusal.Coded{ // of inner errors and details
		{Codes: "NullValue, MissingRequiredQueryParameter, MissingRequiredHeader, MissingRequiredXmlNode", Rule: toolerr.RuleRequired},
		{Codes: "BadArgument, OutOfRangeQueryParameterValue, OutOfRangeInput, InvalidXmlNodeValue", Rule: toolerr.RuleBadValue},
		{Codes: "UnsupportedQueryParameter, UnsupportedHeader", Rule: toolerr.RuleUnsupported},
		{Codes: "MalformedValue, AccountNameInvalid", Rule: toolerr.RuleBadFormat},
		{Codes: "PropertyValueTooLarge", Rule: toolerr.RuleTooLong},
		{Codes: "TooManyProperties", Rule: toolerr.RuleTooMany},
		{Codes: "PropertyChangeNotAllowed", Rule: toolerr.RuleImmutable},
	},
	Texts: []phrase.Pattern{
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

// readRefusal reads an error of OData JSON Format v4.01, section 21, which Microsoft REST API
// Guidelines and Azure Resource Manager extend, and an XML error of Azure Storage (Azure
// Storage, Status and error codes).
func readRefusal(v *refusal.Dialect, d refusal.Doc) []toolerr.Finding {
	if !d.Root.Exists() {
		return readXML(v, d.Text)
	}
	for _, name := range [...]string{"error", "odata.error"} {
		if e := d.Root.Member(name); e.IsObject() {
			return detailed(v, e, "", 0)
		}
	}
	return detailed(v, d.Root, "", 0)
}

func readXML(v *refusal.Dialect, text string) []toolerr.Finding {
	text = text[:min(len(text), maxXML)]
	s := refusal.Statement{Code: refusal.Element(text, "Code"), Text: refusal.Element(text, "Message")}
	for _, part := range [...]string{"QueryParameter", "Header", "XmlNode"} {
		place, value := refusal.Element(text, part+"Name"), refusal.Element(text, part+"Value")
		if place == "" {
			continue
		}
		low, high := refusal.Element(text, "MinimumAllowed"), refusal.Element(text, "MaximumAllowed")
		if s.Fields, s.Value = []string{place}, value; low != "" && high != "" {
			return []toolerr.Finding{
				{Rule: toolerr.RuleTooSmall, Fields: s.Fields, Value: value, Limit: low}, {Rule: toolerr.RuleTooLarge, Fields: s.Fields, Value: value, Limit: high},
			}
		}
	}
	return v.Findings(s)
}

const maxXML = 16 << 10

// detailed returns the findings of the errors inside an error, or otherwise its
// own. The places of details are below the error's place.
func detailed(v *refusal.Dialect, e jsontree.Node, above string, depth int) (all []toolerr.Finding) {
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
		all = append(all, detailed(v, k, inner, depth+1)...)
	}
	for _, name := range [...]string{"innererror", "innerError"} {
		if len(all) == 0 {
			all = detailed(v, e.Member(name), inner, depth+1)
		}
	}
	if len(all) > 0 || len(all) > refusal.MaxTexts {
		return all
	}
	text := e.Member("message").Str()
	if text == "" {
		text = e.At("message", "value").Str() // OData JSON Verbose, v2
	}
	return v.Findings(refusal.Statement{Fields: []string{target}, Code: e.Member("code").Str(), Text: text})
}
