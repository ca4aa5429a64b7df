package resolve_test

import (
	"encoding/base64"
	"encoding/hex"
	"encoding/json"
	"net/url"
	"strings"
	"testing"

	"github.com/stretchr/testify/assert"
	"github.com/stretchr/testify/require"

	"github.com/errand-go/errand/internal/resolve"
	"github.com/errand-go/errand/toolerr"
)

// repeats reports whether a service's finding can show the model a value of the call,
// as a word or as a value.
func repeats(arguments, schema, value string) bool {
	got := resolved(arguments, schema, false, toolerr.Finding{Rule: toolerr.RuleUnknown, Word: value}, toolerr.Finding{Rule: toolerr.RuleBadFormat, Value: value}, toolerr.Finding{Rule: toolerr.RuleNotAllowed, Names: []string{value}})
	return strings.Contains(strings.Join(got, ""), value)
}

// Values under names of credentials are not shown, in any spelling of the name.
func TestSecretNames(t *testing.T) {
	for name, secret := range map[string]bool{
		"password": true, "PASSWORD_2": true, "pass word": true, " password ": true, "password[]": true, "user[password]": true, "db.password": true, "p\u200bassword": true, "Password:": true,
		"password_confirmation": true, "passcode": true, "Passwort": true, "mot_de_passe": true, "contraseña": true, "senha": true, "пароль": true, "パスワード": true, "密码": true,
		"pin": true, "cardPin": true, "pin_code": true, "cvv": true, "ssn": true, "totp": true, "mfa_code": true, "recovery_code": true, "seed_phrase": true, "mnemonic": true, "creds": true, "credentials": true, "api_keys": true, "x-api-key": true,
		"note": false, "spin": false, "pinned": false, "bassalt": false, "key": false, "q": false, "2": false, "": false, "next_page_token": false, "passenger": false, "compass": false, "tokenizer": false, "config": false, "größe": false, "s": false,
	} {
		t.Run(name, func(t *testing.T) {
			arguments, err := json.Marshal(map[string]string{name: "hunter2-x"})
			require.NoError(t, err)
			assert.Equal(t, !secret, repeats(string(arguments), "", "hunter2-x"))
		})
	}
	assert.True(t, repeats(`{"tokens":512}`, "", "512"), "how many there are")
}

// A credential under a name in a text of the call is not shown, nor is one beside its name.
func TestSecretsInTexts(t *testing.T) {
	for _, arguments := range []string{
		`{"config":"{\"password\":\"hunter2-x\",\"user\":\"joe\"}"}`, `{"sql":"ALTER USER bob PASSWORD 'hunter2-x'"}`, `{"sql":"select 1 from u where password = 'hunter2-x'"}`, `{"headers":["X-Api-Key: hunter2-x"]}`,
		`{"cmd":"mysql --password=hunter2-x db"}`, `{"dsn":"host=db user=joe password=hunter2-x"}`, `{"yaml":"db:\n  password: hunter2-x\n"}`, `{"body":"user=joe&password=hunter2-x"}`,
		`{"env":[{"name":"DB_PASSWORD","value":"hunter2-x"}]}`, `{"env":[{"Key":"x","key":"DB_PASSWORD","Value":"hunter2-x"}]}`, `{"args":["--password","hunter2-x"]}`,
		`{"password":"hunter2-x","sql":"select 'hunter2-x'"}`,
	} {
		t.Run(arguments, func(t *testing.T) { assert.False(t, repeats(arguments, "", "hunter2-x")) })
	}
	for _, arguments := range []string{`{"env":[{"name":"DB_HOST","value":"hunter2-x"}]}`, `{"args":["--user","hunter2-x"]}`, `{"args":["password","hunter2-x"]}`, `{"sql":"select 'hunter2-x'"}`} {
		t.Run(arguments, func(t *testing.T) { assert.True(t, repeats(arguments, "", "hunter2-x")) })
	}
}

