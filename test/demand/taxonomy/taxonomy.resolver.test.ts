import 'reflect-metadata';
import { graphql } from 'graphql';
import { buildSchema } from 'type-graphql';
import { describe, expect, it } from '@jest/globals';
import { defaultTaxonomy } from '../../../src/demand/taxonomy/default-taxonomy';
import { TaxonomyResolver } from '../../../src/demand/taxonomy/taxonomy.resolver';

const source = /* GraphQL */ `
  {
    media {
      name
      formats {
        type
        mimes
        scopes
      }
      vendors {
        name
        label
      }
      targeting {
        user {
          name
          type
          items {
            id
            label
          }
        }
        site {
          name
          type
          items {
            id
            label
            values {
              id
              label
              values {
                id
              }
            }
          }
        }
        device {
          name
        }
      }
    }
  }
`;

interface AnsweredOption {
  readonly type: string;
  readonly items: readonly unknown[] | null;
}

interface AnsweredMedium {
  readonly name: string;
  readonly formats: readonly unknown[];
  readonly vendors: readonly { readonly name: string }[];
  readonly targeting: Readonly<Record<'user' | 'site' | 'device', readonly AnsweredOption[]>>;
}

describe('query media', () => {
  it('answers media with vendors, formats and targeting options, dictionaries as lists', async () => {
    const schema = await buildSchema({
      resolvers: [TaxonomyResolver],
      validate: false,
      authChecker: () => true,
    });
    const { data, errors } = await graphql({
      schema,
      source,
      contextValue: { taxonomy: { current: defaultTaxonomy } },
    });
    expect(errors).toBeUndefined();
    const [web, metaverse] = data!['media'] as readonly [AnsweredMedium, AnsweredMedium];
    expect([web.name, web.vendors]).toEqual(['web', []]);
    expect(metaverse.vendors.map(({ name }) => name)).toEqual([
      'decentraland',
      'cryptovoxels',
      'polkacity',
      'milc',
    ]);
    expect(web.formats[3]).toEqual({
      type: 'direct',
      mimes: ['text/plain'],
      scopes: ['pop-up', 'pop-under'],
    });
    expect(web.targeting.user[0]!.items).toContainEqual({ id: 'de', label: 'Germany' });
    const [quality, category, domain] = web.targeting.site;
    expect([quality!.type, domain]).toEqual([
      'dict',
      { name: 'domain', type: 'input', items: null },
    ]);
    expect(category!.items).toContainEqual({
      id: 'health',
      label: 'Health',
      values: [
        { id: 'supplements', label: 'Food supplements', values: [] },
        { id: 'diets', label: 'Diets', values: [] },
      ],
    });
  });
});
