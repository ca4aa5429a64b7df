package anthropic

import "github.com/anthropics/anthropic-sdk-go/internal/apierror"

type Error = apierror.Error
