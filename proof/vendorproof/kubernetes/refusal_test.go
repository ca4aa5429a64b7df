package kubernetes_test

import (
	"encoding/json"
	"testing"

	"github.com/stretchr/testify/require"
	apierrors "k8s.io/apimachinery/pkg/api/errors"
	metav1 "k8s.io/apimachinery/pkg/apis/meta/v1"
	"k8s.io/apimachinery/pkg/runtime/schema"
	"k8s.io/apimachinery/pkg/util/validation"
	"k8s.io/apimachinery/pkg/util/validation/field"

	"github.com/errand-go/errand/adapters/kubernetesadapter"
	"github.com/errand-go/errand/proof/vendorproof/proof"
	"github.com/errand-go/errand/toolerr"
)

// The errors are all kinds of field errors of apimachinery, as an API server sends them and
// client-go reads them.
func TestRefusals(t *testing.T) {
	at := field.NewPath("spec").Child("x").Index(0)
	one := func(rule toolerr.Rule, more ...func(*toolerr.Finding)) []toolerr.Finding {
		f := toolerr.Finding{Rule: rule, Fields: []string{"spec.x[0]"}}
		for _, set := range more {
			set(&f)
		}
		return []toolerr.Finding{f}
	}
	value := func(v string) func(*toolerr.Finding) { return func(f *toolerr.Finding) { f.Value = v } }
	limit := func(v string) func(*toolerr.Finding) { return func(f *toolerr.Finding) { f.Limit = v } }
	kind, pods := schema.GroupKind{Kind: "Pod"}, schema.GroupResource{Resource: "pods"}
	for name, tt := range map[string]struct {
		err  *field.Error
		want []toolerr.Finding
	}{
		"required":   {field.Required(at, "must be given"), one(toolerr.RuleRequired)},
		"not found":  {field.NotFound(at, "web"), one(toolerr.RuleNotFound, value("web"))},
		"duplicate":  {field.Duplicate(at, "web"), one(toolerr.RuleDuplicate, value("web"))},
		"forbidden":  {field.Forbidden(at, "not here"), one(toolerr.RuleNotPermitted)},
		"immutable":  {field.Invalid(at, "b", "field is immutable"), one(toolerr.RuleImmutable, value("b"))},
		"type":       {field.TypeInvalid(at, "b", "no"), one(toolerr.RuleWrongType, value("b"))},
		"too long":   {field.TooLong(at, "", 63), one(toolerr.RuleTooLong, limit("63"))},
		"characters": {field.TooLongCharacters(at, "", 63), one(toolerr.RuleTooLong, limit("63"))},
		"too many":   {field.TooMany(at, 12, 10), one(toolerr.RuleTooMany, limit("10"))},
		"a choice": {
			field.NotSupported(at, "C", []string{"A", "B"}), one(toolerr.RuleNotAllowed, value("C"), func(f *toolerr.Finding) { f.Names = []string{"A", "B"} }),
		},
		"a label":  {field.Invalid(at, "Web_App", validation.IsDNS1123Label("Web_App")[0]), one(toolerr.RuleBadFormat, value("Web_App"))},
		"a length": {field.Invalid(at, "x", validation.MaxLenError(63)), one(toolerr.RuleTooLong, value("x"), limit("63"))},
		"a range": {
			field.Invalid(at, 70000, validation.InclusiveRangeError(1, 65535)),
			append(one(toolerr.RuleTooSmall, value("70000"), limit("1")), one(toolerr.RuleTooLarge, value("70000"), limit("65535"))...),
		},
		"anything else": {field.Invalid(at, true, "of another kind"), one(toolerr.RuleBadValue, value("true"))},
	} {
		t.Run(name, func(t *testing.T) { refused(t, apierrors.NewInvalid(kind, "web", field.ErrorList{tt.err}), tt.want...) })
	}
	refused(t, apierrors.NewNotFound(pods, "web"), toolerr.Finding{Rule: toolerr.RuleNotFound, Value: "web"})
	refused(t, apierrors.NewAlreadyExists(pods, "web"), toolerr.Finding{Rule: toolerr.RuleExistsAlready, Value: "web"})
	refused(t, apierrors.NewUnauthorized("web"))
}

// refused sends a Status to client-go.
func refused(t *testing.T, refusal *apierrors.StatusError, want ...toolerr.Finding) {
	t.Helper()
	object := refusal.Status()
	object.TypeMeta = metav1.TypeMeta{Kind: "Status", APIVersion: "v1"}
	body, err := json.Marshal(object)
	require.NoError(t, err)
	s := serve(t, int(object.Code), nil, body)
	err = call(t.Context(), client(t, s.Client(), s.URL, nil))
	proof.Refusal(t, kubernetesadapter.Adapter{}, err, string(body), want...)
}
