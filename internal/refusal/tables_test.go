package refusal

import (
	"slices"
	"strings"
	"testing"

	"github.com/stretchr/testify/assert"
	"github.com/stretchr/testify/require"

	"github.com/errand-go/errand/adapter/phrase"
	"github.com/errand-go/errand/toolerr"
)

// tables are the tables of sentences.
var tables = map[string][]phrase.Pattern{
	"predicates": predicates.rows, "vague": vague, "wholes": wholes.rows, "jacksonTexts": jacksonTexts,
	"googleTexts": googleTexts, "googleSQL": googleSQL,
	"kubernetesTexts": kubernetesTexts, "kubernetesValues": kubernetesValues, "goJSON": goJSON,
	"NotFound": messageTexts["NotFound"], "AlreadyExists": messageTexts["AlreadyExists"], "BadRequest": messageTexts["BadRequest"],
	"elasticTexts": elasticTexts, "elasticSyntax": elasticSyntax, "esql": esql,
	"gqlparser": gqlparser, "graphQLValues": graphQLValues, "graphQLTexts": graphQLTexts,
	"jsonSchemaTexts": jsonSchemaTexts, "gitHubTexts": gitHubTexts, "revisions": revisions,
	"parameters": parameters, "parameterTexts": parameterTexts, "parseErrors": parseErrors, "queryTexts": queryTexts, "limits": limits,
	"clickHouse": clickHouse, "snowflake": snowflake, "snowflakeValues": snowflakeValues, "trino": trino,
	"SQLServer": SQLServer, "oracle": oracle, "spark": spark, "sparkPosition": sparkPosition,
	"grape": grape, "docker": docker, "grafana": grafana, "slackCodes": slackCodes,
	"slack": slack.texts, "discord": discord.texts, "telegram": telegram.texts, "twilio": twilio.texts, "sendGrid": sendGrid.texts,
	"salesforce": salesforce.texts, "hubSpot": hubSpot.texts, "jira": jira.texts, "confluence": confluence.texts, "notion": notion.texts, "airtable": airtable.texts,
	"Parameters": Parameters.texts, "anthropic": anthropic.texts, "aws": aws.texts, "Microsoft": Microsoft.texts, "cloudflare": cloudflare.texts, "vault": vault.texts,
}

var filled = strings.NewReplacer("…", "", "$}", "", "{field}", "afield", "{word}", "aword", "{value}", "avalue", "{name}", "7", "{names}", "'one', 'two'",
	"{limit}", "11", "{offset}", "3", "{line}", "2", "{column}", "5", "{}", "some text")

// Each row has a source, and no earlier row matches its sentence with another meaning.
func TestTables(t *testing.T) {
	generic := []string{"predicates", "vague", "wholes", "jacksonTexts"}
	for name, table := range tables {
		for i, row := range table {
			text := filled.Replace(strings.TrimSuffix(row.Text, "$"))
			assert.NotEmpty(t, row.Source, row.Text)
			assert.True(t, row.Rule == "" || row.Rule.Known(), row.Text)
			own, ok := phrase.Find(text, table[i:i+1])
			require.True(t, ok, "%s: %q does not match its own row", name, text)
			first, _ := phrase.Find(text, table)
			first.Names, own.Names = nil, nil
			assert.Equal(t, own, first, "%s: a row before %q matches it", name, row.Text)
			if !slices.Contains(generic, name) {
				continue
			}
			for source := range strings.FieldsSeq(row.Source) {
				assert.Contains(t, sources, source, row.Text)
			}
			_, hidden := phrase.Find(text, table[:i])
			assert.False(t, hidden && strings.HasPrefix(row.Text, "…") && !strings.Contains(row.Text, "{"), "%s: an earlier row reads %q too", name, text)
			if name == "predicates" { // the rows have the spelling to which texts are normalized
				text := strings.NewReplacer("…", "", "$", "").Replace(row.Text)
				assert.Equal(t, text, spelling.Replace(text))
			}
		}
	}
	for _, s := range slices.Concat(vendors.shapes, frameworks.shapes) {
		assert.NotEmpty(t, s.source, s.name)
	}
	require.LessOrEqual(t, max(len(vendors.shapes), len(frameworks.shapes)), 64, "a set of shapes has 64 bits")
}

// A table finds the same row as phrase.Find.
func TestTable(t *testing.T) {
	for _, table := range []*table{predicates, wholes} {
		require.LessOrEqual(t, len(table.rows), maxRows)
		for _, row := range table.rows {
			text := filled.Replace(strings.TrimSuffix(row.Text, "$"))
			for _, text := range []string{text, "a " + text + " or more", text + strings.Repeat("x", 1<<10)} {
				want, wantOK := phrase.Find(text, table.rows)
				found, ok := table.find(text)
				require.Equal(t, wantOK, ok, text)
				require.Equal(t, want, found, text)
			}
		}
	}
}

func TestEveryNameHasOneRule(t *testing.T) {
	seen := map[string]toolerr.Rule{}
	for _, row := range rowsOf(vocabularies) {
		for source := range strings.FieldsSeq(row.Source) {
			require.Contains(t, sources, source)
		}
		for name := range strings.FieldsSeq(strings.TrimPrefix(row.Text, "…")) {
			assert.Equal(t, fold(name), name)
			assert.NotContains(t, seen, name)
			seen[name] = row.Rule
		}
	}
}
