// Checks the lines of a file against docs/payload.schema.json with ajv, and against
// docs/payload.d.ts with the TypeScript compiler, and prints one line for each:
// {"schema": true, "types": true}.
//
//   node wire.mjs DOCS FILE

import fs from "node:fs";
import path from "node:path";
import Ajv from "ajv/dist/2020.js";
import ts from "typescript";

const [docs, payloads] = process.argv.slice(2);
const lines = fs.readFileSync(payloads, "utf8").trim().split("\n");

const ajv = new Ajv.default({ strict: true, strictRequired: false, strictTypes: false });
ajv.addSchema(JSON.parse(fs.readFileSync(path.join(docs, "payload.schema.json"), "utf8")), "payload");
const validate = ajv.getSchema("payload#/$defs/payload");

// One file of constants; a diagnostic is on the line of its payload.
const types = path.join(docs, "payload.d.ts");
const file = path.join(docs, "wire.ts");
const text = lines.map((line, i) => `export const p${i}: import("./payload").Payload = ${line};`).join("\n");
const host = ts.createCompilerHost({});
const read = host.getSourceFile;
host.getSourceFile = (name, ...rest) =>
  name === file ? ts.createSourceFile(name, text, ts.ScriptTarget.Latest) : read.call(host, name, ...rest);
host.fileExists = (name) => name === file || ts.sys.fileExists(name);
const program = ts.createProgram([file, types], { strict: true, noEmit: true, types: [] }, host);
const wrong = new Set();
for (const d of ts.getPreEmitDiagnostics(program)) {
  if (d.file?.fileName !== file) throw new Error(ts.flattenDiagnosticMessageText(d.messageText, "\n"));
  wrong.add(d.file.getLineAndCharacterOfPosition(d.start).line);
}
lines.forEach((line, i) => console.log(JSON.stringify({ schema: validate(JSON.parse(line)), types: !wrong.has(i) })));
