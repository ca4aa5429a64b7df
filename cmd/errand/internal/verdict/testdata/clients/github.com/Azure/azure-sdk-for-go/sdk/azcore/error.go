package azcore

import "github.com/Azure/azure-sdk-for-go/sdk/azcore/internal/exported"

type ResponseError = exported.ResponseError
