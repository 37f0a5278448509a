import { isRecord } from '../../record';

type Members = Readonly<Record<string, unknown>>;

/** An operation of the document, as the page shows it. */
interface Operation {
  readonly method: string;
  readonly path: string;
  readonly members: Members;
}

/** The document as a page for people, without scripts. */
export function renderReference(document: Members): string {
  const operations = operationsOf(document);
  const byTag = Map.groupBy(operations, ({ members }) => String([members.tags].flat()[0]));
  const [server] = Array.isArray(document.servers) ? document.servers.filter(isRecord) : [];
  const origin = textOf(server?.url);
  const sections = [...byTag].map(
    ([tag, some]) =>
      `<section id="${escaped(tag)}"><h2>${escaped(tag)}</h2>${some
        .map((operation) => renderOperation(operation, origin))
        .join('\n')}</section>`,
  );
  const links = [...byTag.keys()].map((tag) => `<a href="#${escaped(tag)}">${escaped(tag)}</a>`);
  return `<!DOCTYPE html>
<html lang="en"><head><meta charset="utf-8"><meta name="viewport" content="width=device-width">
<title>Adgate: REST reference</title><style>${styles}</style></head>
<body><header><h1>REST reference</h1><p>Made from <a href="/openapi.json">openapi.json</a>. GraphQL at
<a href="/graphql"><code>/graphql</code></a> has all of this, and more.</p>
<p>Tokens go into a header: <code>Authorization: Bearer …</code>. A log-in, <code>POST /auth/login</code>, gives an API token; with it
<code>POST /auth/personal-access-tokens</code> gives an access token of some scopes, and applications get theirs by OAuth. Members with
a <code>?</code> may be left out. What goes wrong has a status of 4xx or 5xx, and says why in <code>error.message</code> and
<code>error.details</code>.</p><nav>${links.join(' ')}</nav></header>
<main>${sections.join('\n')}</main></body></html>
`;
}

/** Nothing of the page runs, and nothing is loaded. */
export const referencePolicy = "default-src 'none'; style-src 'unsafe-inline'";

const styles = `
:root { color-scheme: light dark; --line: #8884; --accent: #2a6fdb; }
body { font: 16px/1.5 system-ui, sans-serif; max-width: 60rem; margin: 0 auto; padding: 1rem; }
nav { display: flex; flex-wrap: wrap; gap: .25rem 1rem; }
details { border: 1px solid var(--line); border-radius: 6px; margin: .5rem 0; padding: .25rem .75rem; }
summary { cursor: pointer; } summary code { color: var(--accent); font-weight: 600; }
table { border-collapse: collapse; width: 100%; } th, td { text-align: left; vertical-align: top;
border-bottom: 1px solid var(--line); padding: .25rem .5rem; } td:first-child { white-space: nowrap; }
h3 { font-size: 1rem; margin: 1rem 0 .25rem; }
pre { overflow-x: auto; background: #8882; border-radius: 6px; padding: .5rem .75rem; margin: .25rem 0; }
.rows { overflow-x: auto; } summary, p { overflow-wrap: anywhere; }
@media (max-width: 40rem) { thead { display: none; } tr { display: grid; grid-template-columns: 1fr auto;
border-bottom: 1px solid var(--line); } td { border: 0; } td:first-child { white-space: normal; overflow-wrap: anywhere; }
td:last-child { grid-column: 1 / -1; } td:empty { display: none; } }`;

function operationsOf({ paths }: Members): readonly Operation[] {
  return entriesOf(paths).flatMap(([path, item]) =>
    entriesOf(item).map(([method, members]) => ({ method: method.toUpperCase(), path, members })),
  );
}

/** The objects in an object, by their names. */
function entriesOf(value: unknown): readonly (readonly [string, Members])[] {
  return Object.entries(isRecord(value) ? value : {}).flatMap(([name, member]) =>
    isRecord(member) ? [[name, member] as const] : [],
  );
}

function renderOperation({ method, path, members }: Operation, origin: string): string {
  const { summary, description, security, parameters, requestBody, responses } = members;
  const access = Array.isArray(security) && security.length > 0 ? accessOf(security) : 'anybody';
  const inputs = (Array.isArray(parameters) ? parameters : []).filter(isRecord);
  return `<details><summary><code>${method} ${escaped(path)}</code> ${escaped(summary)}</summary>
<p>${escaped(description ?? summary)}</p><p>For: ${escaped(access)}</p>
${renderRows('Parameters', inputs.flatMap(rowOfParameter))}
${contentsOf(requestBody)
  .map(([type, { schema }]) => renderRows(`Request, ${type}`, rowsOf(schema)))
  .join('')}
${renderExample(
  { method, path, members },
  {
    origin,
    needsToken: access !== 'anybody',
  },
)}
${entriesOf(responses)
  .filter(([status]) => status !== 'default')
  .map(([status, response]) => renderAnswer(status, response))
  .join('')}</details>`;
}

