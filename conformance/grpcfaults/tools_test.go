package grpcfaults_test

import (
	"context"
	"path"
	"testing"

	"github.com/stretchr/testify/assert"
	"github.com/stretchr/testify/require"
	"google.golang.org/grpc"
	"google.golang.org/grpc/codes"
	"google.golang.org/grpc/status"
	"google.golang.org/protobuf/encoding/protojson"
	"google.golang.org/protobuf/proto"
	"google.golang.org/protobuf/types/known/structpb"

	"github.com/errand-go/errand/adapter"
	"github.com/errand-go/errand/adapters"
	"github.com/errand-go/errand/toolerr"
)

// toolErrors serves the methods of a gRPC service as tools: the model reads the message of
// the status.
func toolErrors(registry adapter.Registry) grpc.UnaryServerInterceptor {
	return func(ctx context.Context, req any, info *grpc.UnaryServerInfo, next grpc.UnaryHandler) (any, error) {
		message, _ := req.(proto.Message)
		arguments, err := protojson.Marshal(message)
		if err != nil {
			arguments = nil
		}
		ctx = adapter.WithCall(ctx, adapter.Call{Arguments: arguments})
		res, err := adapter.Do(ctx, registry.For(path.Base(info.FullMethod)), func(ctx context.Context) (any, error) {
			return next(ctx, req)
		})
		if err != nil {
			return nil, status.Error(codes.Aborted, toolerr.Result(nil, err).String())
		}
		return res, nil
	}
}

func TestServiceOfTools(t *testing.T) {
	req, err := structpb.NewStruct(map[string]any{"channel": "#ops"})
	require.NoError(t, err)
	serve := toolErrors(adapters.Default())
	info := &grpc.UnaryServerInfo{FullMethod: "/chat.v1.Chat/History"}
	tests := map[string]struct {
		tool grpc.UnaryHandler
		want string
	}{
		"a reason": {
			func(context.Context, any) (any, error) { return nil, toolerr.Errorf("channel %q not found", "#ops") },
			`{"success":false,"error":"channel \"#ops\" not found","error_code":"internal_error","kind":"TOOL_RUNTIME_FATAL","can_retry":false}`,
		},
		"a panic": {
			func(context.Context, any) (any, error) { panic("x") },
			`{"success":false,"error":"The tool stopped unexpectedly.","error_code":"internal_error","kind":"TOOL_RUNTIME_FATAL","can_retry":false,"effect":"unknown"}`,
		},
	}
	for name, tt := range tests {
		t.Run(name, func(t *testing.T) {
			_, err := serve(t.Context(), req, info, tt.tool)
			assert.Equal(t, codes.Aborted, status.Code(err))
			assert.JSONEq(t, tt.want, status.Convert(err).Message())
		})
	}
	res, err := serve(t.Context(), req, info, func(context.Context, any) (any, error) { return req, nil })
	require.NoError(t, err)
	assert.Equal(t, req, res)
}
