import { Field, Int, ObjectType } from 'type-graphql';
import { member } from '../../input-members';
import { connectionOf } from '../../platform/lists/connection.type';
import { kind } from '../../platform/resources/kinds';
import {
  changesInputOf,
  creationInputOf,
  objectTypeOf,
} from '../../platform/resources/resource-types';
import { noFilter } from './creative-filter';
import { creativeFilter } from './creative-filter.type';
import { hostOfOrigin, maxUrlLength, problemsOfNewSite } from './site-rules';
import { siteResource } from './site.resource';

@ObjectType('AdsTxtCheck', {
  description: 'A check of this server’s line in a publisher’s `ads.txt`.',
  simpleResolvers: true,
})
export class AdsTxtCheckType {
  @Field(() => String, { description: 'The line that it should have.' })
  line!: string;

  @Field(() => Boolean, { description: 'True where the file has that line.' })
  isFound!: boolean;

  @Field(() => [Int], {
    description:
      'Numbers, from 1, of lines that name this server with another account or relationship.',
  })
  otherLines!: readonly number[];
}

export const SiteType = objectTypeOf(siteResource);

/** Read to its host. */
const origin = {
  ...kind.plainText,
  input: member(
    (value) => {
      const host = typeof value === 'string' ? hostOfOrigin(value) : null;
      return host === null
        ? 'must be an http(s) origin such as https://blog.example, without port and path'
        : { value: host };
    },
    { type: 'string', format: 'uri', maxLength: maxUrlLength },
  ),
  range: `at most ${maxUrlLength} characters`,
};

/** Requests have it as lists of clauses. */
const filtering = { is: creativeFilter, says: 'Which creatives the site takes; null: all.' };

export const CreateSiteInput = creationInputOf(siteResource, {
  says: 'A site to create.',
  more: {
    url: {
      is: origin,
      isFirst: true,
      says: 'http(s) origin without port and path; its host cannot be changed later.',
    },
    filtering: { ...filtering, absent: noFilter },
  },
  rules: problemsOfNewSite,
});

/** Categories and filter are checked against the site's medium where the whole site is known. */
export const UpdateSiteInput = changesInputOf(siteResource, {
  says: 'Members of a site to change; an absent member stays as it is.',
  more: { filtering },
});

export const SiteConnectionType = connectionOf('Site', 'sites', () => SiteType);
