package connectadapter

import (
	"reflect"

	"github.com/errand-go/errand/adapter/shape"
	"github.com/errand-go/errand/internal/rpcdetails"
)

// detail is connect.ErrorDetail.
type detail interface {
	Type() string
	Bytes() []byte
}

// detailsOf returns what the details of e say.
func detailsOf(e error) (d rpcdetails.Details) {
	all, _ := shape.Result(e, func(v reflect.Value) reflect.Value { return v.MethodByName("Details") })
	for item := range shape.Items(all, "") {
		name, _ := shape.Call(item, detail.Type)
		body, _ := shape.Call(item, detail.Bytes)
		if x, ok := rpcdetails.Decode(name, body); ok {
			d.Add(x)
		}
	}
	return d
}
