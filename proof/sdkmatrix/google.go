package sdkmatrix

import (
	"context"
	"io"

	"cloud.google.com/go/longrunning/autogen"
	"cloud.google.com/go/longrunning/autogen/longrunningpb"
	"cloud.google.com/go/storage"
	"google.golang.org/api/drive/v3"
	"google.golang.org/api/googleapi"
	"google.golang.org/api/option"
	storagev1 "google.golang.org/api/storage/v1"

	"github.com/errand-go/errand/adapters/googleadapter"
	"github.com/errand-go/errand/conformance"
	"github.com/errand-go/errand/conformance/clients"
	"github.com/errand-go/errand/conformance/faults"
)

// A googleCall makes one call of a service, whose client has the options.
type googleCall func(ctx context.Context, t conformance.Target, opts ...option.ClientOption) error

func googleSuites(wire wiring) []conformance.Suite {
	of := func(client string, call googleCall, have ...faults.Need) conformance.Suite {
		return conformance.Suite{
			Adapter: googleadapter.Adapter{Decoding: true}, Defaults: behind(), Client: client, Shape: faults.Google(), Messages: clients.Messages(),
			Have: append(have, faults.NeedGoogle, faults.NeedBody),
			Skip: map[string]string{
				"law/rows":        "a server sends a few of the reasons; the adapter's own suite reaches every row",
				"law/paths":       oneClient,
				"fault/url-empty": "to option.WithEndpoint an empty URL is none: the call goes to Google",
			},
			Call: func(ctx context.Context, t conformance.Target) error {
				return call(ctx, t, option.WithHTTPClient(wire(t)), option.WithEndpoint(t.URL))
			},
		}
	}
	return []conformance.Suite{
		of("google/drive", callDrive, faults.NeedJSON, faults.NeedUpload),
		of("google/storage-v1", callStorageV1, faults.NeedJSON),
		of("google/gcs", callGCS, faults.NeedJSON),
		of("google/gcs-reader", callGCSReader),
		of("google/gapic", callGapic, faults.NeedJSON),
	}
}

func callDrive(ctx context.Context, t conformance.Target, opts ...option.ClientOption) error {
	service, err := drive.NewService(ctx, opts...)
	if err != nil {
		return err
	}
	if body := t.Body(); body != nil {
		_, err = service.Files.Create(&drive.File{Name: "x"}).Media(body, googleapi.ChunkSize(0)).Context(ctx).Do()
		return err
	}
	_, err = service.Files.Get(faults.CanaryResource).Context(ctx).Do()
	return err
}

func callStorageV1(ctx context.Context, _ conformance.Target, opts ...option.ClientOption) error {
	service, err := storagev1.NewService(ctx, opts...)
	if err != nil {
		return err
	}
	_, err = service.Objects.Get("bucket", faults.CanaryResource).Context(ctx).Do()
	return err
}

// gcs returns a client that makes one attempt per call.
func gcs(ctx context.Context, opts ...option.ClientOption) (*storage.Client, error) {
	client, err := storage.NewClient(ctx, append(opts, storage.WithJSONReads())...)
	if err != nil {
		return nil, err
	}
	client.SetRetry(storage.WithPolicy(storage.RetryNever))
	return client, nil
}

func callGCS(ctx context.Context, _ conformance.Target, opts ...option.ClientOption) error {
	client, err := gcs(ctx, opts...)
	if err != nil {
		return err
	}
	_, err = client.Bucket("bucket").Object(faults.CanaryResource).Attrs(ctx)
	return err
}

func callGCSReader(ctx context.Context, _ conformance.Target, opts ...option.ClientOption) error {
	client, err := gcs(ctx, opts...)
	if err != nil {
		return err
	}
	r, err := client.Bucket("bucket").Object(faults.CanaryResource).NewReader(ctx)
	if err != nil {
		return err
	}
	defer func() { _ = r.Close() }()
	_, err = io.Copy(io.Discard, r)
	return err
}

func callGapic(ctx context.Context, _ conformance.Target, opts ...option.ClientOption) error {
	client, err := longrunning.NewOperationsRESTClient(ctx, opts...)
	if err != nil {
		return err
	}
	client.CallOptions.GetOperation = nil // they retry the call
	_, err = client.GetOperation(ctx, &longrunningpb.GetOperationRequest{Name: "operations/" + faults.CanaryResource})
	return err
}
