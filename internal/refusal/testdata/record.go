// Records what validators and decoders of Go write about wrong values, as bodies of responses.
// In a module that requires go-playground/validator/v10 and go-ozzo/ozzo-validation/v4:
//
//	go run record.go > go.json
//
//go:build ignore

package main

import (
	"bytes"
	"encoding/json"
	"os"
	"runtime"
	"runtime/debug"
	"strings"

	ozzo "github.com/go-ozzo/ozzo-validation/v4"
	"github.com/go-ozzo/ozzo-validation/v4/is"
	"github.com/go-playground/validator/v10"
)

type item struct {
	Qty int `json:"qty" validate:"min=1"`
}

type task struct {
	Title    string            `json:"title" validate:"required,min=3,max=5"`
	Project  string            `json:"project" validate:"required"`
	Priority string            `json:"priority" validate:"oneof=low high"`
	Email    string            `json:"email" validate:"email"`
	Estimate int               `json:"estimate" validate:"gte=0,lt=100"`
	Labels   []string          `json:"labels" validate:"max=3,unique"`
	Items    []item            `json:"items" validate:"dive"`
	Due      string            `json:"due" validate:"datetime=2006-01-02"`
	ID       string            `json:"id" validate:"uuid"`
	Meta     map[string]string `json:"meta" validate:"-"`
}

type body struct {
	Name   string `json:"name"`
	Writer string `json:"writer"`
	Body   string `json:"body"`
}

func main() {
	version := map[string]string{}
	if info, ok := debug.ReadBuildInfo(); ok {
		for _, m := range info.Deps {
			version[m.Path] = m.Version
		}
	}
	var all []body
	put := func(writer, name string, v any) {
		text, _ := json.Marshal(v)
		all = append(all, body{name, writer, string(text)})
	}
	playground := "go-playground/validator " + version["github.com/go-playground/validator/v10"]
	wrong := task{Title: "x", Priority: "urgentt", Email: "nope", Estimate: -3, Labels: []string{"a", "a", "b", "c"}, Items: []item{{1}, {0}}, Due: "tomorrow", ID: "x"}
	err := validator.New().Struct(wrong)
	put(playground, "playground/text", map[string]string{"error": err.Error()})
	put(playground, "playground/lines", map[string][]string{"errors": strings.Split(err.Error(), "\n")})
	err = ozzo.ValidateStruct(&wrong, ozzo.Field(&wrong.Title, ozzo.Length(3, 5)), ozzo.Field(&wrong.Project, ozzo.Required), ozzo.Field(&wrong.Priority, ozzo.In("low", "high")), ozzo.Field(&wrong.Email, is.Email), ozzo.Field(&wrong.Estimate, ozzo.Min(0)), ozzo.Field(&wrong.Due, ozzo.Date("2006-01-02")))
	put("ozzo-validation "+version["github.com/go-ozzo/ozzo-validation/v4"], "ozzo/errors", map[string]any{"errors": err})
	put("ozzo-validation "+version["github.com/go-ozzo/ozzo-validation/v4"], "ozzo/text", map[string]any{"error": err.Error()})
	for name, text := range map[string]string{"type": `{"title":5}`, "nested": `{"items":[{"qty":"x"}]}`, "unknown": `{"colour":"red"}`} {
		d := json.NewDecoder(bytes.NewBufferString(text))
		d.DisallowUnknownFields()
		var t task
		put("encoding/json "+runtime.Version(), "encoding/json "+name, map[string]string{"error": d.Decode(&t).Error()})
	}
	e := json.NewEncoder(os.Stdout)
	e.SetIndent("", " ")
	_ = e.Encode(all)
}
