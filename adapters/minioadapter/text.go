package minioadapter

import (
	"errors"
	"reflect"
	"strings"
)

// plainText is the type behind errors.New.
var plainText = reflect.TypeOf(errors.New(""))

// wordOf returns the code of what the client says without a type, "" for anything
// else.
func wordOf(e error) string {
	if reflect.TypeOf(e) != plainText {
		return ""
	}
	text := e.Error()
	switch {
	case strings.HasPrefix(text, "Bucket name "), strings.HasPrefix(text, "Object name "):
		return texts[text]
	case strings.HasPrefix(text, closedBefore) && strings.HasSuffix(text, closedBehind):
		return connectionClosed
	case strings.HasPrefix(text, "http") && strings.HasSuffix(text, offline):
		return endpointOffline
	}
	return ""
}

// What the client puts in the place of an unexpected end of the connection, with
// the URL in the middle, and what it says of a server that its health check finds
// down, behind the server's URL: minio-go v6.0.57 and v7.4.1, api.go.
const (
	closedBefore = "Connection closed by foreign host "
	closedBehind = ". Retry again."
	offline      = " is offline."
)

// texts are what the client says of names that it does not send, where it makes
// no ErrorResponse of them: minio-go v6.0.57 and v7.4.1, pkg/s3utils/utils.go.
var texts = map[string]string{
	"Bucket name cannot be a relative path element":        invalidBucket,
	"Bucket name cannot be an ip address":                  invalidBucket,
	"Bucket name cannot be empty":                          invalidBucket,
	"Bucket name cannot be empty for S3 Express":           invalidBucket,
	"Bucket name cannot be longer than 63 characters":      invalidBucket,
	"Bucket name cannot be shorter than 3 characters":      invalidBucket,
	"Bucket name cannot contain path separators":           invalidBucket,
	"Bucket name contains invalid characters":              invalidBucket,
	"Object name cannot be empty":                          invalidObject,
	"Object name cannot be longer than 1024 characters":    invalidObject,
	"Object name with non UTF-8 strings are not supported": invalidObject,
}
