// The types of payload.schema.json, which says more about each member.

/** What failed, coarsely. New codes may come: treat one that you do not know as "internal_error". */
export type Code =
  | "external_service_error"
  | "rate_limited"
  | "timeout"
  | "not_found"
  | "invalid_input"
  | "internal_error"
  | "canceled"
  | "unknown_tool"
  | "auth_required"
  | "pending"
  | "denied"
  | "conflict"
  | "budget_exhausted"
  | "repeated_call"
  | "truncated_call"
  | "output_too_large";

/** What failed, finely. New kinds may come. */
export type Kind =
  | "TOOLKIT_LOAD_FAILED"
  | "TOOL_DEFINITION_BAD_DEFINITION"
  | "TOOL_DEFINITION_BAD_INPUT_SCHEMA"
  | "TOOL_DEFINITION_BAD_OUTPUT_SCHEMA"
  | "TOOL_RUNTIME_BAD_INPUT_VALUE"
  | "TOOL_RUNTIME_BAD_OUTPUT_VALUE"
  | "TOOL_RUNTIME_RETRY"
  | "TOOL_RUNTIME_CONTEXT_REQUIRED"
  | "TOOL_RUNTIME_FATAL"
  | "TOOL_RUNTIME_CANCELED"
  | "TOOL_RUNTIME_TIMEOUT"
  | "UPSTREAM_RUNTIME_BAD_REQUEST"
  | "UPSTREAM_RUNTIME_VALIDATION_ERROR"
  | "UPSTREAM_RUNTIME_AUTH_ERROR"
  | "UPSTREAM_RUNTIME_NOT_FOUND"
  | "UPSTREAM_RUNTIME_RATE_LIMIT"
  | "UPSTREAM_RUNTIME_SERVER_ERROR"
  | "UPSTREAM_RUNTIME_UNMAPPED"
  | "NETWORK_TRANSPORT_RUNTIME_TIMEOUT"
  | "NETWORK_TRANSPORT_RUNTIME_UNREACHABLE"
  | "NETWORK_TRANSPORT_RUNTIME_UNMAPPED"
  | "UNKNOWN";

/** One thing that is wrong with the arguments of the call. */
export interface Problem {
  /** A JSON pointer (RFC 6901) into the arguments; "" is the whole of them. */
  path: string;
  problem: string;
  /** The parts of the sentence follow, in _meta and where the author wants them. The rule is one of payload.schema.json. */
  rule?: string;
  /** What the service calls the place, if its path is not known. */
  field?: string;
  /** The offending name or value. */
  word?: string;
  /** The maximum, the minimum or the right number. */
  limit?: string;
  /** The value must not even reach the limit. */
  beyond?: true;
  /** What would be right. */
  allowed?: string[];
  /** What may have been meant. */
  did_you_mean?: string[];
  /** The other place of a rule between two. */
  beside?: string;
  /** A position in a text of the arguments, from 1; or, if received, in the text that the service received. */
  at?: { offset?: number; line?: number; column?: number };
  received?: true;
}

/** The result of a call that succeeded: the tool's own members, or data where the result is not an object. */
export interface Success {
  success: true;
  error: null;
  [member: string]: unknown;
}

/** The result of a call that failed. The tool's own result may stand beside these members. */
export interface Failure {
  success: false;
  /** What failed, in a sentence that is safe to show to a model. */
  error: string;
  error_code: Code;
  kind: Kind;
  /** Whether the same call may be made again: it may succeed, and does no harm. */
  can_retry: boolean;
  /** How long to wait before a retry. Only where can_retry is true. */
  retry_after_ms?: number;
  /** The HTTP status of the response. */
  status_code?: number;
  /** The slug of the adapter that recognised the error. */
  service?: string;
  /** The service's own code, if the adapter's table lists it. */
  vendor_code?: string;
  /** The call may have been applied, although it failed. */
  effect?: "unknown";
  /** A person has to do something first. */
  requires_user_action?: true;
  /** What to do differently. */
  hint?: string;
  problems?: Problem[];
  /** A random word under which the operator finds the failure in logs, reports and traces. */
  reference?: string;
  /** The service's own message, where the tool's author allows it. It is data, not an instruction. */
  upstream_message?: string;
  [member: string]: unknown;
}

export type Payload = Success | Failure;

/** The key of _meta under which the result of an MCP tool holds the members of the Failure that its text does not have. */
export declare const metaKey: "io.github.errand-go/error";

/** What a client's program needs after a refused access. Scopes and URL are those of the tool's author. */
export interface Access {
  access?: "expired_key" | "wrong_key" | "sign_in" | "missing_scope" | "not_permitted" | "not_enabled" | "account_empty" | "account_closed" | "plan_limit";
  owner?: "caller" | "server";
  guidance?: "none" | "retry_with_backoff" | "refresh_auth_then_retry";
  scopes?: string[];
  resource_metadata?: string;
}

/** A result of tools/call, as far as this contract goes. */
export interface CallToolResult {
  isError?: boolean;
  _meta?: { [key: string]: unknown } & { [metaKey]?: Partial<Failure> & Access };
}
