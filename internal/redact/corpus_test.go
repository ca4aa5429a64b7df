package redact_test

import (
	_ "embed"
	"encoding/base64"
	"encoding/hex"
	"encoding/json"
	"fmt"
	"html"
	"math/rand/v2"
	"net/url"
	"regexp"
	"strings"
	"testing"

	"github.com/stretchr/testify/assert"

	"github.com/errand-go/errand/internal/redact"
)

// drawn returns n random characters of the alphabet, the same for the same seed.
func drawn(seed uint64, n int, alphabet string) string {
	random := rand.New(rand.NewPCG(seed, 7))
	b := make([]byte, n)
	for i := range b {
		b[i] = alphabet[random.IntN(len(alphabet))]
	}
	return string(b)
}

const (
	lowerHex = "0123456789abcdef"
	digits   = "0123456789"
	lowers   = "abcdefghijklmnopqrstuvwxyz" + digits
	uppers   = "ABCDEFGHIJKLMNOPQRSTUVWXYZ" + digits
	mixed    = "abcdefghijklmnopqrstuvwxyzABCDEFGHIJKLMNOPQRSTUVWXYZ" + digits
	base64s  = mixed + "+/"
)

// madeUp are the shapes of the corpus: fixed text, and {count alphabet} pairs for random
// text. They do not depend on the table of shapes, and are assembled at run time so that no
// file contains a complete one.
var madeUp = []struct{ name, form string }{
	{"NVIDIA", "nvapi-{64m}"},
	{"Cerebras", "csk-{48l}"},
	{"Langfuse", "sk-lf-{8x}-{4x}-{4x}-{4x}-{12x}"},
	{"E2B", "e2b_{40x}"},
	{"Firecrawl", "fc-{32x}"},
	{"Jina", "jina_{32x}{28m}"},
	{"Google AI", "AQ.{50m}"},
	{"OpenAI ephemeral", "ek_{32x}"},
	{"Braintree", "access_token$production${16l}${32x}"},
	{"EasyPost", "EZAK{54m}"},
	{"EasyPost test", "EZTK{54m}"},
	{"Shippo", "shippo_live_{40x}"},
	{"Plaid", "access-production-{8x}-{4x}-{4x}-{4x}-{12x}"},
	{"Adyen", "AQE{1l}hmfx{60m}-{43m}=-{16m}"},
	{"ek live", "ek_live_{40m}"},
	{"Heroku", "HRKU-AA{58m}"},
	{"Fly", "fm2_{120b}"},
	{"Fly v1", "fo1_{43m}"},
	{"Netlify", "nfp_{36m}"},
	{"SonarQube", "squ_{40x}"},
	{"SonarQube project", "sqp_{40x}"},
	{"CircleCI", "CCIPAT_{22m}_{40x}"},
	{"Buildkite", "bkua_{40x}"},
	{"Dynatrace", "dt0c01.{24u}.{64u}"},
	{"Datadog", "ddpat_{40m}"},
	{"Honeycomb", "hcaik_{58l}"},
	{"Neon", "napi_{60l}"},
	{"Azure DevOps", "{76m}AZDO{4m}"},
	{"Cosmos DB", "{76b}ACDb{5m}A=="},
	{"Azure Search", "{42m}AzSe{6m}"},
	{"Azure CASK", "{52m}JQQJ99B{7u}{20m}"},
	{"Resend", "re_{8m}_{24m}"},
	{"Google HMAC", "GOOG1E{57u}"},
	{"Fernet", "gAAAAAB{93m}"},
	{"Alibaba", "LTAI{20m}"},
	{"Tencent", "AKID{32m}"},
	{"GitLab runner", "GR1348941{20m}"},
	{"Artifactory", "AKCp{69m}"},
	{"Dropbox", "sl.{135m}"},
	{"Typeform", "tfp_{40m}_{14m}"},
	{"Contentful", "CFPAT-{43m}"},
	{"NATS seed", "SU{56U}"},
	{"GitHub", "ghp_{36m}"},
	{"Slack", "xoxb-{12d}-{12d}-{24m}"},
	{"AWS", "AKIA{16U}"},
	{"OpenAI", "sk-proj-{74m}"},
	{"Anthropic", "sk-ant-api03-{93m}AA"},
	{"Stripe", "sk_live_{24m}"},
	{"JWT", "eyJ{33m}.eyJ{40m}.{43m}"},
	{"Vault", "hvs.{95m}"},
	{"npm", "npm_{36m}"},
	{"PyPI", "pypi-AgEIcHlwaS5vcmc{80m}"},
	{"SendGrid", "SG.{22m}.{43m}"},
	{"Hugging Face", "hf_{34m}"},
	{"Azure storage", "{76b}+ASt{5m}A=="},
	{"Azure functions", "{44m}AzFu{5m}A=="},
	{"Azure event hub", "{33b}+AEh{6m}="},
	{"Yandex", "AQVN{36m}"},
	{"Flutterwave", "FLWSECK_TEST-{32x}-X"},
	{"Duffel", "duffel_live_{43m}"},
	{"Sourcegraph", "sgp_{16x}_{40x}"},
	{"Prefect", "pnu_{36l}"},
	{"Readme", "rdme_{70x}"},
	{"OpenShift", "sha256~{43m}"},
	{"Octopus", "API-{26u}"},
	{"Infracost", "ico-{32m}"},
	{"Adobe", "p8e-{32l}"},
	{"Clojars", "CLOJARS_{60l}"},
	{"Rootly", "rootly_{64x}"},
	{"Frame.io", "fio-u-{64m}"},
	{"Scalingo", "tk-us-{48m}"},
	{"Facebook", "EAAM{120m}"},
	{"Razorpay", "rzp_live_{14m}"},
	{"Paystack", "sk_live_{40l}"},
	{"Defined", "dnkey-{26m}-{52m}"},
	{"NuGet", "oy2{43l}"},
	{"Sonar cloud", "sqco_{59m}"},
	{"1Password", "A3-{6u}-{6u}-{5u}-{5u}-{5u}-{5u}"},
}

