package slackadapter_test

import (
	"strings"
	"testing"

	"github.com/stretchr/testify/assert"

	"github.com/errand-go/errand/adapters/slackadapter"
)

// hinted are the scopes that a hint may name, spelled out once more.
const hinted = `
	assistant:write bookmarks:read bookmarks:write calls:read calls:write canvases:read canvases:write dnd:read dnd:write
	files:read files:write lists:read lists:write pins:read pins:write reactions:read reactions:write reminders:read reminders:write
	stars:read stars:write usergroups:read usergroups:write users.profile:read users.profile:write
	channels:history channels:join channels:manage channels:read channels:write channels:write.invites channels:write.topic
	groups:history groups:read groups:write groups:write.invites groups:write.topic
	im:history im:read im:write im:write.topic
	mpim:history mpim:read mpim:write mpim:write.invites mpim:write.topic
	conversations.connect:manage conversations.connect:read conversations.connect:write
	chat:write chat:write.customize chat:write.public metadata.message:read app_mentions:read
	links.embed:write links:read links:write remote_files:read remote_files:share remote_files:write emoji:read
	search:read search:read.files search:read.im search:read.mpim search:read.private search:read.public search:read.users
	users:read users:read.email users:write team:read identify tokens.basic
	commands incoming-webhook workflow.steps:execute
	admin admin.conversations:read admin.conversations:write admin.users:read admin.users:write auditlogs:read`

func TestScopes(t *testing.T) {
	assert.ElementsMatch(t, strings.Fields(hinted), slackadapter.Scopes())
}