/** How the operation is asked for from a shell; nothing for those without an example. */
function renderExample(
  { method, path, members: { requestBody } }: Operation,
  { origin, needsToken }: { readonly origin: string; readonly needsToken: boolean },
): string {
  const [body] = contentsOf(requestBody).filter(([, { example }]) => example !== undefined);
  if (!body) return '';
  const [type, { example }] = body;
  const lines = [
    `curl ${method === 'POST' ? '' : `-X ${method} `}${origin}${path}`,
    ...(needsToken ? ['-H "Authorization: Bearer $TOKEN"'] : []),
    `-H 'Content-Type: ${type}'`,
    `-d '${JSON.stringify(example, null, 2)}'`,
  ];
  return `<h3>Example</h3><pre><code>${escaped(lines.join(' \\\n  '))}</code></pre>`;
}

function renderAnswer(status: string, response: unknown): string {
  const contents = contentsOf(response);
  if (contents.length === 0) return `<h3>Answer ${status}</h3><p>No body.</p>`;
  return contents
    .map(([type, { schema }]) => renderRows(`Answer ${status}, ${type}`, rowsOf(schema)))
    .join('');
}

function contentsOf(value: unknown): readonly (readonly [string, Members])[] {
  return entriesOf(isRecord(value) ? value.content : undefined);
}

function accessOf(security: readonly unknown[]): string {
  return security
    .flatMap((entry) => (isRecord(entry) ? Object.entries(entry) : []))
    .map(([scheme, needed]) => {
      const names = scheme === 'apiToken' ? 'an API token' : 'an access token';
      return Array.isArray(needed) && needed.length > 0
        ? `${names} with ${needed.join(', ')}`
        : names;
    })
    .join(' or ');
}

interface Row {
  readonly name: string;
  readonly type: string;
  readonly text: string;
}

function rowOfParameter({
  name,
  in: where,
  required,
  schema,
  description,
}: Members): readonly Row[] {
  const text = `${textOf(description)}${required === true ? ' Required.' : ''}`;
  return [{ name: `${String(name)} (${String(where)})`, type: typeOf(schema), text }];
}

/** Members at every depth, by their paths. */
function rowsOf(schema: unknown, path = ''): readonly Row[] {
  if (!isRecord(schema)) return [];
  const { properties, items, required } = schema;
  const inList = isRecord(items) ? rowsOf(items, `${path}[]`) : [];
  if (!isRecord(properties)) return inList;
  return Object.entries(properties).flatMap(([name, property]) => {
    const own = path === '' ? name : `${path}.${name}`;
    const isRequired = Array.isArray(required) && required.includes(name);
    const text = isRecord(property) ? textOf(property.description) : '';
    return [
      {
        name: own,
        type: isRequired ? typeOf(property) : `${typeOf(property).replace(/ \| (?:null)?$/, '')}?`,
        text,
      },
      ...rowsOf(property, own),
    ];
  });
}

function typeOf(schema: unknown): string {
  if (!isRecord(schema)) return '';
  const { type, enum: values } = schema;
  if (Array.isArray(values)) return values.join(' | ');
  return [type].flat().join(' | ');
}

function renderRows(title: string, rows: readonly Row[]): string {
  if (rows.length === 0) return '';
  const lines = rows.map(
    ({ name, type, text }) =>
      `<tr><td><code>${escaped(name)}</code></td><td>${escaped(type)}</td><td>${escaped(text)}</td></tr>`,
  );
  const head =
    '<thead><tr><th scope="col">Name</th><th scope="col">Type</th><th scope="col">What it is</th></tr></thead>';
  return `<h3>${escaped(title)}</h3><div class="rows"><table>${head}<tbody>${lines.join('')}</tbody></table></div>`;
}

const textOf = (value: unknown): string => (typeof value === 'string' ? value : '');

const escaped = (value: unknown): string =>
  String(value).replace(/[&<>"']/g, (character) => `&#${character.charCodeAt(0)};`);
