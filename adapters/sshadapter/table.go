package sshadapter

import (
	"github.com/errand-go/errand/adapter"
	"github.com/errand-go/errand/toolerr"
)

// errand's codes for the package's errors.
const (
	refused           = "ssh_login_refused"
	badKey            = "ssh_key_unusable"
	passphraseMissing = "ssh_passphrase_missing"
	keyUnknown        = "ssh_host_unknown"
	keyChanged        = "ssh_host_key_changed"
	keyRevoked        = "ssh_host_key_revoked"
	noAlgorithm       = "ssh_no_common_algorithm"
	channelRefused    = "ssh_channel_refused"
	requestRefused    = "ssh_request_refused"
	exitStatus        = "ssh_exit_status"
	exitMissing       = "ssh_exit_status_missing"
)

const source = "golang.org/x/crypto v0.58.0, ssh: client_auth.go, session.go, keys.go, common.go; ssh/knownhosts, read 2026-11-23"

// table lists the meanings of the codes.
var table = adapter.NewTable(
	"_ssh", "SSH",
	adapter.Row{VendorCode: refused, Fact: toolerr.FactWrongKey, Message: toolerr.Msg("The host does not accept the tool's login."), Hint: toolerr.Msg("Someone has to correct the user, the key or the password."), Source: source},
	adapter.Row{VendorCodes: []string{badKey, passphraseMissing}, Fact: toolerr.FactMisuse, Unanswered: true, UserAction: true, Unlike: "only a person has the key", Message: toolerr.Msg("The tool cannot use its private key."), Source: source},
	adapter.Row{
		VendorCodes: []string{keyUnknown, keyChanged, keyRevoked}, Fact: toolerr.FactMisuse, Unanswered: true, UserAction: true, Unlike: "only a person can trust a key",
		Message: toolerr.Msg("The tool does not trust the key of the host."), Hint: toolerr.Msg("Someone has to check whether this is the right host before its key is trusted."), Source: source,
	},
	adapter.Row{VendorCode: noAlgorithm, Fact: toolerr.FactMisuse, Unanswered: true, Message: toolerr.Msg("The tool and the host have no algorithm in common."), Source: source},
	adapter.Row{VendorCode: channelRefused, Fact: toolerr.FactRefused, Message: toolerr.Msg("The host refused to open the channel: it forbids the channel, cannot reach the target, or has too many channels."), Source: source + "; RFC 4254 section 5.1"},
	adapter.Row{VendorCode: requestRefused, Fact: toolerr.FactUnsupported, Message: toolerr.Msg("The host does not allow such a command or subsystem."), Hint: toolerr.Msg("Use another command."), Source: source},
	adapter.Row{VendorCode: exitStatus, Fact: toolerr.FactProgramFailed, Message: toolerr.Msg("The command on the host failed."), Hint: toolerr.Msg("If the tool returns the command's output and it names a cause, change the call."), Source: source},
	adapter.Row{VendorCode: exitMissing, Fact: toolerr.FactConnectionLost, Unanswered: true, Message: toolerr.Msg("The connection ended before the command on the host did."), Source: source},
)
