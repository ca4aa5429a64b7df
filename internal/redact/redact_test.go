package redact_test

import (
	"encoding/json"
	"errors"
	"fmt"
	"math/rand/v2"
	"net/http"
	"net/url"
	"slices"
	"strings"
	"testing"

	"github.com/stretchr/testify/assert"
	"github.com/stretchr/testify/require"

	"github.com/errand-go/errand/conformance/faults"
	"github.com/errand-go/errand/internal/redact"
)

// textCases are texts and their redacted forms.
var textCases = []struct{ name, in, want string }{
	{"a value before its name", `{"value":"Tr0ub4dorx9","name":"DB_PASSWORD"}, {"Value":"eu","Name":"REGION"}`, `{"value":"(redacted)","name":"DB_PASSWORD"}, {"Value":"eu","Name":"REGION"}`},
	{"a credential that stands again", `login --password Tr0ub4dorx9 && echo Tr0ub4dorx9; mode=password`, `login --password (redacted) && echo (redacted); mode=password`},
	// URLs
	{
		"harmless values, kept", `Get "https://api.example.com/v1/items?q=a%20b&page=2": EOF`,
		`Get "https://api.example.com/v1/items?q=a%20b&page=2": EOF`,
	},
	{"numbers of pages", "https://h.example/?page=2&per_page=100&offset=40&limit=25", "https://h.example/?page=2&per_page=100&offset=40&limit=25"},
	{"numbers that are none of a page", "https://h.example/?page=4111111111111111&limit=s3cret&pin=1234&first=", "https://h.example/?page=(redacted)&limit=(redacted)&pin=(redacted)&first="},
	{"words of a search", "https://h.example/?q=is%3Aissue+green+tea&sort=created-at&search=tea%20house", "https://h.example/?q=is%3Aissue+green+tea&sort=created-at&search=tea%20house"},
	{
		"words that may be more", "https://h.example/?q=hunter2&query=xkcdvbnmqw&search=AKIAIOSFODNN7EXAMPLE&sort=" + strings.Repeat("tea-", 17),
		"https://h.example/?q=(redacted)&query=(redacted)&search=(redacted)&sort=(redacted)",
	},
	{"a page's number behind a code", "https://h.example/cb?code=2&page=2", "https://h.example/cb?code=(redacted)&page=2"},
	{"empty query value", "https://h.example/?a=&b=1 x", "https://h.example/?a=&b=(redacted) x"},
	{"query without keys", "https://h.example/p?s3cret x", "https://h.example/p?(redacted) x"},
	{"query that ends a sentence", "see https://h.example/p?a=b.", "see https://h.example/p?a=(redacted)."},
	{"query in parentheses", "failed (https://h.example/p?a=b), again", "failed (https://h.example/p?a=(redacted)), again"},
	{"query escaped by JSON", `"https://h.example/?a=1\u0026sig=abc"`, `"https://h.example/?a=(redacted)\u0026sig=(redacted)"`},
	{"fragment", "https://h.example/p#access_token=abc x", "https://h.example/p#(redacted) x"},
	{"query before an escaped end of the line", `GET https://h.example/?a=b\r\nHost: h`, `GET https://h.example/?a=(redacted)\r\nHost: h`},
	{"query and fragment", "https://h.example/p?a=b#c=d", "https://h.example/p?a=(redacted)#(redacted)"},
	{"relative URL", `Get "/callback?code=a&state=x": unsupported protocol scheme ""`, `Get "/callback?code=(redacted)&state=(redacted)": unsupported protocol scheme ""`},
	{"request line", "GET /callback?code=abc HTTP/1.1", "GET /callback?code=(redacted) HTTP/1.1"},
	{"user and password", "https://bob:pw@h.example/p", "https://(redacted)@h.example/p"},
	{"user alone", "ssh://t0k3n@h.example/p", "ssh://(redacted)@h.example/p"},
	{"password alone", "redis://:pw@h.example:6379/0", "redis://(redacted)@h.example:6379/0"},
	{"password starred by net/url", `Get "https://bob:***@h.example/": EOF`, `Get "https://(redacted)@h.example/": EOF`},
	{"password with an @", "amqp://u:p@ss@h.example/v", "amqp://(redacted)@h.example/v"},
	{"password with a slash", "postgres://u:p/w@h.example:5432/db failed", "postgres://(redacted)@h.example:5432/db failed"},
	{"password that begins like a port", "postgres://u:12/w@h.example/db", "postgres://(redacted)@h.example/db"},
	{"password with a space", "postgres://u:p w@h.example/db failed", "postgres://(redacted)@h.example/db failed"},
	{"password with a quotation mark", `parse "postgres://u:p\"w@h.example/db": bad`, `parse "postgres://(redacted)@h.example/db": bad`},
	{"password that lost its host", "postgres://u:pass failed", "postgres://(redacted) failed"},
	{"no scheme", `parse "bob:pw@h.example:5432/x": first path segment in URL cannot contain colon`, `parse "(redacted)@h.example:5432/x": first path segment in URL cannot contain colon`},
	{"what net/url quotes, cut off", `parse "x": invalid port ":pw`, `parse "x": invalid port "(redacted)`},
	{"network path", `parse "//bob:pw@h.example/x": bad`, `parse "//(redacted)@h.example/x": bad`},
	{"URL inside a URL", "https://proxy.example/https://u:p@h.example/x?y=z", "https://proxy.example/https://(redacted)@h.example/x?y=(redacted)"},
	{"quoted once more", `{"error":"Get \"https://u:p@h.example/?q=a b\": EOF","code":7}`, `{"error":"Get \"https://(redacted)@h.example/?q=a b\": EOF","code":7}`},
	{"webhook", "Post \"https://hooks.slack.com/services/T0/B0/secret\": EOF", "Post \"https://hooks.slack.com/services/(redacted)\": EOF"},
	{"MySQL data source", "bob:p/w@tcp(10.0.0.1:3306)/db", "(redacted)@tcp(10.0.0.1:3306)/db"},
	{"data source without a scheme", "connect bob:pw@h.example:5432: refused", "connect (redacted)@h.example:5432: refused"},

	// Statements, keys and fields in a server's message
	{"MySQL, a misspelt clause", "Error 1064 (42000): You have an error near 'IDENTFIED BY 'pw'' at line 1", "Error 1064 (42000): You have an error near 'IDENTFIED BY '(redacted)'' at line 1"},
	{"MySQL, a plugin", "near 'identified with mysql_native_password by \"p w\"'", "near 'identified with mysql_native_password by \"(redacted)\"'"},
	{"MySQL, from its value on", "near 'BY 'pw'' at line 1", "near 'BY '(redacted)'' at line 1"},
	{"a role", `syntax error: ALTER ROLE bob PASSWORD 'pw' x`, `syntax error: ALTER ROLE bob PASSWORD '(redacted)' x`},
	{"a function", "SELECT PASSWORD('pw')", "SELECT PASSWORD('(redacted)')"},
	{"a password that begins with a space", "CREATE USER a IDENTIFIED BY ' hunter2x'", "CREATE USER a IDENTIFIED BY '(redacted)'"},
	{"a role's password that begins with a space", "ALTER ROLE bob PASSWORD ' hunter2x'", "ALTER ROLE bob PASSWORD '(redacted)'"},
	{"a clause that is cut off", "near 'IDENTIFIED BY 'pw", "near 'IDENTIFIED BY '(redacted)"},
	{"another by", "ORDER BY 'name' and refused by 'policy'", "ORDER BY 'name' and refused by 'policy'"},
	{"a password without a value", "password 'required' is missing", "password 'required' is missing"},
	{"a key", "Key (password)=(p) w) already exists.", "Key (password)=((redacted)) already exists."},
	{"a key of several", `Key (email, "api_key")=(a@h.example, k) is not present in table "x"`, `Key (email, "api_key")=((redacted)) is not present in table "x"`},
	{"a key without an end", "Key (password)=(pw", "Key (password)=((redacted)"},
	{"another key", "Key (email)=(a) already exists.", "Key (email)=(a) already exists."},
	{"a field that was refused", `Secret "db" is invalid: data[password]: Invalid value: "pw": too short`, `Secret "db" is invalid: data[password]: Invalid value: "(redacted)": too short`},
	{"a value that is not supported", `data[password]: Unsupported value: "pw"`, `data[password]: Unsupported value: "(redacted)"`},
	{"a value that was not found", `data[password]: Not found: "pw"`, `data[password]: Not found: "(redacted)"`},
	{"a value that is too long", `data[password]: Too long: "pw": must have at most 1 byte`, `data[password]: Too long: "(redacted)": must have at most 1 byte`},
	{"another field", `data[name]: Invalid value: "x"`, `data[name]: Invalid value: "x"`},
	{"a required field", "data[password]: Required value", "data[password]: Required value"},

	// Keyword data sources
	{"keywords", "host=h password=pw user=bob", "host=h password=(redacted) user=bob"},
	{"keywords with spaces", "cannot parse `host=h password = pw user=bob`: failed", "cannot parse `host=h password = (redacted) user=bob`: failed"},
	{"keywords with quotes", `host=h password='p \' w' user=bob`, "host=h password='(redacted)' user=bob"},
	{"keywords with an apostrophe", `host=h password='don't' user=bob`, `host=h password='(redacted)' user=bob`},
	{"keywords in quotes", "cannot parse 'host=h password=pw': failed", "cannot parse 'host=h password=(redacted)': failed"},
	{"semicolons", "Server=h;Password=p@ss!,w;Database=d", "Server=h;Password=(redacted);Database=d"},
	{"account key", "AccountName=n;AccountKey=" + strings.Repeat("Ab1/", 21) + "Ab==;EndpointSuffix=s", "AccountName=n;AccountKey=(redacted);EndpointSuffix=s"},

	// Headers
	{"bearer header", "Authorization: Bearer x was refused", "Authorization: Bearer (redacted) was refused"},
	{"header without a scheme", "Authorization: abc\nHost: h", "Authorization: (redacted)\nHost: h"},
	{"header with an unknown scheme", "Authorization: Foo s3cretvalue", "Authorization: (redacted)"},
	{"proxy header", "Proxy-Authorization: Basic dTpw", "Proxy-Authorization: Basic (redacted)"},
	{"signature header", "Authorization: AWS4-HMAC-SHA256 Credential=A/2026, SignedHeaders=host;range, Signature=f0\nHost: h", "Authorization: AWS4-HMAC-SHA256 (redacted)\nHost: h"},
	{"digest header", `Authorization: Digest username="u", response="f0", qop=auth then`, `Authorization: Digest (redacted) then`},
	{"cookies", "Cookie: a=b; c=d\nHost: h", "Cookie: (redacted)\nHost: h"},
	{"set-cookie", "Set-Cookie: a=b; Path=/; HttpOnly\r\nHost: h", "Set-Cookie: (redacted)\r\nHost: h"},
	{"http.Header", "map[Authorization:[Bearer x] Cookie:[a=b; c=d] Host:[h]]", "map[Authorization:[Bearer (redacted)] Cookie:[(redacted)] Host:[h]]"},
	{"http.Header with a token", "map[X-Vault-Token:[Zq9Hunter2Secret] Host:[h]]", "map[X-Vault-Token:[(redacted)] Host:[h]]"},
	{"http.Header with a private token", "map[Private-Token:[Zq9 Hunter2]]", "map[Private-Token:[(redacted)]]"},
	{"url.Values", "map[api_key:[Zq9Hunter2] password:[x y] q:[cats]]", "map[api_key:[(redacted)] password:[(redacted)] q:[cats]]"},
	{"a key with a list", "api_key=[Zq9Hunter2] q=[cats]", "api_key=[(redacted)] q=[cats]"},
	{"a list in prose", "the token: [see the manual]", "the token: [see the manual]"},
	{"http.Header as Go", `http.Header{"X-Api-Key":[]string{"x", "y"}, "Host":[]string{"h"}}`, `http.Header{"X-Api-Key":[]string{"(redacted)"}, "Host":[]string{"h"}}`},
	{"header as JSON", `{"authorization":"Bearer x","host":"h"}`, `{"authorization":"Bearer (redacted)","host":"h"}`},
	{"headers as JSON", `{"Authorization":["Basic dTpw"],"Host":["h"]}`, `{"Authorization":["Basic (redacted)"],"Host":["h"]}`},
	{"curl", `curl -H 'Authorization: Bearer abc' -H "X-Api-Key: x" h`, `curl -H 'Authorization: Bearer (redacted)' -H "X-Api-Key: (redacted)" h`},
	{"dump in a string", `"GET / HTTP/1.1\r\nAuthorization: Bearer abc\r\nHost: h\r\n"`, `"GET / HTTP/1.1\r\nAuthorization: Bearer (redacted)\r\nHost: h\r\n"`},
	{"map index", `headers["Authorization"] = "Bearer abc"`, `headers["Authorization"] = "Bearer (redacted)"`},
	{"bearer anywhere", "sent bearer abc123, then", "sent bearer (redacted), then"},
	{"basic anywhere", "sent Basic dXNlcjpwYXNz then", "sent Basic (redacted) then"},

	// Fields
	{"form", "grant_type=refresh_token&refresh_token=abc&client_secret=d%26ef&x=1", "grant_type=refresh_token&refresh_token=(redacted)&client_secret=(redacted)&x=1"},
	{"JSON", `{"access_token" : "abc", "expires_in":3600}`, `{"access_token" : "(redacted)", "expires_in":3600}`},
	{"JSON number", `{"password":12345,"x":1}`, `{"password":(redacted),"x":1}`},
	{"JSON in JSON", `{"body":"{\"api_key\":\"a\\\"b\",\"x\":1}"}`, `{"body":"{\"api_key\":\"(redacted)\",\"x\":1}"}`},
	{"JSON list", `{"tokens_secret":["a","b"],"x":1}`, `{"tokens_secret":["(redacted)"],"x":1}`},
	{"JSON cut off", `{"password":"abc def`, `{"password":"(redacted)`},
	{"Python", "{'password': 'abc', 'x': 1}", "{'password': '(redacted)', 'x': 1}"},
	{"Go struct", "{Host:h Password:pw Token:t}", "{Host:h Password:(redacted) Token:(redacted)}"},
	{"Go assignment", `apiKey := "abc"`, `apiKey := "(redacted)"`},
	{"assignment of a lower-case name", "host = h apikey = abc", "host = h apikey = (redacted)"},
	{"assignment behind a slash", "set kv/password=pw", "set kv/password=(redacted)"},
	{"YAML", "host: h\n  api_key: abc\nx: 1", "host: h\n  api_key: (redacted)\nx: 1"},
	{"a line of its own", "host: h\ntoken: abc\nx: 1", "host: h\ntoken: (redacted)\nx: 1"},
	{"value with a backslash", `password=p\w)z x`, `password=(redacted) x`},
	{"environment", "AWS_SECRET_ACCESS_KEY=abc HOME=/root", "AWS_SECRET_ACCESS_KEY=(redacted) HOME=/root"},
	{"camel case", "clientSecret=abc dbPassword=def", "clientSecret=(redacted) dbPassword=(redacted)"},
	{"presigned", "X-Amz-Credential=a X-Amz-Signature=b X-Amz-Security-Token=c", "X-Amz-Credential=(redacted) X-Amz-Signature=(redacted) X-Amz-Security-Token=(redacted)"},
	{"sentence with a password", "login with password: hunter2 failed", "login with password: (redacted) failed"},
	{"sentence with a password of letters", "login with password: swordfish failed", "login with password: (redacted) failed"},
	{"sentence with a key", "Incorrect API key provided: sk-proj-****abcd. See", "Incorrect API key provided: (redacted). See"},
	{"sentence with a token of letters", "bad token: aBcDefgh (retry)", "bad token: (redacted) (retry)"},
	{"sentence with a token", "bad token: a1b2c3d4e5 (retry)", "bad token: (redacted) (retry)"},
	{"XML", "<password>pw</password><Code>x</Code>", "<password>(redacted)</password><Code>x</Code>"},
	{"flag", "exec: tool --token abc --api-key 'd e' --verbose", "exec: tool --token (redacted) --api-key '(redacted)' --verbose"},
	{"private key", "key:\n-----BEGIN PRIVATE " + "KEY-----\nQUJD\n-----END PRIVATE KEY-----\nend", "key:\n(redacted)\nend"},
	{"private key cut off", "key: -----BEGIN EC PRIVATE " + "KEY-----\nQUJD", "key: (redacted)"},
	{"token after an escape", `first\nghp_` + strings.Repeat("aB3", 12), `first\n(redacted)`},
	{"number of a bot after an escape", `first\n123456789:AA` + strings.Repeat("aB3", 11), `first\n(redacted)`},
	{"scheme that is a word", "Authorization: Token abcdefgh\nHost: h", "Authorization: Token (redacted)\nHost: h"},
	{"tabs", "authorization:\tToken\tabcdefgh\nx", "authorization:\tToken\t(redacted)\nx"},
	{"name and value", `[{"name":"DB_PASSWORD","value":"pw"},{"name":"PORT","value":"80"}]`, `[{"name":"DB_PASSWORD","value":"(redacted)"},{"name":"PORT","value":"80"}]`},
	{"name and value in XML", `<entry key="password">pw</entry><entry key="port">80</entry>`, `<entry key="password">(redacted)</entry><entry key="port">80</entry>`},
	{"CDATA", "<token a='b'><![CDATA[a<b]]></token>", "<token a='b'><![CDATA[(redacted)]]></token>"},
	{"Secret", "kind: Secret\ndata:\n  url: QQ==\ntype: Opaque", "kind: Secret\ndata:\n  url: (redacted)\ntype: Opaque"},
	{"Secret as JSON", `{"data":{"url":"QQ=="},"kind":"Secret","type":"Opaque"}`, `{"data":{"url":"(redacted)"},"kind":"Secret","type":"Opaque"}`},
	{"block of YAML", "password: |-\n  p\n  w\nnext: 1", "password: |-\n  (redacted)\nnext: 1"},
	{"part of a form", "name=\"password\"; form-data; name=\"token\"\r\n\r\npw\r\n--b", "name=\"password\"; form-data; name=\"token\"\r\n\r\n(redacted)\r\n--b"},
	{"flags of commands", "curl -u bob:pw h; docker login -p pw h; mysql -ppw -h h", "curl -u (redacted) h; docker login -p (redacted) h; mysql -p(redacted) -h h"},
	{"netrc", "machine h login bob password hunter machine i", "machine h login bob password (redacted) machine i"},
	{"Oracle in full", "scott/tiger@(DESCRIPTION=(HOST=h))", "scott/(redacted)@(DESCRIPTION=(HOST=h))"},
	{"braces", "UID=sa;PWD={a;}}b};Database=d", "UID=sa;PWD={(redacted)};Database=d"},
	{"Oracle", "sqlplus scott/tiger@XE and scott/tiger@//h/XE", "sqlplus scott/(redacted)@XE and scott/(redacted)@//h/XE"},
	{"JSON escapes", `{\u0022password\u0022:\u0022pw\u0022,\u0022x\u0022:1}`, `{\u0022password\u0022:\u0022(redacted)\u0022,\u0022x\u0022:1}`},
	{"entities", "{&quot;password&quot;:&quot;pw&quot;,&quot;x&quot;:1}", "{&quot;password&quot;:&quot;(redacted)&quot;,&quot;x&quot;:1}"},
	{"URL escapes", "body=%7B%22password%22%3A%22pw%22%7D&x=1", "body=%7B%22password%22%3A%22(redacted)%22%7D&x=1"},
	{"URL escapes of URL escapes", "%2522password%2522%253A%2522pw%2522", "%2522password%2522%253A%2522(redacted)%2522"},
	{"a value that ends in an escape", "secret%3Dab%3D%3D%26x%3D1", "secret%3D(redacted)%26x%3D1"},
	{"colours", "\x1b[36mpassword=\x1b[0mpw\x1b[0m x", "\x1b[36mpassword=\x1b[0m(redacted)\x1b[0m x"},
	{"base64 of a text", "body dG9rZW49YWJjZGVmZ2hpamts refused", "body (redacted) refused"},
	{"hexadecimal digits of a text", "body 746f6b656e3d6162636465666768 refused", "body (redacted) refused"},
	{"text of other scripts", "пароль password=пароль é", "пароль password=(redacted) é"},
}

