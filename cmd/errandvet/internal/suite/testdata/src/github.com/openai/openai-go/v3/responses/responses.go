// Package responses has the names of openai-go that the tests need.
package responses

type Item struct{}

func ResponseInputItemParamOfFunctionCallOutput[T string | []string](output T) Item {
	return Item{}
}
