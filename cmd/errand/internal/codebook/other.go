package codebook

import (
	"strings"

	"github.com/errand-go/errand/adapters/clickhouseadapter"
	"github.com/errand-go/errand/adapters/connectadapter"
	"github.com/errand-go/errand/adapters/discordadapter"
	"github.com/errand-go/errand/adapters/grpcadapter"
	"github.com/errand-go/errand/adapters/kafkaadapter"
	"github.com/errand-go/errand/adapters/mcpadapter"
	"github.com/errand-go/errand/adapters/mongoadapter"
	"github.com/errand-go/errand/adapters/natsadapter"
	"github.com/errand-go/errand/adapters/rabbitmqadapter"
	"github.com/errand-go/errand/adapters/sqladapter"
	"github.com/errand-go/errand/adapters/twilioadapter"
)

// An other is another name for a vendor, or for a part of its table.
type other struct {
	slug string
	// prefix is an optional prefix of the part's codes.
	prefix string
	// is reports whether a code belongs to the part, if the prefix does not show it.
	is func(code string) bool
	// class returns the code whose row applies to a code without a row.
	class func(code string) string
	// named returns the code of another name, which is in lower case with underscores, and
	// "" for none. It is nil if codes have no other names.
	named func(name string) string
	// number returns the code of a number, and "" for none. It is nil if codes have no
	// numbers.
	number func(number int) string
}

// own has the numbers and names of whole tables, by slug.
var own = map[string]other{
	"_clickhouse": {number: clickhouseadapter.Code},
	"_rabbitmq":   {number: rabbitmqadapter.Code},
	"_kafka":      {number: kafkaadapter.Code},
	"_discord":    {number: discordadapter.Code},
	"_grpc":       {number: grpcadapter.Code},
	"_connect":    {number: connectadapter.Code},
	"_mongo":      {number: mongoadapter.Code},
	"_nats":       {number: natsadapter.Code},
	"_twilio":     {number: twilioadapter.Code},
	"_mcp":        {named: mcpadapter.Code},
	"_microsoft":  {prefix: "AADSTS"},
	"_sql":        {named: sqladapter.Condition},
}

// others has other names of vendors. The slug of an adapter takes precedence.
var others = map[string]other{
	"sqlstate":      {slug: "_sql", is: isState, class: stateClass},
	"postgres":      {slug: "_sql", is: isState, class: stateClass},
	"postgresql":    {slug: "_sql", is: isState, class: stateClass},
	"pg":            {slug: "_sql", is: isState, class: stateClass},
	"mysql":         {slug: "_sql", prefix: "ER_", is: isSymbol, number: sqladapter.MySQLCode},
	"mariadb":       {slug: "_sql", prefix: "ER_", is: isSymbol, number: sqladapter.MySQLCode},
	"mssql":         {slug: "_sql", prefix: "MSSQL_", number: sqladapter.MSSQLCode},
	"sqlserver":     {slug: "_sql", prefix: "MSSQL_", number: sqladapter.MSSQLCode},
	"sqlite":        {slug: "_sql", prefix: "SQLITE_", number: sqladapter.SQLiteCode},
	"smtp":          {slug: "_std", prefix: "smtp_"},
	"oauth":         {slug: "_oauth2"},
	"gcp":           {slug: "_google"},
	"azure":         {slug: "_microsoft"},
	"msgraph":       {slug: "_microsoft"},
	"claude":        {slug: "_anthropic"},
	"genai":         {slug: "_gemini"},
	"valkey":        {slug: "_redis"},
	"mongodb":       {slug: "_mongo"},
	"entra":         {slug: "_microsoft"},
	"aadsts":        {slug: "_microsoft", prefix: "AADSTS"},
	"k8s":           {slug: "_kubernetes"},
	"elasticsearch": {slug: "_elastic"},
	"opensearch":    {slug: "_elastic"},
	"jetstream":     {slug: "_nats"},
}

// numbered returns the code of a number, and "" for none.
func (o other) numbered(number int) string {
	if o.number == nil || number < 0 {
		return ""
	}
	return o.number(number)
}

// alias returns the code of another name, and "" for none.
func (o other) alias(name string) string {
	if o.named == nil {
		return ""
	}
	return o.named(strings.NewReplacer("-", "_", " ", "_").Replace(strings.ToLower(name)))
}

func (o other) has(code string) bool {
	if o.is != nil {
		return o.is(code)
	}
	return strings.HasPrefix(code, o.prefix)
}

// isSymbol reports whether code is the name of an error of MySQL's server or client
// library.
func isSymbol(code string) bool {
	return strings.HasPrefix(code, "ER_") || strings.HasPrefix(code, "CR_") || strings.HasPrefix(code, "WARN_")
}

// isState reports whether code is a SQLSTATE: five digits or capital letters
// (ISO/IEC 9075-2).
func isState(code string) bool {
	return len(code) == 5 && strings.Trim(code, "0123456789ABCDEFGHIJKLMNOPQRSTUVWXYZ") == ""
}

// stateClass returns the code of a SQLSTATE's class, which PostgreSQL recommends for
// unknown codes (PostgreSQL 18, Appendix A). The classes 00 and 01 are not failures.
func stateClass(code string) string {
	if !isState(code) || code[:2] == "00" || code[:2] == "01" {
		return ""
	}
	return code[:2] + "000"
}
