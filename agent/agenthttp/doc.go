// Package agenthttp serves agents over HTTP, with the routes and the JSON that
// ADK's web clients speak.
//
//	GET    /health, /version, /list-apps
//	POST   /apps/{app}/users/{user}/sessions                       make a session
//	GET    /apps/{app}/users/{user}/sessions                       list them
//	POST   /apps/{app}/users/{user}/sessions/{session}             make one with this id
//	GET    /apps/{app}/users/{user}/sessions/{session}             read it
//	DELETE /apps/{app}/users/{user}/sessions/{session}
//	GET    /apps/{app}/users/{user}/sessions/{session}/artifacts   and /{name}[?version=N] or /{name}/versions/N
//	DELETE /apps/{app}/users/{user}/sessions/{session}/artifacts/{name}
//	POST   /run                                                    a run; answers with all its events
//	POST   /run_sse                                                a run; streams its events
//	POST   /apps/{app}/users/{user}/sessions/{session}/resume      goes on with calls that wait
//	POST   /apps/{app}/users/{user}/sessions/{session}/invocations/{invocation}/cancel   ends a run
//
// The body of /run and /run_sse names the agent, the session, which is made where
// [agent.RunnerConfig] says so, and what the user says:
//
//	{"appName":"helper","userId":"ada","sessionId":"1","streaming":true,"newMessage":{"parts":[{"text":"Hi"}]}}
//
// The body that makes a session may have a state. Keys with the prefix user: are
// those of the user of the path, in all sessions; keys with app: belong to
// everybody, and are refused.
//
// The names in a body are exact and occur once: userId beside USERID is refused, not
// taken for one or the other. The ids of users and sessions have at most 128 letters,
// digits and characters of -_.@:+=~. A body has at most 100,000 values, and a list in it
// 1000 items. [Config] limits the bytes that are read and the runs that are under way at
// once.
//
// # Failures
//
// Every failure is {"detail": text, "code": word, "requestId": id}; in a stream
// whose headers are sent it is the last frame, with error in place of detail.
// A client whose Accept header prefers application/problem+json to application/json gets
// the failure as RFC 9457 writes it, with code and requestId beside the members of the RFC;
// errors has the places in the body (pointer, detail, and the rule as code); and where they
// are known, retryable, retry_after in seconds and owner_action_required are set. A tool
// that calls such a server through errand's adapters reads all of them.
//
// The text is safe to show anyone. The status follows from the kind of the
// failure, and Retry-After is set where the wait is known.
//
// # Who may call
//
// Without a token only this machine may: the client's address and the Host
// header must be of the loopback, and so must the Origin header if there is one,
// which keeps web pages of other sites out. Behind a reverse proxy on this machine
// everybody would seem to be local: requests with a header of one (Forwarded,
// X-Forwarded-*, X-Real-IP, Via) are refused, and a server behind one that adds
// none of them needs a token. A token is one for all users: who serves several has
// to put a handler of their own in front that knows them.
package agenthttp
