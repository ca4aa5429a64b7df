// Package agenthttp serves agents over HTTP, with the routes and the JSON of ADK's server,
// so that ADK's web clients can use it.
//
//	GET    /health, /version, /list-apps
//	POST   /apps/{app}/users/{user}/sessions                       creates a session
//	GET    /apps/{app}/users/{user}/sessions                       lists the sessions
//	POST   /apps/{app}/users/{user}/sessions/{session}             creates a session with this id
//	GET    /apps/{app}/users/{user}/sessions/{session}             reads a session
//	PATCH  /apps/{app}/users/{user}/sessions/{session}             changes its state, by a stateDelta
//	DELETE /apps/{app}/users/{user}/sessions/{session}
//	GET    /apps/{app}/users/{user}/sessions/{session}/artifacts   and /{name}[?version=N] or /{name}/versions/N
//	DELETE /apps/{app}/users/{user}/sessions/{session}/artifacts/{name}
//	POST   /run                                                    starts a run, and answers with all its events
//	POST   /run_sse                                                starts a run, and streams its events
//	GET    /apps/{app}/users/{user}/sessions/{session}/pending     lists the calls that wait
//	POST   /apps/{app}/users/{user}/sessions/{session}/resume      continues a run with calls that wait
//	POST   /apps/{app}/users/{user}/sessions/{session}/invocations/{invocation}/cancel   cancels a run
//
// The body of /run and /run_sse names the agent and the session, and has the user's
// message. The session is created if the agent.RunnerConfig has CreateSessions:
//
//	{"appName":"helper","userId":"ada","sessionId":"1","streaming":true,"newMessage":{"parts":[{"text":"Hi"}]}}
//
// A stateDelta in the body has changes of the state, which are stored with the message.
//
// The answer of /pending is a list with callId, agent, tool, args, waits (confirmation, auth
// or result) and since, in seconds since the epoch. A call that waits for an approval has
// argsHash, and one that waits for a sign-in has auth. The body of /resume has the decisions
// about these calls. With argsHash, a decision is about these arguments only. ADK's clients
// answer the call adk_request_confirmation, whose id has the prefix confirm-, in a message
// to /run. The body may also have signedIn, a list of ids, and deliveries, a list of results:
//
//	{"decisions":[{"callId":"call_7","approved":false,"reason":"too much"}]}
//	{"deliveries":[{"callId":"call_8","result":{"rows":3}}]}
//
// The body that creates a session may have a state. Keys with the prefix user: are set for
// the user of the path, in all sessions. Keys with app: would be set for all users, and are
// refused, as in a stateDelta.
//
// The names in a body must be exact and occur once: a body with both userId and USERID is
// refused. The ids of users and sessions have at most 128 letters, digits and characters of
// -_.@:+=~. A body has at most 100,000 values, and a list in it 1000 items. [Config] limits
// the bytes that are read and the runs that are active at the same time.
//
// # Failures
//
// Every failure is {"detail": text, "code": word, "requestId": id}. If the client accepts
// text/event-stream, the failure is a frame, with error in place of detail, because ADK's web
// client reads only frames and no status. In a stream that has begun, it is the last frame.
//
// The text is safe to show. The status follows from the kind of the failure, and
// Retry-After is set if the wait is known.
//
// # Reconnecting
//
// Each frame with a whole event has an id. A request to /run_sse or /resume with an id as
// Last-Event-ID, as an EventSource sends it when it reconnects, does not start a run. It gets
// the events after that one, without deltas: of a run that is open in this process, also
// those to come; of any other, those that are stored. If there are none, the answer is 204. A
// run whose client has disconnected is canceled, unless [Config] has KeepRuns.
//
// # Access
//
// Without a token, only clients on the same machine have access. The client's address and
// the Host header must be of the loopback. The Origin header, if there is one, must be too,
// so that web pages of other sites have no access. Behind a reverse proxy on this machine
// all clients seem to be local. Therefore requests with a header of a proxy (Forwarded,
// X-Forwarded-*, X-Real-IP, Via) are refused. Behind a proxy that adds none of them, set a
// token. There is one token for all users. To distinguish users, put a handler of your own
// in front. Without [Config].CheckResume, a client that may start runs may also approve
// calls, by /resume and by a functionResponse in a message to /run and /run_sse.
package agenthttp
