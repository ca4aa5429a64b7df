package redisadapter

import "strings"

// refusals lists, by code, the texts with which a server refuses a command before it has
// any effect (Redis 7.0.15, server.c createSharedObjects, cluster.c; Valkey has them too).
// A script that has written before can use the same code with its own text, or with more
// text after the server's.
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

// mayBeScript reports whether a text with the given code may come from a script.
func mayBeScript(code, text string) bool {
	servers := refusals[code]
	if servers == nil {
		return false
	}
	rest := strings.TrimPrefix(text, code+" ")
	_, verb, _ := strings.Cut(rest, " ") // the first word may be the product's name
	return !servers[rest] && !servers[" "+verb]
}

// arguments precedes the command's arguments in a server's text.
const arguments = ", with args beginning with:"
