package sql_test

import (
	"context"
	"encoding/json"
	"fmt"
	"os"
	"os/exec"
	"path/filepath"
	"strings"
	"testing"

	"github.com/jackc/pgx/v5"
	"github.com/stretchr/testify/assert"
	"github.com/stretchr/testify/require"

	"github.com/errand-go/errand/adapter"
	"github.com/errand-go/errand/adapters/sqladapter"
	"github.com/errand-go/errand/conformance/testenv"
	"github.com/errand-go/errand/toolerr"
)

// told returns the problems that the agent reads, one per line.
func told(t *testing.T, d adapter.Disclosure, arguments any, err error) string {
	t.Helper()
	require.Error(t, err)
	sent, encodeErr := json.Marshal(arguments)
	require.NoError(t, encodeErr)
	chain := adapter.NewChain(sqladapter.Adapter{}).WithDisclosure(d)
	te, ok := toolerr.Find(chain.Adapt(adapter.WithCall(t.Context(), adapter.Call{Arguments: sent}), err))
	require.True(t, ok)
	var lines []string
	for _, p := range te.Problems() {
		lines = append(lines, strings.TrimSpace(p.Path+" "+p.Problem.String()))
	}
	return strings.Join(lines, "\n")
}

// statement is what a tool for SQL is called with.
func statement(query string) map[string]any { return map[string]any{"sql": query} }

var shop = []string{
	`create extension if not exists btree_gist`,
	`create type order_status as enum ('draft', 'placed')`,
	`create table customers (id int primary key, email text unique, full_name varchar(10) not null, tags text[])`,
	`create table orders (id int primary key, customer_id int references customers, status order_status, total int check (total >= 0),
		price numeric(8, 2), during daterange, exclude using gist (during with &&), unique (customer_id, total), net int generated always as (total - 1) stored)`,
	`create view totals as select sum(total) from orders`,
	`create function checked() returns int language plpgsql as 'begin raise exception ''column "emial" of customers is not here''; end'`,
	`create function inner_fault() returns int language plpgsql as 'begin return (select emial from customers); end'`,
	`create function as_check() returns int language plpgsql as 'begin raise exception ''the "emial" is wrong'' using errcode = ''23514''; end'`,
	`insert into customers values (1, 'a@example.com', 'A')`, `insert into orders values (1, 1, 'draft', 5, 1, '[2026-01-01,2026-01-05)')`,
	`create role clerk`, `create table guarded (n int constraint must_be_good check (n > 0))`,
}

