package kubernetesadapter

import (
	"github.com/errand-go/errand/adapter"
	"github.com/errand-go/errand/toolerr"
)

const (
	slug    = "_kubernetes"
	display = "Kubernetes"

	invalid = "Invalid"
	// disruptionBudget is a cause, not a reason: of an eviction that was refused.
	disruptionBudget = "DisruptionBudget"
	// clientLimit is errand's own word.
	clientLimit = "client_rate_limiter"
)

// Where the rows come from, read 2026-11-21.
const (
	sourceReasons = "k8s.io/apimachinery v0.37.2, pkg/apis/meta/v1/types.go, StatusReason"
	sourceBudget  = "Kubernetes, API-initiated eviction; k8s.io/api policy/v1, DisruptionBudgetCause"
	sourceClient  = "k8s.io/client-go v0.37.2, rest/request.go"
)

// The hints, each for several codes.
const (
	hintList  = "The version asked for is too old. List again, without it."
	hintField = "Correct the object: a field of it is not valid."
)

// table is what the reasons mean.
var table = adapter.NewTable(
	slug, display,

	adapter.Row{VendorCode: "NotFound", Kind: toolerr.KindUpstreamNotFound, Source: sourceReasons},
	adapter.Row{VendorCode: "AlreadyExists", Kind: toolerr.KindUpstreamBadRequest, Hint: toolerr.Msg("An object of that name exists already. Change it, or choose another name."), Source: sourceReasons},
	adapter.Row{VendorCode: "Conflict", Kind: toolerr.KindToolRetry, Guidance: toolerr.GuidanceRetryWithBackoff, Effect: toolerr.EffectNone, Message: toolerr.Msg("The object was changed by somebody else meanwhile."), Hint: toolerr.Msg("Read the object again, and apply the change to what is there now."), Source: sourceReasons},
	adapter.Row{VendorCodes: []string{"Gone", "Expired"}, Kind: toolerr.KindUpstreamBadRequest, Hint: toolerr.Msg(hintList), Source: sourceReasons},
	adapter.Row{VendorCode: invalid, Kind: toolerr.KindUpstreamValidationError, Hint: toolerr.Msg(hintField), Source: sourceReasons},
	adapter.Row{
		VendorCodes: []string{"BadRequest", "MethodNotAllowed", "NotAcceptable", "UnsupportedMediaType"},
		Kind:        toolerr.KindUpstreamBadRequest, Source: sourceReasons,
	},
	adapter.Row{VendorCode: "RequestEntityTooLarge", Kind: toolerr.KindUpstreamBadRequest, Hint: toolerr.Msg("The object is too large."), Source: sourceReasons},
	adapter.Row{VendorCode: "Unauthorized", Kind: toolerr.KindUpstreamAuthError, Guidance: toolerr.GuidanceRefreshAuthThenRetry, Source: sourceReasons},
	adapter.Row{VendorCode: "Forbidden", Kind: toolerr.KindUpstreamAuthError, Hint: toolerr.Msg("The tool's account may not do this. Someone has to grant it, or a policy forbids it."), Source: sourceReasons},

	adapter.Row{VendorCode: "TooManyRequests", Kind: toolerr.KindUpstreamRateLimit, Source: sourceReasons},
	adapter.Row{VendorCode: disruptionBudget, Kind: toolerr.KindUpstreamRateLimit, Hint: toolerr.Msg("A disruption budget forbids to evict the pod now. It may never allow it: look at the other pods first."), Source: sourceBudget},
	// The server has understood the request and could not complete it in time.
	adapter.Row{VendorCodes: []string{"ServerTimeout", "Timeout", "ServiceUnavailable", "StorageReadError"}, Kind: toolerr.KindUpstreamServerError, Source: sourceReasons},
	// What webhooks fail with lands here too.
	adapter.Row{VendorCode: "InternalError", Kind: toolerr.KindUpstreamServerError, Source: sourceReasons},

	adapter.Row{VendorCode: clientLimit, Kind: toolerr.KindNetworkTransportUnmapped, Unanswered: true, Effect: toolerr.EffectNone, Message: toolerr.Msg("The tool makes too many requests to Kubernetes at once."), Source: sourceClient},
)

// causes are what the first cause of an Invalid says (k8s.io/apimachinery
// v0.37.2, CauseType). Which field it is stands in the developer's text.
var causes = map[string]toolerr.Message{
	"FieldValueRequired":      toolerr.Msg("Correct the object: a required field is missing."),
	"FieldValueDuplicate":     toolerr.Msg("Correct the object: a value that must be unique is there twice."),
	"FieldValueInvalid":       toolerr.Msg("Correct the object: the value of a field is not valid, or the field cannot be changed."),
	"FieldValueNotSupported":  toolerr.Msg("Correct the object: the value of a field is not one of those allowed."),
	"FieldValueForbidden":     toolerr.Msg("Correct the object: a field must not be set, or cannot be changed."),
	"FieldValueTooLong":       toolerr.Msg("Correct the object: the value of a field is too long."),
	"FieldValueTooMany":       toolerr.Msg("Correct the object: a field has too many values."),
	"FieldValueTypeInvalid":   toolerr.Msg("Correct the object: the value of a field has another type."),
	"FieldValueNotFound":      toolerr.Msg("Correct the object: a field refers to something that does not exist."),
	"FieldManagerConflict":    toolerr.Msg("Another manager owns a field that the change sets. Leave the field out, or take it over."),
	"ResourceVersionTooLarge": toolerr.Msg("The version asked for does not exist yet. Ask without it."),
}
