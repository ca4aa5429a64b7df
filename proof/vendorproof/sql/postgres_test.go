package sql_test

import (
	"fmt"
	"os"
	"os/exec"
	"path/filepath"
	"strconv"
	"syscall"
	"testing"

	"github.com/stretchr/testify/require"

	"github.com/errand-go/errand/conformance/faults"
	"github.com/errand-go/errand/conformance/testenv"
)

// Names and a password that no agent may read, in the only places where a server and its
// clients can have them.
const (
	role     = faults.CanaryHost
	database = faults.CanaryResource
	password = faults.CredentialPassword
)

// A server is Debian's PostgreSQL in its own folder.
type server struct{ port int }

func (s server) dsn(name string) string {
	return fmt.Sprintf("postgres://%s:%s@127.0.0.1:%d/%s?sslmode=disable", role, password, s.port, name)
}

// startPostgres starts a server on the loopback, with a role with few permissions, and
// stops it with the test. It also has the given environment.
func startPostgres(t *testing.T, environment ...string) server {
	t.Helper()
	initdb := testenv.Command(t, "initdb", "postgresql")
	postgres := testenv.Command(t, "postgres", "postgresql")
	dir := t.TempDir()
	own := testenv.Ordinary(t, filepath.Dir(dir), dir)

	secret := filepath.Join(dir, "secret")
	require.NoError(t, os.WriteFile(secret, []byte(password), 0o644))
	data := filepath.Join(dir, "data")
	setup := exec.CommandContext(t.Context(), initdb, "-D", data, "-U", role, "--pwfile="+secret,
		"--auth=scram-sha-256", "--encoding=UTF8", "--locale=C", "--no-sync")
	setup.SysProcAttr, setup.Dir = own, dir
	out, err := setup.CombinedOutput()
	require.NoError(t, err, string(out))

	return server{testenv.Server(t, func(port int) *exec.Cmd {
		cmd := exec.Command(postgres, "-D", data, "-p", strconv.Itoa(port), "-c", "listen_addresses=127.0.0.1",
			"-c", "unix_socket_directories="+dir, "-c", "fsync=off", "-c", "max_connections=12", "-c", "deadlock_timeout=20ms",
			"-c", "shared_buffers=16MB", "-c", "log_checkpoints=off", "-c", "max_stack_depth=100kB")
		cmd.SysProcAttr, cmd.Dir, cmd.Env = own, dir, append(os.Environ(), environment...)
		return cmd
	}, "ready to accept connections", syscall.SIGINT)}
}

// schema is the schema for the statements below.
var schema = []string{
	`create table t (id int primary key, n int not null default 0, email text, small varchar(3), check (n >= 0))`,
	`create table child (id int primary key, parent int references t)`,
	`create table hidden (id int)`,
	`create extension if not exists btree_gist`,
	`create table spans (r int4range, exclude using gist (r with &&))`,
	`create view v as select id from t`,
	`insert into t (id, email) values (1, 'one'), (2, 'two')`,
	`insert into child values (1, 1)`,
	`create function deep(n int) returns int language plpgsql as 'begin return deep(n + 1); end'`,
	`create role plain login password '` + password + `'`,
	`grant select, update, insert on t to plain`,
}

const value = faults.CanaryBody

// refusals are statements that PostgreSQL refuses, with the code for the agent: that of the
// class if the table does not have the code.
var refusals = []struct{ sql, state, code string }{
	{"insert into t (id, email) values (1, '" + value + "')", "23505", "23505"},
	{"insert into child values (2, 31415)", "23503", "23503"},
	{"insert into t (id, n) values (7, null)", "23502", "23502"},
	{"insert into t (id, n) values (7, -1)", "23514", "23514"},
	{"insert into spans values ('[1,5)'), ('[2,7)')", "23P01", "23P01"},
	{"select '" + value + "'::int", "22P02", "22P02"},
	{"insert into t (id, small) values (8, '" + value + "')", "22001", "22001"},
	{"select 99999999999::int", "22003", "22003"},
	{"select '" + value + "'::date", "22007", "22007"},
	{"select '2026-13-45'::date", "22008", "22008"},
	{"select 1/0", "22012", "22012"},
	{"select substring('x' from '(')", "2201B", "22000"},
	{"select (select id from t)", "21000", "21000"},
	{"selec " + value, "42601", "42601"},
	{"select * from " + value, "42P01", "42P01"},
	{"select " + value + " from t", "42703", "42703"},
	{"select " + value + "()", "42883", "42883"},
	{"select id from t, child", "42702", "42702"},
	{"select id, count(*) from t group by n", "42803", "42803"},
	{"select case when true then 1 else row(1) end", "42804", "42804"},
	{"select 1::point::int", "42846", "42846"},
	{"create table t (id int)", "42P07", "42P07"},
	{"create role plain", "42710", "42710"},
	{"alter table t add column n int", "42701", "42701"},
	{"create schema public", "42P06", "42P06"},
	{"drop type " + value, "42704", "42704"},
	{"create table " + value + ".x (id int)", "3F000", "3F000"},
	{"drop table t", "2BP01", "2BP01"},
	{"execute " + value, "26000", "26000"},
	{"fetch from " + value, "34000", "34000"},
	{"create database x template " + value, "3D000", "3D000"},
	{"drop database " + database, "55006", "55006"},
	{"select deep(1)", "54001", "54000"},
	{"set statement_timeout = '20ms'; select pg_sleep(10)", "57014", "57014"},
	{"begin read only; insert into t (id) values (9)", "25006", "25006"},
	{"begin; savepoint s; rollback to savepoint " + value, "3B001", "3B000"},
	{"do $$ begin raise exception '" + value + "'; end $$", "P0001", "P0001"},
	{"do $$ declare x int; begin select id into strict x from t where id = 404; end $$", "P0002", "P0002"},
	{"do $$ declare x int; begin select id into strict x from t; end $$", "P0003", "P0003"},
	{"do $$ begin assert false, '" + value + "'; end $$", "P0004", "P0000"},
	{"set role plain; select * from hidden", "42501", "no_privilege"},
	{"create index concurrently on t ((1/0))", "22012", "22012"},
	{"copy t from '/" + value + "'", "58P01", "58000"},
	{"select lo_get(31415)", "42704", "42704"},
	{"alter system set shared_buffers = '" + value + "'", "22023", "22000"},
}