// postgresFindings are statements with the problems that the agent reads: for messages in
// English, and for those in another language, which may have less.
var postgresFindings = []struct{ sql, told, translated string }{
	{`select id, emial from customers`, `/sql contains the name "emial", which is not known (line 1, column 12)`, `/sql contains the name "emial", which is not known (line 1, column 12)`},
	{`select c.emial from customers c`, `/sql contains the name "c.emial", which is not known (line 1, column 8)`, `/sql contains the name "c.emial", which is not known (line 1, column 8)`},
	{`select custmers.email from customers`, `/sql contains the name "custmers", which is not known (line 1, column 8)`, `/sql contains the name "custmers", which is not known (line 1, column 8)`},
	{`select Emial from customers`, `/sql contains the name "Emial", which is not known (line 1, column 8)`, `/sql contains the name "Emial", which is not known (line 1, column 8)`},
	{`insert into customers (id, fullname) values (1, 'x')`, `/sql contains the name "fullname", which is not known (line 1, column 28)`, `/sql contains the name "fullname", which is not known (line 1, column 28)`},
	{`select * from custmers`, `/sql contains the name "custmers", which is not known (line 1, column 15)`, `/sql contains the name "custmers", which is not known (line 1, column 15)`},
	{`select uppr(email) from customers`, `/sql contains the name "uppr", which is not known (line 1, column 8)`, `/sql contains the name "uppr", which is not known (line 1, column 8)`},
	{`select id = email from customers`, `/sql A value has the wrong type (character 11 of the text that the service received)`, `/sql A value has the wrong type (character 11 of the text that the service received)`},
	{`select email::integr from customers`, `/sql contains the name "integr", which is not known (line 1, column 15)`, `/sql contains the name "integr", which is not known (line 1, column 15)`},
	{`select id email, from customers`, `/sql has a syntax error at "from" (line 1, column 18)`, `/sql has a syntax error at "from" (line 1, column 18)`},
	{`select id from customers where (id = 1`, `/sql has a syntax error (character 39 of the text that the service received)`, `/sql has a syntax error (character 39 of the text that the service received)`},
	{`select id from customers a join customers b on true`, `/sql contains the name "id", which is ambiguous; qualify it (line 1, column 8)`, `/sql contains the name "id", which is ambiguous; qualify it (line 1, column 8)`},
	{`select id, status from orders group by customer_id`, `/sql requires another value beside it: "id" (line 1, column 8)`, `/sql requires another value beside it: "id" (line 1, column 8)`},
	{`select count(*) from customers where count(*) > 1`, `A value is not permitted (character 38 of the text that the service received)`, `A value is not permitted (character 38 of the text that the service received)`},
	{`update orders set status = 'shiped'`, `/sql contains "shiped", which is not one of the allowed values (line 1, column 28)`, `/sql contains "shiped", which is not one of the allowed values (line 1, column 28)`},
	{`select 'many'::int`, `/sql does not have the required format: "many" (line 1, column 8)`, `/sql does not have the required format: "many" (line 1, column 8)`},
	{`select '2026-13-45 10:00'::timestamp`, `/sql has an invalid value: "2026-13-45 10:00" (line 1, column 8)`, `/sql has an invalid value: "2026-13-45 10:00" (line 1, column 8)`},
	{`update customers set tags = 'red,blue'`, `/sql does not have the required format: "red,blue" (line 1, column 29)`, `/sql does not have the required format: "red,blue" (line 1, column 29)`},
	{`update customers set full_name = 'A name that is too long'`, `/sql A value must have at most 10 characters`, `/sql A value is too long`},
	{`insert into customers (id, full_name) values (2, null)`, `"full_name" is required`, `"full_name" is required`},
	{`insert into customers (id, email) values (2, 'b@example.com')`, `A value is required`, `A value is required`},
	{`insert into customers (id, email, full_name) values (2, 'a@example.com', 'B')`, `"email" already exists, and must be unique`, `"email" already exists, and must be unique`},
	{`insert into orders (id, customer_id, total) values (2, 1, 5)`, `"customer_id" already exists, and must be unique (see also "total")`, `"customer_id" already exists, and must be unique (see also "total")`},
	{`insert into orders (id, customer_id) values (2, 999)`, `"customer_id" refers to something that does not exist`, `"customer_id" refers to something that does not exist`},
	{`delete from customers where id = 1`, `"id" does not fit the current state of the object`, `"id" does not fit the current state of the object`},
	{`insert into orders (id, total) values (2, -5)`, `"total" has an invalid value`, `"total" has an invalid value`},
	{`insert into orders (id, during) values (2, '[2026-01-03,2026-01-04)')`, `"during" is in conflict with another value`, `"during" is in conflict with another value`},
	{`insert into orders (id, net) values (2, 5)`, `/sql is read only and cannot be set: "net" (line 1, column 25)`, `/sql is read only and cannot be set: "net" (line 1, column 25)`},
	{`update orders set price = 123456789.5`, `/sql A value must be less than 1000000`, `/sql A value must be less than 1000000`},
	{`select '99999999999'::int`, `/sql must be at most 2147483647: "99999999999" (line 1, column 8)`, `/sql is too large: "99999999999" (line 1, column 8)`},
	{`select 1/0`, `/sql A value has an arithmetic error, such as a division by zero or an overflow`, `/sql A value has an arithmetic error, such as a division by zero or an overflow`},
	{`select (select id from generate_series(1,2) id)`, `/sql A value has too many items`, `/sql A value has too many items`},
	{`insert into customers (id, email) values (2)`, `/sql A value has too few items (character 28 of the text that the service received)`, `/sql A value has the wrong number of values (character 28 of the text that the service received)`},
	{`select email from customers union select id, email from customers`, `/sql A value has the wrong number of values (character 42 of the text that the service received)`, `/sql A value has the wrong number of values (character 42 of the text that the service received)`},
	{`select email from customers union select id from customers`, `/sql A value has the wrong type (character 42 of the text that the service received)`, `/sql A value has the wrong type (character 42 of the text that the service received)`},
	{`select id from customers order by 3`, `/sql contains "3", which is not one of the allowed values (line 1, column 35)`, `/sql has an invalid value: "3" (line 1, column 35)`},
	{`select email ~ '([' from customers`, `/sql has a syntax error`, `/sql has a syntax error`},
	{`create table customers (id int)`, `/sql contains "customers", which already exists and must be unique (line 1, column 14)`, `/sql contains "customers", which already exists and must be unique (line 1, column 14)`},
	{`alter table customers add column email text`, `/sql contains "email", which already exists and must be unique (line 1, column 34)`, `/sql A value already exists, and must be unique`},
	{`drop table orphans`, `/sql contains the name "orphans", which is not known (line 1, column 12)`, `/sql contains the name "orphans", which is not known (line 1, column 12)`},
	{`drop table customers`, `/sql does not fit the current state of the object: "customers" (line 1, column 12)`, `/sql A value does not fit the current state of the object`},
	{`insert into totals values (1)`, `/sql does not fit the current state of the object: "totals" (line 1, column 13)`, `/sql does not fit the current state of the object: "totals" (line 1, column 13)`},
	{`select checked()`, ``, ``},
	{`select inner_fault()`, ``, ``},
	{`select as_check()`, ``, ``},
	{`select id from customers order by email collate "xx_YY"`, `/sql contains the name "xx_YY", which is not known (line 1, column 50; character 41 of the text that the service received)`, `/sql A value is not known (character 41 of the text that the service received)`},
	{`update customers set id = email`, `/sql has the wrong type; it must be integer; "id" is not (line 1, column 22; character 27 of the text that the service received)`, `/sql has the wrong type: "id" (line 1, column 22; character 27 of the text that the service received)`},
}

