import { readFileSync } from 'node:fs';
import {
  buildSchema,
  type FragmentDefinitionNode,
  getNamedType,
  type GraphQLNamedType,
  isLeafType,
  isObjectType,
  Kind,
  parse,
  type SelectionSetNode,
} from 'graphql';
import type { Page } from 'playwright-core';
import { isRecord } from '../../src/record';

/** Texts that pages have got from GraphQL, by `Type.field`. */
export type TextsOfAnswers = Map<string, Set<string>>;

const schema = buildSchema(readFileSync('schema.graphql', 'utf8'));
/** Closed sets are enums; numbers, times and ids have scalars of their own. */
const freeTexts = new Set(['String', 'JSON']);

/**
 * Notes every free text that the answers to a page have.
 *
 * @returns how many answers are on their way
 */
export async function noteAnswers(page: Page, texts: TextsOfAnswers): Promise<() => number> {
  let waiting = 0;
  await page.route('**/graphql', async (route) => {
    waiting += 1;
    // A page that is open at the end of the tests still asks, when the gateway is gone.
    const response = await route.fetch().catch(() => null);
    if (response === null) await route.abort();
    else {
      const { query } = route.request().postDataJSON() as { readonly query: string };
      const { data } = (await response.json()) as { readonly data?: unknown };
      noteTexts(query, data, texts);
      await route.fulfill({ response });
    }
    waiting -= 1;
  });
  return () => waiting;
}

function noteTexts(query: string, data: unknown, texts: TextsOfAnswers): void {
  const { definitions } = parse(query);
  const fragments = new Map<string, FragmentDefinitionNode>();
  for (const one of definitions)
    if (one.kind === Kind.FRAGMENT_DEFINITION) fragments.set(one.name.value, one);

  function note(
    type: GraphQLNamedType | undefined,
    selected: SelectionSetNode,
    value: unknown,
  ): void {
    if (Array.isArray(value)) for (const item of value) note(type, selected, item);
    if (!isObjectType(type) || !isRecord(value)) return;
    for (const selection of selected.selections) {
      if (selection.kind === Kind.FRAGMENT_SPREAD)
        note(type, fragments.get(selection.name.value)!.selectionSet, value);
      else if (selection.kind === Kind.INLINE_FRAGMENT) note(type, selection.selectionSet, value);
      else {
        const { name, alias, selectionSet } = selection;
        const field = type.getFields()[name.value];
        if (!field) continue;
        const of = getNamedType(field.type);
        const found = value[(alias ?? name).value];
        if (selectionSet) note(of, selectionSet, found);
        else if (isLeafType(of) && freeTexts.has(of.name))
          noteText(`${type.name}.${name.value}`, found);
      }
    }
  }
  function noteText(field: string, value: unknown): void {
    const known = texts.get(field) ?? new Set();
    texts.set(field, known);
    for (const text of textsWithin(value)) known.add(text);
  }

  for (const one of definitions)
    if (one.kind === Kind.OPERATION_DEFINITION)
      note(schema.getRootType(one.operation) ?? undefined, one.selectionSet, data);
}

function textsWithin(value: unknown): readonly string[] {
  if (typeof value === 'string') return [value];
  if (Array.isArray(value)) return value.flatMap(textsWithin);
  return isRecord(value)
    ? [...Object.keys(value), ...Object.values(value).flatMap(textsWithin)]
    : [];
}