// A credential that is found once in a call is not shown anywhere in it, whatever the
// spelling of the names and values around it.
func TestSecretsElsewhere(t *testing.T) {
	const secret = "Tr0ub4dorx9"
	for _, arguments := range []string{
		`{"dsn":"postgres://u:§@h/db","note":"use §"}`, `{"cmd":"login --password § && echo §"}`, `{"url":"https://h/?token=§","list":["a","§"]}`, `{"yaml":"password: §\n","m":{"§":1}}`,
		`{"tokens":{"§":true}}`, `{"api_keys":{"§":{"limit":5}}}`, `{"credentials":{"x":{"§":null}}}`, `{"tokens":[{"§":1}]}`, `{"api_keys":{"x":[{"y":{"§":[]}}]}}`,
		`{"Name":"DB_PASSWORD","Value":"§"}`, `{"id":"password","value":"§"}`, `{"label":"password","value":"§"}`, `{"ParameterKey":"DbPassword","ParameterValue":"§"}`, `{"k":"api_key","v":"§"}`, `{"type":"password","content":"§"}`,
		`{"kind":"Secret","stringData":{"a":"§"}}`, `{"data":{"a":"§"},"kind":"Secret"}`, `{"secretValue":"§"}`, `{"signing_secret_v2":"§"}`, `{"passkey":"§"}`, `{"password_old":"§"}`,
		`{"argv":["mysql","-p","§"]}`, `{"argv":["/usr/bin/redis-cli","-a","§"]}`, `{"argv":["curl","-u","bob:§"]}`, `{"headers":[["X-Api-Key","§"]]}`, `{"Kind":"secret","stringData":{"a":"§"}}`, `{"ｐａｓｓｗｏｒｄ":"§"}`, `{"q":"ｐａｓｓｗｏｒｄ=§"}`, "{\"q\":\"pass\u200bword=§\"}",
	} {
		t.Run(arguments, func(t *testing.T) {
			arguments = strings.ReplaceAll(arguments, "§", secret)
			assert.False(t, repeats(arguments, "", secret))
			for _, path := range []string{"tokens.", "m.", "api_keys.", "credentials.x.", "tokens.0.", "api_keys.x.0.y."} {
				got := resolved(arguments, "", false, toolerr.Finding{Rule: toolerr.RuleBadFormat, Fields: []string{path + secret}})
				assert.NotContains(t, strings.Join(got, ""), secret)
			}
		})
	}
	assert.False(t, repeats("{\"q\":\"ghp_\u200b16C7e42F292c6912E7710c838347Ae178B4a\"}", "", "16C7e42F292c6912E7710c838347Ae178B4a"))
	for _, arguments := range []string{
		`{"credentials":{"region":"eu"},"note":"eu-west"}`, `{"id":"colour","value":"eu-west"}`, `{"kind":"Pod","data":{"a":"eu-west"}}`, `{"argv":["mkdir","-p","eu-west"]}`, `{"headers":[["X-Region","eu-west"],["password"]]}`, `{"url":"https://h/?team=eu-west","team":"eu-west"}`,
	} {
		assert.True(t, repeats(arguments, "", "eu-west"), arguments)
	}
	assert.Equal(t, []string{"/tokens/limit: does not have the required format"}, resolved(`{"tokens":{"limit":true}}`, `{"properties":{"tokens":{"properties":{"limit":{}}}}}`, false, toolerr.Finding{Rule: toolerr.RuleBadFormat, Fields: []string{"tokens.limit"}}), "a name of the schema")
}

