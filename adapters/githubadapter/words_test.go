package githubadapter_test

import (
	"strings"
	"testing"

	"github.com/stretchr/testify/assert"

	"github.com/errand-go/errand/adapters/githubadapter"
)

// hinted are the words that a hint may hold, spelled out once more: the scopes
// and the permissions by what they give, the fields by the calls that take them.
var hinted = map[string]string{
	"scopes": `
		repo repo:status repo:invite repo_deployment public_repo delete_repo security_events
		admin:repo_hook write:repo_hook read:repo_hook admin:org_hook
		admin:org write:org read:org
		admin:public_key write:public_key read:public_key admin:gpg_key write:gpg_key read:gpg_key
		user read:user user:email user:follow
		write:packages read:packages delete:packages
		project read:project gist notifications codespace workflow read:audit_log`,
	"levels": "read write admin",
	"permissions": `
		actions actions_variables administration attestations checks codespaces codespaces_lifecycle_admin
		codespaces_metadata codespaces_secrets content_references contents dependabot_secrets deployments
		discussions environments issues keys merge_queues metadata packages pages pull_requests
		repository_advisories repository_custom_properties repository_hooks repository_pre_receive_hooks
		repository_projects secret_scanning_alerts secrets security_events single_file statuses
		vulnerability_alerts workflows
		organization_actions_variables organization_administration organization_announcement_banners
		organization_api_insights organization_codespaces organization_codespaces_secrets
		organization_codespaces_settings organization_copilot_metrics organization_copilot_seat_management
		organization_custom_org_roles organization_custom_properties organization_custom_roles
		organization_dependabot_secrets organization_events organization_hooks organization_knowledge_bases
		organization_packages organization_personal_access_token_requests
		organization_personal_access_tokens organization_plan organization_pre_receive_hooks
		organization_projects organization_secrets organization_self_hosted_runners
		organization_user_blocking members team_discussions
		blocking codespaces_user_secrets copilot_messages emails followers gists
		git_signing_ssh_public_keys gpg_keys interaction_limits plan profile starring user_events watching`,
	"fields": `
		title body assignee assignees milestone labels label state state_reason lock_reason type issue
		name new_name color description due_on number
		head base draft maintainer_can_modify pull_number auto_merge commit_title commit_message merge_method
		sha expected_head_sha reviewers team_reviewers
		event comments commit_id path position line side start_line start_side in_reply_to subject_type reaction
		message content branch ref encoding file files
		object tag tree base_tree parents mode url force
		tag_name target_commitish prerelease
		private visibility homepage default_branch archived topics new_owner org organization owner repo repository source
		context target_url status head_sha environment
		active config events key inputs workflow_id
		q sort order direction since page per_page lang language
		account email user username permission`,
}

func TestWords(t *testing.T) {
	words := githubadapter.Words()
	assert.Len(t, words, len(hinted))
	for name, list := range hinted {
		assert.ElementsMatch(t, strings.Fields(list), words[name], name)
	}
}
