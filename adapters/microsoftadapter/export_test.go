package microsoftadapter

import "github.com/errand-go/errand/adapter/shape"

// SetPath makes the adapter recognise types of another package as those of all
// clients, and returns a function that puts things back: the library requires
// none of them.
func SetPath(path string) (restore func()) {
	before := vendor
	vendor = known(vendorTypes{
		response:    shape.T(path, "ResponseError"),
		download:    shape.T(path, "bodyDownloadError"),
		final:       shape.T(path, "nonRetriableError"),
		failed:      shape.T(path, "AuthenticationFailedError"),
		required:    shape.T(path, "AuthenticationRequiredError"),
		unavailable: shape.T(path, "credentialUnavailableError"),
		refused:     shape.T(path, "CallErr"),
		odata:       shape.T(path, "ODataError"),
		beta:        shape.T(path+"/beta", "ODataError"),
		api:         shape.T(path, "ApiError"),
	})
	return func() { vendor = before }
}
