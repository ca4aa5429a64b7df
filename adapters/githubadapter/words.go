package githubadapter

// The words that a hint may contain. GitHub sends them in headers and bodies, and a model
// reads them only in this spelling.

// scopes are the scopes of OAuth apps and classic tokens (GitHub, Scopes for OAuth apps,
// read 2026-11-21; go-github v89.0.0, Scope).
var scopes = []string{
	"repo", "repo:status", "repo_deployment", "public_repo", "repo:invite", "security_events",
	"admin:repo_hook", "write:repo_hook", "read:repo_hook",
	"admin:org", "write:org", "read:org", "admin:public_key", "write:public_key", "read:public_key",
	"admin:org_hook", "gist", "notifications", "user", "read:user", "user:email", "user:follow",
	"project", "read:project", "delete_repo", "write:packages", "read:packages", "delete:packages",
	"admin:gpg_key", "write:gpg_key", "read:gpg_key", "codespace", "workflow", "read:audit_log",
}

// permissions are the permissions of fine-grained tokens and apps (go-github v89.0.0,
// InstallationPermissions).
var permissions = []string{
	"actions", "actions_variables", "administration", "attestations", "blocking", "checks", "codespaces",
	"codespaces_lifecycle_admin", "codespaces_metadata", "codespaces_secrets", "codespaces_user_secrets",
	"content_references", "contents", "copilot_messages", "dependabot_secrets", "deployments", "discussions",
	"emails", "environments", "followers", "gists", "git_signing_ssh_public_keys", "gpg_keys",
	"interaction_limits", "issues", "keys", "members", "merge_queues", "metadata",
	"organization_actions_variables", "organization_administration", "organization_announcement_banners",
	"organization_api_insights", "organization_codespaces", "organization_codespaces_secrets",
	"organization_codespaces_settings", "organization_copilot_metrics",
	"organization_copilot_seat_management", "organization_custom_org_roles", "organization_custom_properties",
	"organization_custom_roles", "organization_dependabot_secrets", "organization_events",
	"organization_hooks", "organization_knowledge_bases", "organization_packages",
	"organization_personal_access_token_requests", "organization_personal_access_tokens", "organization_plan",
	"organization_pre_receive_hooks", "organization_projects", "organization_secrets",
	"organization_self_hosted_runners", "organization_user_blocking", "packages", "pages", "plan", "profile",
	"pull_requests", "repository_advisories", "repository_custom_properties", "repository_hooks",
	"repository_pre_receive_hooks", "repository_projects", "secret_scanning_alerts", "secrets",
	"security_events", "single_file", "starring", "statuses", "team_discussions", "user_events",
	"vulnerability_alerts", "watching", "workflows",
}

// levels are the levels of a permission.
var levels = []string{"read", "write", "admin"}

// fields are parameters of the most frequent calls: on issues, pull requests, contents,
// branches, releases, repositories, comments and searches (GitHub REST API). For an
// unlisted field, the model reads only the code.
var fields = []string{
	"account", "active", "archived", "assignee", "assignees", "auto_merge", "base", "base_tree", "body", "branch",
	"color", "comments", "commit_id", "commit_message", "commit_title", "config", "content", "context", "default_branch",
	"description", "direction", "draft", "due_on", "email", "encoding", "environment", "event", "events",
	"expected_head_sha", "file", "files", "force", "head", "head_sha", "homepage", "in_reply_to", "inputs", "issue",
	"key", "label", "labels", "lang", "language", "line", "lock_reason", "maintainer_can_modify",
	"merge_method", "message", "milestone", "mode", "name", "new_name", "new_owner", "number", "object",
	"order", "org", "organization", "owner", "parents", "path", "page", "per_page", "permission", "position", "prerelease",
	"private", "pull_number", "q", "reaction", "ref", "repo", "repository", "reviewers", "sha", "side",
	"since", "sort", "source", "start_line", "start_side", "state", "state_reason", "status", "subject_type",
	"tag", "tag_name", "target_commitish", "target_url", "team_reviewers", "title", "topics", "tree", "type", "url", "user", "username",
	"visibility", "workflow_id",
}
