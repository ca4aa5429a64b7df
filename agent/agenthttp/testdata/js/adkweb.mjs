// Reads a run as ADK's web client does, and prints what its user sees.
//
//	node adkweb.mjs URL BODY
//
// The rules are those of github.com/google/adk-web at 524e5eb (2026-08-21): runSse in
// src/app/core/services/agent.service.ts reads the response, whatever its status is, and
// submitAgentRunRequest, appendEventRow and getAsyncFunctionsFromParts in
// src/app/components/chat/chat.component.ts show the events.
const [url, body] = process.argv.slice(2);
const print = (line) => console.log(JSON.stringify(line));

function show(event) {
  if (event.error) {
    print({snackbar: event.error});
    return;
  }
  const asked = [];
  if (event?.longRunningToolIds && event.longRunningToolIds.length > 0) {
    for (const part of event.content.parts) { // throws without content
      if (part.functionCall && event.longRunningToolIds.includes(part.functionCall.id)) {
        if (part.functionCall.args.authConfig && part.functionCall.args.authConfig.exchangedAuthCredential) continue;
        asked.push(part.functionCall.name);
      }
    }
  }
  const text = (event.content?.parts || []).map((part) => part.text ?? '').join('');
  print({text, asked, error: event.errorMessage ?? '', state: event.actions?.stateDelta ?? {}});
}

const response = await fetch(url, {
  method: 'POST',
  headers: {'Content-Type': 'application/json', 'Accept': 'text/event-stream'},
  body,
});
const reader = response.body?.getReader();
const decoder = new TextDecoder('utf-8');
let lastData = '';
for (;;) {
  const {done, value} = await reader.read();
  if (done) break;
  lastData += decoder.decode(value, {stream: true});
  let events;
  try {
    events = lastData.split(/\r?\n/)
        .filter((line) => line.startsWith('data:'))
        .map((line) => JSON.parse(line.replace(/^data:\s*/, '')));
    lastData = '';
  } catch (e) { // an incomplete line
    continue;
  }
  for (const event of events) {
    try {
      show(event);
    } catch (e) {
      print({thrown: String(e)});
    }
  }
}
print({status: response.status});
