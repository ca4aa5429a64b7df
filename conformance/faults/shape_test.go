package faults_test

import (
	"encoding/json"
	"encoding/xml"
	"net/http"
	"testing"

	"github.com/stretchr/testify/assert"
	"github.com/stretchr/testify/require"

	"github.com/errand-go/errand/conformance/faults"
)

// The test parses each vendor's error like its SDK. The SDKs themselves are tested in
// nested modules.
func TestErrorBodies(t *testing.T) {
	type xmlError struct{ Code, Message string }
	a := faults.Answer{Status: 403, Code: "AccessDenied", Message: "no <way>", RequestID: "id-1", Resource: "/r"}
	cases := map[string]struct {
		shape faults.Shape
		code  func(*testing.T, []byte) (code, message string)
	}{
		"plain": {faults.PlainJSON(), func(t *testing.T, b []byte) (string, string) {
			var v struct {
				Error struct{ Code, Message string }
			}
			require.NoError(t, json.Unmarshal(b, &v))
			return v.Error.Code, v.Error.Message
		}},
		"AWS JSON": {faults.AWSJSON10(), func(t *testing.T, b []byte) (string, string) {
			var v struct {
				Type    string `json:"__type"`
				Message string
			}
			require.NoError(t, json.Unmarshal(b, &v))
			return v.Type[len("com.amazonaws.faults#"):], v.Message
		}},
		"restXml": {faults.AWSRestXML(), func(t *testing.T, b []byte) (string, string) {
			var v struct {
				XMLName xml.Name `xml:"Error"`
				xmlError
			}
			require.NoError(t, xml.Unmarshal(b, &v))
			return v.Code, v.Message
		}},
		"query": {faults.AWSQuery(), func(t *testing.T, b []byte) (string, string) {
			var v struct {
				XMLName xml.Name `xml:"ErrorResponse"`
				Error   xmlError
			}
			require.NoError(t, xml.Unmarshal(b, &v))
			return v.Error.Code, v.Error.Message
		}},
		"EC2": {faults.AWSEC2(), func(t *testing.T, b []byte) (string, string) {
			var v struct {
				XMLName xml.Name   `xml:"Response"`
				Errors  []xmlError `xml:"Errors>Error"`
			}
			require.NoError(t, xml.Unmarshal(b, &v))
			return v.Errors[0].Code, v.Errors[0].Message
		}},
		"Google": {faults.Google(), func(t *testing.T, b []byte) (string, string) {
			var v struct {
				Error struct {
					Code   int
					Status string
					Errors []struct{ Reason, Message string }
				}
			}
			require.NoError(t, json.Unmarshal(b, &v))
			assert.Equal(t, 403, v.Error.Code)
			assert.Empty(t, v.Error.Status, "of a 403")
			return v.Error.Errors[0].Reason, v.Error.Errors[0].Message
		}},
		"Google with details": {faults.GoogleModern(), func(t *testing.T, b []byte) (string, string) {
			var v struct {
				Error struct {
					Message string
					Errors  []any
					Details []struct {
						Type   string `json:"@type"`
						Reason string
					}
				}
			}
			require.NoError(t, json.Unmarshal(b, &v))
			assert.Empty(t, v.Error.Errors)
			assert.Equal(t, "type.googleapis.com/google.rpc.ErrorInfo", v.Error.Details[0].Type)
			return v.Error.Details[0].Reason, v.Error.Message
		}},
	}
	for name, c := range cases {
		t.Run(name, func(t *testing.T) {
			content := c.shape.Error(a)
			code, message := c.code(t, content.Body)
			assert.Equal(t, a.Code, code)
			assert.Equal(t, a.Message, message)
			assert.NotEmpty(t, content.Type)
		})
	}
}

func TestSuccessByOperation(t *testing.T) {
	form := http.Header{"Content-Type": {"application/x-www-form-urlencoded; charset=utf-8"}}
	target := func(s string) http.Header { return http.Header{"X-Amz-Target": {s}} }
	cases := map[string]struct {
		shape faults.Shape
		call  faults.Request
		has   string
	}{
		"DynamoDB GetItem": {faults.AWSJSON10(), faults.Request{Header: target("DynamoDB_20120810.GetItem")}, `"Item":{"id":{"S":"quorvexbody"}}`},
		"DynamoDB PutItem": {faults.AWSJSON10(), faults.Request{Header: target("DynamoDB_20120810.PutItem")}, `{}`},
		// md5("hello")
		"SQS SendMessage":       {faults.AWSJSON10(), faults.Request{Header: target("AmazonSQS.SendMessage"), Body: []byte(`{"MessageBody":"hello"}`)}, `"MD5OfMessageBody":"5d41402abc4b2a76b9719d911017c592"`},
		"STS GetCallerIdentity": {faults.AWSQuery(), faults.Request{Header: form, Body: []byte("Action=GetCallerIdentity")}, "<GetCallerIdentityResult><Arn>"},
		"STS AssumeRole":        {faults.AWSQuery(), faults.Request{Header: form, Body: []byte("Action=AssumeRole")}, "<AssumeRoleResult><Credentials>"},
		"S3 GetObject":          {faults.AWSRestXML(), faults.Request{Method: "GET", Header: http.Header{}}, "quorvexbody quorvexbody"},
		"S3 ListObjectsV2":      {faults.AWSRestXML(), faults.Request{Method: "GET", Query: "list-type=2", Header: http.Header{}}, "<ListBucketResult"},
		"S3 CopyObject":         {faults.AWSRestXML(), faults.Request{Method: "PUT", Header: http.Header{"X-Amz-Copy-Source": {"b/k"}}}, "<CopyObjectResult"},
		"Drive files.get":       {faults.Google(), faults.Request{Method: "GET", Path: "/files/1", Header: http.Header{}}, `"drive#file"`},
		"Drive files.list":      {faults.Google(), faults.Request{Method: "GET", Path: "/files", Header: http.Header{}}, `"drive#fileList"`},
		"Storage objects.get":   {faults.Google(), faults.Request{Method: "GET", Path: "/b/x/o/y", Header: http.Header{}}, `"storage#object"`},
		"Storage media":         {faults.Google(), faults.Request{Method: "GET", Path: "/b/x/o/y", Query: "alt=media", Header: http.Header{}}, "quorvexbody quorvexbody"},
		"an operation":          {faults.GoogleModern(), faults.Request{Method: "GET", Path: "/v1/operations/x", Header: http.Header{}}, `"done":false`},
		"a token":               {faults.OAuth(), faults.Request{Method: "POST", Path: "/token", Header: form}, `"access_token"`},
		"a token of Google's":   {faults.Google(), faults.Request{Method: "POST", Path: "/token", Header: form}, `"access_token"`},
	}
	for name, c := range cases {
		t.Run(name, func(t *testing.T) {
			assert.Contains(t, string(c.shape.Success(c.call).Body), c.has)
		})
	}
}
