import { IncomingMessage, ServerResponse } from 'node:http';
import { Socket } from 'node:net';
import type { DocumentNode, GraphQLSchema } from 'graphql';
import type { RestRequest, Route } from '../rest/route';
import type { JsonSchema } from '../../json-schema';
import { described, merged, shapeOf, worded } from './json-schema';
import { describeFields, sampleData, sampleKinds } from './sample-data';
import { jsonType, sampleRequest } from './sample-request';

/** One answer of the record to sample data. */
interface SampleAnswer {
  readonly status: number;
  readonly type: string | null;
  readonly shape: JsonSchema | null;
}

/** Answers of success, by status and content type. */
export function describeAnswers(
  route: Route,
  schema: GraphQLSchema,
  document: DocumentNode,
  publicUrl: string,
): Readonly<Record<string, unknown>> {
  const facts = describeFields(schema, document);
  const answers = sampleKinds.flatMap((kind) => {
    const data = sampleData(schema, document, kind);
    return [jsonType, 'image/gif'].map((accept) =>
      answerOf(route, data, sampleRequest(route, publicUrl, accept)),
    );
  });
  const byStatus = Map.groupBy(answers, ({ status }) => status);
  return Object.fromEntries(
    [...byStatus].map(([status, same]) => {
      const byType = Map.groupBy(same, ({ type }) => type);
      const content = [...byType].flatMap(([type, ofType]) => {
        if (type === null) return [];
        const shapes = ofType.flatMap(({ shape }) => shape ?? []);
        const schema =
          shapes.length > 0 && worded(described(shapes.reduce(merged), facts), route.says ?? {});
        return [[type, { ...(schema && { schema }) }] as const];
      });
      if (route.alsoAs !== undefined) content.push([route.alsoAs, { schema: { type: 'string' } }]);
      return [
        String(status),
        {
          description: 'Done.',
          ...(content.length > 0 && { content: Object.fromEntries(content) }),
        },
      ];
    }),
  );
}

function answerOf(route: Route, data: unknown, request: RestRequest): SampleAnswer {
  const own = route.split ? [data] : data;
  if (!route.send) {
    // Only the record knows the type of its data.
    const body: unknown = route.body ? Reflect.apply(route.body, route, [own, request]) : own;
    return { status: route.status ?? 200, type: jsonType, shape: shapeOf(asJson(body)) };
  }
  const response = new ServerResponse(new IncomingMessage(new Socket()));
  let written = '';
  response.end = (chunk?: unknown) => {
    if (typeof chunk === 'string') written = chunk;
    return response;
  };
  Reflect.apply(route.send, route, [response, own, request]);
  const header = response.getHeader('content-type');
  const [type = null] = typeof header === 'string' ? header.split(';') : [];
  return {
    status: response.statusCode,
    type,
    shape: type === jsonType && written !== '' ? shapeOf(parsed(written)) : null,
  };
}

const parsed = (text: string): unknown => JSON.parse(text);
const asJson = (value: unknown): unknown => parsed(JSON.stringify(value));