func TestText(t *testing.T) {
	for _, c := range textCases {
		t.Run(c.name, func(t *testing.T) {
			got := redact.Text(c.in)
			assert.Equal(t, c.want, got)
			assert.Equal(t, got, redact.Text(got), "not idempotent")
			assert.False(t, redact.HasCredential(got), "a credential is left")
		})
	}
}

// kept are texts without a credential. They are returned unchanged.
var kept = []string{
	"",
	"secret santa",
	"token expired",
	"task-force and sk-learn, sk-learn-contrib, hf_hub_download, npm_config_registry",
	"invalid_grant",
	"desk-0123456789abcdef0123456789abcdef, mynpm_0123456789abcdef0123456789abcdef, BAKIA0123456789ABCDEF",
	"retry after 30 seconds",
	"id 4f9c2b1e-7a7f-4c62-9a55-0a1b2c3d4e5f",
	"commit 9fceb02d0ae598e95dc970b74767f19372d61af8",
	"sha256:e3b0c44298fc1c149afbf4c8996fb92427ae41e4649b934ca495991b7852b855",
	"x-request-id: req_011CSHoEeqs5C35K2UUqR7Fy",
	"x-amzn-requestid: 7QK0P8FJD3M9VB3D1FJMJBSK6VVV4KQNSO5AEMVJF66Q9ASUAAJG",
	"https://api.example.com/v1/users/42/items/8f3a9c",
	"https://medium.com/@user/post-1 and https://unpkg.com/react@18/index.js",
	"http://localhost:8080/path, http://[::1]:9090/, http://:8080/, http://[::1]: refused",
	"mongodb://h1:27017,h2:27017/db and nats://h1:4222,h2",
	"dial tcp 10.0.0.1:443: connect: connection refused",
	"read tcp 10.0.0.2:50216->10.0.0.1:443: read: connection reset by peer",
	"mail bob@example.com or mailto:bob@example.com, clone git@github.com:org/repo.git",
	"call sip:bob@h.example or sips:bob@h.example, chat xmpp:bob@h.example, acct:bob@h.example, urn:bob@h.example",
	"near 'IDENTIFIED BY ' at line 1",
	"no bearer credential was sent",
	`Bearer scope="read write", Bearer error_uri="x", Bearer resource_metadata="y", Basic charset="UTF-8"`,
	"see bob:@h.example",
	"the primary key: a1b2c3d4 is taken",
	"token <= a1b2c3d4, token >= a1b2c3d4, token != a1b2c3d4",
	"pull nginx:1.25@sha256:0123456789abcdef, at 12:30@office",
	"Bearer token is missing; bearer tokens; Basic auth failed; the basic plan; Basic Tier",
	`WWW-Authenticate: Bearer realm="x", error="invalid_token", error_description="The token expired"`,
	"oauth2: cannot fetch token: 401 Unauthorized",
	"oauth2: cannot fetch token: oauth2: \"invalid_grant\"",
	"operation error S3: GetObject, https response error StatusCode: 400, api error ExpiredToken: The provided token has expired.",
	"api error InvalidAccessKeyId: The key you provided does not exist in our records.",
	"failed to get secret: rpc error: code = Unavailable desc = token is expired",
	"invalid signature: crypto/rsa: verification error",
	"get credentials: failed to refresh cached credentials, no EC2 IMDS role found",
	"reading password: unexpected EOF",
	"cannot parse private key: asn1: structure error; unable to read API key: open /x: denied",
	"idtoken: audience provided does not match aud claim in the JWT; sign dpop: key is nil; first pass: done twice",
	"read JWT from JSON credentials: 'type' field is empty; unable to transfer PerRPCCredentials: dial tcp: refused",
	"mask `sig=`, `password=` and 'token='",
	`Unexpected token: "<", unexpected token: }`,
	"token: <nil>, secret: null, password: none, \"token\": true",
	"password= and token:",
	`{"secret":{"name":"x"},"password":""}`,
	"nextPageToken=abc next_page_token: abc max_tokens=100 total_tokens: 5",
	"arn:aws:secretsmanager:eu-west-1:123456789012:secret:my-db-AbCdEf",
	`secrets "db-password" not found; secret "x" is forbidden`,
	"kv/data/secret: permission denied",
	"use <token> as the key, <password></password>",
	"what? a ? b : c; yes?no",
	"tool --token-file /x --tokens 5 --token --verbose",
	"-----BEGIN CERTIFICATE-----\nQUJD\n-----END CERTIFICATE-----",
	"-----BEGIN PUBLIC KEY-----\nQUJD\n-----END PUBLIC KEY-----",
	"2026-01-02T15:04:05.000Z level=INFO msg=started addr=:8080 pid=1",
	"strings.s.handleRequestWithContextXY, eyJhbGciOi without dots",
	"ERROR: duplicate key value violates unique constraint \"u_email_key\" (SQLSTATE 23505)",
	"pq: canceling statement due to user request",
	"googleapi: Error 403: Rate Limit Exceeded, rateLimitExceeded",
	"already (redacted) here",
	"--- PASS: TestUserTokenParser (0.00s); const maxPassword = 72; login successful, password unchanged",
	`{"secret": ["Enter a valid value."], "password": ["This field is required."]}`,
	"日本語のテキスト、トークン",
	"broken \xff\xfe bytes",
}