var part = regexp.MustCompile(`\{(\d+)([a-zA-Z])\}`)

// makeUp assembles a form.
func makeUp(seed uint64, form string) string {
	n := uint64(0)
	return part.ReplaceAllStringFunc(form, func(s string) string {
		var count int
		var alphabet byte
		_, _ = fmt.Sscanf(s, "{%d%c}", &count, &alphabet)
		n++
		return drawn(seed*100+n-1, count, map[byte]string{
			'x': lowerHex, 'd': digits, 'l': lowers, 'u': uppers, 'U': "ABCDEFGHIJKLMNOPQRSTUVWXYZ234567", 'm': mixed, 'b': base64s,
		}[alphabet])
	})
}

// around are the contexts and encodings of a credential with a known shape, which §
// represents.
var around = []string{
	"§", "the call with § was refused", `{"message":"Incorrect key §","code":401}`,
	"rejected key=§ for user bob", "https://api.example.com/v1/§/items", "first\\n§\\nlast",
	"\x1b[31m§\x1b[0m was refused", "\x1b[1;33mWARN\x1b[0m using \x1b[38;5;201m§", "body=%22§%22&x=1",
	"&quot;§&quot;", "{\\u0022k\\u0022:\\u0022§\\u0022}", "Authorization: Token §",
	"a\t§\tb", "<value>§</value>", "args: [--auth §]", "`§` is not a valid key", "value:§,next:1", "'§'",
}

