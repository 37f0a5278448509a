import { readFileSync } from 'node:fs';
import { existsSync } from 'node:fs';
import { join } from 'node:path';
import { describe, expect, it } from '@jest/globals';
import { Kind, type OperationDefinitionNode, parse, specifiedRules, validate } from 'graphql';
import {
  assertAffordable,
  limitOperations,
  operationLimits,
} from '../../src/api/graphql/operation-limits';
import { createSchema } from '../../src/api/graphql/schema';
import { listFiles } from '../docs/documents';

const sources = listFiles('panel', /\.tsx?$/).filter((path) => !path.endsWith('.d.ts'));
const textOf = (path: string) => readFileSync(path, 'utf8');

describe('operations of the panel', () => {
  const schema = createSchema();
  const written = sources.flatMap((path) =>
    [...textOf(path).matchAll(/graphql\(\s*`([^`]*)`/g)].map(([, text]) => ({ path, text: text! })),
  );
  const isFragment = ({ text }: { readonly text: string }) => /^\s*fragment /.test(text);
  const fragments = written.filter(isFragment).map(({ text }) => text);
  const nameOf = (fragment: string) => /^\s*fragment (\w+)/.exec(fragment)![1]!;
  /** Each operation with the fragments of other files that it spreads. */
  const documents = written
    .filter((one) => !isFragment(one))
    .map(({ path, text }) => {
      const spread = fragments.filter((one) => text.includes(`...${nameOf(one)}\n`));
      return { path, text: [text, ...spread].join('') };
    });

  it('spread every fragment that stands by itself', () => {
    const unused = fragments.filter(
      (one) => !written.some(({ text }) => text.includes(`...${nameOf(one)}\n`)),
    );
    expect(unused).toEqual([]);
  });

  it.each(documents)('fit the schema and its limits: $path $text', ({ text }) => {
    const limits = { ...operationLimits, takesSubscriptions: text.includes('subscription ') };
    const rules = [...specifiedRules, limitOperations(limits)];
    const document = parse(text);
    expect(validate(schema, document, rules)).toEqual([]);
    const isOperation = ({ kind }: { readonly kind: Kind }) => kind === Kind.OPERATION_DEFINITION;
    // Safe: it is asked for by its kind.
    const operation = document.definitions.find(isOperation) as OperationDefinitionNode;
    expect(() => {
      assertAffordable(schema, { document, operation, variables: {} });
    }).not.toThrow();
  });

  it('have a name each', () => {
    const names = documents.flatMap(({ text }) =>
      parse(text).definitions.flatMap((definition) =>
        definition.kind === Kind.OPERATION_DEFINITION ? [definition.name?.value] : [],
      ),
    );
    expect(names.length).toBeGreaterThan(3);
    expect(names).not.toContain(undefined);
    expect(new Set(names).size).toBe(names.length);
  });
});

it('every component of Mantine comes with its style sheet, of all pages or of its own file', () => {
  const shared = ['index', 'later'].map((name) => textOf(`panel/styles/${name}.css`)).join('\n');
  const missing = sources.flatMap((path) => {
    const text = textOf(path);
    const used = [...text.matchAll(/import \{([^}]*)\} from '@mantine\/core'/g)].flatMap(
      ([, names]) => names!.split(',').map((name) => name.replace(/^\s*type\s/, '').trim()),
    );
    return used
      .filter((name) => existsSync(join('node_modules/@mantine/core/styles', `${name}.css`)))
      .filter((name) => ![shared, text].some((sheet) => sheet.includes(`/${name}.css'`)))
      .map((name) => `${path}: ${name}`);
  });
  expect(missing).toEqual([]);
});

it('the panel imports nothing of the server', () => {
  const foreign = sources.flatMap((path) =>
    [...textOf(path).matchAll(/from '(\.[^']+)'/g)]
      .map(([, target]) => join(path, '..', target!))
      .filter((target) => !target.startsWith('panel/')),
  );
  expect(foreign).toEqual([]);
});
