// Calls tools with an official TypeScript client and prints one line of JSON for
// each call: {"result": …} or {"error": {"code": …, "message": …}}.
//
//   node client.mjs sdk|client URL|COMMAND [[tool, arguments], …]
//
// "sdk" is @modelcontextprotocol/sdk, "client" is @modelcontextprotocol/client.

const [which, target, calls] = process.argv.slice(2);

async function load() {
  if (which === "sdk") {
    const { Client } = await import("@modelcontextprotocol/sdk/client/index.js");
    const { StdioClientTransport } = await import("@modelcontextprotocol/sdk/client/stdio.js");
    const { StreamableHTTPClientTransport } = await import("@modelcontextprotocol/sdk/client/streamableHttp.js");
    return { Client, StdioClientTransport, StreamableHTTPClientTransport };
  }
  const { Client, StreamableHTTPClientTransport } = await import("@modelcontextprotocol/client");
  const { StdioClientTransport } = await import("@modelcontextprotocol/client/stdio");
  return { Client, StdioClientTransport, StreamableHTTPClientTransport };
}

const { Client, StdioClientTransport, StreamableHTTPClientTransport } = await load();
const transport = target.startsWith("http")
  ? new StreamableHTTPClientTransport(new URL(target))
  : new StdioClientTransport({ command: target, env: process.env, stderr: "ignore" });
const client = new Client({ name: "mcptools-test", version: "1" });
await client.connect(transport);
await client.listTools(); // from here on the client knows the output schemas
for (const [name, args] of JSON.parse(calls)) {
  try {
    console.log(JSON.stringify({ result: await client.callTool({ name, arguments: args }) }));
  } catch (e) {
    console.log(JSON.stringify({ error: { code: e.code, message: e.message } }));
  }
}
await client.close();