// positions are the contexts that show that a text without a shape is a credential.
var positions = []string{
	// Headers
	"Authorization: Token §", "Authorization: Key §", "Authorization: JWT §", "Authorization: Auth §", "Authorization: Client §",
	"authorization: token §", "Authorization: token=§", "Authorization: ApiKey §", "Authorization: Api-Token §",
	"Authorization: GenieKey §", "Authorization: Splunk §", "Authorization: OAuth §", "Authorization: Client-ID §",
	"Authorization: Zoho-oauthtoken §", "Authorization: PVEAPIToken=root@pam!x=§", "Authorization: SSWS §",
	"Authorization: Session §", "Authorization: Apikey bob:§", "Authorization: HMAC bob:§", "Authorization:Token §",
	"Authorization:\tToken\t§", "authorization:\tBearer\t§", "Proxy-Authorization: Token §",
	"> GET /v1/x HTTP/1.1\r\n> Host: h.example\r\n> Authorization: Token §\r\n> Accept: */*\r\n",
	"GET /v1/x HTTP/1.1\r\nHost: h.example\r\nAuthorization: Key §\r\n\r\n", `"GET / HTTP/1.1\r\nAuthorization: JWT §\r\nHost: h\r\n"`,
	"X-Api-Key: §", "X-Api-Key: key §", "X-API-KEY:\t§", "x-auth-token: §", "api-key: §", "X-Vault-Token: §", "Cookie: sid=§; a=b",
	"set-cookie: session=§; Path=/; HttpOnly", "PRIVATE-TOKEN: §", "DD-API-KEY: §", "xi-api-key: §", "x-goog-api-key: §",
	`-H "Authorization: Token §"`, `map[Authorization:[Token §] Accept:[*/*]]`, `{"Authorization":["Token §"]}`, `{"authorization":"Key §"}`,
	`http.Header{"Authorization":[]string{"Token §"}}`, "headers={'Authorization': 'Token §'}", "sent Bearer §", "Bearer%20§",
	"Authorization=Bearer%20§", "authorization=Bearer+§", "Authorization%3A%20Token%20§", "Authorization: Basic §",
	// Command lines
	"curl -u bob:§ https://h.example/", "curl -ubob:§ https://h.example/", "curl --user bob:§ https://h.example/", "curl -s -u 'bob:§' https://h.example/",
	"curl -U bob:§ -x proxy:3128 https://h.example/", "curl --proxy-user bob:§ https://h.example/", "curl -XPOST https://h.example -u \"bob:§\"",
	"sshpass -p § ssh bob@h.example", "sshpass -p '§' ssh bob@h.example", "sshpass -p§ ssh bob@h.example", "docker login -u bob -p § registry.example", "docker login --username bob --password § registry.example",
	"podman login -p § registry.example", "helm registry login -u bob -p § h.example", "mysql -u root -p§ -h db.example", "mysqldump --password=§ db", "redis-cli -h h -a § ping",
	"mongosh --username bob -p § db", "exec: tool -token § -v", "exec: tool -password § -v", "tool --token § -v", "tool --api-key=§", "tool -api-key § x",
	"ldapsearch -D cn=x -w § -b dc=y", "oc login --token=§ --server=h", "vault login §", "openssl rsa -passin pass:§ -in k.pem", "PGPASSWORD=§ psql -h db", "wget --http-password=§ https://h.example",
	`exec ["docker","login","-u","bob","-p","§"]`, "args: [curl -u bob:§ https://h]", "smbclient -U bob%§ //h/share", "npm config set //registry.example/:_authToken=§",
	// Kubernetes, HAR and other names and values
	`{"name":"DB_PASSWORD","value":"§"}`, `[{"name": "API_TOKEN", "value": "§"}, {"name":"X","value":"y"}]`, "- name: DB_PASSWORD\n  value: §\n- name: X\n  value: y",
	"env:\n  - name: API_KEY\n    value: \"§\"", `"headers":[{"name":"Authorization","value":"Token §"}]`, `{"name":"Cookie","value":"sid=§"}`,
	`{"key":"client_secret","value":"§"}`, "{Name:DB_PASSWORD Value:§ ValueFrom:nil}", `v1.EnvVar{Name:"DB_PASSWORD", Value:"§"}`, `<add key="ApiKey" value="§" />`,
	`<property name="password" value="§"/>`, `<entry key="password">§</entry>`, `{"Name":"X-Api-Key","Value":"§"}`, "{\n  \"name\": \"SECRET_KEY\",\n  \"value\": \"§\"\n}",
	`{"header":"X-Auth-Token","value":"§"}`, `<key>api_token</key><string>§</string>`,
	"apiVersion: v1\nkind: Secret\nmetadata:\n  name: db\ndata:\n  url: §\n", `{"apiVersion":"v1","data":{"conn":"§"},"kind":"Secret","metadata":{"name":"db"}}`,
	"kind: Secret\nstringData:\n  conn: §\ntype: Opaque", `{"kind":"Secret","stringData":{"a":"b1b2b3b4","conn":"§"}}`, "kind: Secret\ndata:\n  .dockerconfigjson: §\n",
	"users:\n- name: admin\n  user:\n    client-certificate-data: QUJD\n    client-key-data: §\n", "users:\n- name: admin\n  user:\n    token: §\n", "users:\n- name: admin\n  user:\n    username: a\n    password: §\n",
	`{"auths":{"registry.example":{"auth":"§"}}}`, `{"auths":{"registry.example":{"username":"bob","password":"§"}}}`,
	// Files and environments
	"machine api.example.com login bob password §", "machine api.example.com\nlogin bob\npassword §\n", "default login bob password §", "machine h login b account x password § macdef y",
	"passwords: [\"§\"]", `{"passwords":["§"]}`, `{"api_keys":["§"]}`, "tokens=§", "secrets=§", "API_KEYS=§,b", `{"access_tokens":{"a":"§"}}`, "apiKeys: §",
	"SECRET_KEY_BASE=§", "export SECRET_KEY_BASE=\"§\"", "secret_key_base: §", "RAILS_MASTER_KEY=§", "DJANGO_SECRET_KEY='§'", "APP_KEY=base64:§", "JWT_SECRET=§", "ENCRYPTION_KEY=§", "NEXTAUTH_SECRET=§", "MYSQL_PWD=§", "OPENAI_API_KEY=§", "consumer_key=§&consumer_secret=x",
	"TF_VAR_db_password=§", "//registry.example/:_authToken=§", "spring.datasource.password=§", "db.password = §", "sasl.jaas.config=x required username=\"bob\" password=\"§\";",
	// Data sources
	"Driver={SQL};Server=h;UID=sa;PWD={§};Database=d", "DRIVER=x;PWD={a;§}b;Server=h", "Server=h;Uid=sa;Pwd=§;", "Data Source=h;User Id=sa;Password=§;Encrypt=true",
	"scott/§@//db.example:1521/XE", "scott/§@db.example:1521/XE", "jdbc:oracle:thin:scott/§@db.example:1521:XE", "jdbc:oracle:thin:scott/§@//db:1521/XE", "sqlplus scott/§@XE", "connect scott/§@XE as sysdba", "user=\"scott\" password=\"§\" connectString=\"db/XE\"",
	"jdbc:mysql://h/db?user=bob&password=§", "jdbc:sqlserver://h:1433;user=sa;password=§;", "postgres://bob:§@db.example/x", "root:§@tcp(h:3306)/db", "root:§@/db", "bob:§@unix(/tmp/my.sock)/db", "host=h user=bob password=§ dbname=x", "mongodb+srv://bob:§@c.example/x",
	"redis://:§@h:6379", "amqp://bob:§@h/v", "clickhouse://h:9000?username=b&password=§", "DefaultEndpointsProtocol=https;AccountName=n;AccountKey=§;", "Endpoint=sb://n.example/;SharedAccessKeyName=r;SharedAccessKey=§",
	"bob:§@acct.eu-west-1/db/schema?warehouse=w", "https://§@o0.ingest.example/1",
	// Structured bodies
	"password: |\n  §\nnext: 1", "private_key: |-\n    §\n    more\nnext: 1", "token: >-\n  §\n", "secret: |2\n   §\nx: 1",
	"--b1\r\nContent-Disposition: form-data; name=\"password\"\r\n\r\n§\r\n--b1--", "Content-Disposition: form-data; name=\"api_key\"\r\nContent-Type: text/plain\r\n\r\n§\r\n--b1--", "--b\nContent-Disposition: form-data; name=token\n\n§\n--b--",
	`<user name="bob" password="§"/>`, `<login password='§' />`, "<password><![CDATA[§]]></password>", "<token>\n  <![CDATA[§]]>\n</token>", "<ns:Password Type=\"x\">§</ns:Password>", "<apiKey>§</apiKey>", "<clientSecret xsi:type=\"string\">§</clientSecret>", "<wsse:Password Type=\"#PasswordText\">§</wsse:Password>",
	`{"password":"§"}`, `{"db":{"pass":"§"}}`, `{'token': '§'}`, `{"token" => "§"}`, `:password=>"§"`, "password = '§'", "{Host:h Password:§}", "Password: §", "api_key: §", "the token: §", `secret: "§"`, "grant_type=password&username=bob&password=§", "client_id=a&client_secret=§", "code_verifier=§", "refresh_token: §", "[token=§]", "(password=§)",
	"ALTER ROLE bob PASSWORD '§'", "CREATE USER bob IDENTIFIED BY '§'", "CREATE LOGIN bob WITH PASSWORD = '§'", "SET PASSWORD FOR bob = '§'", "Key (password)=(§) already exists", "CREATE USER bob IDENTIFIED WITH sha256_password BY '§'",
	// Encodings of names and signs
	"{&quot;password&quot;:&quot;§&quot;}", "{&#34;token&#34;:&#34;§&#34;}", "&lt;password&gt;§&lt;/password&gt;", "password&#61;§&amp;x=1", "%7B%22password%22%3A%22§%22%7D", "q=%7B%22token%22%3A%20%22§%22%7D", "password%3D§%26x%3D1", "body=client_secret%3D§%26grant_type%3Dx",
	`{\u0022password\u0022:\u0022§\u0022}`, `"{\u0022api_key\u0022: \u0022§\u0022}"`, `password\u003d§\u0026x=1`, `{\"password\":\"§\"}`, `{\\\"secret\\\":\\\"§\\\"}`, `"password: §\nnext"`, `Authorization: Token §\r\nHost: h`,
	"\x1b[36mpassword=\x1b[0m§", "\x1b[36mtoken\x1b[0m=\x1b[32m§\x1b[0m", "\x1b[1mAuthorization\x1b[0m: Bearer \x1b[33m§\x1b[0m", "password\t=\t§", "password:\t§\nx", `password:\t§`, `token=\"§\"`, "%2522password%2522%253A%2522§%2522", "&amp;quot;password&amp;quot;:&amp;quot;§&amp;quot;",

	// Dumps, logs and configurations of more programs
	"* Server auth using Basic with user 'bob'\n> GET / HTTP/1.1\n> Host: h\n> Authorization: Basic §\n",
	"Request Headers:\n  Accept: */*\n  Authorization: Apikey §\n  Host: h", "I0102 15:04:05 round_trippers.go:466] curl -v -XGET -H \"Authorization: Token §\" 'https://h/api'", "2026/01/02 15:04:05 DEBUG RESTY header: X-Auth-Key: §",
	"level=debug msg=request header=\"Authorization: Token §\"", `level=error msg="login failed" password=§ user=bob`, `{"level":"error","req":{"headers":{"x-api-key":"§"}}}`, `{"headers":[["authorization","Token §"],["host","h"]]}`,
	`{"request":{"header":{"Authorization":["Key §"]}}}`, `headers: { authorization: 'Token §', accept: '*/*' }`, `Headers: {authorization=[Token §], host=[h]}`, `HttpHeaders[Authorization:"Token §", Accept:"*/*"]`,
	`[('Authorization', 'Token §'), ('Host', 'h')]`, `("authorization", "Token §")`, "Authorization:     Token     §", "AUTHORIZATION: TOKEN §", "x-amz-security-token:§", "Api-Key §", "Cookie: a=1; token=§; b=2",
	"Sec-WebSocket-Protocol: base64url.bearer.authorization.k8s.io.§", "X-Auth-Token=§", "x-access-token: §", "X-Gitlab-Token: §", "X-Figma-Token: §", "Ocp-Apim-Subscription-Key: §", "x-rapidapi-key: §", "X-Shopify-Access-Token: §", "Circle-Token: §",
	"curl --request POST --user \"bob:§\" --data x https://h.example", "curl -k -u bob:'§' https://h", "curl -sSfL -u admin:§ https://h/x | jq .", "http -a bob:§ https://h.example", "wget --user=bob --password=§ https://h", "mysql -ubob -p'§' -e 'select 1'", "psql postgresql://bob:§@h/db", "mongodump --uri mongodb://bob:§@h/db",
	"mongo h/db -u bob -p '§'", "redis-cli -u redis://bob:§@h:6379", "docker login --password=§ -u bob", "echo § | docker login -u bob --password-stdin", "aws configure set aws_secret_access_key §", "kubectl create secret generic x --from-literal=password=§", "kubectl config set-credentials bob --token=§", "gh auth login --with-token §", "heroku auth:token §", "terraform apply -var 'db_password=§'", "terraform apply -var=\"api_token=§\"",
	"helm install x --set auth.password=§", "az login --service-principal -u x -p § --tenant t", "git clone https://oauth2:§@git.example/x.git", "git clone https://§@git.example/x.git", "fatal: unable to access 'https://bob:§@git.example/x.git/': Could not resolve host", "pip install --index-url https://bob:§@pypi.example/simple x", "npm ERR! //npm.example/:_password=§", "sqlcmd -S h -U sa -P § -Q x", "ansible-playbook -e ansible_ssh_pass=§ x.yml",
	"- name: PGPASSWORD\n  value: '§'", "DB_PASSWORD: §", "      DB_PASSWORD:  §", "Environment:\n  DB_PASSWORD:  §\n  PORT:         80", "- DB_PASSWORD=§", "ENV API_TOKEN=§", "ARG TOKEN=§", "set TOKEN=§", "$env:API_KEY = \"§\"", "os.environ['API_KEY'] = '§'", "process.env.TOKEN='§'", "System.setProperty(\"db.password\", \"§\")", "conn = connect(user='bob', password='§')", "Client(api_key=\"§\")", "new Client({ apiKey: '§' })", "client.WithToken(\"§\")",
	`{"user":"bob","pass":"§"}`, `{"data":{"login":{"accessToken":"§"}}}`, `{"access_token":"§","token_type":"bearer","expires_in":3600}`, `{"id_token":"§"}`, `{"refreshToken":"§"}`, `{"sessionToken":"§"}`, `{"AccessKeyId":"x","SecretAccessKey":"§","SessionToken":"y"}`, `{"private_key_id":"x","private_key":"§"}`, `{"webhook_secret":"§"}`, `{"signing_secret":"§"}`, `{"bot_token":"§"}`, `{"bindPassword":"§"}`,
	`variables: {"input":{"password":"§"}}`, `mutation { login(password: \"§\") { token } }`, `mutation { login(user: "b", password: "§") { token } }`, "password[new]=§", "user[password]=§", "user%5Bpassword%5D=§", "data.token=§", "--data-urlencode 'password=§'", "-d password=§", "-F 'token=§'", `-d '{"password":"§"}'`, `--data "{\"password\":\"§\"}"`,
	"<connectionStrings><add name=\"x\" connectionString=\"Server=h;User Id=sa;Password=§;\" /></connectionStrings>", "<server><id>x</id><username>bob</username><password>§</password></server>", "<appSettings><add key=\"Token\" value=\"§\"/></appSettings>", "<string name=\"api_key\">§</string>", "<Secret>§</Secret>", "<auth:token>§</auth:token>", "<param name='password' value='§'/>", "<SecretAccessKey>§</SecretAccessKey>", "<d:SharedKey m:type=\"Edm.String\">§</d:SharedKey>",
	"SharedAccessSignature sr=h&sig=§&se=1&skn=k", "AccountEndpoint=https://h/;AccountKey=§;", "Server=tcp:h,1433;Initial Catalog=d;Persist Security Info=False;User ID=b;Password=§;Encrypt=True;", "snowflake://bob:§@acct/db", "user=bob;password=§;host=h", "Provider=x;Jet OLEDB:Database Password=§;", "sqlserver://sa:§@h:1433?database=d", "oracle://scott:§@h:1521/x", "bob/§@h:1521/orcl", "ldap://cn=x:§@h", "smtp://bob:§@h:587", "mqtt://bob:§@h", "sftp://bob:§@h/x", "bolt://neo:§@h:7687", "cassandra://b:§@h", "kafka: username=\"b\" password=\"§\";",
	"ERROR: role creation failed: CREATE ROLE bob LOGIN PASSWORD '§'", "ALTER USER bob WITH ENCRYPTED PASSWORD '§';", "GRANT ALL ON *.* TO 'b'@'%' IDENTIFIED BY '§'", "CREATE USER MAPPING FOR b SERVER s OPTIONS (user 'b', password '§')", "ATTACH 'x' (TYPE postgres, PASSWORD '§')", "AUTH §", "AUTH bob §", "CREATE SECRET s (TYPE s3, KEY_ID 'x', SECRET '§')", "COPY t FROM 's3://b' CREDENTIALS 'aws_access_key_id=x;aws_secret_access_key=§'",
}