// postgresLanguages are locales with messages in Debian's PostgreSQL.
var postgresLanguages = []string{"de_DE", "fr_FR", "es_ES", "ru_RU", "ja_JP", "zh_CN"}

func TestPostgresFindings(t *testing.T) {
	folder := t.TempDir()
	localedef := testenv.Command(t, "localedef", "locales")
	for _, language := range postgresLanguages {
		out, err := exec.CommandContext(t.Context(), localedef, "-i", language, "-f", "UTF-8", "--no-archive", filepath.Join(folder, language+".UTF-8")).CombinedOutput()
		require.NoError(t, err, "%s; apt-get install locales", out)
	}
	require.NoError(t, os.Chmod(filepath.Dir(folder), 0o755)) //nolint:gosec // the server runs as somebody else
	s := startPostgres(t, "LOCPATH="+folder)
	conn, err := pgx.Connect(t.Context(), s.dsn("postgres"))
	require.NoError(t, err)
	t.Cleanup(func() { _ = conn.Close(context.WithoutCancel(t.Context())) })
	for _, statement := range shop {
		_, err := conn.Exec(t.Context(), statement)
		require.NoError(t, err, statement)
	}
	db := opened(t, "postgres", s.dsn("postgres"))
	for _, tt := range postgresFindings {
		_, err := conn.Exec(t.Context(), tt.sql)
		assert.Equal(t, tt.told, told(t, adapter.DisclosureKnown, statement(tt.sql), err), "pgx: %s: %v", tt.sql, err)
		_, err = db.ExecContext(t.Context(), tt.sql)
		assert.Equal(t, tt.told, told(t, adapter.DisclosureKnown, statement(tt.sql), err), "lib/pq: %s: %v", tt.sql, err)
	}
	for _, tt := range postgresNames {
		_, err := conn.Exec(t.Context(), tt.sql)
		assert.Equal(t, tt.told, told(t, adapter.DisclosureNames, statement(tt.sql), err), "%s: %v", tt.sql, err)
	}
	for _, tt := range postgresForms {
		_, err := conn.Exec(t.Context(), tt.sql)
		assert.Equal(t, tt.told, told(t, adapter.DisclosureKnown, tt.arguments, err), "%s: %v", tt.sql, err)
	}
	for _, language := range postgresLanguages {
		_, err := conn.Exec(t.Context(), "set lc_messages = '"+language+".UTF-8'")
		require.NoError(t, err)
		for _, tt := range postgresFindings {
			_, err := conn.Exec(t.Context(), tt.sql)
			if got := told(t, adapter.DisclosureKnown, statement(tt.sql), err); strings.TrimPrefix(got, "/sql ") != strings.TrimPrefix(tt.translated, "/sql ") && got != strings.TrimPrefix(tt.told, "/sql ") { // without its place
				assert.Equal(t, tt.told, got, "%s: %s: %v", language, tt.sql, err)
			}
		}
	}
}

