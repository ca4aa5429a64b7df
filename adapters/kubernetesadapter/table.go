package kubernetesadapter

import (
	"github.com/errand-go/errand/adapter"
	"github.com/errand-go/errand/toolerr"
)

const (
	invalid   = "Invalid"
	forbidden = "Forbidden"
	// Causes that decide instead of the reason; see causedBy.
	disruptionBudget = "DisruptionBudget"
	managerConflict  = "FieldManagerConflict"
	terminating      = "NamespaceTerminating"
	// Errand's own codes, for the admission plugins that refuse an object, and for errors of
	// the client.
	quotaExceeded    = "quota_exceeded"
	quotaNeedsValues = "quota_needs_values"
	limitRange       = "limit_range"
	podSecurity      = "pod_security"
	clientLimit      = "client_rate_limiter"
	noName           = "name_missing"
	noNamespace      = "namespace_missing"
	badName          = "name_invalid"
)

// The sources of the rows, read 2026-11-21.
const (
	sourceReasons = "k8s.io/apimachinery v0.37.2, pkg/apis/meta/v1/types.go, StatusReason"
	sourceQuota   = "Kubernetes, Resource quotas; k8s.io/apiserver v0.37.2, resourcequota/controller.go"
	sourceClient  = "k8s.io/client-go v0.37.2, rest/request.go"
)

// table lists the meanings of the reasons.
var table = adapter.NewTable(
	"_kubernetes", "Kubernetes",
	adapter.Row{VendorCode: "NotFound", Fact: toolerr.FactNotFound, Source: sourceReasons},
	adapter.Row{VendorCode: "AlreadyExists", Fact: toolerr.FactExists, Source: sourceReasons},
	adapter.Row{VendorCode: "Conflict", Fact: toolerr.FactConflict, Source: sourceReasons},
	adapter.Row{VendorCodes: []string{"Gone", "Expired"}, Fact: toolerr.FactOutdated, Hint: toolerr.Msg("The version that the call asked for is too old. List again, without it."), Source: sourceReasons},
	adapter.Row{VendorCode: invalid, Fact: toolerr.FactInvalid, Hint: toolerr.Msg("Correct the object: a field of it is not valid."), Source: sourceReasons},
	adapter.Row{VendorCode: "BadRequest", Fact: toolerr.FactRefused, Source: sourceReasons},
	adapter.Row{VendorCodes: []string{"MethodNotAllowed", "NotAcceptable", "UnsupportedMediaType"}, Fact: toolerr.FactToolMistake, Source: sourceReasons},
	adapter.Row{VendorCode: "RequestEntityTooLarge", Fact: toolerr.FactTooLarge, Source: sourceReasons},
	adapter.Row{VendorCode: "Unauthorized", Fact: toolerr.FactExpiredKey, Source: sourceReasons},
	adapter.Row{VendorCode: forbidden, Fact: toolerr.FactNotPermitted, Hint: toolerr.Msg("The tool's account may not do this. Someone has to grant it, or a policy forbids it."), Source: sourceReasons},

	// A conflict with another field manager: the same apply always fails.
	adapter.Row{
		VendorCode: managerConflict, Fact: toolerr.FactWrongState,
		Hint:   toolerr.Msg("Another field manager owns a field that the apply sets. Leave the field out, or give it the value that it has. To take it over, apply with force; to act for its owner, apply with the owner's field manager."),
		Source: "Kubernetes, Server-Side Apply, conflicts; k8s.io/apimachinery v0.37.2, CauseTypeFieldManagerConflict",
	},

	// The account may do this, but the object is refused. A smaller or different one may be
	// accepted.
	adapter.Row{VendorCode: terminating, Fact: toolerr.FactWrongState, Hint: toolerr.Msg("The namespace is being deleted. Use another one, or create it again once it is gone."), Source: "k8s.io/api core/v1, NamespaceTerminatingCause; k8s.io/apiserver v0.37.2, namespace/lifecycle"},
	adapter.Row{VendorCode: quotaExceeded, Fact: toolerr.FactQuota, Hint: toolerr.Msg("A quota of the namespace is used up. Ask for less, remove what is not needed, or ask someone to raise the quota."), Source: sourceQuota},
	adapter.Row{VendorCode: quotaNeedsValues, Fact: toolerr.FactInvalid, Hint: toolerr.Msg("A quota of the namespace requires values that the object lacks. Set the requests and limits of every container."), Source: sourceQuota},
	adapter.Row{VendorCode: limitRange, Fact: toolerr.FactInvalid, Hint: toolerr.Msg("A limit range of the namespace does not allow the requests or limits of the object. Change them; look at the limit range first, if there is a way to."), Source: "Kubernetes, Limit ranges; k8s.io/kubernetes v1.37.2, limitranger/admission.go"},
	adapter.Row{VendorCode: podSecurity, Fact: toolerr.FactInvalid, Hint: toolerr.Msg("The pod security standard of the namespace does not allow the pod as it is. Change its security context, or ask someone to change the standard."), Source: "Kubernetes, Pod security admission; k8s.io/pod-security-admission v0.37.2"},

	adapter.Row{VendorCode: "TooManyRequests", Fact: toolerr.FactRateLimit, Source: sourceReasons},
	adapter.Row{VendorCode: disruptionBudget, Fact: toolerr.FactRateLimit, Hint: toolerr.Msg("A disruption budget forbids to evict the pod now, and may never allow it. Look at the other pods first."), Source: "Kubernetes, API-initiated eviction; k8s.io/api policy/v1, DisruptionBudgetCause"},
	// The server understood the request but could not complete it in time.
	adapter.Row{VendorCodes: []string{"ServerTimeout", "Timeout"}, Fact: toolerr.FactTimeout, Source: sourceReasons},
	adapter.Row{VendorCodes: []string{"ServiceUnavailable", "StorageReadError", "InternalError"}, Fact: toolerr.FactFailed, Source: sourceReasons},

	adapter.Row{VendorCode: clientLimit, Fact: toolerr.FactClientBusy, Unanswered: true, Message: toolerr.Msg("The tool makes too many requests to Kubernetes at once."), Source: sourceClient},
	adapter.Row{VendorCode: noName, Fact: toolerr.FactNotSent, Unanswered: true, Hint: toolerr.Msg("Give the name of the object."), Source: sourceClient},
	adapter.Row{VendorCode: noNamespace, Fact: toolerr.FactNotSent, Unanswered: true, Hint: toolerr.Msg("Give the namespace of the object."), Source: sourceClient},
	adapter.Row{VendorCode: badName, Fact: toolerr.FactNotSent, Unanswered: true, Hint: toolerr.Msg("A name or a namespace cannot be . or .. and cannot contain / or %."), Source: sourceClient},
)

// causedBy maps the causes that decide to their reasons.
var causedBy = map[string]string{disruptionBudget: "TooManyRequests", managerConflict: "Conflict", terminating: forbidden}

// causes are the hints for the first cause of an Invalid (k8s.io/apimachinery v0.37.2,
// CauseType). The developer's text has the field.
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
	"ResourceVersionTooLarge": toolerr.Msg("The version asked for does not exist yet. Ask without it."),
}