func TestTextKeeps(t *testing.T) {
	for _, s := range kept {
		t.Run(s, func(t *testing.T) {
			assert.Equal(t, s, redact.Text(s))
			assert.False(t, redact.HasCredential(s))
		})
	}
}

// The errors of net/url quote the whole URL and, after it, the part that is invalid.
func TestTextOfURLErrors(t *testing.T) {
	const user, pass = "plantedUser", "pl4ntedPass"
	for _, raw := range []string{
		"postgres://" + user + ":" + pass + "#rest@db.example:5432/name",
		"postgres://" + user + ":" + pass + "/rest@db.example:5432/name",
		"postgres://" + user + ":" + pass + "?rest@db.example:5432/name",
		"postgres://" + user + ":" + pass + "%zzrest@db.example:5432/name",
		"postgres://" + user + ":" + pass + " rest@db.example:5432/name",
		"postgres://" + user + ":" + pass + "\"rest@db.example:5432/name",
		"postgres://" + user + ":" + pass + "\x7frest@db.example:5432/name",
		"postgres://" + user + ":" + pass + "@db.example:port/name",
		"postgres://" + user + ":" + pass + "@[db.example/name",
		"://" + user + ":" + pass + "@db.example/name",
		"1" + user + ":" + pass + "@db.example:5432/name",
	} {
		t.Run(raw, func(t *testing.T) {
			_, err := url.Parse(raw)
			require.Error(t, err)
			for _, text := range []string{err.Error(), fmt.Sprintf("%q", err.Error()), "load: " + err.Error() + " (fatal)"} {
				got := redact.Text(text)
				assert.NotContains(t, got, user)
				assert.NotContains(t, got, pass)
				assert.NotContains(t, got, "rest@")
				assert.Contains(t, got, "parse ")
			}
		})
	}
}

