package awsadapter_test

import (
	"context"
	"errors"
	"fmt"
	"io"
	"net/http"
	"net/url"

	"github.com/aws/smithy-go"
	"github.com/aws/smithy-go/middleware"
	"github.com/aws/smithy-go/traits"
	smithyhttp "github.com/aws/smithy-go/transport/http"
	"github.com/aws/smithy-go/transport/http/protocol/awsjson"
	"github.com/aws/smithy-go/transport/http/protocol/awsquery"
	"github.com/aws/smithy-go/transport/http/protocol/ec2query"
	"github.com/aws/smithy-go/transport/http/protocol/restxml"
)

// A service is the client of an AWS service as it is generated: smithy-go's protocols,
// middleware and HTTP handler, which make the errors. The SDK's own additions are copied
// here in a few lines, because the library does not require it; proof/sdkmatrix tests
// the real clients.
type service struct {
	id, operation string
	protocol      smithyhttp.ClientProtocol
	method        string
	// credentials is called before a request is sent, like a provider that calls another
	// service.
	credentials func(context.Context) error
}

var (
	stringSchema = smithy.NewSchema(smithy.ShapeID{Namespace: "smithy.api", Name: "String"}, smithy.ShapeTypeString, 0)
	outputSchema = structure("Output", "Item", structure("Item", "id", structure("Attribute", "S", stringSchema)))
)

// structure returns the schema of a structure with one member.
func structure(name, member string, target *smithy.Schema) *smithy.Schema {
	s := smithy.NewSchema(smithy.ShapeID{Namespace: "test", Name: name}, smithy.ShapeTypeStructure, 1)
	s.AddMember(member, target)
	return s
}

func serviceSchema(name string, ts ...smithy.Trait) *smithy.ServiceSchema {
	return smithy.NewServiceSchema(smithy.NewSchema(smithy.ShapeID{Namespace: "test", Name: name}, smithy.ShapeTypeService, 0, ts...), "2026-11-20")
}

func dynamoDB() service {
	return service{id: "DynamoDB", operation: "GetItem", method: http.MethodPost, protocol: awsjson.New10(serviceSchema("DynamoDB_20120810"))}
}

func sqs() service {
	return service{id: "SQS", operation: "SendMessage", method: http.MethodPost, protocol: awsjson.New10(serviceSchema("AmazonSQS", &traits.AWSQueryCompatible{}))}
}

func s3() service {
	return service{id: "S3", operation: "GetObject", method: http.MethodGet, protocol: restxml.New(serviceSchema("AmazonS3"))}
}

func sts() service {
	return service{id: "STS", operation: "AssumeRole", method: http.MethodPost, protocol: awsquery.New(serviceSchema("AWSSecurityTokenServiceV20110615"))}
}

func ec2() service {
	return service{id: "EC2", operation: "DescribeInstances", method: http.MethodPost, protocol: ec2query.New(serviceSchema("AmazonEC2"))}
}

// s3WithRole returns S3 with credentials from STS.
func s3WithRole(endpoint string, client *http.Client) service {
	s := s3()
	s.credentials = func(ctx context.Context) error {
		if err := sts().call(ctx, endpoint, client); err != nil {
			return fmt.Errorf("get identity: get credentials: failed to refresh cached credentials, %w", err)
		}
		return nil
	}
	return s
}

// responseError is the wrapper of aws-sdk-go-v2 v1.47.6 around smithy's (its
// aws/transport/http.ResponseError), with the same fields and methods.
type responseError struct {
	*smithyhttp.ResponseError
	RequestID string
}

func (e *responseError) ServiceRequestID() string { return e.RequestID }

func (e *responseError) Error() string {
	return fmt.Sprintf("https response error StatusCode: %d, RequestID: %s, %v", e.Response.StatusCode, e.RequestID, e.Err)
}

func (e *responseError) As(target any) bool { return errors.As(e.ResponseError, target) }

// output is the type for a success of a JSON or query service.
type output struct{ id string }

func (o *output) Deserialize(d smithy.ShapeDeserializer) error { return o.read(d, outputSchema) }

func (o *output) read(d smithy.ShapeDeserializer, schema *smithy.Schema) error {
	if schema.Type() == smithy.ShapeTypeString {
		return d.ReadString(schema, &o.id)
	}
	if err := d.ReadStruct(schema); err != nil {
		return err
	}
	for {
		member, err := d.ReadStructMember()
		if err != nil || member == nil {
			return err
		}
		if err := o.read(d, member); err != nil {
			return err
		}
	}
}

// object is the type for a success of S3. Its body belongs to the caller.
type object struct{}

func (object) Deserialize(smithy.ShapeDeserializer) error { return nil }
func (object) SetPayloadStream(io.ReadCloser)             {}