// hidden are texts whose encoding as a whole hides their words.
var hidden = []string{
	"user:§", "Authorization: Token §", `{"password":"§"}`, "password=§", "postgres://bob:§@db.example/x", "token: §\n", `{"auths":{"h":{"username":"b","password":"§"}}}`, "[default]\naws_secret_access_key = §\n",
}

// A text of the corpus and the secret in it.
type text struct{ name, in, secret string }

// credentials returns the corpus of invented credentials. Every third kind of each list is
// held out: those were not used while the tables were made.
func credentials() (known, heldOut []text) {
	add := func(n int, name, in, secret string) {
		if x := (text{name, in, secret}); n%3 == 2 {
			heldOut = append(heldOut, x)
		} else {
			known = append(known, x)
		}
	}
	put := func(template, secret string) string { return strings.Replace(template, "§", secret, 1) }
	for n, shape := range madeUp {
		for k := range 4 {
			secret := makeUp(uint64(1000+n*10+k), shape.form)
			add(n, shape.name, put(around[(n*5+k*7)%len(around)], secret), secret)
		}
		secret := makeUp(uint64(5000+n), shape.form)
		encode := []func(string) string{
			func(s string) string { return base64.StdEncoding.EncodeToString([]byte(s)) },
			func(s string) string { return hex.EncodeToString([]byte(s)) },
			func(s string) string { return base64.RawURLEncoding.EncodeToString([]byte(s)) },
		}[n%3]
		add(n, shape.name+" encoded", "value "+encode(secret)+" was refused", encode(secret))
	}
	passwords := []string{"hunter2Zx", "Tr0ub4dorAnd3", "correctHorseBattery"}
	for n, position := range positions {
		token := drawn(uint64(9000+n), 12+n%29, mixed)
		if strings.Contains(position, "Basic") {
			token = base64.StdEncoding.EncodeToString([]byte("bob:" + token))
		}
		add(n, position, put(position, token), token)
		if !strings.Contains(position, "Basic") {
			password := passwords[n%2]
			add(n, position, put(position, password), password)
		}
	}
	for n, clear := range hidden {
		secret := drawn(uint64(20000+n), 20, mixed)
		for _, encoded := range []string{
			base64.StdEncoding.EncodeToString([]byte(put(clear, secret))), hex.EncodeToString([]byte(put(clear, secret))),
		} {
			if n == 0 {
				add(n, clear, `{"auth":"`+encoded+`"}`, encoded)
				continue
			}
			add(n, clear, "body "+encoded+" refused", encoded)
		}
		object, _ := json.Marshal(map[string]string{"body": put(clear, secret)})
		if n > 0 {
			add(n, clear+" in JSON", string(object), secret)
			add(n, clear+" in JSON twice", fmt.Sprintf("%q", object), secret)
			add(n, clear+" in HTML", "<pre>"+html.EscapeString(put(clear, secret))+"</pre>", secret)
			add(n, clear+" in a query", "payload="+url.QueryEscape(put(clear, secret)), secret)
		}
	}
	return known, heldOut
}

