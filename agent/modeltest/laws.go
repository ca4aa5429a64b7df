package modeltest

// Laws returns the laws of a [Suite], in the order in which they are checked.
func Laws() []Law {
	return []Law{
		{"answer", "An answer comes as it was said: its text, its reason, its usage.", lawAnswer},
		{"deltas", "A delta is yielded when it comes, if the request asks for a stream.", lawDeltas},
		{"calls", "Calls keep their ids, names and arguments, and stay apart; a number is the one that was written, or its call is malformed.", lawCalls},
		{"request", "What the loop hands over reaches the provider, and stays as it was: the loop may send it again.", lawRequest},
		{"attachments", "What Generate cannot send it says beforehand, and nothing else; see agent.Preflighter.", lawAttachments},
		{"finish", "The loop is told why the provider stopped.", lawFinish},
		{"status", "A refusal is a failure of its kind, which keeps the status and the wait that was asked for.", lawStatus},
		{"repeats", "The model repeats nothing by itself: the loop does, as long apart as it was asked to.", lawRepeats},
		{"cut", "A stream that ends early is not an answer, nor is a lost connection, and what was shown is kept.", lawCut},
		{"failure", "A failure in the middle of a stream is one of its kind, and what was shown is kept.", lawFailure},
		{"garbage", "A success that nobody can read is not taken for an answer.", lawGarbage},
		{"cancel", "Generate returns when its context ends, and blames nobody else.", lawCancel},
		{"break", "Generate returns when the loop stops ranging, and so does its request.", lawBreak},
		{"concurrent", "A model is safe for concurrent use.", lawConcurrent},
		{"secrets", "Neither the key nor the provider's own words are in an event or in an error's text.", lawSecrets},
	}
}

// parts are the names of the parts of laws that can be skipped.
var parts = []string{
	"request/schema", "answer/usage",
	"finish/STOP", "finish/MAX_TOKENS", "finish/SAFETY", "finish/RECITATION", "finish/PROMPT_BLOCKED",
	"finish/MALFORMED_FUNCTION_CALL", "finish/OTHER", "secrets/key",
}
