package openaiadapter_test

import (
	"testing"

	"github.com/errand-go/errand/adapters/openaiadapter"
	"github.com/errand-go/errand/internal/meaning"
	"github.com/errand-go/errand/toolerr"
)

const (
	none    = toolerr.EffectNone
	unknown = toolerr.EffectUnknown
)

// meant is what each code means, spelled out once more: a guidance is named
// where the kind and the status do not say it.
var meant = []meaning.Group{
	{toolerr.KindUpstreamRateLimit, true, none, false, "", "rate_limit_exceeded slow_down rate_limit_error"},
	{
		toolerr.KindUpstreamAuthError, false, none, true, toolerr.GuidanceNone,
		"insufficient_quota credit_balance_exhausted billing_not_active organization_usage_limit_exceeded " +
			"organization_spend_limit_exceeded project_spend_limit_exceeded usage_limit_exceeded billing_hard_limit_reached " +
			"invalid_api_key account_deactivated data_residency_mismatch invalid_grant invalid_subject_token",
	},
	{toolerr.KindUpstreamAuthError, false, none, false, toolerr.GuidanceNone, "unsupported_country_region_territory"},
	{toolerr.KindUpstreamNotFound, false, none, false, "", "model_not_found"},
	{
		toolerr.KindUpstreamValidationError, false, none, false, "",
		"context_length_exceeded string_above_max_length invalid_prompt content_filter content_policy_violation moderation_blocked " +
			"bio_policy cyber_policy misalignment_policy_violation image_content_policy_violation invalid_image invalid_image_format " +
			"invalid_base64_image invalid_image_url image_too_large image_too_small image_parse_error invalid_image_mode " +
			"image_file_too_large unsupported_image_media_type empty_image_file failed_to_download_image image_file_not_found " +
			"unsupported_parameter unsupported_value",
	},
	{toolerr.KindUpstreamBadRequest, false, none, false, "", "invalid_request_error"},
	{
		toolerr.KindUpstreamServerError, true, unknown, false, "",
		"server_is_overloaded service_unavailable_error server_overloaded server_error internal_error vector_store_timeout",
	},
}

func TestMeant(t *testing.T) { meaning.Check(t, openaiadapter.Adapter{}.Table(), meant) }
