import { ArgsType, Field } from 'type-graphql';
import {
  DirectionArg,
  PageArg,
  readTablePage,
  RowsArg,
  type TablePageArgs,
} from '../../platform/lists/table.input';
import { StatisticsRangeArgs } from '../statistics/questions/statistics.input';
import { parseTimeRange } from '../statistics/questions/statistics-question';
import type { TableParams } from './table-params';
import { parseSearch } from './table-search';

/** Arguments of every table. */
@ArgsType()
export class TableArgs extends StatisticsRangeArgs implements TablePageArgs {
  @Field(() => String, {
    nullable: true,
    description:
      'Only those with this part in their names, in capitals or not; at most 255 characters.',
  })
  search?: string | null;

  @DirectionArg('the greatest or newest')
  isDescending?: boolean | null;

  @RowsArg('Rows', 10)
  first?: number | null;

  @PageArg()
  page?: number | null;
}

/** @throws {AppError} `VALIDATION_FAILED` for a text that is too long, and for a time that `statistics` refuses. */
export function toTableParams(args: TableArgs): TableParams {
  const { from, to, search } = args;
  parseTimeRange({ from, to });
  return { from, to, search: parseSearch(search), ...readTablePage(args) };
}
