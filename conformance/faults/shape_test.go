package faults_test

import (
	"net/http"
	"testing"

	"github.com/stretchr/testify/assert"

	"github.com/errand-go/errand/conformance/faults"
)

// A shape answers the operations of its clients; the suites of the adapters read its errors.
func TestSuccessByOperation(t *testing.T) {
	form := http.Header{"Content-Type": {"application/x-www-form-urlencoded; charset=utf-8"}}
	target := func(s string) http.Header { return http.Header{"X-Amz-Target": {s}} }
	for _, tt := range []struct {
		shape faults.Shape
		call  faults.Request
		has   string
	}{
		{faults.AWSJSON10(), faults.Request{Header: target("DynamoDB_20120810.GetItem")}, `"Item":{"id":{"S":"quorvexbody"}}`},
		{faults.AWSJSON10(), faults.Request{Header: target("DynamoDB_20120810.PutItem")}, `{}`},
		{faults.AWSJSON10(), faults.Request{Header: target("AmazonSQS.SendMessage"), Body: []byte(`{"MessageBody":"hello"}`)}, "5d41402abc4b2a76b9719d911017c592"}, // md5("hello")
		{faults.AWSQuery(), faults.Request{Header: form, Body: []byte("Action=GetCallerIdentity")}, "<GetCallerIdentityResult><Arn>"},
		{faults.AWSQuery(), faults.Request{Header: form, Body: []byte("Action=AssumeRole")}, "<AssumeRoleResult><Credentials>"},
		{faults.AWSRestXML(), faults.Request{Method: "GET", Header: http.Header{}}, "quorvexbody quorvexbody"},
		{faults.AWSRestXML(), faults.Request{Method: "GET", Query: "list-type=2", Header: http.Header{}}, "<ListBucketResult"},
		{faults.AWSRestXML(), faults.Request{Method: "PUT", Header: http.Header{"X-Amz-Copy-Source": {"b/k"}}}, "<CopyObjectResult"},
		{faults.Google(), faults.Request{Method: "GET", Path: "/files/1", Header: http.Header{}}, `"drive#file"`},
		{faults.Google(), faults.Request{Method: "GET", Path: "/b/x/o/y", Header: http.Header{}}, `"storage#object"`},
		{faults.Google(), faults.Request{Method: "GET", Path: "/b/x/o/y", Query: "alt=media", Header: http.Header{}}, "quorvexbody quorvexbody"},
		{faults.Google(), faults.Request{Method: "GET", Path: "/v1/operations/x", Header: http.Header{}}, `"done":false`},
		{faults.OAuth(), faults.Request{Method: "POST", Path: "/token", Header: form}, `"access_token"`},
		{faults.Google(), faults.Request{Method: "POST", Path: "/token", Header: form}, `"access_token"`},
	} {
		assert.Contains(t, string(tt.shape.Success(tt.call).Body), tt.has, tt.shape.Name)
	}
}
