// Package genai has the names of genai that the tests need.
package genai

type FunctionResponse struct {
	Name     string
	Response map[string]any
}

type Part struct{ FunctionResponse *FunctionResponse }

func NewPartFromFunctionResponse(name string, response map[string]any) *Part {
	return &Part{FunctionResponse: &FunctionResponse{Name: name, Response: response}}
}