// A credential that is found once is hidden in another form, too, and so are its parts.
func TestSecretsInOtherForms(t *testing.T) {
	const secret = "Tr0ub4dor/x+9"
	for _, form := range []string{
		strings.ToUpper(secret), url.QueryEscape(secret), url.PathEscape(secret), base64.StdEncoding.EncodeToString([]byte(secret)), base64.RawURLEncoding.EncodeToString([]byte("joe:" + secret)), hex.EncodeToString([]byte(secret)), "Tr0ub4dor", "ub4dor/x+9",
		"https://h/?p=" + url.QueryEscape(secret), "run " + base64.StdEncoding.EncodeToString([]byte(secret)) + " now",
	} {
		for _, arguments := range []string{`{"password":"Tr0ub4dor/x+9","note":"§"}`, `{"password":"Bearer Tr0ub4dor/x+9","note":"§"}`, `{"dsn":"postgres://u:Tr0ub4dor%2Fx%2B9@h/db","note":"§"}`} {
			assert.False(t, repeats(strings.ReplaceAll(arguments, "§", form), "", form), "%s of %s", form, arguments)
		}
	}
	assert.True(t, repeats(`{"password":"customers-1","customers":1}`, "", "customers"), "a name of the call")
	assert.True(t, repeats(`{"password":"customers-1"}`, `{"properties":{"customers":{}}}`, "customers"), "a name of the schema")
	assert.True(t, repeats(`{"password":"","pin":"1","note":"eu-west"}`, "", "eu-west"))
	for _, limit := range []string{"4711", "4711.0", "-4711", "-4711.0"} {
		assert.Equal(t, []string{"/limit: is too large"}, resolved(`{"pin":4711,"limit":5}`, "", false, toolerr.Finding{Rule: toolerr.RuleTooLarge, Fields: []string{"limit"}, Limit: limit}))
	}
}

// A credential at the end of the part of a text that is read is not shown, although the cut
// takes its shape.
func TestUpstreamCutsAfterRedaction(t *testing.T) {
	for n := range 40 {
		before := "https://u:" + strings.Repeat("x", 8192-30-n) + "@h key "
		for _, secret := range []string{"AKIA0123456789ABCDEF", "AWS_SECRET='Tr0ub4dor And3 of mine x9'", "Cookie: a=b; sid=Tr0ub4dorAnd3x9; c=d", "ghp_Tr0ub4C7e42F292c6912E7710c838347Ae178", "user joe:Tr0ub4dorAnd3x9@h", "password=Tr0ub4dorAnd3x9", "https://u:Tr0ub4dorAnd3x9@h"} {
			got := resolve.NewCall(nil, nil).Upstream(before + secret + " " + strings.Repeat("y ", 300)).String()
			for _, part := range []string{"AKIA0", "Tr0ub4"} {
				assert.NotContains(t, got, part, "%d", n)
			}
		}
	}
}

// A service's message and a tool's text do not repeat a secret of the call.
func TestUpstreamHidesSecretsOfTheCall(t *testing.T) {
	c := resolve.NewCall(json.RawMessage(`{"password":"Tr0ub4 dor!x9","argv":["mysql","-p","Hunter2xy"],"note":"plain"}`), nil)
	assert.Equal(t, "the login (redacted) of plain, then (redacted)!", c.Upstream("the login TR0UB4 dor!x9 of plain, then hunter2xy!").String())
	assert.Equal(t, "no (redacted)", c.Own("no Tr0ub4 dor!x9").String())
	assert.NotContains(t, c.Upstream("\u0130 Hunter2xy").String(), "Hunter2xy", "a letter whose other case has another length")
}

// A path that contains a secret value is not shown.
func TestSecretsInPaths(t *testing.T) {
	const arguments = `{"password":"hunter2-x","pin":1,"map":{"hunter2-x":{"q":"select emial"},"l":[0,"v"]}}`
	for _, finding := range []toolerr.Finding{
		{Rule: toolerr.RuleBadFormat, Fields: []string{"map.hunter2-x"}},
		{Rule: toolerr.RuleBadFormat, Fields: []string{"map.hunter2-x.q"}},
		{Rule: toolerr.RuleRequired, Fields: []string{"map.hunter2-x.z"}},
		{Rule: toolerr.RuleUnknown, Word: "emial"},
		{Rule: toolerr.RuleConflict, Fields: []string{"map", "map.hunter2-x"}},
		{Rule: toolerr.RuleBadFormat, Value: "select emial"},
	} {
		got := resolved(arguments, "", false, finding)
		require.Len(t, got, 1)
		assert.NotContains(t, got[0], "hunter2")
	}
	assert.Equal(t, []string{"/map/l/1: does not have the required format"}, resolved(arguments, "", false, toolerr.Finding{Rule: toolerr.RuleBadFormat, Fields: []string{"map.l.1"}}), "an index is none")
	assert.Empty(t, told(resolve.NewCall(json.RawMessage(`{"password":"hunter2-x","map":{"hunter2-x":"pro"}}`), nil).Resolve(toolerr.Refusal{Message: "no plan 'pro'"}, false)))
}

