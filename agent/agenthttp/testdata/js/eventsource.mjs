// Posts a body to a URL with the package eventsource, as a program does that wants its
// reconnections, and prints what the program sees: a line for each request, event and error.
//
//	node eventsource.mjs URL BODY [AUTHORIZATION]
import {EventSource} from 'eventsource';

const [url, body, authorization] = process.argv.slice(2);
const print = (line) => console.log(JSON.stringify(line));
const source = new EventSource(url, {
  fetch: (input, init) => {
    print({type: 'request', id: init.headers['Last-Event-ID'] ?? ''});
    const headers = {...init.headers, 'Content-Type': 'application/json'};
    if (authorization) headers.Authorization = authorization;
    return fetch(input, {...init, method: 'POST', body, headers});
  },
});
source.onmessage = (e) => print({type: 'event', id: e.lastEventId, event: JSON.parse(e.data)});
source.onerror = (e) => {
  print({type: 'error', status: e.code ?? 0});
  if (source.readyState === EventSource.CLOSED) process.exit(0);
};
