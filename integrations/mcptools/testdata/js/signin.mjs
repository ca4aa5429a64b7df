// Calls a tool with an official TypeScript client that can sign in and open URLs, and prints
// what the server asked it to do: {"authorize": URL}, {"open": URL}, or {"result": …}.
//
//   node signin.mjs sdk|client URL TOOL [opens]

const [which, target, tool, opens] = process.argv.slice(2);
const { Client } = await import(which === "sdk" ? "@modelcontextprotocol/sdk/client/index.js" : "@modelcontextprotocol/client");
const { StreamableHTTPClientTransport } = await import(
  which === "sdk" ? "@modelcontextprotocol/sdk/client/streamableHttp.js" : "@modelcontextprotocol/client"
);

const print = (value) => console.log(JSON.stringify(value));
const authorization = "https://auth.example";
const pages = {
  "https://mcp.example/meta": { resource: target, authorization_servers: [authorization] },
  [authorization + "/.well-known/oauth-authorization-server"]: {
    issuer: authorization, authorization_endpoint: authorization + "/authorize", token_endpoint: authorization + "/token",
    response_types_supported: ["code"], code_challenge_methods_supported: ["S256"],
  },
};
const transport = new StreamableHTTPClientTransport(new URL(target), {
  fetch: async (url, init) => {
    if (new URL(url).origin === new URL(target).origin) return fetch(url, init);
    const page = pages[String(url)];
    return page ? Response.json(page) : new Response("", { status: 404 });
  },
  authProvider: {
    redirectUrl: "https://client.example/back",
    clientMetadata: { redirect_uris: ["https://client.example/back"] },
    clientInformation: () => ({ client_id: "c", issuer: authorization }),
    tokens: () => ({ access_token: "old", token_type: "Bearer" }),
    saveTokens: () => {},
    saveCodeVerifier: () => {},
    codeVerifier: () => "v",
    redirectToAuthorization: (url) => print({ authorize: url }),
  },
});
const client = new Client({ name: "mcptools-test", version: "1" }, { capabilities: opens ? { elicitation: { url: {} } } : {} });
await client.connect(transport);
try {
  print({ result: await client.callTool({ name: tool, arguments: {} }) });
} catch (e) {
  if (e.code === -32042) print({ open: e.data.elicitations[0].url });
  else print({ error: e.message });
}
await client.close();