// A schema can mark a value as secret in many ways. A reference to a missing schema
// may be one of them.
func TestSecretsOfASchema(t *testing.T) {
	for name, tt := range map[string]struct {
		schema string
		told   bool
	}{
		"an anchor":                   {`{"$defs":{"s":{"$anchor":"pw","writeOnly":true}},"properties":{"p":{"$ref":"#pw"}}}`, false},
		"a dynamic anchor":            {`{"$defs":{"s":{"$dynamicAnchor":"pw","writeOnly":true}},"properties":{"p":{"$dynamicRef":"#pw"}}}`, false},
		"an escaped reference":        {`{"definitions":{"Pick<A>":{"writeOnly":true}},"properties":{"p":{"$ref":"#/definitions/Pick%3CA%3E"}}}`, false},
		"the schema's own name":       {`{"$id":"https://x.example/s","$defs":{"s":{"writeOnly":true}},"properties":{"p":{"$ref":"https://x.example/s#/$defs/s"}}}`, false},
		"another document":            {`{"properties":{"p":{"$ref":"https://x.example/s.json#/pw"}}}`, false},
		"not there":                   {`{"properties":{"p":{"$ref":"#/$defs/pw"}}}`, false},
		"not a URL":                   {`{"properties":{"p":{"$ref":"#/%zz"}}}`, false},
		"a schema that depends":       {`{"properties":{"p":{}},"dependentSchemas":{"p":{"properties":{"p":{"writeOnly":true}}}}}`, false},
		"a condition":                 {`{"if":{"properties":{"p":{"writeOnly":true}}}}`, false},
		"properties that are left":    {`{"unevaluatedProperties":{"writeOnly":true}}`, false},
		"capitals":                    {`{"properties":{"p":{"format":"Password"}}}`, false},
		"a property with such a name": {`{"properties":{"p":{"properties":{"writeOnly":{},"$ref":{}}}}}`, true},
		"a reference that is there":   {`{"$defs":{"s":{"type":"string"}},"properties":{"p":{"$ref":"#/$defs/s"}}}`, true},
		"an anchor that is there":     {`{"$defs":{"s":{"$anchor":"a","type":"string"}},"properties":{"p":{"$ref":"#a"}}}`, true},
		"itself":                      {`{"properties":{"p":{"$ref":"#"}}}`, true},
	} {
		t.Run(name, func(t *testing.T) { assert.Equal(t, tt.told, repeats(`{"p":"hunter2-x"}`, tt.schema, "hunter2-x")) })
	}
}

// TestAnchorsOfALargeSchema: a reference by name is as fast as another one. If too
// many parts of a schema apply to the values, the values are not shown.
func TestAnchorsOfALargeSchema(t *testing.T) {
	schema := `{"$defs":{"x":{"enum":[` + strings.Repeat(`1,`, 7_500) + `1]},"e":{"$anchor":"e"}},"properties":{"l":{"items":{"$ref":"#e"}}}}`
	assert.True(t, repeats(`{"l":[`+strings.Repeat(`1,`, 100)+`"hunter2-x"]}`, schema, "hunter2-x"))
}

// A part of a secret is not a word of another text that contains the secret.
func TestPartsOfASecretAreNotWords(t *testing.T) {
	for secret, words := range map[string][]string{
		"Tr0ub/4dor": {"Tr0ub", "4dor", "/4dor"},
		"Tr0ub.4dor": {"Tr0ub", "4dor"},
		"!!!!####":   {"!!!!", "##"},
	} {
		for _, word := range words {
			got := resolved(`{"password":"`+secret+`","note":"use `+secret+` for prod.eu/x"}`, "", false, toolerr.Finding{Rule: toolerr.RuleUnknown, Word: word})
			assert.Equal(t, []string{": A value is not known"}, got, word)
		}
		assert.Contains(t, resolved(`{"password":"`+secret+`","note":"use `+secret+` for prod.eu/x"}`, "", false, toolerr.Finding{Rule: toolerr.RuleUnknown, Word: "prod"})[0], `"prod"`)
	}
}