// call makes one call and returns its error.
func (s service) call(ctx context.Context, endpoint string, client *http.Client) error {
	c := *client
	c.CheckRedirect = followSome
	stack := middleware.NewStack(s.operation, smithyhttp.NewStackRequest)
	for _, add := range []error{
		stack.Serialize.Add(middleware.SerializeMiddlewareFunc("serialize", s.serialize(endpoint)), middleware.After),
		stack.Finalize.Add(middleware.FinalizeMiddlewareFunc("credentials", s.resolve), middleware.After),
		stack.Deserialize.Add(middleware.DeserializeMiddlewareFunc("wrap", wrap), middleware.After),
		stack.Deserialize.Add(middleware.DeserializeMiddlewareFunc("deserialize", s.deserialize), middleware.After),
	} {
		if add != nil {
			return add
		}
	}
	handler := middleware.DecorateHandler(smithyhttp.NewClientHandlerWithOptions(&c), stack)
	if _, _, err := handler.Handle(ctx, nil); err != nil {
		return &smithy.OperationError{ServiceID: s.id, OperationName: s.operation, Err: err}
	}
	return nil
}

// followSome follows only 307 and 308, like the SDK's client.
func followSome(r *http.Request, via []*http.Request) error {
	if code := r.Response.StatusCode; code != http.StatusTemporaryRedirect && code != http.StatusPermanentRedirect {
		return http.ErrUseLastResponse
	}
	if len(via) >= 10 {
		return errors.New("stopped after 10 redirects")
	}
	return nil
}

func (s service) serialize(endpoint string) func(context.Context, middleware.SerializeInput, middleware.SerializeHandler) (middleware.SerializeOutput, middleware.Metadata, error) {
	return func(ctx context.Context, in middleware.SerializeInput, next middleware.SerializeHandler) (out middleware.SerializeOutput, m middleware.Metadata, err error) {
		req, ok := in.Request.(*smithyhttp.Request)
		if !ok {
			return out, m, &smithy.SerializationError{Err: errors.New("unknown transport type")}
		}
		if req.URL, err = url.Parse(endpoint); err != nil {
			return out, m, fmt.Errorf("failed to parse endpoint URL: %w", err)
		}
		req.Method = s.method
		req.Header.Set("Content-Type", "application/x-amz-json-1.0")
		if s.id == "STS" || s.id == "EC2" {
			// The fault server needs the operation of the query protocol.
			form := url.Values{"Action": {s.operation}}
			req.Header.Set("Content-Type", "application/x-www-form-urlencoded")
			if req, err = req.SetStream(stringReader(form.Encode())); err != nil {
				return out, m, &smithy.SerializationError{Err: err}
			}
		} else if s.method == http.MethodPost {
			req.Header.Set("X-Amz-Target", s.id+"."+s.operation)
			if req, err = req.SetStream(stringReader("{}")); err != nil {
				return out, m, &smithy.SerializationError{Err: err}
			}
		}
		in.Request = req
		return next.HandleSerialize(ctx, in)
	}
}

func (s service) resolve(ctx context.Context, in middleware.FinalizeInput, next middleware.FinalizeHandler) (out middleware.FinalizeOutput, m middleware.Metadata, err error) {
	if s.credentials != nil {
		if err := s.credentials(ctx); err != nil {
			return out, m, err
		}
	}
	return next.HandleFinalize(ctx, in)
}

// wrap is aws/transport/http.AddResponseErrorMiddleware.
func wrap(ctx context.Context, in middleware.DeserializeInput, next middleware.DeserializeHandler) (out middleware.DeserializeOutput, m middleware.Metadata, err error) {
	out, m, err = next.HandleDeserialize(ctx, in)
	resp, ok := out.RawResponse.(*smithyhttp.Response)
	if err == nil || !ok {
		return out, m, err
	}
	return out, m, &responseError{
		ResponseError: &smithyhttp.ResponseError{Response: resp, Err: err},
		RequestID:     resp.Header.Get("X-Amzn-Requestid"),
	}
}

func (s service) deserialize(ctx context.Context, in middleware.DeserializeInput, next middleware.DeserializeHandler) (out middleware.DeserializeOutput, m middleware.Metadata, err error) {
	if out, m, err = next.HandleDeserialize(ctx, in); err != nil {
		return out, m, err
	}
	resp, ok := out.RawResponse.(*smithyhttp.Response)
	if !ok {
		return out, m, &smithy.DeserializationError{Err: errors.New("unknown transport type")}
	}
	defer func() { _ = resp.Body.Close() }()
	operation := smithy.NewOperationSchema(
		smithy.NewSchema(smithy.ShapeID{Namespace: "test", Name: s.operation}, smithy.ShapeTypeOperation, 0), nil, outputSchema)
	var success smithy.Deserializable = new(output)
	if s.id == "S3" {
		success = object{}
	}
	return out, m, s.protocol.DeserializeResponse(ctx, operation, &smithy.TypeRegistry{}, resp, success)
}