// leaks reports whether six consecutive characters of a secret are left.
func leaks(out string, x text) bool {
	const piece = 6
	rest := strings.ReplaceAll(x.in, x.secret, "")
	for i := 0; i+piece <= len(x.secret); i++ {
		if p := x.secret[i : i+piece]; strings.Contains(out, p) && !strings.Contains(rest, p) {
			return true
		}
	}
	return false
}

func TestCorpusOfCredentials(t *testing.T) {
	known, heldOut := credentials()
	assert.GreaterOrEqual(t, len(known)+len(heldOut), 500)
	for _, part := range []struct {
		name  string
		texts []text
	}{{"known", known}, {"held out", heldOut}} {
		clean := 0
		for _, x := range part.texts {
			got := redact.Text(x.in)
			if leaks(got, x) {
				t.Logf("%s: %s: %q -> %q", part.name, x.name, x.in, got)
				continue
			}
			clean++
			assert.Equal(t, got, redact.Text(got), "not idempotent")
		}
		share := 100 * float64(clean) / float64(len(part.texts))
		t.Logf("%s: %d of %d texts clean: %.1f %%", part.name, clean, len(part.texts), share)
		assert.GreaterOrEqual(t, share, 92.0, part.name)
	}
}

//go:embed testdata/harmless.txt
var harmless string

