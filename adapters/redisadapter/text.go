package redisadapter

import (
	"strings"

	"github.com/errand-go/errand/toolerr"
)

// refusals are the texts, behind the word, with which a server refuses a command
// before it does anything (Redis 7.0.15, server.c createSharedObjects, cluster.c;
// Valkey has them too). A script that has written before can say the same word
// with a text of its own, or with more behind the server's.
var refusals = map[string]map[string]bool{
	"LOADING":    {" is loading the dataset in memory": true},
	"MASTERDOWN": {"Link with MASTER is down and replica-serve-stale-data is set to 'no'.": true},
	"CLUSTERDOWN": {
		"The cluster is down": true, "Hash slot not served": true, "The cluster is down and only accepts read commands": true,
	},
	"TRYAGAIN":   {"Multiple keys request during rehashing of slot": true},
	"NOREPLICAS": {"Not enough good replicas to write.": true},
	"READONLY":   {"You can't write against a read only replica.": true},
	"BUSY": {
		" is busy running a script. You can only call SCRIPT KILL or SHUTDOWN NOSAVE.":   true,
		" is busy running a script. You can only call FUNCTION KILL or SHUTDOWN NOSAVE.": true,
		" is busy running a module command.":                                             true,
	},
}

// byScript reports whether a text with the given code may be a script's.
func byScript(code, text string) bool {
	own := refusals[code]
	if own == nil {
		return false
	}
	said := strings.TrimPrefix(text, code+" ")
	_, verb, _ := strings.Cut(said, " ") // the first word may be the product's name
	return !own[said] && !own[" "+verb]
}

// arguments is how a server goes on to repeat what it was sent.
const arguments = ", with args beginning with:"

// withoutArguments is for an error whose text repeats arguments: the developer
// reads what comes before them.
func withoutArguments(text string) toolerr.Option {
	before, _, repeats := strings.Cut(text, arguments)
	if !repeats {
		return toolerr.Option{}
	}
	return toolerr.WithDeveloperMessage("redis: " + before + " (its arguments are not repeated here)")
}
