package stdadapter

// systemCodes lists Windows's own numbers, where errno has different ones (golang.org/x/sys
// v0.49.0, windows/zerrors_windows.go, read 2026-11-20). Package syscall maps only a
// missing file, an existing file and denied access to sentinels.
var systemCodes = []errnoRow{
	{4, tooManyFiles},           // ERROR_TOO_MANY_OPEN_FILES
	{8, noMemory},               // ERROR_NOT_ENOUGH_MEMORY
	{17, crossDevice},           // ERROR_NOT_SAME_DEVICE
	{19, readOnly},              // ERROR_WRITE_PROTECT
	{32, busy},                  // ERROR_SHARING_VIOLATION
	{33, busy},                  // ERROR_LOCK_VIOLATION
	{39, noSpace},               // ERROR_HANDLE_DISK_FULL
	{109, brokenPipe},           // ERROR_BROKEN_PIPE
	{112, noSpace},              // ERROR_DISK_FULL
	{123, invalidPath},          // ERROR_INVALID_NAME
	{145, directoryNotEmpty},    // ERROR_DIR_NOT_EMPTY
	{170, busy},                 // ERROR_BUSY
	{193, programNotExecutable}, // ERROR_BAD_EXE_FORMAT
	{206, nameTooLong},          // ERROR_FILENAME_EXCED_RANGE
	{232, brokenPipe},           // ERROR_NO_DATA
	{267, notDirectory},         // ERROR_DIRECTORY
}
