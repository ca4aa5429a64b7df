package pgstore

// ErrClaimLost is the cause of the end of the context of a run that lost its claim.
var ErrClaimLost = errClaimLost
