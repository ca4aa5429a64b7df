package faults

import (
	"errors"
	"io"
)

// An upload is a body of a given size that uses no memory and can be sent again.
type upload struct{ size, at int64 }

func newUpload(size int64) *upload { return &upload{size: size} }

// Read fills p with the body's next bytes.
func (u *upload) Read(p []byte) (int, error) {
	if u.at >= u.size {
		return 0, io.EOF
	}
	n := min(int64(len(p)), u.size-u.at)
	for i := range p[:n] {
		p[i] = CanaryUpload[(u.at+int64(i))%int64(len(CanaryUpload))]
	}
	u.at += n
	return int(n), nil
}

// Seek moves to another position of the body.
func (u *upload) Seek(offset int64, whence int) (int64, error) {
	switch whence {
	case io.SeekCurrent:
		offset += u.at
	case io.SeekEnd:
		offset += u.size
	}
	if offset < 0 {
		return 0, errors.New("faults: seek before the start of the body")
	}
	u.at = offset
	return offset, nil
}

// Len returns the number of bytes that are left.
func (u *upload) Len() int { return int(u.size - u.at) }
