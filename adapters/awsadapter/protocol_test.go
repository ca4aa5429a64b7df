package awsadapter_test

import (
	"bytes"
	"cmp"
	"encoding/json"
	"encoding/xml"
	"errors"
	"fmt"
	"io"
	"net/http"
	"strings"

	"github.com/aws/smithy-go"
	smithyxml "github.com/aws/smithy-go/encoding/xml"
	smithyhttp "github.com/aws/smithy-go/transport/http"
)

// A protocol reads responses as aws-sdk-go-v2 v1.41.0 does, in its packages
// aws/protocol/restjson, aws/protocol/xml, aws/protocol/ec2query and
// service/internal/s3shared, and in the generated code.
type protocol struct {
	// refused returns the error of a response that is a failure.
	refused func(resp *smithyhttp.Response, body []byte) error
	// read reads a success; nil leaves the body to the caller.
	read func(body io.Reader) error
}

var (
	jsonProtocol  = protocol{refused: refusedInJSON, read: readJSON}
	restProtocol  = protocol{refused: refusedInXML[restError]}
	queryProtocol = protocol{refused: refusedInXML[queryError], read: func(body io.Reader) error { return readXML(body, "AssumeRoleResult") }}
	ec2Protocol   = protocol{refused: refusedInXML[ec2Error], read: func(body io.Reader) error { return readXML(body) }}
)

func refusedInJSON(resp *smithyhttp.Response, body []byte) error {
	var info struct {
		Type    string `json:"__type"`
		Message string
		Code    any
	}
	if err := json.NewDecoder(bytes.NewReader(body)).Decode(&info); err != nil && !errors.Is(err, io.EOF) {
		return &smithy.DeserializationError{Err: fmt.Errorf("failed to decode response body, %w", err), Snapshot: body}
	}
	code, _ := info.Code.(string)
	code = cmp.Or(resp.Header.Get("X-Amzn-Errortype"), info.Type, code, "UnknownError")
	code, _, _ = strings.Cut(code, ":")
	code = code[strings.LastIndex(code, "#")+1:]
	if query, _, found := strings.Cut(resp.Header.Get("X-Amzn-Query-Error"), ";"); found {
		code = query
	}
	return &smithy.GenericAPIError{Code: code, Message: cmp.Or(info.Message, "UnknownError")}
}

// readJSON reads the outputs {} and {"Item":{"id":{"S":"…"}}}.
func readJSON(body io.Reader) error {
	var value any
	if err := json.NewDecoder(body).Decode(&value); err != nil && !errors.Is(err, io.EOF) {
		return err
	}
	for _, member := range []string{"Item", "id", "S"} {
		if value == nil {
			return nil
		}
		object, ok := value.(map[string]any)
		if !ok {
			return fmt.Errorf("unexpected JSON type %v", value)
		}
		value = object[member]
	}
	if _, ok := value.(string); !ok && value != nil {
		return fmt.Errorf("expected StringAttributeValue to be of type string, got %T instead", value)
	}
	return nil
}

// These are the errors of S3, of services with the query protocol, and of EC2.
type (
	xmlError   struct{ Code, Message string }
	restError  struct{ xmlError }
	queryError struct{ Error xmlError }
	ec2Error   struct {
		Errors struct{ Error xmlError }
	}
)

func (e restError) content() xmlError  { return e.xmlError }
func (e queryError) content() xmlError { return e.Error }
func (e ec2Error) content() xmlError   { return e.Errors.Error }

func refusedInXML[E interface{ content() xmlError }](resp *smithyhttp.Response, body []byte) error {
	var e E
	if err := xml.Unmarshal(body, &e); err != nil && !errors.Is(err, io.EOF) {
		return fmt.Errorf("error while deserializing xml error response: %w", err)
	}
	found := e.content()
	if _, s3 := any(e).(restError); s3 { // no body in the response to a HEAD
		status := strings.ReplaceAll(http.StatusText(resp.StatusCode), " ", "")
		found = xmlError{cmp.Or(found.Code, status), cmp.Or(found.Message, http.StatusText(resp.StatusCode))}
	}
	return &smithy.GenericAPIError{Code: cmp.Or(found.Code, "UnknownError"), Message: cmp.Or(found.Message, "UnknownError")}
}

// readXML reads a document whose members are in the elements of the path.
func readXML(body io.Reader, path ...string) error {
	decoder := xml.NewDecoder(body)
	start, err := smithyxml.FetchRootElement(decoder)
	if errors.Is(err, io.EOF) {
		return nil
	}
	if err != nil {
		return err
	}
	node := smithyxml.WrapNodeDecoder(decoder, start)
	for _, name := range path {
		if start, err = node.GetElement(name); err != nil {
			return err
		}
		node = smithyxml.WrapNodeDecoder(node.Decoder, start)
	}
	for {
		_, done, err := node.Token()
		if err != nil || done {
			return err
		}
		if err := node.Decoder.Skip(); err != nil {
			return err
		}
	}
}