// net/http sends a request to a closed port.
func TestTextOfClientErrors(t *testing.T) {
	addr := faults.ClosedPort(t)
	for _, method := range []string{http.MethodGet, http.MethodPost, http.MethodDelete, "PROPFIND"} {
		req, err := http.NewRequestWithContext(t.Context(), method, "http://plantedUser:pl4ntedPass@"+addr+"/v1/items?q=pl4ntedQuery#pl4ntedFragment", nil)
		require.NoError(t, err)
		_, err = http.DefaultClient.Do(req)
		require.Error(t, err)
		require.Contains(t, err.Error(), "pl4ntedQuery")
		got := redact.Text(errors.Join(errors.New("first"), err).Error())
		assert.NotContains(t, strings.ToLower(got), "planted")
		assert.Contains(t, got, "/v1/items?q=(redacted)")
		assert.Contains(t, got, "connection refused")
	}
}

// hostile are units that, repeated, make a scan look back, ahead or to the end again and
// again.
var hostile = []string{
	"a://", "a://b:c", "a://b:c/", "'a://b", "\"a://b ", "Get 'G", "Get \"", "password='", "token=\"", "[", "Cookie:[",
	"@", "a:b@", "u:p@tcp(", "-----BEGIN ", "-----BEGIN PRIVATE KEY-----", "-----END ", "eyJ", "eyJaaaaaaaaaa.", "Bearer ",
	"Basic ", "basic a", "token: ", "token:", "=", "?a=", "?a", "#", ",", "&", "\\", "\\\"", "\\u0026", "(redacted)", "(", "--token ",
	"<token>", "<token>a</", "pi_", "_secret_", "xoxb-", "sk-", "0", "M", "s.", ".", "hooks.slack.com/services/", "invalid port \"", "%2F", "é",
	"eyJ-", "eyJaaaaaaaaaa-", "M-", "0000Q~", "sk-a", "1//", "-", "--", "-----BEGIN", "a@b:", "x=", "token=<", "'", "\"", "`",
	"aaaaaaaaaaaaaa.atlasv1.", "https://h/?a=b ", "Authorization: Bearer a, b=", "Authorization: a; ", "Cookie: a=\"b;", "parse \"a@",
	"token: a ", "bearer\t", "password=a,b", "password=a,b=", "password: a\\n", "api key ", "]=", "\"]=", "a://[", "a://b:1,",
}

