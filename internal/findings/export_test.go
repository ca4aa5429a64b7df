package findings

import (
	"slices"

	"github.com/errand-go/errand/adapter/phrase"
)

// Tables are the tables of sentences.
var Tables = map[string][]phrase.Pattern{
	"googleTexts": googleTexts, "googleSQL": googleSQL,
	"kubernetesTexts": kubernetesTexts, "kubernetesValues": kubernetesValues, "strictTexts": strictTexts, "goJSON": goJSON,
	"NotFound": messageTexts["NotFound"], "AlreadyExists": messageTexts["AlreadyExists"], "BadRequest": messageTexts["BadRequest"],
	"elasticTexts": elasticTexts, "elasticSyntax": elasticSyntax, "esql": esql,
	"gqlparser": gqlparser, "graphQLValues": graphQLValues, "graphQLTexts": graphQLTexts,
	"jsonSchemaTexts": jsonSchemaTexts, "gitHubTexts": gitHubTexts, "revisions": revisions,
	"parameters": parameters, "parameterTexts": parameterTexts, "parseErrors": parseErrors, "queryTexts": queryTexts, "limits": limits,
	"clickHouse": clickHouse, "snowflake": snowflake, "snowflakeValues": snowflakeValues, "trino": trino,
	"SQLServer": SQLServer, "oracle": oracle, "spark": spark, "sparkPosition": sparkPosition,
	"grape": grape, "docker": docker, "grafana": grafana,
}

// Shapes are the shapes of services of infrastructure.
func Shapes() (sources []string) {
	for _, s := range slices.Concat(infrastructure) {
		sources = append(sources, s.name+": "+s.source)
	}
	return sources
}

// Skipped returns the shapes that find something in a body that has none of their members.
func Skipped(body []byte) (names []string) {
	parse(body, func(d doc) {
		d.sentence = message(d)
		for _, s := range slices.Concat(vendors.shapes, frameworks.shapes) {
			fits := len(s.members) == 0 || slices.ContainsFunc(s.members, func(name string) bool { return d.root.Member(name).Exists() })
			if !fits && s.read(d) != nil {
				names = append(names, s.name)
			}
		}
	})
	return names
}