// postgresNames are the problems for an agent that may know the schema.
var postgresNames = []struct{ sql, told string }{
	{"select id, emial from customers", `/sql contains the name "emial", which is not known; did you mean "customers.email"? (line 1, column 12)`},
	{"insert into customers (id, email) values (2, 'b@example.com')", `"full_name" is required`},
	{"insert into guarded values (-1)", `A value has an invalid value: "must_be_good"`},
	{"update customers set id = email", `/sql has the wrong type; it must be integer; "id" is not (line 1, column 22; character 27 of the text that the service received)`},
	{"select checked()", ""},
}

// postgresForms are statements that a tool makes from its arguments.
var postgresForms = []struct {
	sql       string
	arguments map[string]any
	told      string
}{
	{"insert into customers (id, email, full_name) values (2, 'a@example.com', 'B')", map[string]any{"email": "a@example.com", "fullName": "B"}, "/email already exists, and must be unique"},
	{"insert into customers (id, email) values (2, 'b@example.com')", map[string]any{"email": "b@example.com", "fullName": nil}, "/fullName is required"},
	{"insert into orders (id, customer_id) values (2, 999)", map[string]any{"customer_id": 999}, "/customer_id refers to something that does not exist"},
	{"insert into orders (id, total) values (2, -5)", map[string]any{"total": -5}, "/total has an invalid value"},
	{"insert into orders (id, customer_id, total) values (2, 1, 5)", map[string]any{"customer_id": 1, "total": 5}, `/customer_id already exists, and must be unique (see also "/total")`},
	{"update orders set status = 'shiped'", map[string]any{"order": 1, "status": "shiped"}, `/status contains "shiped", which is not one of the allowed values`},
	{"select 'not-a-uuid'::uuid", map[string]any{"kind": "not-a-uuid"}, `/kind does not have the required format: "not-a-uuid"`},
	{"select id, emial from customers", map[string]any{"customer": 1}, "A value is not known (character 12 of the text that the service received)"},
}

func TestMariaDBFindings(t *testing.T) {
	s := startMariaDB(t)
	db := opened(t, "mysql", fmt.Sprintf("root:@tcp(127.0.0.1:%d)/", s.port))
	for _, statement := range mariaShop {
		_, err := db.ExecContext(t.Context(), statement)
		require.NoError(t, err, statement)
	}
	for _, language := range []string{"en_US", "de_DE", "fr_FR", "es_ES", "it_IT", "pt_PT", "ru_RU", "ja_JP", "zh_CN", "hi_IN"} {
		_, err := db.ExecContext(t.Context(), "set lc_messages = '"+language+"'")
		require.NoError(t, err)
		for _, tt := range mariaFindings {
			_, err := db.ExecContext(t.Context(), tt.sql)
			if got := told(t, adapter.DisclosureKnown, statement(tt.sql), err); language == "en_US" || got != strings.TrimPrefix(tt.told, "/sql ") && (tt.less == "" || strings.TrimPrefix(got, "/sql ") != strings.TrimPrefix(tt.less, "/sql ")) { // without its place
				assert.Equal(t, tt.told, got, "%s: %s: %v", language, tt.sql, err)
			}
		}
	}
}