func TestTextOfHostileTexts(t *testing.T) {
	for _, unit := range hostile {
		s := strings.Repeat(unit, 1<<16/len(unit))
		got := redact.Text(s)
		assert.Equal(t, got, redact.Text(got), "not idempotent for %q", unit)
		assert.LessOrEqual(t, len(got), 6*len(s)+16, "grown by %q", unit)
		assert.Equal(t, redact.Endpoint(s), redact.Endpoint(redact.Endpoint(s)), "endpoint of %q", unit)
	}
}

// The texts are random sequences of fragments that the scan recognises. The properties of
// [redact.Text] hold for them, and none becomes only the mark.
func TestTextOfRandomTexts(t *testing.T) {
	fragments := []string{
		"a://", "https://", "postgres://", "u:p@", "@", "h.example", ":80", "/", "?", "?a=", "&b=", "#", "=", ":", ": ", " = ",
		"password", "token", "Authorization", "Cookie", "api_key", "sig=", "Bearer ", "Basic ", "dTpw", "abc", "a1b2c3d4",
		"\"", "'", "`", "\\", "\\\"", "\\n", "\n", " ", ",", ";", "(", ")", "[", "]", "{", "}", "<", ">", "</", "map[", "[]string{",
		"(redacted)", "Get \"", "parse '", "invalid port \"", "--token ", "xoxb-", "sk-", "Fake0Fake0Fake0Fake0Fake0Fake0Fake0",
		"ghp_", "eyJabcdefghij", ".", "-----BEGIN PRIVATE KEY-----", "-----END ", "hooks.slack.com/services/", "pi_", "_secret_",
		"0123456789:AA", "tcp(", "1//", "-", "_", "\\u0026", "%2F", "%", "$", "é", "\xff",
	}
	const texts = 10_000
	random := rand.New(rand.NewPCG(1, 2))
	for range texts {
		var b strings.Builder
		for range 1 + random.IntN(14) {
			b.WriteString(fragments[random.IntN(len(fragments))])
		}
		s := b.String()
		got := redact.Text(s)
		require.Equal(t, got, redact.Text(got), "not idempotent for %q", s)
		require.False(t, redact.HasCredential(got), "a credential is left in %q of %q", got, s)
		require.LessOrEqual(t, len(got), 6*len(s)+16, "grown from %q to %q", s, got)
		require.False(t, redact.GivenUp(s), "given up: %q", s)
	}
}

