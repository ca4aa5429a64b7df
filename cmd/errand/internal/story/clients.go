package story

import (
	"context"
	"encoding/json"
	"errors"
	"net/http"
	"net/url"
	"strconv"
	"strings"

	"github.com/aws/smithy-go"
	"github.com/aws/smithy-go/middleware"
	smithyhttp "github.com/aws/smithy-go/transport/http"
	"github.com/aws/smithy-go/transport/http/protocol/awsjson"
	"github.com/hashicorp/go-retryablehttp"
	"google.golang.org/api/googleapi"

	"github.com/errand-go/errand/adapters/httpadapter/retryable"
	"github.com/errand-go/errand/conformance/faults"
)

// search is a tool with go-retryablehttp, whose own retries are disabled: the loop retries,
// within its limits.
func search(ctx context.Context, s service, _ docsQuery) (out rule, err error) {
	client := retryablehttp.NewClient()
	client.HTTPClient, client.Logger, client.RetryMax = s.client, nil, 0
	if s.world.errand {
		retryable.SetHooks(client)
	}
	plain, err := s.request(ctx, http.MethodGet, nil)
	if err != nil {
		return out, err
	}
	req, err := retryablehttp.FromRequest(plain)
	if err != nil {
		return out, err
	}
	resp, err := client.Do(req)
	if err != nil {
		return out, err
	}
	defer func() { _ = resp.Body.Close() }()
	if err := s.checkStatus(resp); err != nil {
		return out, err
	}
	err = s.checkBody(resp, json.NewDecoder(resp.Body).Decode(&out))
	return out, err
}

// find is a tool with the errors of Google's generated clients, which come from
// googleapi.CheckResponse.
func find(ctx context.Context, s service, _ sheetQuery) (out ticket, err error) {
	req, err := s.request(ctx, http.MethodGet, nil)
	if err != nil {
		return out, err
	}
	resp, err := s.client.Do(req)
	if err != nil {
		return out, err
	}
	defer googleapi.CloseBody(resp)
	if err := googleapi.CheckResponse(resp); err != nil {
		return out, err
	}
	err = s.checkBody(resp, json.NewDecoder(resp.Body).Decode(&out))
	return out, err
}

// count is a tool with DynamoDB's GetItem in the form of its generated client: smithy-go's
// middleware, handler and protocol, whose errors these are. It omits the AWS SDK's
// additions, such as signatures and its own retries.
func count(ctx context.Context, s service, in stockQuery) (stock, error) {
	call := getItem{service: s, item: in.Item}
	stack := middleware.NewStack("GetItem", smithyhttp.NewStackRequest)
	if err := errors.Join(
		stack.Serialize.Add(middleware.SerializeMiddlewareFunc("serialize", call.serialize), middleware.After),
		stack.Deserialize.Add(middleware.DeserializeMiddlewareFunc("wrap", wrap), middleware.After),
		stack.Deserialize.Add(middleware.DeserializeMiddlewareFunc("deserialize", call.deserialize), middleware.After),
	); err != nil {
		return stock{}, err
	}
	handler := middleware.DecorateHandler(smithyhttp.NewClientHandlerWithOptions(s.client), stack)
	if _, _, err := handler.Handle(ctx, nil); err != nil {
		return stock{}, &smithy.OperationError{ServiceID: "DynamoDB", OperationName: "GetItem", Err: err}
	}
	left, err := strconv.Atoi(call.left)
	return stock{Left: left}, err
}

// getItem is one call of the operation.
type getItem struct {
	service
	item string
	left string // the service's value
}

func (c *getItem) serialize(
	ctx context.Context, in middleware.SerializeInput, next middleware.SerializeHandler,
) (out middleware.SerializeOutput, m middleware.Metadata, err error) {
	req, ok := in.Request.(*smithyhttp.Request)
	if !ok {
		return out, m, &smithy.SerializationError{Err: errors.New("unknown transport type")}
	}
	if req.URL, err = url.Parse(c.target.URL); err != nil {
		return out, m, &smithy.SerializationError{Err: err}
	}
	req.Method = http.MethodPost
	req.Header.Set("Content-Type", "application/x-amz-json-1.0")
	req.Header.Set("X-Amz-Target", "DynamoDB_20120810.GetItem")
	faults.Plant(req.Request)
	body := `{"TableName":"stock","Key":{"item":{"S":` + strconv.Quote(c.item) + `}}}`
	if in.Request, err = req.SetStream(strings.NewReader(body)); err != nil {
		return out, m, &smithy.SerializationError{Err: err}
	}
	return next.HandleSerialize(ctx, in)
}

// wrap adds the response to the error, like every generated client.
func wrap(
	ctx context.Context, in middleware.DeserializeInput, next middleware.DeserializeHandler,
) (out middleware.DeserializeOutput, m middleware.Metadata, err error) {
	out, m, err = next.HandleDeserialize(ctx, in)
	if resp, ok := out.RawResponse.(*smithyhttp.Response); err != nil && ok {
		err = &smithyhttp.ResponseError{Response: resp, Err: err}
	}
	return out, m, err
}

func (c *getItem) deserialize(
	ctx context.Context, in middleware.DeserializeInput, next middleware.DeserializeHandler,
) (out middleware.DeserializeOutput, m middleware.Metadata, err error) {
	if out, m, err = next.HandleDeserialize(ctx, in); err != nil {
		return out, m, err
	}
	resp, ok := out.RawResponse.(*smithyhttp.Response)
	if !ok {
		return out, m, &smithy.DeserializationError{Err: errors.New("unknown transport type")}
	}
	defer func() { _ = resp.Body.Close() }()
	service := smithy.NewServiceSchema(schema("DynamoDB_20120810", smithy.ShapeTypeService, 0), "2012-08-10")
	operation := smithy.NewOperationSchema(schema("GetItem", smithy.ShapeTypeOperation, 0), nil, itemSchema())
	return out, m, awsjson.New10(service).DeserializeResponse(ctx, operation, &smithy.TypeRegistry{}, resp, c)
}

// Deserialize reads the one string in the response: Item.left.N.
func (c *getItem) Deserialize(d smithy.ShapeDeserializer) error { return c.read(d, itemSchema()) }

func (c *getItem) read(d smithy.ShapeDeserializer, s *smithy.Schema) error {
	if s.Type() == smithy.ShapeTypeString {
		return d.ReadString(s, &c.left)
	}
	if err := d.ReadStruct(s); err != nil {
		return err
	}
	for {
		member, err := d.ReadStructMember()
		if err != nil || member == nil {
			return err
		}
		if err := c.read(d, member); err != nil {
			return err
		}
	}
}

// itemSchema returns the schema of the relevant part of GetItem's output.
func itemSchema() *smithy.Schema {
	number := schema("Number", smithy.ShapeTypeString, 0)
	return structure("Output", "Item", structure("Item", "left", structure("Attribute", "N", number)))
}

func structure(name, member string, target *smithy.Schema) *smithy.Schema {
	s := schema(name, smithy.ShapeTypeStructure, 1)
	s.AddMember(member, target)
	return s
}

func schema(name string, shape smithy.ShapeType, members int) *smithy.Schema {
	return smithy.NewSchema(smithy.ShapeID{Namespace: "com.amazonaws.dynamodb", Name: name}, shape, members)
}
