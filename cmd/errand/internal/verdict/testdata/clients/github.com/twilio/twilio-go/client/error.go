package client

type TwilioRestError struct{ Code, Status int }

func (e *TwilioRestError) Error() string { return "twilio" }

type RestErrorV1 struct{ Code, HttpStatusCode int }

func (e *RestErrorV1) Error() string { return "twilio" }
