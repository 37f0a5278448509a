import { ArgsType, Field, Int } from 'type-graphql';
import { PositiveIntScalar } from '../graphql/scalars';
import type { PageParams } from './page';

/** Arguments of every list. */
@ArgsType()
export class PageArgs implements PageParams {
  @Field(() => PositiveIntScalar, {
    nullable: true,
    description:
      'Items of a page; default 10, at most 240 with all their members, and 1000 with their ids alone: more is cut. An operation may cost 16000: about one for every value that its answer could have, 10 for every item, 20 for every cursor, and 1500 for every page.',
  })
  first?: number | null;

  @Field(() => String, {
    nullable: true,
    description:
      'A cursor of the same list: the page begins behind it, in the list as it stood for that cursor. Default: the list from its beginning, as it is now.',
  })
  after?: string | null;

  @Field(() => PositiveIntScalar, {
    nullable: true,
    description: 'Which page behind `after`; default 1. Past the end the page is empty.',
  })
  page?: number | null;
}

/** Arguments of a list inside of an item of another one. */
@ArgsType()
export class NestedPageArgs implements PageParams {
  // `Int`, as the variables of clients' operations have it.
  @Field(() => Int, {
    nullable: true,
    description:
      'Items of a page; default 10. All of the list are read, and cost 10 each, however few are asked for; a page behind `after` costs 1500.',
  })
  first?: number | null;

  @Field(() => String, {
    nullable: true,
    description:
      'A cursor of the same list: the page begins behind it, in the list as it stood for that cursor. Default: the list from its beginning, as it is now.',
  })
  after?: string | null;
}
