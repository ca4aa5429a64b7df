package faults

import (
	"crypto/md5"
	"encoding/hex"
	"encoding/json"
	"encoding/xml"
	"net/http"
	"net/url"
	"strings"
	"time"
)

// AWSJSON10 is the shape of AWS JSON 1.0 (DynamoDB, SQS): the code is in __type, after the
// service's namespace.
func AWSJSON10() Shape {
	return Shape{Name: "AWS JSON 1.0", Error: awsJSONError, Success: awsSuccess}
}

// AWSRestXML is the shape of S3.
func AWSRestXML() Shape {
	return Shape{Name: "AWS restXml", Error: restXMLError, Success: awsSuccess}
}

// AWSQuery is the shape of the query protocol (STS).
func AWSQuery() Shape {
	return Shape{Name: "AWS query", Error: queryError, Success: awsSuccess}
}

func awsJSONError(a Answer) Content {
	return jsonContent("application/x-amz-json-1.0", map[string]any{
		"__type": "com.amazonaws.faults#" + a.Code, "message": a.Message,
	}, "X-Amzn-Requestid: "+a.RequestID)
}

// awsQueryCompatible is AWS JSON 1.0 of a service that formerly used the query protocol:
// the old code is in a header, and SDKs prefer it.
func awsQueryCompatible(queryCode string) Shape {
	return Shape{
		Name: "AWS JSON 1.0, query compatible",
		Error: func(a Answer) Content {
			c := awsJSONError(a)
			c.Header = append(c.Header, "X-Amzn-Query-Error: "+queryCode+";Sender")
			return c
		},
		Success: awsSuccess,
	}
}

func restXMLError(a Answer) Content {
	return xmlContent(struct {
		XMLName           xml.Name `xml:"Error"`
		Code              string
		Message           string
		Resource          string
		RequestID         string `xml:"RequestId"`
		HostID            string `xml:"HostId"`
		AccessKeyID       string `xml:"AWSAccessKeyId"`
		StringToSign      string
		SignatureProvided string
	}{
		Code: a.Code, Message: a.Message, Resource: a.Resource, RequestID: a.RequestID, HostID: CanaryHeader,
		AccessKeyID: CredentialAccessKey, StringToSign: "AWS4-HMAC-SHA256 " + CredentialLocation, SignatureProvided: CredentialLocation,
	}, "X-Amz-Request-Id: "+a.RequestID, "X-Amz-Id-2: "+CanaryHeader)
}

func queryError(a Answer) Content {
	type detail struct{ Type, Code, Message string }
	return xmlContent(struct {
		XMLName   xml.Name `xml:"https://sts.amazonaws.com/doc/2011-06-15/ ErrorResponse"`
		Error     detail
		RequestID string `xml:"RequestId"`
	}{
		Error: detail{Type: "Sender", Code: a.Code, Message: a.Message}, RequestID: a.RequestID,
	}, "X-Amzn-Requestid: "+a.RequestID)
}

// awsSuccess answers the operations of the conformance clients. Like AWS, it determines the
// operation from X-Amz-Target, then from the Action of a form, then, for S3, from method
// and query.
func awsSuccess(c Request) Content {
	if target := c.Header.Get("X-Amz-Target"); target != "" {
		_, operation, _ := strings.Cut(target, ".")
		return jsonContent("application/x-amz-json-1.0", awsJSONSuccess(operation, c))
	}
	if strings.HasPrefix(c.Header.Get("Content-Type"), "application/x-www-form-urlencoded") {
		form, _ := url.ParseQuery(string(c.Body))
		return Content{Type: "text/xml", Body: []byte(xml.Header + awsQuerySuccess(form.Get("Action")))}
	}
	return s3Success(c)
}

func awsJSONSuccess(operation string, c Request) any {
	switch operation {
	case "GetItem":
		return map[string]any{"Item": map[string]any{"id": map[string]any{"S": CanaryBody}}}
	case "SendMessage":
		var in struct{ MessageBody string }
		_ = json.Unmarshal(c.Body, &in)
		sum := md5.Sum([]byte(in.MessageBody)) // the SDK checks it
		return map[string]any{"MessageId": CanaryBody, "MD5OfMessageBody": hex.EncodeToString(sum[:])}
	}
	return map[string]any{}
}

func awsQuerySuccess(action string) string {
	const space = ` xmlns="https://sts.amazonaws.com/doc/2011-06-15/"`
	const metadata = "<ResponseMetadata><RequestId>" + CanaryRequestID + "</RequestId></ResponseMetadata>"
	result := ""
	switch action {
	case "GetCallerIdentity":
		result = "<Arn>arn:aws:iam::000000000000:user/" + CanaryBody + "</Arn><UserId>" + CanaryBody + "</UserId><Account>000000000000</Account>"
	case "AssumeRole":
		result = "<Credentials><AccessKeyId>" + CredentialAccessKey + "</AccessKeyId><SecretAccessKey>" + CredentialPassword +
			"</SecretAccessKey><SessionToken>" + CredentialLocation + "</SessionToken><Expiration>" +
			time.Now().Add(time.Hour).UTC().Format(time.RFC3339) + "</Expiration></Credentials>" +
			"<AssumedRoleUser><AssumedRoleId>" + CanaryBody + "</AssumedRoleId><Arn>arn:aws:sts::000000000000:assumed-role/" + CanaryBody + "</Arn></AssumedRoleUser>"
	}
	return "<" + action + "Response" + space + "><" + action + "Result>" + result + "</" + action + "Result>" + metadata + "</" + action + "Response>"
}

func s3Success(c Request) Content {
	const space = ` xmlns="http://s3.amazonaws.com/doc/2006-03-01/"`
	query, _ := url.ParseQuery(c.Query)
	switch {
	case c.Header.Get("X-Amz-Copy-Source") != "":
		return Content{Type: "application/xml", Body: []byte(xml.Header + "<CopyObjectResult" + space + `><ETag>"` + CanaryBody +
			`"</ETag><LastModified>2026-01-01T00:00:00.000Z</LastModified></CopyObjectResult>`)}
	case c.Method == http.MethodPut, c.Method == http.MethodDelete:
		return Content{Header: []string{`ETag: "` + CanaryBody + `"`}}
	case query.Has("list-type"):
		return Content{Type: "application/xml", Body: []byte(xml.Header + "<ListBucketResult" + space + "><Name>" + CanaryBody +
			"</Name><KeyCount>1</KeyCount><MaxKeys>1000</MaxKeys><IsTruncated>false</IsTruncated><Contents><Key>" + CanaryBody +
			"</Key><Size>5</Size></Contents></ListBucketResult>")}
	}
	return Content{
		Type:   "application/octet-stream",
		Header: []string{`ETag: "` + CanaryBody + `"`, "Last-Modified: Thu, 01 Jan 2026 00:00:00 GMT"},
		Body:   []byte(strings.Repeat(CanaryBody+" ", 64)),
	}
}

// xmlContent marshals v, a literal of this package.
func xmlContent(v any, header ...string) Content {
	raw, err := xml.Marshal(v)
	if err != nil {
		panic("faults: " + err.Error())
	}
	return Content{Type: "text/xml", Header: header, Body: append([]byte(xml.Header), raw...)}
}
