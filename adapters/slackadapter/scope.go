package slackadapter

// scopes are the scopes that a hint may name (Slack, Permission scopes, read
// 2026-11-21).
var scopes = []string{
	"app_mentions:read", "assistant:write", "bookmarks:read", "bookmarks:write", "calls:read", "calls:write",
	"canvases:read", "canvases:write", "channels:history", "channels:join", "channels:manage", "channels:read",
	"channels:write", "channels:write.invites", "channels:write.topic", "chat:write", "chat:write.customize",
	"chat:write.public", "commands", "conversations.connect:manage", "conversations.connect:read",
	"conversations.connect:write", "dnd:read", "dnd:write", "emoji:read", "files:read", "files:write",
	"groups:history", "groups:read", "groups:write", "groups:write.invites", "groups:write.topic", "identify",
	"im:history", "im:read", "im:write", "im:write.topic", "incoming-webhook", "links.embed:write", "links:read",
	"links:write", "lists:read", "lists:write", "metadata.message:read", "mpim:history", "mpim:read", "mpim:write",
	"mpim:write.invites", "mpim:write.topic", "pins:read", "pins:write", "reactions:read", "reactions:write",
	"reminders:read", "reminders:write", "remote_files:read", "remote_files:share", "remote_files:write",
	"search:read", "search:read.files", "search:read.im", "search:read.mpim", "search:read.private",
	"search:read.public", "search:read.users", "stars:read", "stars:write", "team:read", "tokens.basic",
	"usergroups:read", "usergroups:write", "users.profile:read", "users.profile:write", "users:read",
	"users:read.email", "users:write", "workflow.steps:execute", "admin", "admin.conversations:read",
	"admin.conversations:write", "admin.users:read", "admin.users:write", "auditlogs:read",
}
