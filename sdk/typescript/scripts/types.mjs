/**
 * Writes src/schema.ts: the types of everything that the client sends and gets, from the service's own documents.
 * With --check it writes nothing, and fails if the file is not what would be written.
 */

import { readFile, writeFile } from "node:fs/promises";
import openapiTS, { astToString } from "openapi-typescript";

const DOCUMENTS = new URL("../../../chalicelib/api/documents/", import.meta.url);
const WRITTEN = new URL("../src/schema.ts", import.meta.url);
/** What the client speaks of; the rest follows from it. */
const ROOTS = [
  "Games",
  "Decks",
  "Deck",
  "Credits",
  "OpenRoom",
  "Seated",
  "Summary",
  "Action",
  "Acted",
  "Rounds",
  "Messages",
  "Problem",
  "ServerMessage",
];

const schemas = { ...(await schemasOf("asyncapi.json")), ...(await schemasOf("openapi.json")) };
const reachable = Object.fromEntries([...closure(ROOTS)].sort().map((name) => [name, schemas[name]]));
const document = {
  openapi: "3.1.0",
  info: { title: "", version: "" },
  paths: {},
  components: { schemas: reachable },
};
const types = await openapiTS(document, {
  rootTypes: true,
  rootTypesNoSchemaPrefix: true,
  defaultNonNullable: false, // what has a default may be left out of a request
  exportType: true,
});
const source = `// Generated from the service's documents by \`npm run types\`.\n\n${astToString(types)}`;

if (!process.argv.includes("--check")) {
  await writeFile(WRITTEN, source);
} else if ((await readFile(WRITTEN, "utf-8")) !== source) {
  console.error("src/schema.ts is not what the documents say: npm run types");
  process.exit(1);
}

/** A document's schemas; `type` tells the members of a union apart, so a discriminator would say it twice. */
async function schemasOf(name) {
  const text = await readFile(new URL(name, DOCUMENTS), "utf-8");
  return JSON.parse(text, (key, value) => (key === "discriminator" ? undefined : value)).components.schemas;
}

/** The schemas of these names and of all that they refer to. */
function closure(names, found = new Set()) {
  for (const name of names) {
    if (found.has(name)) continue;
    if (!(name in schemas)) throw new Error(`the documents do not know ${name}`);
    found.add(name);
    closure(
      [...JSON.stringify(schemas[name]).matchAll(/"#\/components\/schemas\/(\w+)"/g)].map(
        ([, other]) => other,
      ),
      found,
    );
  }
  return found;
}