func TestTextWithoutCredentialsDoesNotAllocate(t *testing.T) {
	s := strings.Join(kept, "\n")
	s = strings.ReplaceAll(s, "(redacted)", "")
	require.Equal(t, s, redact.Text(s))
	assert.Zero(t, testing.AllocsPerRun(100, func() { redact.Text(s) }))
}

func TestHasCredential(t *testing.T) {
	for _, c := range []struct {
		name, in string
		want     bool
	}{
		{"nothing", "", false},
		{"identifier", "list_items", false},
		{"user and password", "https://u:p@h.example/", true},
		{"user", "https://u@h.example/", true},
		{"unescaped password", "postgres://u:p/w@h.example/", true},
		{"data source", "u:p@tcp(h)/db", true},
		{"no userinfo", "https://h.example:80/@u", false},
		{"redacted userinfo", "https://(redacted)@h.example/", false},
		{"query", "https://h.example/?q=x", false},
		{"bearer", "Bearer abc", true},
		{"bearer in a sentence", "it sent bearer abc.", true},
		{"redacted bearer", "Bearer (redacted)", false},
		{"bearer of nothing", "Bearer token", false},
		{"basic", "Basic dXNlcjpwYXNz", true},
		{"a short basic", "Basic dTpwYXNz", true},
		{"basic in the URL alphabet", "Basic dTo_Pz8_", true},
		{"basic of nothing", "Basic auth", false},
		{"private key", "-----BEGIN OPENSSH PRIVATE " + "KEY-----", true},
		{"encrypted private key", "-----BEGIN ENCRYPTED PRIVATE " + "KEY-----", true},
		{"armored private key", "-----BEGIN PGP PRIVATE " + "KEY BLOCK-----", true},
		{"certificate", "-----BEGIN CERTIFICATE-----", false},
		{"a name is not enough", "password=pw", false},
	} {
		t.Run(c.name, func(t *testing.T) {
			assert.Equal(t, c.want, redact.HasCredential(c.in))
		})
	}
}