var mariaShop = []string{
	"create database shop", "use shop",
	"create table customers (id int primary key, email varchar(40) unique, full_name varchar(10) not null, born date, status enum('a', 'b'), attrs json)",
	"create table orders (id int primary key, customer_id int, total int check (total >= 0), net int as (total - 1) virtual, n tinyint unsigned, foreign key (customer_id) references customers (id))",
	"create view totals as select count(*) n from orders", "create function f1(x int) returns int return x",
	"insert into customers (id, email, full_name) values (1, 'a@b.c', 'x'), (3, 'z@b.c', 'x')", "insert into orders (id, customer_id) values (1, 1)",
}

// mariaFindings are statements with the problems that the agent reads. less is for a
// message in a language that has the name at another position.
var mariaFindings = []struct{ sql, told, less string }{
	{`select emial from customers`, `/sql contains the name "emial", which is not known (line 1, column 8)`, ""},
	{`select c.emial from customers c`, `/sql contains the name "c.emial", which is not known (line 1, column 8)`, ""},
	{`select id from custmers`, `/sql contains the name "custmers", which is not known (line 1, column 16)`, ""},
	{`drop table custmers`, `/sql contains the name "custmers", which is not known (line 1, column 12)`, ""},
	{`select id form customers where id = 1`, `/sql has a syntax error at "customers" (line 1, column 16)`, ""},
	{`select id email, from customers`, `/sql has a syntax error at "from" (line 1, column 18)`, ""},
	{`select id from customers where (id = 1`, `/sql has a syntax error (line 1 of the text that the service received)`, ""},
	{`select id from customers a join customers b`, `/sql contains the name "id", which is ambiguous; qualify it (line 1, column 8)`, ""},
	{`insert into customers (id, email) values (2)`, `/sql A value has the wrong number of values`, ""},
	{`insert into customers (id, email, full_name) values (2, 'a@b.c', 'x')`, `/sql "email" contains "a@b.c", which already exists and must be unique (line 1, column 57)`, ""},
	{`insert into customers (id, email, full_name) values (1, 'q@b.c', 'x')`, `A value contains "1", which already exists and must be unique`, ""},
	{`insert into customers (id, email) values (2, 'b@b.c')`, `A value is required`, ""},
	{`insert into customers (id, full_name) values (2, null)`, `"full_name" is required`, ""},
	{`insert into customers (id, full_name) values (2, 'longer than ten')`, `"full_name" is too long`, ""},
	{`insert into customers (id, full_name, born) values (2, 'y', '2026-13-45')`, `/sql "born" does not have the required format: "2026-13-45" (line 1, column 61)`, `/sql does not have the required format: "2026-13-45" (line 1, column 61)`},
	{`insert into customers (id, full_name, status) values (2, 'y', 'c')`, `"status" has an invalid value`, ""},
	{`insert into customers (id, full_name, attrs) values (2, 'y', '{bad')`, `"attrs" has an invalid value`, ""},
	{`insert into customers (id, full_name) values ('many', 'y')`, `/sql "id" does not have the required format: "many" (line 1, column 47)`, `/sql does not have the required format: "many" (line 1, column 47)`},
	{`insert into orders (id, n) values (2, 999)`, `"n" has an invalid value`, ""},
	{`insert into orders (id, n) values (2, -1)`, `"n" has an invalid value`, ""},
	{`insert into orders (id, total) values (2, -1)`, `"total" has an invalid value`, ""},
	{`insert into orders (id, net) values (2, 1)`, `"net" is read only and cannot be set`, ""},
	{`insert into orders (id, customer_id) values (2, 999)`, `"customer_id" refers to something that does not exist`, ""},
	{`delete from customers where id = 1`, `/sql A value does not fit the current state of the object`, ""},
	{`select uppr(email) from customers`, `/sql contains the name "uppr", which is not known (line 1, column 8)`, "/sql A value is not known"},
	{`select f1(1, 2)`, `/sql has the wrong number of values; the right number is 1: "f1" (line 1, column 8)`, "/sql A value has the wrong number of values"},
	{`select shop.nofn(1)`, `/sql contains the name "nofn", which is not known (line 1, column 13)`, "/sql A value is not known"},
	{`call noproc()`, `/sql contains the name "noproc", which is not known (line 1, column 6)`, "/sql A value is not known"},
	{`create table customers (id int)`, `/sql contains "customers", which already exists and must be unique (line 1, column 14)`, ""},
	{`alter table customers drop column nope`, `/sql contains the name "nope", which is not known (line 1, column 35)`, ""},
	{`alter table customers add index ix (nope)`, `/sql contains the name "nope", which is not known (line 1, column 37)`, ""},
	{`select (select id from customers)`, `/sql A value has too many items`, ""},
	{`select (select id, email from customers limit 1)`, `/sql A value has the wrong number of values; the right number is 1`, ""},
	{`select email from customers union select id, email from customers`, `/sql A value has the wrong number of values`, ""},
	{`select id from customers order by 3`, `/sql contains the name "3", which is not known (line 1, column 35)`, ""},
	{`select email regexp '([' from customers`, `/sql has a syntax error`, ""},
	{`select id from customers where email collate nope = 'x'`, `/sql contains the name "nope", which is not known (line 1, column 46)`, ""},
	{`select convert(email using nope) from customers`, `/sql contains the name "nope", which is not known (line 1, column 28)`, ""},
	{`set nope_variable = 1`, `/sql contains the name "nope_variable", which is not known (line 1, column 5)`, ""},
	{`set sql_mode = 'NOPE'`, `/sql "sql_mode" has an invalid value: "NOPE" (line 1, column 16)`, ""},
	{`use nodb`, `/sql contains the name "nodb", which is not known (line 1, column 5)`, ""},
	{`select * from nodb.t`, `/sql contains the name "t", which is not known (line 1, column 20)`, ""},
	{`insert into customers (id, id) values (1, 2)`, `A value contains a duplicate: "id"`, ""},
	{`select * from customers c, orders c`, `A value contains a duplicate: "c"`, ""},
	{`set time_zone = 'Mars/Phobos'`, `/sql has an invalid value: "Mars/Phobos" (line 1, column 17)`, ""},
	{`select substring_index(email) from customers`, `/sql has the wrong number of values: "substring_index" (line 1, column 8)`, ""},
	{`create table x2 (a nosuchtype)`, `/sql contains the name "nosuchtype", which is not known (line 1, column 20)`, ""},
	{`update customers set nope = 1`, `/sql contains the name "nope", which is not known (line 1, column 22)`, ""},
}

