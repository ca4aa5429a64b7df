// Package awsadapter recognises the errors of the AWS SDK for Go v2, whatever the
// service, by the types and interfaces of smithy-go that all of them share, and plain
// HTTP responses of AWS.
//
// The code decides. Most throttles, expired tokens and missing resources have the
// HTTP status 400. The status decides only if the table does not list the code and
// the code's name does not show its meaning. The SDK uses the same types for a
// refused connection: a response error without a status did not come from AWS, and
// has the meaning of the error that it wraps.
package awsadapter

import (
	"bytes"
	"cmp"
	"strings"

	"github.com/errand-go/errand/adapters/httpadapter"
	"github.com/errand-go/errand/adapters/spec"
	"github.com/errand-go/errand/toolerr"
)

// Adapter recognises the errors of the AWS SDK for Go v2, and plain HTTP responses of
// AWS. One below 300 is a failure if its body is an error in XML, as S3 sends it.
//
// It recognises everything that a client of a service returns: refusals, failures,
// lost connections, calls that could not be made. Other errors have no type of AWS
// and are left to httpadapter, above all those of reading the body of S3's GetObject.
// The name of a code that the table does not list decides, or else the HTTP status.
//
// A response of a customer's own service at a host of AWS is not recognised.
var Adapter = spec.New(spec.Spec{
	Table:        table,
	Errors:       []spec.Error{{Codes: []string{"Type", "Code"}, Read: readCodes}},
	Tree:         readSDK,
	TreeReads:    ofSDK,
	Body:         readBody,
	CodeHeader:   "X-Amzn-Errortype", // Smithy, AWS restJson1 protocol, operation error serialization
	FailsWith2xx: true,               // Amazon S3 API Reference, CopyObject: an error can come in a 200
	// AWS General Reference, AWS service endpoints; of China: Getting Started with AWS
	// services in China, endpoints.
	Hosts: []string{"amazonaws.com", "amazonaws.com.cn"},
	// API Gateway, Elastic Load Balancing, EC2 and S3 website endpoints (AWS General
	// Reference; Amazon S3 User Guide, Website endpoints).
	Tenants: []string{"execute-api", "elb", "compute", "compute-1", "s3-website"},
	// Smithy, AWS restJson1 protocol. The ids of requests identify no vendor: API Gateway adds
	// X-Amzn-Requestid to customers' responses, and other stores send X-Amz-Request-Id.
	Headers:  []string{"X-Amzn-Errortype"},
	Refusals: refusals,
	Refine:   refine,
})

// A failure has the codes in a body.
type failure struct {
	Type string `json:"__type"` // AWS JSON 1.0 and 1.1
	Code string `json:"code"`   // REST JSON, and the code of XML
	xml  bool
}

// readBody decodes the body of every protocol except CBOR (Smithy, AWS protocols, operation
// error serialization). It returns nil for XML that is not an error.
func readBody(body []byte) any {
	if !isXML(body) {
		return spec.JSON[failure](body)
	}
	root, codes := spec.XML(body, "Code", "Error>Code", "Errors>Error>Code") // REST, query, EC2
	code := cmp.Or(codes...)
	switch root {
	case "Error", "ErrorResponse":
		return failure{Code: code, xml: true}
	case "Response":
		if codes[2] != "" {
			return failure{Code: code, xml: true}
		}
	}
	return nil
}

func isXML(body []byte) bool { return bytes.HasPrefix(bytes.TrimSpace(body), []byte("<")) }

// readCodes moves the code for clients of a service's former query protocol to the front,
// like the SDK (smithy-go v1.28.8, awsjson), and makes all codes bare. Below 300, only XML is
// an error.
func readCodes(a *spec.Answer) bool {
	query, _, _ := strings.Cut(a.Header.Get("X-Amzn-Query-Error"), ";")
	a.Codes = append([]string{query}, a.Codes...)
	for i, code := range a.Codes {
		a.Codes[i] = bareCode(code)
	}
	body, ok := a.Node.(failure)
	return a.Status >= 300 || ok && body.xml
}

// bareCode returns a code without the namespace before it and the URL after it. It returns
// "" for the SDK's word for a missing code.
func bareCode(code string) string {
	code, _, _ = strings.Cut(code, ":")
	code = code[strings.LastIndexByte(code, '#')+1:]
	if code == "UnknownError" {
		return ""
	}
	return code
}

// refine reads an unlisted code by its name, and the action that is denied.
func refine(a *spec.Answer) {
	switch {
	case a.Row.VendorCode == "":
		a.Kind = cmp.Or(kindOf(a.Code(), a.Status), a.Kind)
	case a.Row.VendorCode == "TransactionCanceledException": // for the reasons in its text (DynamoDB API, TransactWriteItems)
		if text := textOf(a.Refuser); strings.Contains(text, "TransactionConflict") && !strings.Contains(text, "ConditionalCheckFailed") && !strings.Contains(text, "ValidationError") {
			a.Is("TransactionConflictException")
		}
	case a.Row.Fact == toolerr.FactNotPermitted:
		a.Needs(deniedAction(a.Refuser))
	}
	if r, ok := a.Refuser.(*httpadapter.Response); ok && httpadapter.LimitIn(r.Body).Daily {
		a.Add(toolerr.WithUserAction()) // AWS raises quotas on request
	}
}