func TestHasCredentialDoesNotAllocate(t *testing.T) {
	for _, s := range kept {
		assert.Zero(t, testing.AllocsPerRun(20, func() { redact.HasCredential(s) }), s)
	}
	for _, c := range textCases {
		assert.Zero(t, testing.AllocsPerRun(20, func() { redact.HasCredential(c.in) }), c.in)
	}
}

func TestHeader(t *testing.T) {
	for _, h := range append(redact.HeaderNames(),
		"Authorization", "PROXY-AUTHORIZATION", "Cookie", "Set-Cookie", "X-Api-Key", "X-Auth-Token", "X-Vault-Token",
		"Private-Token", "Job-Token", "X-Slack-Signature", "Stripe-Signature", "X-Hub-Signature-256", "X-Csrf-Token",
		"X-Amz-Security-Token", "X-Goog-Api-Key", "Cf-Access-Client-Secret", "X-Telegram-Bot-Api-Secret-Token",
		"X-Shopify-Access-Token", "Ocp-Apim-Subscription-Key", "x_api_key",
	) {
		assert.True(t, redact.Header(h), h)
		assert.Equal(t, h+": (redacted)", redact.Text(h+": v4lueOfIt"))
	}
	for _, h := range []string{
		"", "-", "Host", "Accept", "Content-Type", "User-Agent", "Retry-After", "X-Request-Id", "Www-Authenticate",
		"Proxy-Authenticate", "Idempotency-Key", "Sec-Websocket-Key", "X-Next-Page-Token", "X-Ratelimit-Remaining-Tokens",
		"X-Amz-Date", "Etag", "Design", "Compass", strings.Repeat("x", 500),
	} {
		assert.False(t, redact.Header(h), h)
	}
	assert.True(t, redact.Header(strings.Repeat("x-", 500)+"token"), "a long name is judged by its end")
	assert.Zero(t, testing.AllocsPerRun(100, func() { redact.Header("X-Amz-Security-Token") }))
}

