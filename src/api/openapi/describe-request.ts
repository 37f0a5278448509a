import { type DocumentNode, type GraphQLSchema, isInputType, typeFromAST } from 'graphql';
import { takesNull, withoutNull } from '../../json-schema';
import type { RestRequest, Route } from '../rest/route';
import { bodyOf, membersOfInput, type RequestMember } from './request-shape';
import { operationOf, sampleText } from './sample-data';
import { jsonType, sampleRequest } from './sample-request';

type Members = Readonly<Record<string, unknown>>;

/** Where a request has what the operation's variables need. */
export function describeRequest(
  route: Route,
  schema: GraphQLSchema,
  document: DocumentNode,
  publicUrl: string,
): { readonly parameters: readonly Members[]; readonly body: Members | null } {
  const request = sampleRequest(route, publicUrl, jsonType);
  const values = route.variables(request);
  const nameOf = (path: string) => route.nameOf?.(path, request) ?? path;
  const members: RequestMember[] = [];
  for (const { variable, type, defaultValue } of operationOf(document).variableDefinitions ?? []) {
    const name = variable.name.value;
    const input = typeFromAST(schema, type);
    if (!isInputType(input) || defaultValue || isOfPath(values[name], request)) continue;
    members.push(
      ...membersOfInput(input, name, nameOf)
        .filter((member) => isRead(route, member, request))
        .map((member) => takenBy(route, member)),
    );
  }
  const inHeader = members.filter(({ path }) => path.startsWith('X-'));
  const others = members.filter((member) => !inHeader.includes(member));
  const hasBody = route.method === 'post' || route.method === 'patch';
  const parameters = [
    ...Object.keys(request.params).map((path) =>
      parameterOf(
        'path',
        takenBy(route, { path, schema: { type: 'string' }, isRequired: true, isNullable: false }),
      ),
    ),
    ...inHeader.map(({ path }) =>
      parameterOf('header', { path, schema: { type: 'string' }, isRequired: false }),
    ),
    ...(hasBody ? [] : others).map(({ path, schema: own, isRequired }) =>
      parameterOf('query', { path: inBrackets(path), schema: own, isRequired }),
    ),
  ];
  if (!hasBody || others.length === 0) return { parameters, body: null };
  const { example } = route;
  const content = {
    schema: { ...bodyOf(others), ...route.takes?.body },
    ...(example !== undefined && { example }),
  };
  const types = route.takesFile
    ? ['multipart/form-data']
    : [
        jsonType,
        ...(route.takesForms ? ['application/x-www-form-urlencoded'] : []),
        ...(route.takesForms === 'asTextToo' ? ['text/plain'] : []),
      ];
  return {
    parameters,
    body: { required: true, content: Object.fromEntries(types.map((type) => [type, content])) },
  };
}

/** The member with more than its type: as the record says. */
function takenBy(
  { takes = {}, requires = [] }: Route,
  { path, ...member }: RequestMember,
): RequestMember {
  const names = [path, inBrackets(path)];
  const taken = names.map((name) => takes[name]).find((schema) => schema !== undefined);
  const mayLack = taken?.type !== undefined && takesNull(taken);
  const isRequired =
    (member.isRequired && !mayLack) || names.some((name) => requires.includes(name));
  return {
    path,
    schema: { ...member.schema, ...taken },
    isRequired,
    isNullable: taken?.type === undefined ? member.isNullable && !isRequired : takesNull(taken),
  };
}

/**
 * Tries the record with a sample for the member: another value makes other variables where the record reads the member.
 */
function isRead(route: Route, { path }: RequestMember, request: RestRequest): boolean {
  const query = { ...request.query, [inBrackets(path)]: sampleText };
  const headers = { ...request.headers, [path.toLowerCase()]: sampleText };
  const whole = withMember(path.split('.'));
  try {
    const body = route.split ? route.split(whole)[0] : whole;
    const values = route.variables({ ...request, query, headers, body });
    return JSON.stringify(values) !== JSON.stringify(route.variables(request));
  } catch {
    // It has refused the value.
    return true;
  }
}

/** An object with a text at the path, and nothing else. */
function withMember([name, ...inside]: readonly string[]): unknown {
  if (name === undefined) return sampleText;
  const value = withMember(inside);
  return /^\d+$/.test(name) ? [value] : { [name]: value };
}

/** Queries spell a member of a member with brackets. */
const inBrackets = (path: string): string => path.replaceAll(/\.(\w+)/g, '[$1]');

const isOfPath = (value: unknown, { params }: RestRequest): boolean =>
  typeof value === 'string' && Object.values(params).includes(value);

function parameterOf(
  where: 'path' | 'header' | 'query',
  { path, schema, isRequired }: Omit<RequestMember, 'isNullable'>,
) {
  const { description, ...own } = withoutNull(schema);
  return {
    name: path,
    in: where,
    required: isRequired,
    ...(description !== undefined && { description }),
    schema: own,
  };
}