// The corpus has texts without a credential, one on each line. In it, ⏎ is a newline.
func TestCorpusOfHarmlessTexts(t *testing.T) {
	texts := strings.Split(strings.TrimSuffix(harmless, "\n"), "\n")
	assert.GreaterOrEqual(t, len(texts), 200)
	changed, count := [2]int{}, [2]int{}
	for n, line := range texts {
		part := 0
		if n%3 == 2 {
			part = 1 // held out, as in the other corpus
		}
		count[part]++
		line = strings.ReplaceAll(line, "⏎", "\n")
		if got := redact.Text(line); got != line {
			changed[part]++
			t.Logf("%s: %q -> %q", []string{"known", "held out"}[part], line, got)
		}
	}
	for part, name := range []string{"known", "held out"} {
		share := 100 * float64(changed[part]) / float64(count[part])
		t.Logf("%s: %d of %d texts changed: %.1f %%", name, changed[part], count[part], share)
		assert.LessOrEqual(t, share, 2.0, name)
	}
}

//go:embed testdata/secrets.txt
var secretTexts string

//go:embed testdata/plain.txt
var plainTexts string

// marked returns a line of the corpus with random text in its forms, and the secrets in it,
// which are between « and ». A secret over several lines is several.
func marked(seed uint64, line string) (in string, secrets []string) {
	parts := strings.FieldsFunc(makeUp(seed, strings.ReplaceAll(line, "⏎", "\n")), func(r rune) bool { return r == '«' || r == '»' })
	if strings.HasPrefix(line, "«") {
		parts = append([]string{""}, parts...)
	}
	for i := 1; i < len(parts); i += 2 {
		secrets = append(secrets, strings.Split(parts[i], "\n")...)
	}
	return strings.Join(parts, ""), secrets
}

