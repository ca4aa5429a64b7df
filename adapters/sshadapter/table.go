package sshadapter

import (
	"github.com/errand-go/errand/adapter"
	"github.com/errand-go/errand/toolerr"
)

const (
	slug    = "_ssh"
	display = "SSH"
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

const hintHost = "Someone has to check whether it is the right host before its key is trusted."

// table lists the meanings of the codes.
var table = adapter.NewTable(
	slug, display,
	adapter.Row{VendorCode: refused, Kind: toolerr.KindUpstreamAuthError, UserAction: true, Message: toolerr.Msg("The host does not accept the tool's login."), Hint: toolerr.Msg("Someone has to correct the user, the key or the password."), Source: source},
	adapter.Row{VendorCodes: []string{badKey, passphraseMissing}, Kind: toolerr.KindToolFatal, Unanswered: true, Effect: toolerr.EffectNone, UserAction: true, Message: toolerr.Msg("The tool cannot use its private key."), Source: source},
	adapter.Row{VendorCodes: []string{keyUnknown, keyChanged, keyRevoked}, Kind: toolerr.KindToolFatal, Unanswered: true, Effect: toolerr.EffectNone, UserAction: true, Message: toolerr.Msg("The key of the host is not one that the tool trusts."), Hint: toolerr.Msg(hintHost), Source: source},
	adapter.Row{VendorCode: noAlgorithm, Kind: toolerr.KindToolFatal, Unanswered: true, Effect: toolerr.EffectNone, Message: toolerr.Msg("The tool and the host have no algorithm in common."), Source: source},
	adapter.Row{VendorCode: channelRefused, Kind: toolerr.KindUpstreamBadRequest, Message: toolerr.Msg("The host refused to open the channel: it forbids it, cannot reach what was asked for, or has too many."), Source: source + "; RFC 4254 section 5.1"},
	adapter.Row{VendorCode: requestRefused, Kind: toolerr.KindUpstreamBadRequest, Message: toolerr.Msg("The host does not allow such a command or subsystem."), Source: source},
	adapter.Row{VendorCode: exitStatus, Kind: toolerr.KindToolFatal, Code: toolerr.CodeExternalServiceError, Effect: toolerr.EffectUnknown, Message: toolerr.Msg("The command on the host failed."), Hint: toolerr.Msg("Change the call if the command's output, where the tool returns it, says what is wrong."), Source: source},
	adapter.Row{VendorCode: exitMissing, Kind: toolerr.KindNetworkTransportUnreachable, Unanswered: true, Effect: toolerr.EffectUnknown, Message: toolerr.Msg("The connection ended before the command on the host did."), Source: source},
)
