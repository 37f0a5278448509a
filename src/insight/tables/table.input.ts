import { ArgsType, Field } from 'type-graphql';
import { PositiveIntScalar } from '../../platform/graphql/scalars';
import { StatisticsRangeArgs } from '../statistics/questions/statistics.input';
import type { TableParams } from './table-params';
import { parseSearch } from './table-search';

/** Arguments of every table. */
@ArgsType()
export class TableArgs extends StatisticsRangeArgs {
  @Field(() => String, {
    nullable: true,
    description:
      'Only those with this part in their names, in capitals or not; at most 255 characters.',
  })
  search?: string | null;

  @Field(() => Boolean, {
    nullable: true,
    description: 'Default: true, the greatest or newest first.',
  })
  isDescending?: boolean | null;

  @Field(() => PositiveIntScalar, {
    nullable: true,
    description: 'Rows of a page; default 10, at most 100: more is cut.',
  })
  first?: number | null;

  @Field(() => PositiveIntScalar, {
    nullable: true,
    description: 'Which page; default 1. Past the end the page is empty.',
  })
  page?: number | null;
}

/** @throws {AppError} `VALIDATION_FAILED` for a text that is too long. */
export function toTableParams(args: TableArgs): TableParams {
  const { from, to, search, isDescending, first = null, page = null } = args;
  const isUp = isDescending === false;
  return { from, to, search: parseSearch(search), isDescending: !isUp, first, page };
}