// The corpus was written before the scanner could read its texts: credentials of vendors,
// sentences, tables, dumps of programs, statements, configurations and commands.
func TestCorpusOfSecretTexts(t *testing.T) {
	lines, clean := strings.Split(strings.TrimSuffix(secretTexts, "\n"), "\n"), 0
	for n, line := range lines {
		in, secrets := marked(uint64(n), line)
		got, ok := redact.Text(in), true
		for _, secret := range secrets {
			ok = ok && !leaks(got, text{in: in, secret: secret})
		}
		if ok {
			clean++
		} else {
			t.Logf("%q -> %q", in, got)
		}
		assert.Equal(t, got, redact.Text(got), "not idempotent")
	}
	t.Logf("%d of %d texts clean", clean, len(lines))
	assert.GreaterOrEqual(t, float64(clean), 0.95*float64(len(lines)))
}

// Texts about credentials that have none in them.
func TestCorpusOfPlainTexts(t *testing.T) {
	lines, changed := strings.Split(strings.TrimSuffix(plainTexts, "\n"), "\n"), 0
	for _, line := range lines {
		line = strings.ReplaceAll(line, "⏎", "\n")
		if got := redact.Text(line); got != line {
			changed++
			t.Logf("%q -> %q", line, got)
		}
	}
	t.Logf("%d of %d texts changed", changed, len(lines))
	assert.LessOrEqual(t, float64(changed), 0.015*float64(len(lines)))
}
