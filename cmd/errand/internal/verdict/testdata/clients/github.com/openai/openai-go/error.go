package openai

import "github.com/openai/openai-go/internal/apierror"

type Error = apierror.Error