// The test writes a value under every name of the table, in all common notations.
func TestNames(t *testing.T) {
	const value = "v4lueOfIt"
	for _, name := range redact.NameEndings() {
		for _, n := range []string{name, "my_" + name, "x-" + name, strings.ToUpper("my_" + name)} {
			object, err := json.Marshal(map[string]any{n: value, "zz": 1})
			require.NoError(t, err)
			for _, text := range []string{
				n + "=" + value, n + " = " + value, n + "='" + value + "'", n + ": " + value, n + ":" + value,
				n + "=" + value + "&zz=1", n + "=" + value + "; zz", n + ": " + value + ", zz: 1", "{" + n + ":" + value + "}",
				string(object), fmt.Sprintf("%q", object), fmt.Sprintf("%v", map[string]string{n: value}),
				"<" + n + ">" + value + "</" + n + ">", "tool --" + n + " " + value + " zz", n + " => '" + value + "'",
			} {
				if strings.Contains(text, "; zz") && slices.Contains(redact.HeaderNames(), strings.ToLower(n)) {
					continue // a header's value may continue after a semicolon
				}
				got := redact.Text(text)
				assert.NotContains(t, got, value, text)
				assert.Contains(t, got, n)
				assert.Equal(t, strings.Contains(text, "zz"), strings.Contains(got, "zz"), text)
			}
		}
	}
}
