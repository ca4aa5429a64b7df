package gateway

import (
	"bytes"
	"encoding/json"
)

// The methods of the protocol that the gateway reads.
const (
	methodInitialize  = "initialize"
	methodInitialized = "notifications/initialized"
	methodCancelled   = "notifications/cancelled"
	methodProgress    = "notifications/progress"
	methodCall        = "tools/call"
	methodTools       = "tools/list"
	methodResource    = "resources/read"
	methodPrompt      = "prompts/get"
	methodSubscribe   = "resources/subscribe"
	methodUnsubscribe = "resources/unsubscribe"
	methodLevel       = "logging/setLevel"
)

// A message is a message of JSON-RPC.
type message struct {
	ID     json.RawMessage `json:"id"`
	Method string          `json:"method"`
	Params json.RawMessage `json:"params"`
	Result json.RawMessage `json:"result"`
	Error  json.RawMessage `json:"error"`
}

// parse returns the messages of a line, which are several in a batch, and none if the line is
// not of the protocol.
func parse(line []byte) (all []message) {
	line = bytes.TrimSpace(line)
	if !bytes.HasPrefix(line, []byte("[")) {
		line = bytes.Join([][]byte{{'['}, line, {']'}}, nil)
	}
	if json.Unmarshal(line, &all) != nil {
		return nil
	}
	for _, m := range all {
		if m.ID == nil && m.Method == "" {
			return nil
		}
	}
	return all
}

// isRequest reports whether a message expects an answer.
func (m *message) isRequest() bool { return m.Method != "" && m.ID != nil }

// keyOf returns one notation of an id.
func keyOf(id json.RawMessage) string {
	var v any
	if json.Unmarshal(id, &v) != nil {
		return string(id)
	}
	key, _ := json.Marshal(v) // of JSON
	return string(key)
}

// encode returns a line for a message. Its values can be encoded.
func encode(m map[string]any) []byte {
	m["jsonrpc"] = "2.0"
	var line bytes.Buffer
	enc := json.NewEncoder(&line)
	enc.SetEscapeHTML(false)
	_ = enc.Encode(m)
	return line.Bytes()
}

// params are the members of a client's parameters that the gateway reads.
type params struct {
	Name      string          `json:"name"`
	Arguments json.RawMessage `json:"arguments"`
	URI       string          `json:"uri"`
	RequestID json.RawMessage `json:"requestId"`
	Token     json.RawMessage `json:"progressToken"`
	Meta      struct {
		Token   json.RawMessage `json:"progressToken"`
		Version string          `json:"io.modelcontextprotocol/protocolVersion"`
	} `json:"_meta"`
}

func (m *message) params() (p params) {
	_ = json.Unmarshal(m.Params, &p) // a member of another type is absent
	return p
}

// A tool is what the server's list says about a tool.
type tool struct {
	Name        string          `json:"name"`
	Schema      json.RawMessage `json:"inputSchema"`
	Annotations struct {
		ReadOnly   bool `json:"readOnlyHint"`
		Idempotent bool `json:"idempotentHint"`
	} `json:"annotations"`
}