func TestSQLiteFindings(t *testing.T) {
	for _, driver := range sqliteDrivers {
		t.Run(driver, func(t *testing.T) {
			db := opened(t, driver, filepath.Join(t.TempDir(), "db"))
			for _, statement := range sqliteShop {
				_, err := db.ExecContext(t.Context(), statement)
				require.NoError(t, err, statement)
			}
			for _, tt := range sqliteFindings {
				_, err := db.ExecContext(t.Context(), tt.sql)
				assert.Equal(t, tt.told, told(t, adapter.DisclosureKnown, statement(tt.sql), err), "%s: %v", tt.sql, err)
			}
		})
	}
}

var sqliteShop = []string{
	"create table customers (id integer primary key, email text unique, full_name text not null check (length(full_name) <= 10), n int check (n > 0), " +
		"kind text check (kind in ('a','b')), a int, b int, g int generated always as (a + 1), unique (a, b))",
	"create table strictly (i int) strict", "create view v as select 1 x", "create index ix on customers (n)",
	"create trigger guard before delete on customers begin select raise(abort, 'no such column: id'); end",
	"insert into customers (id, email, full_name, a, b) values (1, 'a@b.c', 'x', 1, 2)",
}

var sqliteFindings = []struct{ sql, told string }{
	{`select emial from customers`, `/sql contains the name "emial", which is not known (line 1, column 8)`},
	{`select c.emial from customers c`, `/sql contains the name "c.emial", which is not known (line 1, column 8)`},
	{`select id from custmers`, `/sql contains the name "custmers", which is not known (line 1, column 16)`},
	{`drop table custmers`, `/sql contains the name "custmers", which is not known (line 1, column 12)`},
	{`select id form customers where id = 1`, `/sql has a syntax error at "customers" (line 1, column 16)`},
	{`select id email, from customers`, `/sql has a syntax error at "from" (line 1, column 18)`},
	{`select id from customers where (id = 1`, `/sql has a syntax error`},
	{`select 'it`, `/sql has a syntax error at "it" (line 1, column 9)`},
	{`select id from customers a join customers b`, `/sql contains the name "id", which is ambiguous; qualify it (line 1, column 8)`},
	{`insert into customers (id, email) values (2)`, `/sql A value has the wrong number of values; the right number is 2`},
	{`insert into customers (id, fullname) values (2, 'x')`, `/sql contains the name "fullname", which is not known (line 1, column 28)`},
	{`insert into customers (id, email, full_name) values (2, 'a@b.c', 'x')`, `"email" already exists, and must be unique`},
	{`insert into customers (id, full_name) values (1, 'x')`, `"id" already exists, and must be unique`},
	{`insert into customers (full_name, a, b) values ('x', 1, 2)`, `"a" already exists, and must be unique (see also "b")`},
	{`insert into customers (id, email) values (2, 'b@b.c')`, `A value is required`},
	{`insert into customers (id, full_name) values (2, 'longer than ten')`, `"full_name" must have at most 10 characters`},
	{`insert into customers (id, full_name, n) values (2, 'y', 0)`, `"n" must be greater than 0`},
	{`insert into customers (id, full_name, kind) values (2, 'y', 'c')`, `"kind" is not one of the allowed values`},
	{`insert into customers (id, full_name, g) values (2, 'y', 3)`, `"g" is read only and cannot be set`},
	{`insert into customers (id, full_name) values ('many', 'y')`, `/sql A value has the wrong type`},
	{`select uppr(email) from customers`, `/sql contains the name "uppr", which is not known (line 1, column 8)`},
	{`select upper(email, 1) from customers`, `/sql has the wrong number of values: "upper" (line 1, column 8)`},
	{`select sum(count(*)) from customers`, `/sql is not permitted: "count" (line 1, column 12)`},
	{`select id from customers where count(*) > 1`, `/sql is not permitted: "count" (line 1, column 32)`},
	{`create table customers (id int)`, `/sql contains "customers", which already exists and must be unique (line 1, column 14)`},
	{`create index ix on customers(id)`, `/sql contains "ix", which already exists and must be unique (line 1, column 14)`},
	{`alter table customers add column email int`, `/sql contains a duplicate: "email" (line 1, column 34)`},
	{`alter table customers drop column nope`, `/sql contains the name "nope", which is not known (line 1, column 35)`},
	{`select (select id, email from customers)`, `/sql A value has the wrong number of values; the right number is 1`},
	{`select email from customers union select id, email from customers`, `/sql A value has the wrong number of values`},
	{`select id from customers order by 30`, `/sql A value must be at most 1`},
	{`select id from customers order by 3`, `/sql A value must be at most 1`},
	{`select json_extract('{bad json', '$.a')`, `/sql has a syntax error`},
	{`select json_extract('{}', 'a')`, `/sql has a syntax error at "a" (line 1, column 27)`},
	{`select abs(-9223372036854775808)`, `/sql A value has an arithmetic error, such as a division by zero or an overflow`},
	{`insert into v values (1)`, `/sql is read only and cannot be set: "v" (line 1, column 13)`},
	{`create table fresh (a int, a text)`, `A value contains a duplicate: "a"`},
	{`select row_number() from customers`, `/sql is not permitted: "row_number" (line 1, column 8)`},
	{`select (1, 2) = 1`, `/sql A value has the wrong number of values`},
	{`insert into customers (id, full_name) values (1, 'x') on conflict (nope) do nothing`, `/sql contains the name "nope", which is not known (line 1, column 68)`},
	{`insert into customers (id, full_name) values (1, 'x') on conflict (full_name) do nothing`, `/sql A value is in conflict with another value`},
	{`drop index nope`, `/sql contains the name "nope", which is not known (line 1, column 12)`},
	{`rollback to nope`, `/sql contains the name "nope", which is not known (line 1, column 13)`},
	{`values (1, 2), (3)`, `/sql A value has the wrong number of values`},
	{`update customers set nope = 1`, `/sql contains the name "nope", which is not known (line 1, column 22)`},
	{`create table sqlite_x (a)`, `/sql is not permitted: "sqlite_x" (line 1, column 14)`},
	{"delete from customers where id = 1", ""},
}
